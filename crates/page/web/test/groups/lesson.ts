// A learner follows a lesson on the page: what it shows, what it asks for, and the ways back. The server is played by the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { LessonNow } from "../../src/protocol";
import { cross, dot, normalOf } from "../kit/geometry";
import { arrow, asks, atRest, openLesson } from "../kit/learner";
import { applied } from "../kit/lesson";
import { colored, scrambled } from "../kit/parts";

test("extra turns are named, the arrow leads back, and both ways on are offered", async () => {
  const { page, fake, lesson, watched } = await openLesson(["R2", "U"]);
  const extraTurns = page.locator(".extra-turns");
  assert.equal(await extraTurns.isVisible(), false);
  await page.keyboard.press("i");
  await page.getByText("turn the right side clockwise: the other half of R2").waitFor();
  assert.equal(await extraTurns.isVisible(), false, "half of the half turn is no extra turn");
  await page.keyboard.press("j");
  await extraTurns.getByText("R U").waitFor();
  await page.locator(".next-written").getByText("U'").waitFor();
  await atRest(page, lesson.stickers, "after extra turns");
  const [tip] = await arrow(page);
  assert.ok(tip && dot(tip.at, normalOf("U")) > 1 / 6 && dot(cross(tip.at, tip.to), normalOf("U")) > 0, "the arrow shows U'");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await asks(fake, { do: "undo" });
  await atRest(page, lesson.stickers, "one turn is undone");
  await page.keyboard.press("h");
  await extraTurns.getByText("R F").waitFor();
  await page.getByRole("button", { name: "New lesson from here" }).click();
  await asks(fake, { do: "replan" });
  await page.getByRole("button", { name: "Undo them" }).click();
  await asks(fake, { do: "goto", moves: 0 });
  await extraTurns.waitFor({ state: "hidden" });
  await atRest(page, lesson.stickers, "back in the lesson");
  assert.equal(await page.locator(".next-written").textContent(), "R2");
  await watched.finish();
});

test("the lesson is stepped, played at a speed, held, and jumped in", async () => {
  const moves = ["R", "U", "R'", "x", "F2", "L", "B", "D'", "y2"];
  const { page, fake, lesson, watched } = await openLesson(moves);
  const show = (more: Partial<LessonNow>) => ((lesson.more = more), fake.put(lesson.part()));
  await page.getByRole("button", { name: "Step" }).click();
  await asks(fake, { do: "goto", moves: 1 });
  await page.getByText("turn the top clockwise", { exact: true }).waitFor();
  await page.getByText("Then R': turn the right side anticlockwise").waitFor();
  await page.getByText("Stage 1 of 3 · 8 moves left").waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await asks(fake, { do: "goto", moves: 0 });
  await page.getByRole("button", { name: "2×" }).click();
  await page.getByRole("button", { name: "Play" }).click();
  await asks(fake, { do: "play", from: null, speed: 2 });
  show({ playing: true, pace: 0.5 });
  await page.getByRole("button", { name: "4×" }).click();
  await asks(fake, { do: "play", from: null, speed: 4 });
  await page.getByRole("button", { name: "Pause" }).click();
  await asks(fake, { do: "pause" });
  show({});
  await page.getByRole("button", { name: /white corners/ }).click();
  await asks(fake, { do: "goto", moves: 3 });
  await page.getByText("Stage 2 of 3 · 6 moves left").waitFor();
  await page.getByRole("button", { name: "Move 6: turn the left side clockwise" }).focus();
  await page.keyboard.press("Enter");
  await asks(fake, { do: "goto", moves: 5 });
  await atRest(page, moves.slice(0, 5).reduce(applied, colored(scrambled(11))), "after the jump");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-goto")), "5", "the focus stays");
  assert.equal(await page.locator(".chip[aria-current]").textContent(), "L");
  await page.getByRole("button", { name: /last layer/ }).click();
  await asks(fake, { do: "goto", moves: 6 });
  await page.getByText("3 moves left").waitFor();
  for (let move = 7; move <= 9; move++) {
    await page.keyboard.press("ArrowRight");
    await asks(fake, { do: "goto", moves: move });
    await page.getByText(`${9 - move} ${move === 8 ? "move" : "moves"} left`).waitFor();
  }
  await page.getByText("All moves are done.").waitFor();
  const asked = fake.asked.length;
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await asks(fake, { do: "goto", moves: 8 });
  assert.equal(fake.asked.length, asked + 1, "there is no step beyond the end");
  await watched.finish();
});

