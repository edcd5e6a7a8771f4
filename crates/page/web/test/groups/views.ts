// What people do on the page, and what it asks for and shows then. The server is played by the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Part } from "../../src/protocol";
import { open, type Opening, type Watched } from "../kit/browser";
import { Fake, type Reply } from "../kit/fake";
import { serveFiles } from "../kit/files";
import { colored, controls, handScan, known, played, rigAtWork, scene, scrambled } from "../kit/parts";

interface Opened {
  readonly page: Page;
  readonly fake: Fake;
  readonly watched: Watched;
}

/** Opens a view whose server the test plays. */
async function openView(parts: readonly Part[], opening: Opening = {}): Promise<Opened> {
  const fake = new Fake(parts);
  const watched = await open(await serveFiles(), { ...opening, prepare: fake.attach });
  await watched.page.locator("main > *").first().waitFor();
  return { page: watched.page, fake, watched };
}

/** A rig at rest, all of whose controls are on. */
function rigAtRest(): Part[] {
  return [
    ...rigAtWork().filter(({ part }) => !["controls", "hello"].includes(part)),
    ...rigAtWork()
      .filter(({ part }) => part === "hello")
      .map((part) => ({ ...part, has_rig: false }) as Part),
    controls({}),
  ];
}

const answer = (page: Page) => page.locator(".answer");

test("Escape and Space stop the rig wherever the focus is, but Space in a text is a space", async () => {
  const { page, fake, watched } = await openView(rigAtRest());
  fake.answer = (ask) => ({ text: ask.do === "stop" ? "The rig is stopped." : "" });
  const stops = () => fake.asked.filter((ask) => ask.do === "stop").length;
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await page.locator("[data-control=start]").focus();
  await page.keyboard.press("Space");
  await page.locator("#sequence").focus();
  await page.keyboard.type("R U");
  await page.keyboard.press("Escape");
  await page.locator(".stop").click();
  await assertSoon(() => stops() === 5);
  assert.deepEqual(
    fake.asked.map((ask) => ask.do),
    Array(5).fill("stop"),
    "Space presses no button",
  );
  assert.equal(await page.locator("#sequence").inputValue(), "R U");
  fake.put({ part: "stop", stopped: true, text: "Stopped on the page.", took: 83.6 });
  await page.getByText("Stopped on the page. All motors hold.").waitFor();
  await page.locator("[data-control=resume]").click();
  await assertSoon(() => fake.asked.at(-1)?.do === "resume");
  // The other way on.
  await page.getByRole("button", { name: "Give up this run" }).click();
  await assertSoon(() => fake.asked.at(-1)?.do === "give_up");
  fake.put({ part: "stop", stopped: false, text: "", took: 83.6 });
  fake.put(controls({ resume: "no run was stopped that would go on", give_up: "the rig is not stopped" }));
  await page.getByRole("button", { name: "Give up this run" }).waitFor({ state: "hidden" });
  await watched.finish();
});

test("a control that is off asks for nothing and shows why", async () => {
  const { page, fake, watched } = await openView(rigAtWork());
  const start = page.getByRole("button", { name: "Look and solve" });
  assert.equal(await start.getAttribute("aria-disabled"), "true");
  assert.equal(await start.getAttribute("title"), "The rig is at work.");
  await start.click({ force: true });
  await page.locator(".answer", { hasText: "The rig is at work." }).waitFor();
  await start.press("Enter");
  assert.deepEqual(fake.asked, []);
  fake.put(controls({}, ["start", "stop"]));
  assert.equal(await page.getByRole("button", { name: "Take a cube" }).count(), 0, "what this page does not have is not there");
  await watched.finish();
});

test("buttons ask for what they say, and the answer is said", async () => {
  const { page, fake, watched } = await openView(rigAtRest());
  fake.answer = (ask) => ({ ok: ask.do !== "start", text: `${ask.do} was received` });
  const press = async (name: string, expected: unknown) => {
    await page.getByRole("button", { name, exact: true }).click();
    await assertSoon(() => JSON.stringify(fake.asked.at(-1)) === JSON.stringify(expected));
  };
  await press("Look and solve", { do: "start", scan: true });
  await page.locator(".answer[data-ok=false]", { hasText: "start was received" }).waitFor();
  await press("Solve as known", { do: "start", scan: false });
  await press("Look", { do: "look" });
  await press("Take a cube", { do: "load" });
  await press("Give it back", { do: "release" });
  await press("F2", { do: "moves", moves: "F2" });
  await page.locator("#sequence").fill("R U R' U'");
  await page.locator("#sequence").press("Enter");
  await assertSoon(() => JSON.stringify(fake.asked.at(-1)) === JSON.stringify({ do: "moves", moves: "R U R' U'" }));
  await page.locator("#seed").fill("7");
  await press("Scramble", { do: "scramble", seed: 7 });
  await page.getByText("Faults", { exact: true }).click();
  await page.getByLabel("Where").selectOption("wrist of arm F");
  await press("Make it happen", { do: "fault", name: "motor_stalls", target: "f_wrist", amount: 0 });
  await page.locator("#fault").selectOption("sticker_misread");
  await page.getByLabel("Where").selectOption("F3");
  await page.getByLabel("Seen as").selectOption("green");
  await page.getByLabel("Amount (seconds, 0 until cleared)").fill("20");
  await press("Make it happen", { do: "fault", name: "sticker_misread", target: "F3=G", amount: 20 });
  await press("Clear faults", { do: "clear_faults" });
  fake.put({
    ...(rigAtRest().find(({ part }) => part === "run") as Extract<Part, { part: "run" }>),
    question: "Is a cube between the claws?",
  });
  await press("Yes, go on", { do: "confirm" });
  await watched.finish();
});

