// `cuberig practise` before a real browser: the timer by keys and by touch, drills of cases, what is remembered after the end.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Ask, DrillNow, LearnerNow, TimerNow } from "../../src/protocol";
import { HOLD, SolveClock, average, clock, result } from "../../src/timing";
import { open } from "../kit/browser";
import { Fake } from "../kit/fake";
import { serveFiles } from "../kit/files";
import { PlayedLesson, applied } from "../kit/lesson";
import { controls, rigAtWork } from "../kit/parts";
import { SOLVED, ended, folder, part, run, started, timer, violations } from "../kit/practice";
import { soon } from "../kit/soon";

/** A solve by the space bar that takes this long, without inspection. */
async function solve(page: Page, millis: number): Promise<void> {
  await page.keyboard.down(" ");
  await page.locator(".timer-pad[data-phase=ready]").waitFor();
  await page.keyboard.up(" ");
  await page.locator(".timer-pad[data-phase=running]").waitFor();
  await page.waitForTimeout(millis);
  await page.keyboard.press("k");
}

/** Milliseconds in hundredths, cut off, as the regulations have it. */
const cut = (millis: number) => (Math.floor(millis / 10) / 100).toFixed(2);

test("solves are timed by keys, with penalties, averages and a scramble that makes the cube that is drawn", async () => {
  const { program, watched, page } = await started("timer.sqlite");
  const first = await timer(page, 0);
  assert.equal(applied(SOLVED, first.scramble), first.stickers, "the scramble by the tests' own geometry");
  assert.ok(first.scramble.split(" ").length >= 10, first.scramble);
  await page.getByLabel("Inspection of 15 s").uncheck();
  // Too short a press starts nothing.
  await page.keyboard.press(" ");
  assert.equal((await part<TimerNow>(page, "timer")).solves.length, 0);
  for (const [number, millis] of [300, 700, 500, 400, 600].entries()) {
    await solve(page, millis);
    const { solves } = await timer(page, number + 1);
    const measured = solves[number]?.millis ?? 0;
    assert.ok(millis - 20 <= measured && measured < millis + 2000, `${measured} ms for ${millis}`);
    assert.notEqual(solves[number]?.scramble, (await part<TimerNow>(page, "timer")).scramble, "each solve has its own scramble");
  }
  let now = await timer(page, 5);
  const times = now.solves.map(({ millis }) => millis).sort((a, b) => a - b);
  const five = (times[1]! + times[2]! + times[3]!) / 3;
  const figure = (name: string) => page.locator(".timer-table tr", { has: page.getByRole("rowheader", { name, exact: true }) }).locator("td").first();
  assert.equal(await figure("average of 5").textContent(), (Math.round(five / 10) / 100).toFixed(2));
  assert.equal(await figure("single").textContent(), cut(now.solves[4]!.millis));
  // Two DNFs of five are a DNF; one is the worst time.
  await page.getByRole("button", { name: "DNF for solve 5" }).click();
  await page.locator(".solve-result", { hasText: "DNF(" }).waitFor();
  const others = now.solves.slice(0, 4).map(({ millis }) => millis).sort((a, b) => a - b);
  assert.equal(await figure("average of 5").textContent(), (Math.round((others[1]! + others[2]! + others[3]!) / 30) / 100).toFixed(2));
  await page.getByRole("button", { name: "DNF for solve 4" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".timer-solves [aria-label^=DNF][aria-pressed=true]").length === 2);
  assert.equal(await figure("average of 5").textContent(), "DNF");
  await page.getByRole("button", { name: "+2 for solve 1" }).click();
  await page.locator(".solve-result", { hasText: `${cut(now.solves[0]!.millis + 2000)}+` }).waitFor();
  await page.getByRole("button", { name: "Delete solve 2" }).click();
  now = await timer(page, 4);
  // Another session begins empty, and the first one is kept.
  await page.getByLabel("Name of a new session").fill("one-handed");
  await page.getByRole("button", { name: "Begin it" }).click();
  assert.equal((await timer(page, 0)).sessions.length, 2);
  await page.getByLabel("Session", { exact: true }).selectOption({ label: "3x3x3" });
  assert.deepEqual((await timer(page, 4)).solves, now.solves);
  await watched.finish();
  await ended(program);
});

