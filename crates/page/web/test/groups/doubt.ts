// Stickers in doubt are settled by looking: the picture of the face as the camera saw it, with the sticker ringed, "this is right" or
// another colour. On the page of a rig, of a hand scan, and of a lesson before a camera.

import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Part } from "../../src/protocol";
import { open } from "../kit/browser";
import { PAINT } from "../kit/cube_pictures";
import { Fake } from "../kit/fake";
import { serveFiles } from "../kit/files";
import { begin } from "../kit/hands";
import { colored, controls, known, rigAtWork, scrambled } from "../kit/parts";
import { cube, doubtful, scanned } from "../kit/scan";
import { soon } from "../kit/soon";

const ringed = (page: Page, name: string) => page.getByRole("img", { name: new RegExp(`with a ring around ${name}$`) });

/** The colour in the middle of the ring, as people see it: red, green, blue. */
const inRing = (page: Page) =>
  page.evaluate(async () => {
    const svg = document.querySelector(".photograph svg")!;
    const drawn = svg.querySelector("image")!;
    const ring = svg.querySelector(".ring")!;
    const picture = new Image();
    picture.src = drawn.getAttribute("href")!;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 400;
    const context = canvas.getContext("2d")!;
    context.translate(200, 200);
    context.rotate((Number(/rotate\((\S+)/.exec(drawn.getAttribute("transform")!)![1]) * Math.PI) / 180);
    context.drawImage(picture, -200, -200, 400, 400);
    const middle = (axis: string) => 100 * (Number(ring.getAttribute(axis)) + 1.5);
    return Array.from(context.getImageData(middle("x"), middle("y"), 1, 1).data.slice(0, 3));
  });

/** Looks at each sticker in doubt of a cube that the camera saw so, and says what it is; returns their names. */
async function settleAll(page: Page, truth: string): Promise<string[]> {
  const seen = doubtful(truth);
  const looked: string[] = [];
  for (;;) {
    const prompt = (await page.locator(".prompt").filter({ visible: true }).first().textContent()) ?? "";
    const name = /Look at ([URFDLB])([1-9])/.exec(prompt);
    if (!name) return looked;
    await ringed(page, name[1]! + name[2]!).waitFor();
    const sticker = 9 * "URFDLB".indexOf(name[1]!) + Number(name[2]) - 1;
    const paint = PAINT[seen.charAt(sticker)]!;
    const wanted = [1, 3, 5].map((at) => parseInt(paint.slice(at, at + 2), 16));
    const found = await inRing(page);
    assert.ok(found.every((value, channel) => Math.abs(value - wanted[channel]!) < 16), `${name[0]}: ${found}, not ${wanted}`);
    looked.push(name[1]! + name[2]!);
    const color = truth.charAt(sticker);
    const isRead = prompt.includes(`Is it ${color === "R" ? "red" : "orange"}?`);
    if (isRead) await page.getByRole("button", { name: "This is right" }).filter({ visible: true }).click();
    else await page.locator(`.paint[data-color=${color}]`).filter({ visible: true }).click();
    await page.waitForFunction(
      (before) => Array.from(document.querySelectorAll(".prompt")).every(({ textContent }) => textContent !== before),
      prompt,
    );
  }
}

test("on the page of a rig, a sticker in doubt is looked at as the camera saw it, once the arms rest", async () => {
  const facelets = scrambled(4);
  const seen = colored(facelets);
  const hello = rigAtWork().flatMap((part) => (part.part === "hello" ? [{ ...part, has_rig: false }] : []));
  const others = rigAtWork().filter(({ part }) => part !== "hello");
  const fake = new Fake([...hello, ...others]);
  fake.answer = () => ({ text: "this cube is possible" });
  const watched = await open(await serveFiles(), { prepare: fake.attach });
  const { page } = watched;
  await page.locator(".editor").waitFor();
  // The upper left quarter of the page is red, so a turned picture is noticed.
  const jpeg = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 80;
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#208040";
    context.fillRect(0, 0, 80, 80);
    context.fillStyle = "#c02020";
    context.fillRect(0, 0, 40, 40);
    return canvas.toDataURL("image/jpeg");
  });
  const doubt: Part = { part: "doubt", faces: [{ face: "F", picture: jpeg, quarters: 3 }] };
  fake.put(doubt);
  await page.getByText("Stickers cannot be changed now").waitFor();
  assert.equal(await page.locator(".looked").isVisible(), false, "the arms are at work");
  fake.put(controls({}));
  // The picture shows the face turned by three quarters: upright, its red part is at the upper right, where F3 is.
  await ringed(page, "F3").waitFor();
  await page.getByText("2 stickers are in doubt. Look at F3 of your cube.").waitFor();
  const [red, green] = await inRing(page);
  assert.ok(red! > 150 && green! < 90, `${[red, green]}`);
  await page.getByRole("button", { name: "This is right" }).click();
  // Of this face there is no picture.
  await page.getByText("Look at D3 of your cube.").waitFor();
  assert.equal(await page.locator(".photograph").count(), 0);
  // A cube that cannot be is not sent.
  fake.answer = (ask) => (ask.do === "check" ? { ok: false, text: "no cube is like that" } : {});
  const other = seen.charAt(29) === "R" ? "B" : "R";
  await page.locator(`.paint[data-color='${other}']`).click();
  await page.locator("[data-control=set_cube][aria-disabled=true][title*='no cube is like that']").waitFor();
  fake.answer = () => ({ text: "this cube is possible" });
  await page.getByRole("button", { name: "Discard changes" }).click();
  for (const name of ["F3", "D3"]) {
    await page.getByText(`Look at ${name} of your cube.`).waitFor();
    await page.getByRole("button", { name: "This is right" }).click();
  }
  await page.getByRole("button", { name: "This is right" }).waitFor({ state: "hidden" });
  await page.locator("[data-control=set_cube]:not([aria-disabled])").click();
  await soon(() => JSON.stringify(fake.asked.at(-1)) === JSON.stringify({ do: "set_cube", cube: seen }));
  // Another look that is certain leaves nothing to settle.
  fake.put({ ...known(facelets), doubtful: [] } as Part);
  fake.put({ part: "doubt", faces: [] });
  await page.getByText("Pick a sticker that is wrong.").waitFor();
  await watched.finish();
});