test("a sticker is mended by clicks and by keys, and the laws answer at once", async () => {
  const { page, fake, watched } = await openView(rigAtRest());
  const before = colored(scrambled(4));
  const wrongAt = [8, 9, 20];
  let possible = "";
  fake.answer = (ask) =>
    ask.do === "check"
      ? { ok: ask.cube === possible, text: ask.cube === possible ? "" : "The corner URF cannot be.", stickers: wrongAt }
      : { text: "The rig knows the cube now." };
  const other = (sticker: number) => (before.charAt(sticker) === "R" ? "B" : "R");
  await page.locator("[data-sticker='8']").click();
  await page.locator(`.paint[data-color='${other(8)}']`).click();
  await page.locator(".verdict", { hasText: "The corner URF cannot be." }).waitFor();
  assert.deepEqual(
    await page.$$eval(".sticker[data-wrong]", (cells) => cells.map((cell) => Number(cell.getAttribute("data-sticker")))),
    wrongAt,
  );
  // What cannot be is not sent.
  const tell = page.getByRole("button", { name: "Tell the rig" });
  await page.locator("[data-control=set_cube][title='The corner URF cannot be.']").click({ force: true });
  assert.deepEqual(new Set(fake.asked.map((ask) => ask.do)), new Set(["check"]));
  // By keys: one sticker to the left, and its colour's letter.
  const after = Array.from(before, (letter, sticker) => ([7, 8].includes(sticker) ? other(sticker) : letter)).join("");
  possible = after;
  await page.locator("[data-sticker='8']").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press(other(7).toLowerCase());
  await assertSoon(() => fake.asked.at(-1)?.do === "check" && (fake.asked.at(-1) as { cube: string }).cube === after);
  await page.locator("[data-control=set_cube]:not([aria-disabled])").waitFor();
  await tell.click();
  await assertSoon(() => JSON.stringify(fake.asked.at(-1)) === JSON.stringify({ do: "set_cube", cube: after }));
  await answer(page).filter({ hasText: "The rig knows the cube now." }).waitFor();
  // While the rig moves, nothing can be picked.
  fake.put(controls({ set_cube: "The rig is at work." }));
  await page.getByText("Stickers cannot be changed now: The rig is at work.").waitFor();
  await page.locator("[data-sticker='0']").click();
  assert.equal(await page.locator(".sticker[aria-pressed=true]").count(), 0);
  await watched.finish();
});

