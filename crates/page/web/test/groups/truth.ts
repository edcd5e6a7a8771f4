// What the page says is what is: its one status, answers that go when they are old, errors that stand there once, nodes that are
// late, cubes that are only expected. The server is played by the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ArmPause, Part, RunNow } from "../../src/protocol";
import { drawCoarsely, open, type Watched } from "../kit/browser";
import { Fake } from "../kit/fake";
import { serveFiles } from "../kit/files";
import { asks, openLesson } from "../kit/learner";
import { colored, controls, played, rigAtWork, scene, scrambled } from "../kit/parts";

type Of<Name extends Part["part"]> = Extract<Part, { part: Name }>;

/** Opens a view without the shapes of a rig. */
async function openView(parts: readonly Part[]): Promise<Watched & { fake: Fake }> {
  const fake = new Fake(parts.map((part) => (part.part === "hello" ? { ...part, has_rig: false } : part)));
  const watched = await open(await serveFiles(), { prepare: fake.attach });
  await watched.page.locator("main > *").first().waitFor();
  await drawCoarsely(watched.page);
  return { ...watched, finish: () => watched.finish(), fake };
}

const atWork = rigAtWork().map((part) => (part.part === "controls" ? controls({}) : part));
const work = atWork.find(({ part }) => part === "run") as Of<"run">;
/** A rig that does something without a run. */
const without = (stage: RunNow["stage"], text: string): Of<"run"> => ({
  ...work,
  stage,
  text,
  attempt: 0,
  progress: 0,
  moves: [],
  moves_done: 0,
  elapsed: null,
  left: null,
  troubles: [],
});
const stop = (stopped: boolean): Part => ({ part: "stop", stopped, text: stopped ? "stop was pressed" : "", took: stopped ? 12 : null });

test("the badge and the run show the one status of the server, and no figures of another run", async () => {
  const { page, fake, finish } = await openView(atWork);
  const badge = page.locator(".stage-pill");
  const done = () => page.locator(".run .steps [data-state=done]").count();
  await badge.getByText("Turning", { exact: true }).waitFor();
  fake.put({ ...work, stage: "solved", text: "The cube is solved: 20 moves.", progress: 1 });
  await badge.getByText("Solved", { exact: true }).waitFor();
  assert.equal(await done(), 4);
  for (const [stage, word] of [
    ["moving", "Moving"],
    ["teaching", "Teaching"],
    ["hand_over", "Handing over"],
    ["stopped", "Stopped"],
    ["idle", "Ready"],
    ["solved", "Solved"],
  ] as const) {
    fake.put(without(stage, `It is ${word}.`));
    await badge.getByText(word, { exact: true }).waitFor();
    await page.locator(".run-text").getByText(`It is ${word}.`).waitFor();
    assert.equal(await done(), 0, `${word}: no stage of a run is done`);
    assert.deepEqual(await page.locator(".run .figures dd").allTextContents(), ["–", "–", "–", "–"], word);
    assert.equal(await page.locator(".run .moves li").count(), 0, word);
  }
  await finish();
});

test("a rig that is not ready says what is missing, in plain words, and under Details by the names of nodes", async () => {
  const missing = "Not ready: the right wrist does not answer.";
  const details = "no joint_states of r_wrist; rl_rotate: not connected";
  const { page, fake, finish } = await openView(atWork);
  fake.put({ ...without("not_ready", missing), details });
  await page.locator(".stage-pill").getByText("Not ready", { exact: true }).waitFor();
  await page.locator(".run-text").getByText(missing, { exact: true }).waitFor();
  const exact = page.locator(".run-details").getByText(details, { exact: true });
  assert.equal(await exact.isVisible(), false);
  await page.locator(".run-details summary").click();
  await exact.waitFor();
  fake.put(without("idle", "Ready. Press Look and solve."));
  await page.locator(".stage-pill").getByText("Ready", { exact: true }).waitFor();
  assert.equal(await page.locator(".run-details").isVisible(), false, "there is nothing more to know");
  await finish();
});

test("a stopped rig offers what would happen: a run that goes on, or only to let the rig move", async () => {
  const { page, fake, finish } = await openView(atWork);
  const resume = page.locator(".stop-ways").getByRole("button", { name: "Resume" });
  const letMove = page.locator(".stop-ways").getByRole("button", { name: "Let the rig move" });
  fake.put(stop(true));
  fake.put(without("stopped", "Nothing moves."));
  fake.put(controls({ resume: "no run was stopped that would go on" }));
  await letMove.waitFor();
  assert.equal(await resume.isVisible(), false, "no run would go on");
  await letMove.click();
  await asks(fake, { do: "give_up" });
  fake.put(controls({}));
  await resume.waitFor();
  await page.locator(".stop-ways").getByRole("button", { name: "Give up this run" }).waitFor();
  await resume.click();
  await asks(fake, { do: "resume" });
  // A run that a client cancelled can go on, though the rig is not stopped.
  fake.put(stop(false));
  await resume.waitFor();
  fake.put(controls({ resume: "no run was stopped that would go on", give_up: "the rig is not stopped" }));
  await resume.waitFor({ state: "hidden" });
  assert.equal(await letMove.isVisible(), false);
  await finish();
});