test("presses and releases mean what they mean at a timer of competitions", () => {
  const solves: { millis: number; inspected: number | null }[] = [];
  const watch = new SolveClock((solve) => solves.push(solve));
  // The first press begins inspection, and its release starts nothing however late it comes.
  watch.press(1000);
  watch.release(9000);
  assert.equal(watch.phase, "inspecting");
  assert.equal(watch.inspected(10_500), 9500);
  // Held for too short a time, then long enough. Inspection ends where the clock starts.
  watch.press(11_000);
  watch.release(11_000 + HOLD - 1);
  assert.equal(watch.phase, "inspecting");
  watch.press(16_200);
  watch.tick(16_200 + HOLD);
  assert.equal(watch.phase, "ready");
  watch.release(16_600);
  assert.equal(watch.phase, "running");
  watch.press(26_945.6);
  assert.deepEqual([watch.phase, solves], ["idle", [{ millis: 10_346, inspected: 15_600 }]]);
  // Given up during inspection; without inspection it is held at once.
  watch.press(30_000);
  watch.reset();
  watch.inspects = false;
  watch.press(40_000);
  watch.release(40_500);
  watch.press(41_500);
  assert.deepEqual(solves[1], { millis: 1000, inspected: null });
  // Times are cut off, averages are rounded (9f1, 9f2).
  assert.deepEqual([9_999, 60_000, 754_328].map(clock), ["9.99", "1:00.00", "12:34.32"]);
  assert.deepEqual([9_994.9, 9_995, null].map(average), ["9.99", "10.00", "DNF"]);
  assert.deepEqual([result(59_990, "plus_two"), result(12_345, "dnf")], ["1:01.99+", "DNF(12.34)"]);
});

test("a drilled case is the one that its sequence solves, and is remembered after the program was killed", async () => {
  const { program, watched, page } = await started("drill.sqlite");
  await page.getByRole("button", { name: "Drills", exact: true }).click();
  await page.getByLabel("OLL").uncheck();
  assert.ok(await page.getByLabel("PLL").isChecked());
  await page.keyboard.press(" ");
  await page.locator(".drill[data-phase=looking]").waitFor();
  assert.equal(await page.locator(".drill-answer").isVisible(), false, "the name is not shown yet");
  const drill = await part<DrillNow>(page, "drill");
  assert.equal(drill.set, "pll");
  await page.waitForTimeout(400);
  await page.keyboard.press(" ");
  await page.locator(".drill[data-phase=turning]").waitFor();
  const moves = (await page.locator(".drill-answer .case-moves li").first().textContent()) ?? "";
  const tops = ["", "U", "U2", "U'"];
  const isSolved = (stickers: string) => /^(.)\1{8}(.)\2{8}(.)\3{8}(.)\4{8}(.)\5{8}(.)\6{8}$/.test(stickers);
  const solves = tops.flatMap((before) => tops.map((end) => [before, moves, end].filter(Boolean).join(" ")));
  assert.ok(solves.some((way) => isSolved(applied(drill.stickers, way))), `${moves} does not solve ${drill.stickers}`);
  await page.waitForTimeout(300);
  await page.keyboard.press(" ");
  await page.locator(".drill-time", { hasText: /Recognised in \d+\.\d\d s\. Turned in \d+\.\d\d s\./ }).waitFor();
  await page.keyboard.press("3");
  await page.waitForFunction((number) => (window as any).cuberig.app.store.get("drill")?.number > number, drill.number);
  // What was looked up and forgotten comes again.
  await page.getByRole("button", { name: "Show it" }).click();
  await page.getByRole("button", { name: "1: Forgot it" }).click();
  await page.waitForFunction(() => ((window as any).cuberig.app.store.get("learner") as LearnerNow).cases.length === 2);
  await watched.finish();
  await ended(program, "SIGKILL");

  const again = await started("drill.sqlite");
  await again.page.getByRole("button", { name: "Statistics", exact: true }).click();
  await again.page.locator(".memory tbody tr").nth(1).waitFor();
  const learner = await part<LearnerNow>(again.page, "learner");
  const known = learner.cases.find(({ lapses }) => lapses === 0);
  assert.deepEqual([known?.case, known?.drills, known?.turned.length, learner.days[13]], [drill.case, 1, 1, 2]);
  assert.ok((known?.recognised[0] ?? 0) >= 400 && (known?.due ?? 0) > 0.5, JSON.stringify(known));
  // Another learner has a memory of their own.
  await again.page.getByLabel("Name of another learner").fill("Ada");
  await again.page.getByRole("button", { name: "Practise as this one" }).click();
  await again.page.waitForFunction(() => (window as any).cuberig.app.store.get("learner").name === "Ada");
  assert.equal((await part<LearnerNow>(again.page, "learner")).cases.length, 0);
  await again.watched.finish();
  await ended(again.program);
});