test("the colours of one's own cube are learned from the six faces that the camera saw, and shown until it looks anew", async () => {
  const { page, fake, watched } = await openView(rigAtRest(), { width: 360, height: 740 });
  const button = page.getByRole("button", { name: "Learn this cube's colours" });
  const [solved, typed] = [page.getByRole("button", { name: "It is solved" }), page.getByRole("button", { name: "It is as typed above" })];
  const patches = page.locator(".own-patches li");
  const cube = { ...known(scrambled(4)) } as Extract<Part, { part: "cube" }>;
  const learned = { colors: [[236, 232, 222], [226, 214, 120], [216, 96, 140], [206, 62, 48], [130, 196, 120], [112, 176, 196]] };

  // Five faces are not enough: the button shows it, and the arms can show the sixth.
  fake.put({ ...cube, faces_seen: "URFDL" });
  fake.put(controls({ learn_colors: "the camera has seen 5 of the six faces" }));
  await page.locator("[data-control=learn_colors][title='the camera has seen 5 of the six faces']").click({ force: true });
  assert.equal(await solved.isVisible(), false);
  await page.getByRole("button", { name: "Show all six faces" }).press("Enter");
  await assertSoon(() => JSON.stringify(fake.asked) === JSON.stringify([{ do: "scan", faces: "B" }]));

  // By keys alone: the cube is as typed, which the camera contradicts.
  fake.put(cube);
  fake.put(controls({ scan: "the camera has seen all six faces" }));
  fake.answer = () => ({ ok: false, text: "the camera saw another cube than that: R1 is red" });
  await button.press("Enter");
  assert.equal(await button.getAttribute("aria-expanded"), "true");
  while (!(await typed.evaluate((one) => one === document.activeElement))) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".own-result [data-ok=false]", { hasText: "The camera saw another cube than that: R1 is red." }).waitFor();
  assert.deepEqual(fake.asked.at(-1), { do: "learn_colors", cube: colored(scrambled(4)) });

  // The cube is solved: six patches and the warnings, on a screen of 360 pixels.
  const warnings = ["red and orange are hard to tell apart", "is this the cube's scheme?"];
  const answer = { ok: true, text: "From now on the camera reads this cube by its own colours.", learned: { ...learned, warnings } };
  fake.answer = () => answer as Reply;
  await solved.click();
  await page.locator(".own-result [data-ok=true]", { hasText: answer.text }).waitFor();
  assert.deepEqual(fake.asked.at(-1), { do: "learn_colors", cube: "" });
  assert.deepEqual(await patches.allTextContents(), ["white", "yellow", "red", "orange", "green", "blue"]);
  const background = await patches.nth(2).locator("span").evaluate((patch) => getComputedStyle(patch).backgroundColor);
  assert.equal(background, "rgb(216, 96, 140)");
  const said = await page.locator(".own-result .notes li").allTextContents();
  assert.deepEqual(said, ["Red and orange are hard to tell apart.", "Is this the cube's scheme?"]);
  assert.equal(await solved.isVisible(), false, "the choice is made");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "nothing is wider than the screen");

  // What is read anew of the same look stays; another look takes it away, and so does an answer that comes after it.
  fake.put({ ...cube, notes: ["read by the cube's own colours"] });
  await page.getByText("read by the cube's own colours").waitFor();
  assert.equal(await patches.count(), 6);
  fake.put({ ...cube, faces_seen: "U", seen_at: 9 });
  await page.locator(".own-result:empty").waitFor({ state: "attached" });
  fake.put({ ...cube, seen_at: 12 });
  fake.answer = () => {
    fake.put({ ...cube, faces_seen: "", seen_at: 13 });
    return answer as Reply;
  };
  await button.click();
  await solved.click();
  await page.locator("[data-control=learn_colors][aria-expanded=false]").waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".own-result > *").count(), 0, "the answer is about a cube that was forgotten");
  await watched.finish();
});

test("what is older than a second is marked", async () => {
  const { page, fake, watched } = await openView(rigAtRest());
  const rest = fake.keepFresh();
  const jpeg = await page.screenshot({ type: "jpeg", clip: { x: 0, y: 0, width: 64, height: 48 } });
  await page.locator(".picture").scrollIntoViewIfNeeded();
  const showing = setInterval(() => fake.show(2, jpeg), 100);
  try {
    await page.locator(".picture[data-state=live]").waitFor();
    await page.locator(".scene-frame[data-state=live]").waitFor();
    await page.locator(".node[data-old=false]").first().waitFor();
  } finally {
    clearInterval(showing);
    rest();
  }
  await page.locator(".picture[data-state=old]", { hasText: /Old: this picture came \d/ }).waitFor();
  await page.locator(".scene-frame[data-state=old]", { hasText: /Old: all joints, \d/ }).waitFor();
  await page
    .locator(".node[data-level=late]", { hasText: /late.*\d s ago/ })
    .first()
    .waitFor();
  // One joint without updates is named.
  const one = scene(1e6, colored(scrambled(4))) as Extract<Part, { part: "scene" }>;
  fake.put({ ...one, joint_ages: { ...one.joint_ages, f_wrist: 4000 } });
  await page.locator(".scene-frame[data-state=old]", { hasText: /Old: f_wrist, 4\.\d s/ }).waitFor();
  await watched.finish();
});

test("a lost connection is unmistakable, comes back by itself, and loses nothing", async () => {
  const { page, fake, watched } = await openView(rigAtRest(), { mayComplain: /WebSocket/ });
  await page.locator("#sequence").fill("R U R'");
  await page.locator("[data-sticker='8']").click();
  await fake.drop();
  await page.getByRole("alert").filter({ hasText: "Connection lost" }).waitFor();
  assert.ok(Number(await page.$eval("main", (main) => getComputedStyle(main).opacity)) < 0.7, "the page is dimmed");
  assert.equal(await page.getByRole("button", { name: "Look and solve" }).getAttribute("aria-disabled"), "true");
  await page.keyboard.press("Escape");
  await answer(page).filter({ hasText: "no connection" }).waitFor();
  fake.comeBack();
  fake.put(known(scrambled(5)));
  await page.locator("body:not(.lost)").waitFor({ timeout: 10_000 });
  assert.equal(await page.locator("#sequence").inputValue(), "R U R'");
  assert.equal(await page.locator("[data-sticker='8']").getAttribute("aria-pressed"), "true");
  await assertSoon(
    async () =>
      (await page.$$eval(".net .sticker", (cells) => cells.map((cell) => cell.getAttribute("data-color")).join(""))) ===
      colored(scrambled(5)),
  );
  await watched.finish();
});

