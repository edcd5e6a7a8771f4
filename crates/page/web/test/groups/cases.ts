// The catalogue of cases: pictures, sequences, how to recognise a case, and the way from one to the next.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Part } from "../../src/protocol";
import { recognise } from "../../src/recognise";
import { open } from "../kit/browser";
import { Fake } from "../kit/fake";
import { serveFiles } from "../kit/files";
import { PlayedLesson } from "../kit/lesson";
import { SOLVED, colored, controls, known } from "../kit/parts";
import { soon } from "../kit/soon";

/** A solved cube with these letters next to the top: front, right, back and left. */
function look(top: string, sides: readonly string[]): string {
  const stickers = Array.from(SOLVED);
  Array.from(top).forEach((letter, at) => (stickers[at] = letter));
  [18, 9, 45, 36].forEach((first, side) => Array.from(sides[side] ?? "").forEach((letter, at) => (stickers[first + at] = letter)));
  return stickers.join("");
}

test("a case is recognised by what its picture shows", () => {
  const all = "U".repeat(9);
  assert.equal(
    recognise("pll", look(all, ["FRF", "RLR", "BBB", "LFL"])),
    "Look at the top row of each side. Front: two equal corners; right: two equal corners; back: all three alike; left: two equal corners.",
  );
  const pairs = recognise("pll", look(all, ["FFR", "BRR", "LBF", "BBB"]));
  assert.match(pairs, /Front: an equal pair on the left; right: an equal pair on the right; back: three colours; left: all three alike/);
  const sune = recognise("oll", look(".U.UUUUU.", ["..U", "..U", "..U", "..."]));
  assert.equal(sune, "On top: a cross and 1 corner. The other stickers of its colour: 1 at the front, 1 at the right, 1 at the back.");
  assert.match(recognise("oll", look("...UUU...", ["UUU", "", "UUU", ""])), /^On top: a line\. .*3 at the front, .*3 at the back/);
  assert.match(recognise("oll", look(".U..UU...", [])), /^On top: an angle\./);
  assert.match(recognise("oll", look("....U....", [])), /^On top: only the centre\./);
});

test("a pair is recognised by where its corner and its edge lie", () => {
  const shown = (stickers: Readonly<Record<number, string>>) => Array.from({ length: 54 }, (_, at) => stickers[at] ?? ".").join("");
  assert.equal(
    recognise("f2l", shown({ 20: "D", 8: "F", 9: "R", 5: "F", 10: "R" })),
    "The corner is above its slot, with the colour of the cross at the front. The edge is on top at the right; its upper sticker has the colour of the front. It touches the corner, and their colours match.",
  );
  assert.match(recognise("f2l", shown({ 9: "D", 8: "R", 20: "F", 7: "F", 19: "R" })), /at the front; .* colour of the front\. It touches the corner, but their colours do not match\.$/);
  assert.equal(
    recognise("f2l", shown({ 29: "D", 26: "F", 15: "R", 1: "R", 46: "F" })),
    "The corner is in its slot, with the colour of the cross below, so it is the right way round. The edge is on top at the back; its upper sticker has the colour of the right side.",
  );
  assert.match(recognise("f2l", shown({ 8: "D", 9: "F", 20: "R", 23: "R", 12: "F" })), /above its slot, with the colour of the cross on top\. The edge is in its slot, the wrong way round\.$/);
});

const CASES = ["A", "B", "C"].map((name) => ({
  name,
  title: `${name} case`,
  group: "all",
  moves: `R ${name}`,
  others: name === "A" ? ["M2 U M2", "r U r'"] : [],
  look: look("U".repeat(9), ["FFF", "RRR", "BBB", "LLL"]),
  left: name === "B" ? "L' U" : "",
}));
const CATALOGUE: Part = { part: "catalogue", sets: [{ name: "pll", title: "PLL", cases: CASES }] };