test("times come from csTimer and go there, and the page fits a phone", async () => {
  const [from, to] = [join(folder, "from.json"), join(folder, "to.json")];
  const entries = [12_340, 9_870, 11_110].map((millis, at) => [[at === 1 ? 2000 : 0, millis], "R U R' U'", "", 1_764_000_000 + at]);
  writeFileSync(from, JSON.stringify({ session1: entries, properties: { sessionData: JSON.stringify({ 1: { name: "home", rank: 1 } }) } }));
  await run("moved.sqlite", "--import", from);
  await run("moved.sqlite", "--export", to);
  assert.deepEqual(JSON.parse(readFileSync(to, "utf8")).session1, entries);

  const { program, watched, page } = await started("moved.sqlite", 360);
  await timer(page, 3);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "nothing is wider than the screen");
  // By a finger: hold, release, touch.
  await page.getByLabel("Inspection of 15 s").uncheck();
  const pad = page.locator(".timer-pad");
  await pad.dispatchEvent("pointerdown");
  await page.locator(".timer-pad[data-phase=ready]").waitFor();
  await pad.dispatchEvent("pointerup");
  await page.locator(".timer-pad[data-phase=running]").waitFor();
  await pad.dispatchEvent("pointerdown");
  await timer(page, 4);
  for (const tab of ["Drills", "Statistics", "Timer"]) {
    await page.getByRole("button", { name: tab, exact: true }).click();
    assert.deepEqual(await violations(page), [], tab);
  }
  await watched.finish();
  await ended(program);
});

test("one's own sequence is proven before it is kept, and a time attack has each case once", async () => {
  const { program, watched, page } = await started("own.sqlite");
  await page.getByRole("button", { name: "Drills", exact: true }).click();
  await page.keyboard.press(" ");
  await page.locator(".drill[data-phase=looking]").waitFor();
  const drill = await part<DrillNow>(page, "drill");
  await page.getByRole("button", { name: "Show it" }).click();
  const usual = (await page.locator(".drill-answer .case-moves li").first().textContent()) ?? "";
  await page.getByText("Your own sequence").click();
  const own = page.getByLabel("Moves that do this case");
  // What does another case is refused by the cube's laws, and typing turns and judges nothing.
  await own.fill("R U R' U' 1 2 3");
  await own.press("Enter");
  await page.locator(".answer[data-ok=false]", { hasText: /.+/ }).waitFor();
  await own.fill("R U R' U'");
  await own.press("Enter");
  await page.locator(".answer[data-ok=false]", { hasText: "do not do PLL" }).waitFor();
  assert.equal(await page.locator(".drill[data-phase=judging]").count(), 1);
  await own.fill(`U ${usual} U'`);
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.locator(".case-moves li", { hasText: `yours: U ${usual} U'` }).waitFor();
  const kept = (await part<LearnerNow>(page, "learner")).own;
  assert.deepEqual([kept.length, kept[0]?.case], [1, drill.case]);
  await own.fill("");
  await own.press("Enter");
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("learner").own.length === 0);
  // A time attack.
  await page.getByLabel("Which cases").selectOption({ label: "Time attack" });
  await page.getByRole("button", { name: "3: Knew it" }).click();
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("drill").reason === "Time attack PLL: 1 of 21.");
  for (let number = 2; number <= 22; number++) {
    await page.locator(".drill[data-phase=looking]").waitFor();
    await page.keyboard.press(" ");
    await page.keyboard.press(" ");
    await page.keyboard.press("3");
    await page.waitForFunction((number) => (window as any).cuberig.app.store.get("drill").reason.includes(number > 21 ? "21 cases in" : `: ${number} of 21.`), number);
  }
  await page.locator(".drill[data-phase=none] .note", { hasText: "It is kept in the session of this name." }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Timer", exact: true }).click();
  await page.getByLabel("Session", { exact: true }).selectOption({ label: "Time attack PLL" });
  assert.equal((await timer(page, 1)).solves[0]!.comment, "21 cases");
  await watched.finish();
  await ended(program);
});

