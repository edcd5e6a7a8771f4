// A learner before the real command line: lessons of each method, wrong turns, cases, the 2x2x1, photographs, a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { cross, dot, normalOf } from "../kit/geometry";
import { arrow, atRest, drag } from "../kit/learner";
import { applied, parsed } from "../kit/lesson";
import { teach, type Taught } from "../kit/teach";

const SOLVED = /^(?:(\w)\1{8}){6}$/;

/** Waits until this many moves are done, and this many extra turns. */
async function at(page: Page, moves: number, extra = 0): Promise<void> {
  await page.waitForFunction(
    ([moves, extra]) => {
      const lesson = (window as any).cuberig.app.store.get("lesson");
      return lesson.at === moves && lesson.extra_turns.length === extra;
    },
    [moves, extra] as const,
  );
}

/** The arrow lies at the layer of a move, and goes the way that the move turns. */
async function pointsAt(page: Page, move: string): Promise<void> {
  await page.waitForFunction(() => !(window as any).cuberig.view.cube.isMoving && (window as any).cuberig.view.cube.arrow);
  const { letter, quarters } = parsed(move);
  const isWhole = "xyz".includes(letter);
  const normal = normalOf(isWhole ? ({ x: "R", y: "U", z: "F" }[letter] as string) : letter);
  for (const tip of await arrow(page)) {
    if (!isWhole) assert.ok(dot(tip.at, normal) > 1 / 6, `the arrow of ${move} is at its layer`);
    // Against the clock, as seen from outside, is positive.
    if (quarters !== 2) assert.equal(Math.sign(dot(cross(tip.at, tip.to), normal)), -quarters, `the way of ${move}`);
  }
}

/** Steps through the first moves of each stage: the arrow shows which layer turns, the words which pieces are bright. */
async function stages(taught: Taught): Promise<void> {
  const { page, start } = taught;
  const { moves, stages, steps } = await taught.lesson();
  for (const [number, { begin, end, name }] of stages.entries()) {
    if (begin === end) continue;
    await page.locator(`[data-goto='stage-${number}']`).click();
    await at(page, begin);
    for (let move = begin; move < Math.min(begin + 2, end); move++) {
      const { turn = "", step = 0 } = moves[move] ?? {};
      const before = (await taught.lesson()).stickers;
      assert.equal(before, moves.slice(0, move).reduce((cube, { turn }) => applied(cube, turn), start));
      const { watch = "" } = steps[step] ?? {};
      const said = (await page.locator(".bright-pieces").textContent()) ?? "";
      assert.ok(watch === "" ? said === "" : said.includes(watch), `${name}: ${said}`);
      await pointsAt(page, turn);
      await page.keyboard.press("ArrowRight");
      await at(page, move + 1);
      await atRest(page, applied(before, turn), `${name}: after ${turn}`);
    }
  }
}