test("a person enters a cube by keys from an empty one, by text, at random and by photographs", async () => {
  const { page, fake, watched } = await openView(handScan());
  const cube = colored(scrambled(9));
  const shown = () => page.$$eval(".net .sticker", (cells) => cells.map((cell) => cell.getAttribute("data-color")).join(""));
  fake.answer = (ask) => ({ text: "", cube: ask.do === "random" ? cube : "" });
  await page.getByRole("button", { name: "Begin with an empty cube" }).click();
  await page.locator("[data-sticker='0']").focus();
  for (const letter of "WRG") await page.keyboard.press(letter);
  assert.match(await shown(), /^WRG\?W\?{8}R/, "each letter goes to the next sticker");
  await page.getByRole("button", { name: "A random cube" }).click();
  await assertSoon(async () => (await shown()) === cube);
  await page.getByText("By text").click();
  await page.locator("#cube-text").fill(scrambled(3));
  await page.getByRole("button", { name: "Read the text" }).click();
  await assertSoon(async () => (await shown()) === colored(scrambled(3)));
  await page.getByRole("button", { name: "This is my cube" }).click();
  await assertSoon(() => JSON.stringify(fake.asked.at(-1)) === JSON.stringify({ do: "set_cube", cube: colored(scrambled(3)) }));
  let fields: string[] = [];
  await page.route("**/photos", (route) => {
    fields = [...(route.request().postDataBuffer()?.toString("latin1") ?? "").matchAll(/ name="(\w)"/g)].map(
      (match) => match[1] ?? "",
    );
    return route.fulfill({ json: { id: 0, ok: true, text: "All six faces are read.", stickers: [], cube } });
  });
  await page.getByText("By six photographs").click();
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } });
  for (const face of "URFDLB")
    await page.locator(`#photo-${face}`).setInputFiles({ name: `${face}.png`, mimeType: "image/png", buffer: picture });
  await page.getByRole("button", { name: "Read the photographs" }).click();
  await page.getByText("All six faces are read.").waitFor();
  assert.deepEqual(fields, Array.from("URFDLB"));
  await assertSoon(async () => (await shown()) === cube);
  await watched.finish();
});

test("the guide's answers go to the guide", async () => {
  const { page, fake, watched } = await openView(
    handScan({ done: true, problem: "The corner URF cannot be.", faces: Array(6).fill("read") }),
  );
  await page.getByText("The corner URF cannot be.").waitFor();
  const lines = { "Yes, this is my cube": "yes", "Begin anew": "restart", "Show the face down again": "again D" };
  for (const [name, line] of Object.entries(lines)) {
    await page.getByRole("button", { name }).click();
    await assertSoon(() => JSON.stringify(fake.asked.at(-1)) === JSON.stringify({ do: "say", line }));
  }
  await watched.finish();
});

test("a plan is played, held, and moved by hand", async () => {
  const { page, fake, watched } = await openView(
    played().map((part) => (part.part === "hello" ? { ...part, has_rig: false } : part)),
  );
  const last = () => fake.asked.at(-1);
  const time = page.getByRole("slider", { name: "Time in the plan" });
  await time.focus();
  await page.keyboard.press("ArrowRight");
  await assertSoon(() => last()?.do === "play" && Math.abs(((last() as { from: number | null }).from ?? 0) - 9.6) < 0.01);
  const box = (await time.boundingBox()) as { x: number; y: number; width: number; height: number };
  await page.mouse.move(box.x + 5, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await page.mouse.up();
  const whole = (played().find(({ part }) => part === "plan") as Extract<Part, { part: "plan" }>).seconds;
  await assertSoon(() => last()?.do === "play" && Math.abs(((last() as { from: number | null }).from ?? 0) - whole / 2) < 0.2);
  await page.getByRole("button", { name: "Play" }).click();
  await assertSoon(() => JSON.stringify(last()) === JSON.stringify({ do: "play", from: null, speed: null }));
  fake.put({ part: "player", at: 12, playing: true, speed: 2 });
  await page.getByRole("button", { name: "Pause" }).click();
  await assertSoon(() => last()?.do === "pause");
  await watched.finish();
});

/** Waits until something is so, for at most five seconds. */
async function assertSoon(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`not so after five seconds: ${holds}`);
}