test("cases are picked by their pictures, and practised one after the other, again and at random", async () => {
  const lesson = new PlayedLesson(colored(SOLVED), ["R", "U2"]);
  const fake = new Fake([...lesson.parts(), controls({}, ["practise", "turn", "goto", "play"]), CATALOGUE]);
  const asked = () => fake.asked.filter((ask) => ask.do === "practise").map((ask) => (ask as { case: string }).case);
  const drawn: string[] = [];
  const watched = await open(await serveFiles(), {
    width: 1000,
    height: 800,
    prepare: async (page) => {
      await fake.attach(page);
      await page.route("**/cases/**", (route) => {
        drawn.push(new URL(route.request().url()).pathname);
        return route.fulfill({ contentType: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg' width='80' height='80'/>" });
      });
    },
  });
  const { page } = watched;
  const ways = page.locator(".case-moves li");
  await page.locator(".cases-card").waitFor();
  assert.deepEqual(await ways.allTextContents(), ["in the lesson: R A", "M2 U M2", "r U r'"]);
  assert.match((await page.locator(".case-hint").textContent()) ?? "", /Front: all three alike/);
  await soon(() => drawn.includes("/cases/pll/A"));
  await page.getByRole("button", { name: "Practise this case" }).click();
  await page.getByRole("button", { name: "Next case" }).click();
  await soon(() => asked().join("") === "AB");
  assert.deepEqual(await ways.allTextContents(), ["R B", "for the left hand, held another way: L' U"]);
  // Again, and another one at random: never the same.
  await page.getByRole("button", { name: "Practise this case" }).click();
  await soon(() => asked().join("") === "ABB");
  for (let times = 0; times < 4; times++) await page.getByRole("button", { name: "Random case" }).click();
  await soon(() => asked().length === 7);
  asked()
    .slice(2)
    .forEach((name, at, random) => at > 0 && assert.notEqual(name, random[at - 1]));
  // The top is turned at random, by a seed that the server reads; without the tick it is not.
  const seeds = () => fake.asked.flatMap((ask) => (ask.do === "practise" ? [ask.seed] : []));
  assert.ok(seeds().every((seed) => Number.isInteger(seed)) && new Set(seeds()).size > 1, "each has a seed of its own");
  await page.getByLabel("Turn the top at random").uncheck();
  await page.getByRole("button", { name: "Practise this case" }).click();
  await soon(() => seeds().length === 8 && seeds().at(-1) === null);
  await page.getByText("All pictures").click();
  await page.getByRole("button", { name: "C case" }).click();
  assert.equal(await page.getByLabel("Case", { exact: true }).inputValue(), "C");
  assert.equal(await page.locator(".case-choice[aria-pressed=true]").getAttribute("value"), "C");
  // A page that comes back keeps the choice.
  fake.put(CATALOGUE);
  fake.put({ ...lesson.part() });
  await page.waitForTimeout(200);
  assert.equal(await page.getByLabel("Case", { exact: true }).inputValue(), "C");
  await watched.finish();
});

test("fingers turn the cube of a lesson by eighteen buttons", async () => {
  const lesson = new PlayedLesson(colored(SOLVED), ["R", "U2"]);
  const fake = new Fake([...lesson.parts(), controls({}, ["turn", "goto", "play"])]);
  const watched = await open(await serveFiles(), { width: 390, height: 800, prepare: fake.attach });
  const { page } = watched;
  const turns = page.getByRole("group", { name: "Turn the cube" }).getByRole("button");
  // On a phone they are there at once.
  if (!(await turns.first().isVisible())) await page.getByText("Turn by buttons").click();
  assert.equal(await turns.count(), 18);
  await page.getByRole("group", { name: "Turn the cube" }).getByRole("button", { name: "R2", exact: true }).click();
  await soon(() => JSON.stringify(fake.asked.at(-1)) === JSON.stringify({ do: "turn", turn: "R2" }));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, "nothing is wider than the screen");
  await watched.finish();
});

test("a lesson by the arms on a cube that is not known offers the look that it needs", async () => {
  const lesson = new PlayedLesson(colored(SOLVED), ["R", "U2"]);
  const names = ["show", "look", "next", "turn", "goto"];
  const unknown = { ...known(SOLVED), status: "unknown" } as Part;
  const fake = new Fake([...lesson.parts(), controls({ show: "the cube is not known: press Look first" }, names), unknown]);
  const watched = await open(await serveFiles(), { width: 1000, height: 800, prepare: fake.attach });
  const panel = watched.page.locator(".arms-card");
  await panel.getByText("Arms turn one face at a time, so their lesson has no slices and no wide turns.").waitFor();
  await panel.getByText("The cube is not known: press Look first.").first().waitFor();
  await panel.getByRole("button", { name: "Look" }).click();
  await soon(() => JSON.stringify(fake.asked.at(-1)) === JSON.stringify({ do: "look" }));
  fake.put(controls({}, names));
  fake.put(known(SOLVED));
  await panel.getByRole("button", { name: "Look" }).waitFor({ state: "hidden" });
  await watched.finish();
});
