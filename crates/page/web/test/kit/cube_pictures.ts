// Pictures of a cube that a learner holds before a camera, drawn by the browser into a folder that `cuberig` watches.

import { rename } from "node:fs/promises";
import { join } from "node:path";
import { drawing } from "./browser";
import { applied } from "./lesson";

/** What colours look like; `?` is between red and orange. */
export const PAINT: Record<string, string> = {
  W: "#eeeeee", R: "#c01820", G: "#0f9a48", Y: "#f0d010", O: "#ff7818", B: "#1450c8", "?": "#e34d1c",
};
const FACES = "URFDLB";
/** Ways to turn the whole cube so that each face comes to the front, each of them four ways round. */
const HOLDS = ["", "y", "y2", "y'", "x", "x'"].flatMap((front) => ["", "z", "z2", "z'"].map((round) => `${front} ${round}`.trim()));

type Point = readonly [number, number];

/** The colours of a face. */
export function face(stickers: string, name: string): string {
  const at = 9 * FACES.indexOf(name);
  return stickers.slice(at, at + 9);
}

/** The cube held with these colours in front and on top. */
export function held(stickers: string, front: string, top?: string): string {
  const ways = HOLDS.map((hold) => (hold ? applied(stickers, hold) : stickers));
  const found = ways.find((way) => face(way, "F")[4] === front && (!top || face(way, "U")[4] === top));
  if (!found) throw new Error(`no hold shows ${front} and ${top ?? "any"}`);
  return found;
}

/** Three faces that meet in a corner: F, U and R. */
export function corner(stickers: string): string {
  const [a, b] = [160 * Math.cos(Math.PI / 6), 160 * 0.5];
  const middle: Point = [320, 235];
  // From the corner that is nearest to the camera, one side along each edge.
  const [left, right, up]: Point[] = [[-a, -b], [a, -b], [0, 172]];
  const faces: [string, Point, Point, Point][] = [
    // First sticker of the face, its rows' direction, its columns' direction.
    ["U", [middle[0], middle[1] - 2 * b], [a, b], [-a, b]],
    ["F", [middle[0] + left![0], middle[1] + left![1]], [a, b], up!],
    ["R", middle, right!, up!],
  ];
  return picture(faces.map(([name, from, along, down]) => tiles(face(stickers, name), from, along, down)).join(""));
}

/** One face towards the camera. */
export function flat(colors: string): string {
  return picture(tiles(colors, [180, 100], [280, 0], [0, 280]));
}

/** No cube. */
export function nothing(): string {
  return picture("");
}

/** One face cut out of its picture, half a sticker beyond it. */
export function close(colors: string): string {
  return flat(colors).replace('width="640" height="480"', 'viewBox="133 53 374 374"');
}

function tiles(colors: string, [x, y]: Point, [ax, ay]: Point, [dx, dy]: Point): string {
  const quad = (u: number, v: number, w: number, h: number) =>
    [[u, v], [u + w, v], [u + w, v + h], [u, v + h]]
      .map(([s = 0, t = 0]) => `${x + (s * ax + t * dx) / 3},${y + (s * ay + t * dy) / 3}`)
      .join(" ");
  const stickers = Array.from(colors, (color, at) => {
    const points = quad((at % 3) + 0.07, Math.floor(at / 3) + 0.07, 0.86, 0.86);
    return `<polygon points="${points}" fill="${PAINT[color]}" stroke="${PAINT[color]}" stroke-width="6" stroke-linejoin="round"/>`;
  });
  return `<polygon points="${quad(0, 0, 3, 3)}" fill="#101010" stroke="#101010" stroke-width="8" stroke-linejoin="round"/>${stickers.join("")}`;
}

function picture(shapes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#8a8f96"/>${shapes}</svg>`;
}

/** A folder of pictures that come one after the other. */
export class Film {
  private count = 0;

  constructor(readonly folder: string) {}

  /** Adds a picture; it is whole when it has its name. */
  async add(svg: string): Promise<void> {
    const half = `${this.folder}-half.png`;
    // A browser that draws a lesson meanwhile sometimes has no time for a screenshot.
    await drawing(svg, half).catch(() => drawing(svg, half));
    await rename(half, join(this.folder, `${String(++this.count).padStart(5, "0")}.png`));
  }
}
