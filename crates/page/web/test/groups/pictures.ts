// Pictures for the documents. Look at them. The rig itself is pictured in a run, by the group `graph`.

import assert from "node:assert/strict";
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { open } from "../kit/browser";
import { Fake } from "../kit/fake";
import { serveFiles } from "../kit/files";
import { begin } from "../kit/hands";
import { undone } from "../kit/lesson";
import { teach } from "../kit/teach";
import { handDoubt, played, rigAtWork } from "../kit/parts";
import { report } from "../kit/report";

const IMAGES = "../../../docs/images";
const FOLDER = process.env.PICTURES ?? IMAGES;
const PHONE = [360, 740] as const;
const LARGE = [1400, 900] as const;
const PICTURES = [
  { name: "page-rig-phone", size: PHONE, dark: false, parts: rigAtWork, shown: "seen-lamp.png" },
  { name: "page-rig-dark", size: LARGE, dark: true, parts: rigAtWork, shown: "seen-lamp.png" },
  { name: "page-hand", size: LARGE, dark: false, parts: handDoubt, shown: "hand-scan.png" },
  { name: "page-plan", size: LARGE, dark: false, parts: played, shown: undefined },
] as const;
/** Pages with the rig's shape, which takes a while to load. */
const WITH_RIG: readonly unknown[] = [rigAtWork, played];
/** Bytes of a picture, at most. */
const LIMIT = 200_000;

for (const { name, size, dark, parts, shown } of PICTURES) {
  test(`picture ${name}`, async () => {
    await mkdir(FOLDER, { recursive: true });
    const fake = new Fake(parts());
    const watched = await open(await serveFiles(), { width: size[0], height: size[1], dark, prepare: fake.attach });
    const { page } = watched;
    const rest = fake.keepFresh();
    let showing: NodeJS.Timeout | undefined;
    await page.waitForFunction(() => (window as any).cuberig?.view?.stage.frames > 2);
    if (WITH_RIG.includes(parts)) await page.waitForFunction(() => (window as any).cuberig.view.robot);
    for (const part of parts()) if (part.part === "run" || part.part === "plan") fake.put(part);
    await page.evaluate(() => (window as any).cuberig.view.stage.drawFinely());
    if (shown) {
      const picture = await readFile(join(IMAGES, shown));
      // Pictures come only while their place is seen.
      await page.locator(".picture").scrollIntoViewIfNeeded();
      showing = setInterval(() => fake.show(2, picture), 100);
      await page.locator(".picture[data-state=live]").waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    }
    const path = join(FOLDER, `${name}.jpg`);
    await page.screenshot({ path, type: "jpeg", quality: 88, fullPage: process.env.PICTURES_FULL !== undefined });
    clearInterval(showing);
    assert.ok((await stat(path)).size < LIMIT || FOLDER !== IMAGES, `${name} is too large`);
    rest();
    await watched.finish();
  });
}

/** Bytes of the picture of a lesson, at most. */
const LESSON_LIMIT = 100_000;

// The first steps of each method, from the command line itself: the same scrambled cube, after this many moves.
for (const [method, moves] of [
  ["beginner", 1],
  ["cfop", 2],
  ["layers", 1],
] as const) {
  test(`picture page-lesson-${method}`, async () => {
    const { page, end } = await teach(method, 7, { width: 1080, height: 760 });
    for (let move = 1; move <= moves; move++) {
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction((move) => (window as any).cuberig.app.store.get("lesson")?.at === move, move);
    }
    await page.waitForFunction(() => !(window as any).cuberig.view.cube.isMoving);
    await page.evaluate(() => (window as any).cuberig.view.stage.drawFinely());
    const path = join(FOLDER, `page-lesson-${method}.jpg`);
    await page.screenshot({ path, type: "jpeg", quality: 66 });
    assert.ok((await stat(path)).size <= LESSON_LIMIT, `the picture of ${method} is too large`);
    await end();
  });
}

test("picture page-lesson-camera", async () => {
  const { learner, end } = await begin("31", { width: LARGE[0], height: 965 });
  const { page } = learner;
  await learner.until("not_yet");
  await page.locator(".picture[data-state=live]").waitFor();
  await learner.turn((turn) => (turn.endsWith("2") ? turn.replace("2", "") : undone(turn)));
  await learner.until("wrong");
  await page.waitForFunction(() => !(window as any).cuberig.view.cube.isMoving);
  await page.evaluate(() => (window as any).cuberig.view.stage.drawFinely());
  await page.evaluate(() => scrollTo(0, 0));
  // Drawing finely took a while.
  await page.locator(".picture[data-state=live]").waitFor();
  const path = join(FOLDER, "page-lesson-camera.jpg");
  await page.screenshot({ path, type: "jpeg", quality: 80 });
  assert.ok((await stat(path)).size < LIMIT, "the picture of a lesson before a camera is too large");
  await end();
});

test("picture report", async () => {
  const watched = await open(report(), { width: 1000, height: 1330 });
  const path = join(FOLDER, "report.jpg");
  await watched.page.screenshot({ path, type: "jpeg", quality: 72 });
  assert.ok((await stat(path)).size < LIMIT, "the picture of a report is too large");
  await watched.finish();
});