test("steps that are pressed before the server answers are all taken, forward and back", async () => {
  const { page, fake, lesson, watched } = await openLesson(["R", "U", "F", "L"]);
  const press = (key: string, times: number) =>
    page.evaluate(
      ([key, times]) => {
        for (let time = 0; time < times; time++) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true }));
      },
      [key, times] as const,
    );
  await press("ArrowRight", 3);
  await asks(fake, { do: "goto", moves: 3 });
  await atRest(page, lesson.stickers, "after three steps");
  await press("ArrowLeft", 2);
  await asks(fake, { do: "goto", moves: 1 });
  await page.getByText("Then F: ").waitFor();
  await press("ArrowRight", 9);
  await asks(fake, { do: "goto", moves: 4 });
  await page.getByText("All moves are done.").waitFor();
  await watched.finish();
});

test("who practises sees the next moves and the arrow only after a hint", async () => {
  const { page, fake, lesson, watched } = await openLesson(["R", "U", "F"]);
  await page.getByLabel("Practise without seeing the moves").check();
  const words = page.getByText(/turn the/);
  const shows = async () => ({
    words: await words.count(),
    chips: await page.locator(".chip").allTextContents(),
    arrow: (await arrow(page)).length,
  });
  assert.deepEqual(await shows(), { words: 0, chips: ["?"], arrow: 0 });
  await page.getByRole("button", { name: "Hint" }).click();
  assert.deepEqual(await shows(), { words: 2, chips: ["R"], arrow: 1 });
  await page.keyboard.press("i");
  await asks(fake, { do: "turn", turn: "R" });
  await atRest(page, lesson.stickers, "after the right turn");
  assert.deepEqual(await shows(), { words: 0, chips: ["?"], arrow: 0 });
  await page.getByLabel("Practise without seeing the moves").uncheck();
  assert.deepEqual(await shows(), { words: 2, chips: ["U"], arrow: 1 });
  await watched.finish();
});

test("another method and another cube are asked for, and a question is answered by yes or no", async () => {
  const { page, fake, lesson, watched } = await openLesson(["R", "U"]);
  await page.getByLabel("Method", { exact: true }).selectOption("CFOP");
  await asks(fake, { do: "teach", method: "cfop", cube: null });
  assert.equal(await page.getByLabel("Method", { exact: true }).inputValue(), "beginner", "until the server teaches it");
  const cube = colored(scrambled(21));
  fake.answer = (ask) => ({ cube: ask.do === "random" ? cube : "" });
  await page.getByText("Another cube").click();
  assert.equal(await page.getByText("By six photographs").isVisible(), true, "as on the page of a hand scan");
  await page.getByRole("button", { name: "A random cube" }).click();
  await page.getByRole("button", { name: "Teach this cube" }).click();
  await asks(fake, { do: "teach", method: null, cube });
  const question = page.getByRole("alert").filter({ hasText: "Leave this lesson?" });
  for (const [name, ask] of [
    ["No", { do: "decline" }],
    ["Yes", { do: "confirm" }],
  ] as const) {
    lesson.more = { question: "Leave this lesson?" };
    fake.put(lesson.part());
    await question.getByRole("button", { name }).click();
    await asks(fake, ask);
  }
  lesson.more = { question: "" };
  fake.put(lesson.part());
  await question.waitFor({ state: "hidden" });
  const net = await page.$$eval(".net .sticker", (cells) => cells.map((cell) => cell.getAttribute("data-color")).join(""));
  assert.equal(net, lesson.stickers, "the net shows the lesson's cube again");
  await watched.finish();
});