test("in a hand scan, stickers in doubt are settled on the pictures of their faces", async () => {
  const { scan, page, facelets, colors, printed, end } = await scanned(doubtful);
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("hand_scan")?.doubtful.length > 0, undefined, { timeout: 120_000 });
  const names = await settleAll(page, colors);
  assert.ok(names.length >= 2, `looked at ${names}`);
  const ended = once(scan, "exit");
  await page.locator("[data-control=set_cube]:not([aria-disabled])").click();
  const [status] = await ended;
  assert.equal(status, 0);
  const read = JSON.parse(printed());
  assert.deepEqual([read.facelets, read.valid], [facelets, true]);
  await end();
});

test("in a lesson before a camera, stickers in doubt are settled, and the lesson goes on from the cube", async () => {
  const { learner, end } = await begin("33");
  const { page } = learner;
  const { colors } = cube();
  await learner.until("not_yet");
  await learner.exchange(doubtful(colors));
  await page.getByRole("button", { name: "Read my cube anew" }).click();
  await page.locator(".watch[data-state=reading]").waitFor();
  await learner.showAll((scan) => scan.doubtful.length > 0);
  const names = await settleAll(page, colors);
  assert.ok(names.length >= 2, `looked at ${names}`);
  await page.getByRole("button", { name: "This is my cube", exact: true }).filter({ visible: true }).click();
  await page.locator(".watch:not([data-state=reading])").waitFor();
  assert.equal((await learner.lesson()).stickers, colors);
  await end();
});
