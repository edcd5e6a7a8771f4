// People use a rig by its page: the running graph with a simulated rig, at the address in CUBERIG_PAGE. The tests follow one
// another on one rig.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { drawCoarsely, open, SERVER_GONE, type Opening, type Watched } from "../kit/browser";

const { CUBERIG_PAGE: address = "", CUBERIG_DASHBOARD_PID: dashboard = "", CUBERIG_BRICKS_PID: bricks = "", CUBERIG_BINARIES: binaries = "" } = process.env;
/** A run takes about a minute; the machine may be busy. */
const RUN = 300_000;

/** Opens the page of the rig. The pixels of the drawn rig count only in pictures for the documents. */
async function opened(at = address, opening: Opening = {}): Promise<Watched> {
  const watched = await open(at, opening);
  await watched.page.evaluate(() => {
    const line = document.querySelector(".answer")!;
    const answers: string[] = ((window as any).answers = []);
    new MutationObserver(() => line.textContent && answers.push(line.textContent)).observe(line, { childList: true });
  });
  if (!process.env.PICTURES) await drawCoarsely(watched.page);
  return watched;
}

/** The newest part of this name that a page knows, as soon as it knows one. */
const part = async (page: Page, name: string): Promise<any> =>
  (await page.waitForFunction((name) => (window as any).cuberig.app.store.get(name), name, { polling: 20 })).jsonValue();
/** Looked at by the clock: a busy machine draws seldom, and a stage may be over when it does. */
const OFTEN = { timeout: RUN, polling: 100 };
/** Waits until the run is in one of these stages. */
const stage = (page: Page, ...stages: string[]) =>
  page.waitForFunction((stages) => stages.includes((window as any).cuberig.app.store.get("run")?.stage), stages, OFTEN);
const control = (page: Page, name: string) => page.locator(`[data-control=${name}]`).first();
/** Waits for an answer, also one that is gone again: a busy machine draws seldom. The page writes a sentence with a capital. */
const answer = (page: Page, text: RegExp) =>
  page.waitForFunction(
    (source) => {
      const answers: string[] = (window as any).answers;
      const at = answers.findIndex((text) => new RegExp(source, "i").test(text));
      return answers.splice(0, at + 1).length > 0;
    },
    text.source,
    { polling: 100 },
  );
/** On a busy machine an answer may be lost, or the connection for a moment. The page reports it. */
const LOST = /has not answered|did not answer|nobody answers|connection was lost|no connection/;
const answerOrLost = (page: Page, text: RegExp) => answer(page, new RegExp(`${text.source}|${LOST.source}`));
/** Asks for something past the controls, again where the answer was lost. */
async function ask(page: Page, what: object): Promise<{ ok: boolean; text: string }> {
  for (let lost = 0; ; lost++) {
    await page.waitForFunction(() => (window as any).cuberig.app.connected);
    const answer = await page.evaluate((what) => (window as any).cuberig.app.connection.ask(what), what);
    if (lost === 3 || !LOST.test(answer.text)) return answer;
  }
}
/** Goes on with the stopped run, and waits until the rig may move: a goal that comes before is refused. */
async function resume(page: Page): Promise<void> {
  await control(page, "resume").click();
  await page.locator(".stop-part[data-stopped=false]").waitFor();
}
/** Lets the rig move again where no run would go on. */
async function letMove(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Let the rig move" }).click();
  assert.equal(await control(page, "resume").isVisible(), false);
  await page.locator(".stop-part[data-stopped=false]").waitFor();
}

/** Waits until a page has received all that was sent to it before: an answer comes after it. */
const caughtUp = async (page: Page) =>
  ask(page, { do: "watch", picture: await page.evaluate(() => (window as any).cuberig.app.connection.watched) });