test("the cube's badge is about the cube that is shown: an entry that was not sent is named as that", async () => {
  const { page, fake, finish } = await openView(atWork);
  const badge = page.locator(".cube .card-head .pill");
  const cube = atWork.find(({ part }) => part === "cube") as Of<"cube">;
  fake.put({ ...cube, solved: true, problem: "" });
  await badge.getByText("solved, seen by the camera", { exact: true }).waitFor();
  await page.getByText("Another cube", { exact: true }).click();
  fake.answer = (ask) => (ask.do === "random" ? { cube: colored(scrambled(9)) } : {});
  await page.getByRole("button", { name: "A random cube" }).click();
  await badge.getByText("your entry, not sent yet", { exact: true }).waitFor();
  await page.getByText("The rig's cube: solved, seen by the camera.").waitFor();
  // The camera sees the cube again meanwhile.
  fake.put({ ...cube, solved: true, problem: "", seen_at: 9 });
  await page.waitForTimeout(200);
  assert.equal(await badge.textContent(), "your entry, not sent yet");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await badge.getByText("solved, seen by the camera", { exact: true }).waitFor();
  await finish();
});

test("an answer goes when the rig does something else, and at once when it failed", async () => {
  const { page, fake, finish } = await openView(atWork.map((part) => (part.part === "run" ? without("idle", "Ready.") : part)));
  const answer = page.locator(".answer");
  // No time passes between these.
  const texts = await page.evaluate((work) => {
    const { app } = (window as any).cuberig;
    const after = (stage: string) => {
      app.store.put({ ...work, stage });
      return app.answerLine.textContent;
    };
    app.say("The run has begun.", true);
    return ["idle", "scanning", "failed"].map(after);
  }, work);
  assert.deepEqual(texts, ["The run has begun.", "The run has begun.", ""], "it can be read, unless it is untrue");
  await page.evaluate(() => (window as any).cuberig.app.say("The run has begun.", true));
  fake.put({ ...work, stage: "scanning" });
  await answer.getByText("The run has begun.").waitFor({ state: "detached" });

  // Another tab resumes.
  fake.put(stop(true));
  fake.put(without("stopped", "Nothing moves."));
  fake.answer = () => ({ ok: true, text: "All motors hold, after 12 ms." });
  await page.keyboard.press("Escape");
  await answer.getByText("All motors hold").waitFor();
  await page.waitForTimeout(3500);
  assert.equal(await answer.textContent(), "All motors hold, after 12 ms.", "as long as they hold");
  fake.put(stop(false));
  fake.put(without("idle", "Ready."));
  await answer.getByText("All motors hold").waitFor({ state: "detached" });
  await finish();
});

test("an error stands there once, and one word in the history", async () => {
  const error = "the left wrist is stuck: its motor does not turn";
  const past = atWork.find(({ part }) => part === "history") as Of<"history">;
  const [run] = past.runs;
  const { page, fake, finish } = await openView(atWork);
  fake.answer = () => {
    fake.put({ ...work, stage: "failed", text: error, troubles: [] });
    fake.put({ ...past, runs: [{ ...run!, solved: false, reason: error }] });
    return { ok: false, text: error };
  };
  await page.getByRole("button", { name: "Look and solve" }).click();
  await page.locator(".run-text").getByText(error).waitFor();
  await page.locator(".history tbody tr").first().getByText("failed", { exact: true }).waitFor();
  await page.waitForTimeout(500);
  const count = async () => (await page.locator("body").innerText()).toLowerCase().split(error).length - 1;
  assert.equal(await count(), 1);
  await page.locator(".history summary").click();
  assert.equal(await count(), 2, "the history has the reason for who asks");
  await finish();
});

test("a node is late before it is silent, and a late one needs no look", async () => {
  const health = atWork.find(({ part }) => part === "health") as Of<"health">;
  const nodes = (age: number) => health.nodes.map((node) => ({ ...node, level: age > 5000 ? ("stale" as const) : ("ok" as const), age }));
  const { page, fake, finish } = await openView(atWork.map((part) => (part.part === "health" ? { ...health, nodes: nodes(0) } : part)));
  const level = (name: string) => page.locator(`.node[data-level=${name}]`);
  const pill = page.locator(".health .pill");
  // The server calls a node silent. A report that is a second late, as shown just before the next.
  for (const [age, name, says] of [
    [2100, "ok", /all 8 ok/],
    [3500, "late", /all 8 ok/],
    [5200, "stale", /8 nodes need a look/],
    [100, "ok", /all 8 ok/],
  ] as const) {
    fake.put({ ...health, nodes: nodes(age) });
    await level(name).nth(7).waitFor();
    assert.match((await pill.textContent()) ?? "", says, `${age} ms`);
  }
  await finish();
});