for (const [method, seed] of [
  ["beginner", 7],
  ["cfop", 8],
  ["layers", 9],
] as const) {
  test(`${method}: stepped, played, taken back, turned by hand, left and found again`, async () => {
    const taught = await teach(method, seed);
    const { page, start } = taught;
    await stages(taught);
    await page.locator("[data-goto='stage-0']").click();
    await at(page, 0);
    await page.locator(".lesson-cube").scrollIntoViewIfNeeded();
    // k forward and k back.
    for (const [key, way] of [
      ["ArrowRight", [1, 2, 3, 4, 5, 6]],
      ["ArrowLeft", [5, 4, 3, 2, 1, 0]],
    ] as const) {
      for (const move of way) {
        await page.keyboard.press(key);
        await at(page, move);
      }
    }
    await atRest(page, start, "six moves forward and back");
    await page.getByRole("button", { name: "4×" }).click();
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForFunction(() => (window as any).cuberig.app.store.get("lesson")?.at >= 4);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.waitForFunction(() => !(window as any).cuberig.app.store.get("lesson").playing);
    await page.locator("[data-goto='stage-0']").click();
    await at(page, 0);
    // Three wrong turns: a drag, and two keys. Undo and redo.
    const { moves } = await taught.lesson();
    const wrong = moves[0]?.turn.startsWith("R") ? "U" : "R";
    await atRest(page, start, "at the begin");
    await page.evaluate(() => scrollTo(0, 0));
    await drag(page, wrong, 70);
    await at(page, 0, 1);
    await page.locator(".next-words").getByText("this leads back").waitFor();
    await page.keyboard.press("5");
    await page.keyboard.press("h");
    const turned = [wrong, "M", "F"].reduce(applied, start);
    await atRest(page, turned, "three wrong turns");
    await page.keyboard.press("Control+z");
    await atRest(page, [wrong, "M"].reduce(applied, start), "one is undone");
    await page.keyboard.press("Control+y");
    await atRest(page, turned, "and done again");
    await page.keyboard.press("Control+z");
    await atRest(page, [wrong, "M"].reduce(applied, start), "undone once more");
    await page.keyboard.press("Control+Shift+Z");
    await atRest(page, turned, "and done again");
    await page.getByRole("button", { name: "New lesson from here" }).click();
    await at(page, 0);
    const anew = await taught.lesson();
    assert.equal(anew.stickers, turned, "the new lesson begins where the cube is");
    // Its end: by the last stage that has moves.
    const last = Math.max(...anew.stages.map(({ begin, end }, number) => (begin < end ? number : 0)));
    await page.locator(`[data-goto='stage-${last}']`).click();
    await page.locator(".chip").last().click();
    await at(page, anew.moves.length - 1);
    await page.keyboard.press("ArrowRight");
    await page.getByText("The cube is solved.", { exact: true }).waitFor();
    assert.match((await taught.lesson()).stickers, SOLVED);
    await taught.end();
  });
}

test("a case is practised on a phone, and the own lesson is found again", async () => {
  const taught = await teach("beginner", 5, { width: 360, height: 740 });
  const { page, start } = taught;
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
  await page.keyboard.press("ArrowRight");
  await at(page, 1);
  const own = await taught.lesson();
  await page.getByRole("button", { name: "PLL", exact: true }).click();
  await page.getByLabel("Case", { exact: true }).selectOption("T");
  const written = (await page.locator(".case-moves li").first().textContent()) ?? "";
  assert.ok(await page.locator(".case-picture").evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.naturalWidth > 50)));
  // As it is drawn: the top is not turned.
  await page.getByLabel("Turn the top at random").uncheck();
  await page.getByRole("button", { name: "Practise this case" }).click();
  await page.getByRole("heading", { name: "PLL T" }).waitFor();
  const practice = await taught.lesson();
  assert.equal(practice.moves.map(({ written }) => written).join(" "), written);
  // Whatever the sequence is, it solves what is drawn, and begins with a changed top alone.
  assert.match(practice.moves.map(({ turn }) => turn).reduce(applied, practice.stickers), SOLVED);
  assert.equal(new Set(practice.stickers.slice(0, 9)).size, 1);
  await atRest(page, practice.stickers, "the case is drawn");
  assert.ok(practice.bright.length > 0 && practice.bright.length < 27);
  await page.getByRole("button", { name: "Back to my own lesson" }).click();
  await at(page, 1);
  assert.equal((await taught.lesson()).stickers, own.stickers);
  assert.notEqual(own.stickers, start);
  await taught.end();
});

