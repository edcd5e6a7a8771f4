// A person who shows a cube to a camera: `cuberig scan --camera` before a folder of pictures that the browser itself has drawn.

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "playwright-core";
import { drawing, open } from "./browser";
import { PAINT } from "./cube_pictures";

const { CUBERIG_BINARIES: binaries = "../../../target/debug" } = process.env;
const COLORS: Record<string, string> = { U: "W", R: "R", F: "G", D: "Y", L: "O", B: "B" };

/** A scan under way. */
export interface Scanned {
  readonly scan: ChildProcess;
  readonly page: Page;
  /** The cube. */
  readonly facelets: string;
  readonly colors: string;
  /** What the command has printed. */
  readonly printed: () => string;
  readonly end: () => Promise<void>;
}

/** Cube 21, in face letters and in colours. */
export function cube(): { facelets: string; colors: string } {
  const facelets = execFileSync(`${binaries}/cuberig`, ["scramble", "--seed", "21"], { encoding: "utf8" }).trim();
  return { facelets, colors: Array.from(facelets, (face) => COLORS[face]).join("") };
}

/** The same cube as a camera sees it that cannot tell some red and orange stickers apart. */
export function doubtful(colors: string): string {
  let left = 6;
  return Array.from(colors, (color, sticker) => ("RO".includes(color) && sticker % 9 !== 4 && left-- > 0 ? "?" : color)).join("");
}

/** Starts a scan of cube 21, which the camera sees in the colours of `seen`, and opens its page. */
export async function scanned(seen: (colors: string) => string = (colors) => colors): Promise<Scanned> {
  const folder = await mkdtemp(join(tmpdir(), "cuberig-scan-"));
  const { facelets, colors } = cube();
  await draw(folder, seen(colors));
  const scan = spawn(`${binaries}/cuberig`, ["scan", "--camera", folder, "--json", "--page", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  scan.stdout.on("data", (text) => (printed += text));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: scan.stderr }).on("line", (line) => {
      const found = /http:\/\/\S+/.exec(line);
      if (found) resolve(found[0]);
    });
    void once(scan, "exit").then(() => reject(new Error("the scan ended before it had a page")));
  });
  const { page, context } = await open(address);
  const end = async () => {
    await context.close();
    await rm(folder, { recursive: true });
  };
  return { scan, page, facelets, colors, printed: () => printed, end };
}

/** Draws the six faces of a cube on a table, in the order U R F D L B. */
async function draw(folder: string, colors: string): Promise<void> {
  for (let face = 0; face < 6; face++) {
    const stickers = Array.from(colors.slice(9 * face, 9 * face + 9), (color, at) => {
      const [x, y] = [185 + 92 * (at % 3), 105 + 92 * Math.floor(at / 3)];
      return `<rect x="${x}" y="${y}" width="84" height="84" rx="8" fill="${PAINT[color]}"/>`;
    });
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
      <rect width="640" height="480" fill="#8a8f96"/><rect x="177" y="97" width="284" height="284" rx="10" fill="#101010"/>${stickers.join("")}</svg>`;
    await drawing(picture, join(folder, `${face}.png`));
  }
}