/** The picture for the documents, of a rig at work. */
async function picture(page: Page, folder: string): Promise<void> {
  await page.locator(".picture").scrollIntoViewIfNeeded();
  await page.locator(".picture[data-state=live]").waitFor();
  await page.evaluate(() => (window as any).cuberig.view.stage.drawFinely());
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${folder}/page-rig.jpg`, type: "jpeg", quality: 88, fullPage: true });
}

/** The greatest difference of a joint between two scenes, in radians. */
function moved(one: Record<string, number>, other: Record<string, number>): number {
  return Math.max(...Object.keys(one).map((joint) => Math.abs(one[joint]! - other[joint]!)));
}

test("from start to solved by buttons alone; a stop in mid-run holds until resume; a second start is refused", async () => {
  const [one, other] = [await opened(), await opened()];
  await one.page.waitForFunction(() => (window as any).cuberig.app.store.get("history"));
  const runs = (await part(one.page, "history")).runs.length;
  await one.page.evaluate(() => {
    const counted: number[] = ((window as any).counted = []);
    (window as any).cuberig.app.store.on("run", (run: any) => run.moves_done !== counted.at(-1) && counted.push(run.moves_done));
    const silent: string[] = ((window as any).silent = []);
    setInterval(() => document.querySelectorAll(".node[data-level=stale] .node-name").forEach((name) => silent.push(name.textContent!)), 100);
  });
  await control(one.page, "start").and(one.page.locator(":not([aria-disabled])")).waitFor();
  await control(one.page, "start").click();
  await answerOrLost(one.page, /run has begun/);
  await stage(other.page, "scanning", "solving", "executing");
  // At once: on a busy machine the run may be over before a click is.
  const refused = await ask(other.page, { do: "start", scan: true });
  assert.equal(refused.ok, false, "a run during a run");
  assert.match(refused.text, /under way/);
  await control(other.page, "start").click({ force: true });
  await answerOrLost(other.page, /a run is under way/);

  await stage(one.page, "executing");
  await one.page.waitForFunction(() => (window as any).cuberig.app.store.get("run")?.moves_done >= 2, undefined, OFTEN);
  if (process.env.PICTURES) await picture(one.page, process.env.PICTURES);
  await one.page.keyboard.press("Escape");
  for (const { page } of [one, other]) await page.locator(".stop-part[data-stopped=true]").waitFor();
  await answerOrLost(one.page, /All motors hold, after \d+ ms/);
  // What was on its way to the page when the motors stopped is there after this.
  await one.page.waitForTimeout(1000);
  await caughtUp(one.page);
  const held = (await part(one.page, "scene")).joints;
  await control(other.page, "moves").click({ force: true });
  await answerOrLost(other.page, /stopped/);
  const goal = await ask(other.page, { do: "moves", moves: "R" });
  assert.equal(goal.ok, false, "a goal while the rig is stopped");
  await one.page.waitForTimeout(3000);
  await caughtUp(one.page);
  const still = moved(held, (await part(one.page, "scene")).joints);
  assert.ok(still < 0.02, `a joint moved by ${still} rad while the rig was stopped`);

  await resume(other.page);
  // A page receives its parts one after the other, and each page in its own time.
  for (const { page } of [one, other]) {
    await stage(page, "solved");
    await page.waitForFunction(() => (window as any).cuberig.app.store.get("cube")?.solved);
    await page.waitForFunction(() => (window as any).cuberig.app.store.get("history")?.runs.at(-1)?.solved);
  }
  assert.equal((await part(one.page, "history")).runs.length, runs + 1, "a run that was stopped and resumed is one run");
  const counted: number[] = await one.page.evaluate(() => (window as any).counted);
  assert.deepEqual(await one.page.evaluate(() => (window as any).silent), [], "no node is called silent, for nothing is wrong");
  const first = counted.findIndex((done) => done > 0);
  assert.deepEqual(counted.slice(first), counted.slice(first).sort((a, b) => a - b), "the count of moves goes on after a resume");
  const seen = async ({ page }: typeof one) => JSON.stringify([(await part(page, "cube")).facelets, await part(page, "history")]);
  assert.equal(await seen(one), await seen(other));
  await one.finish();
  await other.finish();
});

test("the arms show all six faces of the solved cube, whose colours are learned; a move takes the answer away", async () => {
  const watched = await opened();
  const { page } = watched;
  const free = (name: string) => control(page, name).and(page.locator(":not([aria-disabled])"));
  await free("start").waitFor();
  // The look after the moves ends with five faces, which prove a solved cube.
  if ((await part(page, "cube")).faces_seen.length < 6) {
    assert.match((await control(page, "learn_colors").getAttribute("title")) ?? "", /of the six faces/);
    await control(page, "scan").click();
  }
  await free("learn_colors").waitFor({ timeout: RUN });
  await control(page, "learn_colors").press("Enter");
  await page.getByRole("button", { name: "It is solved" }).click();
  await page.locator(".own-result [data-ok=true]").filter({ hasText: "by its own colours" }).waitFor();
  const colors = await page
    .locator(".own-patch")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor.match(/\d+/g)!.map(Number)));
  // White, yellow, red, orange, green, blue: the brightest first, red and orange mostly red, the last mostly blue.
  assert.equal(colors.length, 6);
  const strongest = (rgb: number[] | undefined) => rgb!.indexOf(Math.max(...rgb!));
  assert.deepEqual([colors[2], colors[3], colors[4], colors[5]].map(strongest), [0, 0, 1, 2], JSON.stringify(colors));
  const [white, ...others] = colors.map((rgb) => Math.min(...rgb));
  assert.ok(others.every((least) => least < white!), JSON.stringify(colors));
  assert.equal((await part(page, "cube")).solved, true);
  await free("moves").waitFor();
  for (const move of ["R", "R'"]) {
    await page.getByRole("button", { name: move, exact: true }).click();
    await page.locator(".own-result:empty").waitFor({ state: "attached", timeout: 60_000 });
    await free("start").waitFor();
  }
  await watched.finish();
});

test("a single move is done, with a line on its plan that ends with it", async () => {
  const watched = await opened();
  const { page } = watched;
  for (const move of ["R", "R'"]) {
    await control(page, "start").and(page.locator(":not([aria-disabled])")).waitFor();
    const before = (await part(page, "cube")).facelets;
    // The arms need half a second, in which a busy machine may draw nothing: each plan and each stage that comes is looked at.
    const line = page.evaluate(() => {
      const { store } = (window as any).cuberig.app;
      const comes = (what: string, is: (value: any) => boolean) =>
        new Promise<void>((seen, missed) => {
          setTimeout(() => missed(new Error(`${what} does not come within 30 s`)), 30_000);
          store.on(what, (value: any) => is(value) && seen());
        });
      return Promise.all([comes("plan", (plan) => typeof plan.now === "number"), comes("run", (run) => run.stage === "moving")]);
    });
    await page.getByRole("button", { name: move, exact: true }).click();
    await answer(page, /^The arms do R'?\.$/);
    await line;
    assert.deepEqual((await part(page, "plan")).moves, [move]);
    await page.waitForFunction((before) => (window as any).cuberig.app.store.get("cube").facelets !== before, before);
    await page.waitForFunction(() => (window as any).cuberig.app.store.get("plan").now === null);
    await control(page, "start").and(page.locator(":not([aria-disabled])")).waitFor();
  }
  assert.equal((await part(page, "cube")).solved, true, "R and R' leave the cube solved");
  await watched.finish();
});

test("a cube is entered by keys from an empty one, and what cannot be is refused by name", async () => {
  const watched = await opened();
  const { page } = watched;
  await page.locator("#seed").fill("11");
  await control(page, "scramble").click();
  await answer(page, /random cube 11/);
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("cube")?.status === "unknown");
  await stage(page, "idle");
  await page.locator(".stage-pill").getByText("Ready", { exact: true }).waitFor();
  const faces = execFileSync(`${binaries}/cuberig`, ["scramble", "--seed", "11"], { encoding: "utf8" }).trim();
  const colors = Array.from(faces, (face) => ({ U: "W", R: "R", F: "G", D: "Y", L: "O", B: "B" })[face]!);
  const known = (await part(page, "cube")).facelets as string;
  const unknown = colors.map((_, sticker) => sticker).filter((sticker) => sticker % 9 !== 4 && known[sticker] === "?");
  for (const sticker of unknown) {
    await page.locator(`[data-sticker="${sticker}"]`).first().focus();
    await page.keyboard.press(colors[sticker]!.toLowerCase());
  }
  // One sticker wrong: the laws say so, and the rig takes no such cube.
  const [wrong] = unknown;
  const other = colors[wrong!] === "W" ? "y" : "w";
  await page.locator(`[data-sticker="${wrong}"]`).first().focus();
  await page.keyboard.press(other);
  await page.locator(".verdict[data-ok=false]").waitFor();
  await control(page, "set_cube").click({ force: true });
  await page.locator(".answer[data-ok=false]").filter({ hasText: /\w/ }).waitFor();
  assert.equal((await part(page, "cube")).status, "unknown");
  await page.locator(`[data-sticker="${wrong}"]`).first().focus();
  await page.keyboard.press(colors[wrong!]!.toLowerCase());
  await page.locator(".verdict[data-ok=true]").waitFor();
  await control(page, "set_cube").click();
  await answer(page, /rig knows the cube/);
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("cube")?.status === "valid");
  const cube = await part(page, "cube");
  assert.deepEqual([cube.facelets, cube.source], [faces, "entered"]);
  await control(page, "start_known").and(page.locator(":not([aria-disabled])")).waitFor();
  await watched.finish();
});

test("the arms teach: a lesson is begun, pauses, goes on, gives way to another one, and is held by a stop", async () => {
  const watched = await opened(`${address.replace(/#.*/, "")}#lesson`);
  const { page } = watched;
  const lesson = () => part(page, "lesson");
  const free = (name: string) => control(page, name).and(page.locator(":not([aria-disabled])"));
  const facelets = async () => (await part(page, "cube")).facelets;
  await free("show").waitFor();
  const before = await facelets();
  await page.getByLabel("They pause").selectOption("step");
  await free("show").click();
  await answer(page, /lesson is ready/);
  await free("next").waitFor();
  const { steps, at } = await lesson();
  assert.equal(at, 0);
  assert.equal(await facelets(), before, "nothing moves yet");
  const first = steps.find(({ end }: { end: number }) => end > 0).end;
  await free("next").click();
  await page.waitForFunction((end) => (window as any).cuberig.app.store.get("lesson")?.at === end, first, { timeout: RUN });
  await free("next").waitFor();
  assert.notEqual(await facelets(), before, "the cube in the claws has turned");

  // Another lesson is asked about first. It goes on to its end, unless somebody stops it.
  await page.getByLabel("They pause").selectOption("lesson");
  const question = page.getByRole("alert").filter({ hasText: "Leave this lesson" });
  for (const answer of ["No", "Yes"]) {
    await free("show").click();
    await question.getByRole("button", { name: answer }).click();
    await question.waitFor({ state: "hidden" });
  }
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("lesson")?.at === 0);
  await free("next").click();
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("lesson")?.at > 1, undefined, { timeout: RUN });
  await page.keyboard.press("Escape");
  await page.locator(".lesson-notice").filter({ hasText: /stop/i }).waitFor();
  await letMove(page);
  const held = await facelets();
  // A stop may leave a half turn half done: that is no place of the lesson, and the page offers a new one. The tutor may
  // not know yet that the rig may move.
  const replan = page.locator(".arms-card [data-control=replan]:visible");
  for (let tries = 0; ; tries++) {
    const next = await ask(page, { do: "next" });
    if (next.ok) break;
    assert.ok(tries < 100, `the lesson does not go on: ${next.text}`);
    if (await replan.isVisible()) await replan.click();
    await page.waitForTimeout(300);
  }
  await page.waitForFunction((held) => (window as any).cuberig.app.store.get("cube").facelets !== held, held, { timeout: RUN });
  await page.keyboard.press("Escape");
  await page.locator(".stop-part[data-stopped=true]").waitFor();
  await letMove(page);
  await watched.finish();
});

