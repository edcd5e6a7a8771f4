// The drawn cube has the body and the plastic that the host names. Drawn in full, which takes minutes without a graphics card.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CubeLook } from "../../src/protocol";
import { openCube, painter } from "../kit/cube";
import { looksLike, pixels } from "../kit/eyes";
import { PLACES, type Place } from "../kit/geometry";
import { rigAtWork } from "../kit/parts";

/** Between two stickers, and just beyond the edge of a sticker, in pieces from the middle of its side. */
const BETWEEN = 0.5;
const BEYOND = 0.44;

/** A place of a piece's side so far from its middle towards the next piece. */
function aside({ piece, normal }: Place, far: number): Place {
  const across = normal.findIndex((value) => value === 0);
  const inwards = piece[across] === 1 ? -far : far;
  const [x, y, z] = piece.map((value, axis) => (axis === across ? value + inwards : value)) as [number, number, number];
  return { piece: [x, y, z], normal };
}

test("the cube has the body and the colours that the hello names, until another names none", async () => {
  // The plastic between two stickers is narrow.
  const { watched, fake } = await openCube(1);
  const { page } = watched;
  const paint = painter(page, fake);
  const hello = rigAtWork().find((part) => part.part === "hello");
  assert.ok(hello);
  const put = (cube_look: CubeLook | null) => fake.put({ ...hello, has_rig: false, cube_look });
  const solved = Array.from("WRGYOB", (letter) => letter.repeat(9)).join("");
  const looks = async (far: number) => {
    await paint(solved);
    const all = await pixels(page, [...PLACES, ...PLACES.map((place) => aside(place, far))]);
    return { middle: all.slice(0, 54), edge: all.slice(54) };
  };
  const grey = (pixel: readonly number[]) => Math.max(...pixel) - Math.min(...pixel) < 40;
  const usual = await looks(BETWEEN);
  usual.edge.forEach((pixel, place) => assert.ok(Math.max(...pixel) < 70, `${place} is black plastic, not ${pixel}`));
  put({ stickerless: false, plastic: "#e2e1da", paint: {} });
  const white = await looks(BETWEEN);
  white.edge.forEach((pixel, place) => assert.ok(grey(pixel) && Math.min(...pixel) > 90, `${place} is white plastic, not ${pixel}`));
  assert.deepEqual(white.middle, usual.middle, "the colours are the page's own");
  put({ stickerless: true, plastic: "#202022", paint: { R: "#ff00ff" } });
  const bare = await looks(BEYOND);
  bare.edge.forEach((pixel, place) => {
    const letter = solved.charAt(place);
    if (letter !== "R") assert.ok(looksLike(letter, pixel), `${place} is wholly ${letter}, not ${pixel}`);
  });
  const [red, green, blue] = bare.middle[solved.indexOf("R")] ?? [0, 0, 0];
  assert.ok(red > 80 && green < 0.5 * red && blue > 0.7 * red, `R has the look's colour, not ${[red, green, blue]}`);
  put(null);
  assert.deepEqual(await looks(BETWEEN), usual);
  await watched.finish();
});
