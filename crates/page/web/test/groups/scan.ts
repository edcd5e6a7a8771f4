// A person shows a cube to a camera: `cuberig scan --camera` before a folder of pictures that the browser itself has drawn.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { drawing, open } from "../kit/browser";

const { CUBERIG_BINARIES: binaries = "../../../target/debug" } = process.env;
const COLORS: Record<string, string> = { U: "W", R: "R", F: "G", D: "Y", L: "O", B: "B" };
const PAINT: Record<string, string> = { W: "#eeeeee", R: "#c01820", G: "#0f9a48", Y: "#f0d010", O: "#ff7818", B: "#1450c8" };

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

test("a cube is shown face by face, mended, and confirmed on the page", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cuberig-scan-"));
  const facelets = execFileSync(`${binaries}/cuberig`, ["scramble", "--seed", "21"], { encoding: "utf8" }).trim();
  const colors = Array.from(facelets, (face) => COLORS[face]).join("");
  await draw(folder, colors);
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
  const watched = await open(address);
  const { page } = watched;
  // The film of the folder takes about three seconds a face.
  await page.getByRole("button", { name: "Yes, this is my cube" }).waitFor({ timeout: 120_000 });
  const shown = await page.evaluate(() => (window as any).cuberig.app.store.get("hand_scan").stickers);
  assert.equal(shown, colors);
  // A wrong correction is refused with the piece that cannot be.
  const sticker = page.locator('[data-sticker="0"]').first();
  await sticker.click();
  await page.locator(`.paint[data-color=${colors[0] === "W" ? "Y" : "W"}]`).click();
  await page.locator(".verdict[data-ok=false]").filter({ hasText: /\w/ }).waitFor();
  await page.getByRole("button", { name: "Discard changes" }).click();
  const ended = once(scan, "exit");
  await page.getByRole("button", { name: "Yes, this is my cube" }).click();
  const [status] = await ended;
  assert.equal(status, 0);
  const read = JSON.parse(printed);
  assert.deepEqual([read.facelets, read.valid], [facelets, true]);
  await watched.context.close();
  await rm(folder, { recursive: true });
});