test("a beginner's sequence is drilled as a case is", async () => {
  const { program, watched, page } = await started("beginner.sqlite", 360);
  await page.getByRole("button", { name: "Drills", exact: true }).click();
  await page.getByLabel("PLL").uncheck();
  await page.getByLabel("Beginner").check();
  await page.getByRole("button", { name: "Next case" }).click();
  await page.locator(".drill[data-phase=looking]").waitFor();
  const drill = await part<DrillNow>(page, "drill");
  await page.getByRole("button", { name: "Show it" }).click();
  await page.locator(".drill-title", { hasText: /^Beginner \w+/ }).waitFor();
  const ways = await page.locator(".case-moves li").allTextContents();
  assert.equal(ways.length, 1);
  assert.match(applied(drill.stickers, ways[0]!), /^(.)\1{8}(.)\2{8}(.)\3{8}(.)\4{8}(.)\5{8}(.)\6{8}$/);
  assert.equal(await page.getByText("Your own sequence").isVisible(), false);
  await page.getByRole("button", { name: "1: Forgot it" }).click();
  await page.waitForFunction(() => ((window as any).cuberig.app.store.get("learner") as LearnerNow).cases.length === 1);
  await page.getByRole("button", { name: "Statistics", exact: true }).click();
  await page.locator(".memory tbody td", { hasText: /^Beginner \w+/ }).first().waitFor();
  assert.deepEqual(await violations(page), []);
  await watched.finish();
  await ended(program);
});

test("a learner practises with the arms of a rig: only what can be said now is there", async () => {
  const none = new PlayedLesson(SOLVED, []);
  const names = ["stop", "confirm", "drill"];
  const fake = new Fake([...rigAtWork(), controls({ drill: "the arms move" }, names)]);
  const watched = await open(await serveFiles(), { width: 390, height: 800, prepare: fake.attach });
  const panel = watched.page.locator(".arm-practice");
  const shown = async () => (await panel.getByRole("button").all()).reduce(async (all, button) => ((await button.isVisible()) ? [...(await all), await button.locator("span").first().innerText()] : all), Promise.resolve([] as string[]));
  const shows = (labels: string[]) => soon(async () => JSON.stringify(await shown()) === JSON.stringify(labels));
  const asks = (ask: Ask) => soon(() => JSON.stringify(fake.asked.at(-1)) === JSON.stringify(ask));
  await shows(["Practise with the arms"]);
  const begin = panel.getByRole("button", { name: "Practise with the arms" });
  assert.equal(await begin.getAttribute("aria-disabled"), "true", "the arms move");
  fake.put(controls({}, names));
  await panel.getByLabel("OLL").check();
  await begin.click();
  await asks({ do: "drill", sets: ["pll", "oll"], order: "due" });
  // The learner holds the cube.
  const off = { drill: "the arms practise with a learner", go_on: "the drills are not paused" };
  const practised = [...names, "recognised", "done", "forgotten", "go_on", "end_practice"];
  const put = (notice: string, more: Record<string, string>) => {
    none.more = { notice };
    fake.put(none.part());
    fake.put(controls({ ...off, ...more }, practised));
  };
  put("Which case is it? Say when you know it.", {});
  await shows(["I know it", "Done", "I forgot it", "End the practice"]);
  await panel.getByText("Which case is it?").waitFor();
  assert.deepEqual(await violations(watched.page), []);
  await panel.getByRole("button", { name: "I know it" }).click();
  await asks({ do: "say", line: "recognised" });
  put("Turn it. Say when it is done.", { recognised: "no case waits to be recognised" });
  await shows(["Done", "I forgot it", "End the practice"]);
  await panel.getByRole("button", { name: "I forgot it" }).click();
  await asks({ do: "say", line: "forgotten" });
  const away = "the learner does not have the cube";
  put("The drills are paused: the rig was stopped", { recognised: away, done: away, forgotten: away, go_on: "" });
  await shows(["Go on", "End the practice"]);
  await panel.getByRole("button", { name: "Go on" }).click();
  await asks({ do: "next" });
  await panel.getByRole("button", { name: "End the practice" }).click();
  await asks({ do: "leave" });
  assert.equal(await watched.page.evaluate(() => document.documentElement.scrollWidth), 390, "nothing is wider than the screen");
  // What came of the last drill stays, and what is said of a lesson afterwards is shown with the lesson.
  none.more = { notice: "PLL T is done. All drills are done." };
  fake.put(none.part());
  fake.put(controls({}, names));
  await shows(["Practise with the arms"]);
  none.more = { notice: "This is a lesson for your cube." };
  fake.put(none.part());
  await panel.getByText("All drills are done.").waitFor();
  // Without a tutor there is nothing of it.
  fake.put(controls({}, ["stop", "confirm"]));
  await panel.waitFor({ state: "hidden" });
  await watched.finish();
});