test("a stopped run is given up on the page, the hand-over begins from there, and the arms show the cube without solving it", async () => {
  const watched = await opened();
  const { page } = watched;
  const free = (name: string) => control(page, name).and(page.locator(":not([aria-disabled])"));
  const giveUp = async () => {
    await page.locator(".stop-part[data-stopped=true]").waitFor();
    await control(page, "give_up").click();
    await page.locator(".stop-part[data-stopped=false]").waitFor();
  };
  await free("start").click();
  await stage(page, "scanning");
  await page.keyboard.press("Escape");
  await giveUp();
  const resumed = await ask(page, { do: "resume" });
  assert.equal(resumed.ok, false, "there is no run to continue");
  await free("release").click();
  await page.getByRole("button", { name: "Yes, go on" }).waitFor();
  await page.keyboard.press("Escape");
  await giveUp();
  await free("look").click();
  await answerOrLost(page, /show the cube to the camera/);
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("cube")?.faces_seen.length < 6, undefined, OFTEN);
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("cube")?.status === "valid", undefined, OFTEN);
  await free("look").waitFor({ timeout: RUN });
  assert.equal((await part(page, "cube")).source, "seen by the camera");
  // What can go wrong is chosen, and ended again.
  await page.getByText("Faults", { exact: true }).click();
  await page.locator("#fault").selectOption("sticker_misread");
  await page.getByLabel("Where").selectOption("U1");
  await page.getByRole("button", { name: "Make it happen" }).click();
  await answerOrLost(page, /sticker misread/);
  await page.getByRole("button", { name: "Clear faults" }).click();
  await answerOrLost(page, /All faults have ended/);
  await watched.finish();
});