test("the 2x2x1 is turned, led to solved, and its graph goes to a state", async () => {
  const taught = await teach("cfop", 6);
  const { page } = taught;
  const card = page.locator(".cuboid-card");
  // What is seen: the face that looks to the front of each piece, the pieces row by row.
  const front = () => card.locator(".cuboid-face[data-face=F]").evaluateAll((faces) => faces.map((face: any) => face.dataset.color).join(""));
  const shows = (colors: string) => card.page().waitForFunction(
    (colors) => [...document.querySelectorAll<HTMLElement>(".cuboid-face[data-face=F]")].map((face) => face.dataset.color).join("") === colors,
    colors,
  );
  assert.equal(await front(), "WWWW");
  const model = card.locator(".cuboid");
  const box = async (of: Locator) => (await of.boundingBox()) ?? assert.fail("it is not drawn");
  // Where the upper left piece is while nothing turns, from the corner of the model.
  const [piece, corner] = [await box(model.locator(".cuboid-piece").first()), await box(model)];
  const [right, below] = [piece.x + piece.width / 2 - corner.x, piece.y + piece.height / 2 - corner.y];
  await card.getByRole("button", { name: "R", exact: true }).click();
  await shows("WYWY");
  await card.getByText("Shortest way: R (1 turn, time 1).").waitFor();
  await card.getByRole("button", { name: "U", exact: true }).click();
  // The upper left piece comes to the upper right with its back in front, and the other way round.
  await shows("WYWY");
  await card.getByText("Shortest way: U R (2 turns, time 3).").waitFor();
  // A drag to the side turns the row, one up the column.
  for (const [dx, dy, expected] of [[40, 0, "R (1 turn, time 1)"], [0, -40, "R L (2 turns, time 3)"]] as const) {
    const now = await box(model);
    const [x, y] = [now.x + right, now.y + below];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 4 });
    await page.mouse.up();
    await card.getByText(`Shortest way: ${expected}.`).waitFor();
    // The next drag begins in the middle of this turn, where its pieces are seen from their edges.
    await model.evaluate((model) => model.getAnimations({ subtree: true }).forEach((animation) => { animation.pause(); animation.currentTime = 175; }));
  }
  await model.evaluate((model) => model.getAnimations({ subtree: true }).forEach((animation) => animation.finish()));
  await shows("YYYY");
  await card.getByText("All 24 states").click();
  const nodes = card.locator(".cuboid-graph g[role=button]");
  assert.equal(await nodes.count(), 24);
  await nodes.last().focus();
  await page.keyboard.press("Enter");
  await card.getByText(/Shortest way: .*4 turns/).waitFor();
  for (let left = 4; left > 0; left--) {
    await card.getByText(new RegExp(`Shortest way: .*\\(${left} turn`)).waitFor();
    await card.getByRole("button", { name: "Step to solved" }).click();
  }
  await card.getByText("It is solved.").waitFor();
  await shows("WWWW");
  assert.equal(await card.locator(".cuboid-graph g[aria-current]").count(), 1);
  assert.deepEqual((await taught.lesson()).extra_turns, [], "keys and turns of the cube are left alone");
  await taught.end();
});

test("a cube that is entered has the lesson's colours as it is held", async () => {
  const taught = await teach("beginner", 7);
  const { page } = taught;
  await page.keyboard.press("y");
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("lesson")?.extra_turns.length > 0);
  const held = (await taught.lesson()).stickers;
  const centres = (cube: string) => [0, 1, 2, 3, 4, 5].map((face) => cube.charAt(9 * face + 4)).join("");
  await page.getByText("Another cube").click();
  const net = () => page.$$eval(".another .sticker", (cells) => cells.map((cell) => cell.getAttribute("data-color")).join(""));
  await page.getByRole("button", { name: "Begin with an empty cube" }).click();
  assert.equal(centres(await net()), centres(held));
  await page.getByRole("button", { name: "A random cube" }).click();
  await page.waitForFunction(() => !document.querySelector(".another .sticker[data-color='?']"));
  assert.equal(centres(await net()), centres(held));
  assert.ok(await page.getByText("By six photographs").isVisible());
  await page.getByRole("button", { name: "Teach this cube" }).click();
  await page.getByRole("alert").filter({ hasText: "Leave this lesson" }).getByRole("button", { name: "Yes" }).click();
  await page.waitForFunction((held) => (window as any).cuberig.app.store.get("lesson").stickers !== held, held);
  assert.equal((await taught.lesson()).stickers, await net());
  await taught.end();
});
