// A person shows a cube to a camera: `cuberig scan --camera` before a folder of pictures that the browser itself has drawn.

import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { scanned } from "../kit/scan";

test("a cube is shown face by face, mended, and confirmed on the page", async () => {
  const { scan, page, facelets, colors, printed, end } = await scanned();
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
  const read = JSON.parse(printed());
  assert.deepEqual([read.facelets, read.valid], [facelets, true]);
  await end();
});
