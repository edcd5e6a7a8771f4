// A phone before a running rig (CUBERIG_PAGE), launched with camera:=page: it is the camera, and people use what else a phone is for.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { drawing } from "../kit/browser";
import { GREYS, Phone, filmOf } from "../kit/camera";
import { face, flat } from "../kit/cube_pictures";
import { applied } from "../kit/lesson";

const address = process.env.CUBERIG_PAGE ?? "";
let phone: Phone;
let page: Page;

before(async () => {
  phone = await Phone.start();
  page = await phone.open(address);
});
after(() => phone.end());

test("the pictures of a phone come out of the graph, and the page says when they end", async () => {
  await page.getByRole("button", { name: "Use this camera", exact: true }).click();
  await page.locator(".camera-who").filter({ hasText: /Chrome on Linux: \d+ pictures a second, \d+ ms old/ }).waitFor();
  // This is what the node camera published, and the dashboard read of it.
  await page.getByRole("button", { name: "Plain", exact: true }).click();
  const canvas = page.locator(".picture canvas");
  const seen = new Set<number>();
  for (const until = Date.now() + 60_000; seen.size < 2; ) {
    assert.ok(Date.now() < until, `only the grey ${[...seen].join()} was seen`);
    const now = await canvas.evaluate((canvas) => (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(320, 240, 1, 1).data[0] ?? 0);
    const near = GREYS.find((grey) => Math.abs(now - grey) < 12);
    if (near !== undefined) seen.add(near);
  }
  const camera = page.locator(".node").filter({ has: page.getByText("camera", { exact: true }) });
  await camera.filter({ hasText: "publishing" }).waitFor();
  await page.getByRole("button", { name: "End this camera", exact: true }).click();
  await page.locator(".camera-who").filter({ hasText: "is the camera no more" }).waitFor();
  await page.locator(".run-text").filter({ hasText: "Not ready: the camera does not work" }).waitFor();
  await camera.filter({ hasText: "no picture comes from the page" }).waitFor();
});

test("the last minute is saved by a button that names the file", async () => {
  await page.locator("[data-control=save_recording]:not([aria-disabled])").click();
  const answer = page.locator(".answer", { hasText: "The last minute is saved in" });
  await answer.waitFor();
  const file = /saved in (.*)\.$/.exec((await answer.textContent()) ?? "")?.[1] ?? "";
  assert.ok(file.endsWith(".mcap") && existsSync(file), file);
});

test("a cube that is shown to the phone by hand is read, and the rig knows it", async () => {
  const cube = applied(Array.from("WRGYOB", (letter) => letter.repeat(9)).join(""), "D2 L B' R F U'");
  const other = await Phone.start("", filmOf(cube));
  const shown = await other.open(address);
  await shown.getByRole("button", { name: "Use this camera", exact: true }).click();
  await shown.locator(".camera-who").filter({ hasText: /Chrome on Linux: \d+ pictures a second/ }).waitFor();
  await shown.$$eval(".another, .by-hand", (ways) => ways.forEach((way) => ((way as HTMLDetailsElement).open = true)));
  await shown.getByRole("button", { name: "Show it to the camera", exact: true }).click();
  await shown.locator(".by-hand .guide-prompt").filter({ hasText: /Show the \w+ face/ }).waitFor();
  await shown.locator(".by-hand .verdict").filter({ hasText: "The cube is read" }).waitFor();
  await shown.getByRole("button", { name: "Tell the rig", exact: true }).click();
  await shown.locator(".answer", { hasText: "The rig knows the cube." }).waitFor();
  const known = await shown.evaluate(() => (window as any).cuberig.app.store.get("cube"));
  assert.equal(known.status, "valid");
  const letters: Record<string, string> = Object.fromEntries(Array.from("URFDLB", (letter, at) => [letter, (known.scheme as string)[at] ?? "?"]));
  assert.equal(Array.from(known.facelets as string, (letter) => letters[letter]).join(""), cube);
  await other.end();
});

test("the cube of six photographs is set", async () => {
  const cube = applied(Array.from("WRGYOB", (letter) => letter.repeat(9)).join(""), "R U2 F' L D");
  await page.$$eval(".another, .way", (ways) => ways.forEach((way) => ((way as HTMLDetailsElement).open = true)));
  for (const name of "URFDLB") {
    const file = phone.file(`${name}.png`);
    await drawing(flat(face(cube, name)), file);
    await page.locator(`#photo-${name}`).setInputFiles(file);
  }
  await page.getByRole("button", { name: "Read the photographs" }).click();
  await page.waitForFunction(
    (cube) => Array.from(document.querySelectorAll<HTMLElement>(".cube .net .sticker"), (sticker) => sticker.dataset.color).join("") === cube,
    cube,
  );
  await page.locator("[data-control=set_cube]:not([aria-disabled])").click();
  await page.locator(".answer", { hasText: "The rig knows the cube." }).waitFor();
});