test("the page comes back by itself after its node was killed, and the history is still there", async () => {
  // The shapes of the rig may still be loading then.
  const watched = await opened(address, { mayComplain: SERVER_GONE });
  const { page } = watched;
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("history")?.runs.length > 0);
  const before = JSON.stringify(await part(page, "history"));
  await page.locator("#sequence").fill("R U R' U'");
  process.kill(Number(dashboard), "SIGKILL");
  await page.getByRole("alert").filter({ hasText: "Connection lost" }).waitFor();
  await page.locator("body:not(.lost)").waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("cube")?.status === "valid");
  assert.equal(JSON.stringify(await part(page, "history")), before);
  assert.equal(await page.locator("#sequence").inputValue(), "R U R' U'");
  await watched.finish();
});

test("a page whose bricks are dead names them, and is ready when they answer again", async () => {
  const watched = await opened();
  const { page } = watched;
  const badge = (words: string) => page.locator(".stage-pill").getByText(words, { exact: true });
  await page.waitForFunction(() => ["idle", "solved"].includes((window as any).cuberig.app.store.get("run")?.stage), undefined, OFTEN);
  process.kill(Number(bricks), "SIGSTOP");
  try {
    await badge("Not ready").waitFor({ timeout: 60_000 });
    await page.locator(".run-text").getByText("no motor answers").waitFor({ timeout: 60_000 });
    await page.locator(".run-details summary").click();
    await page.locator(".run-details").getByText("no joint_states of r_grip").waitFor();
  } finally {
    process.kill(Number(bricks), "SIGCONT");
  }
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("run").stage !== "not_ready", undefined, OFTEN);
  await watched.finish();
});
