// What the pages look like at four widths: nothing is cut off, overlaps or jumps. The server is played by the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import type { Part } from "../../src/protocol";
import { drawCoarsely, open, type Watched } from "../kit/browser";
import { Fake } from "../kit/fake";
import { serveFiles } from "../kit/files";
import { PlayedLesson, applied } from "../kit/lesson";
import { SOLVED, colored, played, rigAtWork, scrambled } from "../kit/parts";

const WIDTHS = [360, 820, 1366, 1920];
const LONG = "The arms turn the cube, and this sentence is so long that it needs a second line in each of the four widths of this test.";

async function openAt(parts: readonly Part[], width: number, height = 657): Promise<{ page: Page; fake: Fake; watched: Watched }> {
  const fake = new Fake(parts.map((part) => (part.part === "hello" ? { ...part, has_rig: false } : part)));
  const watched = await open(await serveFiles(), { width, height, prepare: fake.attach });
  await watched.page.locator(".card").first().waitFor();
  return { page: watched.page, fake, watched };
}

async function box(element: Locator): Promise<{ left: number; top: number; right: number; bottom: number; width: number }> {
  return element.evaluate((element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    return { left, top: top + scrollY, right, bottom: bottom + scrollY, width };
  });
}

/** Texts that do not fit into what holds them, and what lies outside of the window. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the window");
    for (const element of document.querySelectorAll<HTMLElement>("h1, h2, .pill, .button, .choice, .gantt-labels span")) {
      if (!element.checkVisibility()) continue;
      const { left, right } = element.getBoundingClientRect();
      const holder = element.closest(".card, .bar")?.getBoundingClientRect();
      if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) found.push(`${element.textContent} is cut off`);
      if (holder && (left < holder.left - 1 || right > holder.right + 1)) found.push(`${element.textContent} leaves its card`);
    }
    return found;
  });
}

for (const width of WIDTHS) {
  test(`the rig's page at ${width} pixels: nothing is cut off, buttons stand in even rows, and controls do not jump`, async () => {
    const { page, fake, watched } = await openAt(rigAtWork(), width);
    const lesson = new PlayedLesson(colored(scrambled(4)), ["R", "U"]);
    fake.put(lesson.part());
    fake.put({ part: "stop", stopped: true, text: "Stopped on the page", took: 83.6 });
    const run = rigAtWork().find(({ part }) => part === "run") as Extract<Part, { part: "run" }>;
    fake.put({ ...run, text: LONG, moves: [], moves_done: 0 });
    const cube = rigAtWork().find(({ part }) => part === "cube") as Extract<Part, { part: "cube" }>;
    fake.put({ ...cube, source: "seen by the camera, a sticker was mended by a person" });
    await page.locator(".run-text", { hasText: "The arms" }).waitFor();
    assert.deepEqual(await misfits(page), []);

    const all = await Promise.all((await page.locator(".actions .button").all()).map(box));
    // The first one has a row of its own where all have no room in one.
    const buttons = all.every(({ top }) => Math.abs(top - (all[0]?.top ?? 0)) < 2) ? all : all.slice(1);
    const rows = new Map<number, number>();
    for (const { top } of buttons) rows.set(Math.round(top), (rows.get(Math.round(top)) ?? 0) + 1);
    assert.equal(new Set(rows.values()).size, 1, "each row has the same number of buttons");
    assert.ok(buttons.every(({ width }) => Math.abs(width - (buttons[0]?.width ?? 0)) < 2), "all are equally wide");

    const [text, bar] = [await box(page.locator(".run-text")), await box(page.locator(".run progress"))];
    assert.ok(bar.top - text.bottom >= 6, "a status of two lines does not touch its bar");
    const [picture, camera] = [await box(page.locator(".picture")), await box(page.locator(".card.camera"))];
    assert.ok(camera.bottom - picture.bottom < 24, "no hole is under the camera's picture");

    const before = await box(page.locator(".controls"));
    fake.put({ ...run, text: LONG });
    // An answer with the words of the status would not be shown.
    fake.answer = () => ({ ok: false, text: LONG.replace("The arms", "Two claws") });
    await page.locator(".stop").click();
    await page.locator(".answer", { hasText: "Two claws" }).waitFor();
    await page.locator(".moves li").first().waitFor();
    assert.equal((await box(page.locator(".controls"))).top, before.top, "the controls stay where they are");
    await page.getByText("Enter presses a button").waitFor();
    await watched.finish();
  });

  test(`the rig's page at ${width} pixels: controls stay where they are when a run begins and fails`, async () => {
    const { page, fake, watched } = await openAt(rigAtWork(), width);
    const run = rigAtWork().find(({ part }) => part === "run") as Extract<Part, { part: "run" }>;
    const idle = { ...run, stage: "idle" as const, text: "Ready. Press Look and solve.", moves: [], moves_done: 0, attempt: 0, troubles: [] };
    fake.put(idle);
    await page.locator(".run-text", { hasText: "Ready." }).waitFor();
    const places = () => Promise.all([box(page.locator(".controls")), box(page.locator(".actions"))]);
    const before = await places();
    fake.put({ ...run, text: LONG, troubles: [LONG, "face B was not read: is there a cube in the claws?"], details: "camera: few pictures" });
    await page.locator(".attempts li").nth(1).waitFor();
    await page.locator(".run-details").waitFor();
    assert.deepEqual(await places(), before);
    // A button to begin with is on the first screen, above the stop of a phone.
    const start = await box(page.getByRole("button", { name: "Look and solve" }));
    const first = width === 360 ? await page.locator(".stop-part").evaluate((part) => part.getBoundingClientRect().top) : Infinity;
    assert.ok(start.bottom <= first, `the first button ends at ${start.bottom} of ${first}`);
    await watched.finish();
  });

  test(`the plan's page at ${width} pixels: arms by name, and what the colours mean`, async () => {
    const { page, watched } = await openAt(played(), width);
    await page.getByText("Right wrist").waitFor();
    await page.getByText("Back claw").waitFor();
    for (const meaning of ["wrist turns", "claw opens", "claw closes"]) await page.locator(".legend", { hasText: meaning }).waitFor();
    assert.deepEqual(await misfits(page), []);
    await watched.finish();
  });

  test(`the lesson's page at ${width} pixels: nothing is cut off`, async () => {
    const { page, watched } = await openAt(new PlayedLesson(colored(scrambled(4)), ["R", "U"]).parts(), width);
    await page.locator(".next-words").waitFor();
    assert.deepEqual(await misfits(page), []);
    await watched.finish();
  });
}

test("step and play stay on the screen and where they are, whatever the lesson shows", async () => {
  const lesson = new PlayedLesson(colored(scrambled(4)), "R U R' U' F2 D L B' U2".split(" "));
  const { page, fake, watched } = await openAt(lesson.parts(), 1366, 657);
  await drawCoarsely(page);
  lesson.serve(fake);
  const step = page.getByRole("button", { name: "Step" });
  const onScreen = async () => {
    for (const button of [step, page.getByRole("button", { name: "Play" })]) {
      const seen = await button.evaluate((element) => element.getBoundingClientRect());
      assert.ok(seen.top > 64 && seen.bottom < 657, `${seen.top} to ${seen.bottom}`);
    }
  };
  await onScreen();
  const before = await box(step);
  lesson.more = { notice: LONG, extra_turns: ["F", "D"], onward: LONG };
  fake.put(lesson.part());
  await page.locator(".extra-turns").waitFor();
  await onScreen();
  assert.equal((await box(step)).top, before.top);
  lesson.more = {};
  fake.put(lesson.part());
  await page.locator(".extra-turns").waitFor({ state: "hidden" });
  await step.click();
  await page.getByText("Then R'").waitFor();
  assert.equal((await box(step)).top, before.top);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await onScreen();
  await watched.finish();
});

test("a view that was turned can be reset", async () => {
  const { page, watched } = await openAt(new PlayedLesson(colored(scrambled(4)), ["R"]).parts(), 1366);
  await drawCoarsely(page);
  const place = () => page.evaluate(() => (window as any).cuberig.view.stage.camera.position.toArray() as number[]);
  const reset = page.getByRole("button", { name: "Reset view" });
  await page.waitForFunction(() => (window as any).cuberig.view.stage.reset.hidden);
  const before = await place();
  await page.locator("canvas.stage").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("+");
  await reset.click();
  await page.waitForFunction(() => (window as any).cuberig.view.stage.reset.hidden);
  assert.deepEqual((await place()).map((at) => at.toFixed(6)), before.map((at) => at.toFixed(6)));
  await watched.finish();
});

test("before there is a lesson, the page says hello and leads to each way to enter a cube", async () => {
  const lesson = new PlayedLesson(colored(SOLVED), []);
  const { page, fake, watched } = await openAt(lesson.parts(), 1366);
  lesson.serve(fake);
  const answer = fake.answer;
  fake.answer = (ask) => (ask.do === "random" ? { cube: colored(scrambled(4)) } : answer(ask));
  await page.getByText("Hello. Show me your cube.").waitFor();
  assert.equal(await page.locator(".stage-number").isVisible(), false, "no stage is named");
  await page.locator(".beginning").getByRole("button", { name: "By text" }).click();
  assert.ok(await page.locator("#cube-text").isVisible());
  await page.locator(".beginning").getByRole("button", { name: "By clicks" }).click();
  assert.ok(await page.locator(".another .net").isVisible());
  await page.locator(".beginning").getByRole("button", { name: "A random cube" }).click();
  while (fake.asked.at(-1)?.do !== "teach") await page.waitForTimeout(20);
  assert.deepEqual(fake.asked.at(-1), { do: "teach", method: null, cube: colored(scrambled(4)) });
  const begun = new PlayedLesson(colored(scrambled(4)), ["R", "U"]);
  fake.put(begun.part());
  await page.locator(".stage-number").waitFor();
  assert.equal(await page.locator(".beginning").isVisible(), false);
  await watched.finish();
});

test("practice shows neither the reason, which names the moves, nor where the arrow would point", async () => {
  const lesson = new PlayedLesson(colored(scrambled(4)), ["x", "R", "U"]);
  const { page, watched } = await openAt(lesson.parts(), 1366);
  await page.getByText("as the arrow shows").waitFor();
  await page.locator("#practice").check();
  await page.getByText("come with the hint").waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /arrow shows|brings it below|whole cube about/);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("as the arrow shows").waitFor();
  await watched.finish();
});

test("practice shows what leads back after a wrong turn, and none of the moves that come", async () => {
  const moves = ["R", "U", "L2"];
  const lesson = new PlayedLesson(colored(scrambled(4)), moves);
  const { page, fake, watched } = await openAt(lesson.parts(), 1366);
  lesson.serve(fake);
  await page.locator("#practice").check();
  const chips = () => page.locator(".stages .chip").allTextContents();
  const before = await chips();
  assert.ok(before.length > 0 && before.every((text) => text === "?"), String(before));
  lesson.more = { notice: "That was F, but R comes next. Turn it back as the arrow shows, or ask for a new lesson from here." };
  lesson.extra_turns = ["F"];
  fake.put(lesson.part());
  await page.locator(".extra-turns").waitFor();
  await page.locator(".next-written").getByText("F'", { exact: true }).waitFor();
  assert.deepEqual(await chips(), before);
  await page.getByText("That was not the next turn.").waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /comes next|right side|brings it below|bring it below/);
  await watched.finish();
});

test("a new lesson is read from its begin", async () => {
  const { page, fake, watched } = await openAt(new PlayedLesson(colored(scrambled(4)), ["R", "U"]).parts(), 360);
  await page.locator("#method").scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => scrollY);
  assert.ok((await scrolled()) > 100);
  const lesson = new PlayedLesson(colored(scrambled(4)), ["R", "U"]);
  lesson.at = 1;
  fake.put(lesson.part());
  await page.getByText("1 move left").waitFor({ state: "attached" });
  assert.ok((await scrolled()) > 100, "who is in a lesson stays there");
  fake.put(new PlayedLesson(colored(scrambled(5)), ["F", "D", "L"]).part());
  await page.waitForFunction(() => scrollY === 0);
  const list = page.locator(".stages");
  assert.equal(await list.evaluate((element) => element.scrollTop), 0, "the first stage is seen");
  await watched.finish();
});

test("pieces that are in place stay bright with those of the step; numbers stand on the stickers of a method that has them", async () => {
  const start = applied(colored(SOLVED), "R");
  const lesson = new PlayedLesson(start, ["R'"]);
  // A corner and an edge that R has moved, and all that it has left in place, are bright.
  lesson.more = { bright: [20, 8, 9], numbers: Array.from({ length: 54 }, (_, sticker) => (sticker % 9 === 4 ? 0 : 1 + sticker)) };
  const { page, watched } = await openAt(lesson.parts(), 1366);
  await drawCoarsely(page);
  const drawn = await page.evaluate(() => {
    const { dimmed, caps } = (window as any).cuberig.view.cube;
    return { dimmed: [...dimmed] as number[], numbers: caps.map((cap: any) => Number(cap.userData.mark || 0)) as number[] };
  });
  assert.ok([18, 19, 21, 22, 31, 40, 49].every((sticker) => !drawn.dimmed.includes(sticker)), "what is in place");
  assert.ok([23, 26, 17, 2].every((sticker) => drawn.dimmed.includes(sticker)), "what R has moved");
  // R brings the sticker of D3 to F3, and that of F3 to U3.
  assert.equal(drawn.numbers[20], 1 + 29);
  assert.equal(drawn.numbers[2], 1 + 20);
  assert.equal(drawn.numbers[4], 0);
  await watched.finish();
});