test("a cube that was seen, one that is expected, and none are drawn as such", async () => {
  const { page, fake, finish } = await openView(atWork);
  const keep = fake.keepFresh();
  const colors = colored(scrambled(4));
  const unseen = Array.from(colors, (letter, sticker) => (sticker % 9 === 4 ? letter : "?")).join("");
  const drawn = () =>
    page.evaluate(() => {
      const { view } = (window as any).cuberig;
      return [view.place.visible, view.cube.plastic.transparent];
    });
  const frame = (state: string) => page.locator(`.scene-frame[data-cube=${state}]`);
  for (const [at, stickers, state, expected] of [
    [1e6, colors, "seen", [true, false]],
    [2e6, unseen, "expected", [true, true]],
    [3e6, "", "none", [false, true]],
    [4e6, colors, "seen", [true, false]],
  ] as const) {
    const now = scene(at, stickers) as Of<"scene">;
    fake.put(stickers === "" ? { ...now, cube: null } : now);
    await frame(state).waitFor();
    await page.waitForFunction(
      (expected) => {
        const { view } = (window as any).cuberig;
        return view.place.visible === expected[0] && (!expected[0] || view.cube.plastic.transparent === expected[1]);
      },
      expected as unknown as boolean[],
      { timeout: 5000 },
    );
    const stamp = (await page.locator(".scene .stamp").textContent()) ?? "";
    assert.equal(/stickers are not known/.test(stamp), state === "expected", `${state}: ${stamp}`);
  }
  assert.equal((await drawn())[0], true);
  keep();
  await finish();
});

test("a plan that stands still is not old, and a speed does not start it", async () => {
  const parts = played().map((part) => (part.part === "scene" ? { ...part, joint_ages: {} } : part));
  const { page, fake, finish } = await openView(parts);
  await page.waitForTimeout(2500);
  assert.equal(await page.locator(".scene-frame").getAttribute("data-state"), "live");
  assert.equal(await page.locator(".scene .stamp").textContent(), "");
  const fast = page.getByRole("button", { name: "2×" });
  await fast.click();
  fake.put({ part: "player", at: 9.1, playing: false, speed: 1 });
  await page.waitForTimeout(300);
  assert.equal(await fast.getAttribute("aria-pressed"), "true", "it is chosen");
  assert.deepEqual(fake.asked, [], "and the plan stands still");
  await page.getByRole("button", { name: "Play" }).click();
  await asks(fake, { do: "play", from: null, speed: 2 });
  fake.put({ part: "player", at: 9.1, playing: true, speed: 2 });
  await page.getByRole("button", { name: "0.5×" }).click();
  await asks(fake, { do: "play", from: null, speed: 0.5 });
  await finish();
});

test("the arms pause where it is chosen now, also in the middle of a lesson", async () => {
  const moves = ["R", "U", "R'", "x", "F2", "L", "B", "D'", "y2"];
  const { page, fake, lesson, watched } = await openLesson(moves);
  fake.put(controls({}, ["play", "pause", "goto", "next", "show", "teach"]));
  const goOn = page.getByRole("button", { name: "Go on", exact: true });
  const choose = (pause: ArmPause) => page.getByLabel("They pause").selectOption(pause);
  // Three stages of three moves, each of one step; rotations of the whole cube are nothing for the arms.
  for (const [at, pause, target] of [
    [0, "stage", 3],
    [1, "move", 2],
    [3, "move", 5],
    [4, "step", 6],
    [8, "move", 9],
    [2, "lesson", 9],
  ] as const) {
    [lesson.at, lesson.more] = [at, { by_arms: true }];
    fake.put(lesson.part());
    await choose(pause);
    fake.asked.length = 0;
    fake.answer = () => ({});
    await goOn.click();
    await asks(fake, { do: "goto", moves: target });
  }
  // While they go on to a pause that was chosen before, another choice has them pause.
  lesson.more = { by_arms: true, playing: true };
  fake.put(lesson.part());
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await choose("move");
  await asks(fake, { do: "pause" });
  await watched.finish();
});

test("where the cube in the claws is at no place of the lesson, the arms' panel offers a new one from there", async () => {
  const { page, fake, lesson, watched } = await openLesson(["R", "U2", "F"]);
  const offered = ["next", "goto", "show", "replan"];
  const again = page.locator(".arms-card").getByRole("button", { name: "New lesson from here" });
  lesson.more = { by_arms: true };
  fake.put(lesson.part());
  fake.put(controls({}, offered));
  await page.getByRole("button", { name: "Go on", exact: true }).waitFor();
  assert.equal(await again.isVisible(), false, "the arms can go on");
  const other = "the cube in the claws is not as the lesson has it: ask for a new lesson from there";
  fake.put(controls({ next: other, goto: other }, offered));
  fake.answer = () => ({});
  await again.click();
  await asks(fake, { do: "replan" });
  // A cube that the rig does not know is no place to begin from.
  const unknown = "the rig does not know its cube: run a scan, or set the cube";
  fake.put(controls({ next: unknown, goto: unknown, replan: unknown }, offered));
  await again.waitFor({ state: "hidden" });
  await watched.finish();
});
