// A cube that reports its turns, in the timer and in drills: a smart cube before a played Bluetooth, packets of a real one, and keys.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { DrillNow, LearnerNow } from "../../src/protocol";
import { isDone, turnedCase } from "../../src/drill_goal";
import { stagesOf } from "../../src/reconstruction";
import { ScramblePath } from "../../src/scramble_path";
import CARRY from "../data/gan-i-carry.txt";
import I4 from "../data/gan-i4.txt";
import { PlayedDevice } from "../kit/bluetooth";
import { GAN_2, GAN_4, GanCube } from "../kit/gan_cube";
import { TURNS, applied, undone } from "../kit/lesson";
import { SOLVED, ended, folder, part, run, started, timer, violations } from "../kit/practice";

const FACE_TURNS = TURNS.filter((turn) => /^[URFDLB]/.test(turn));
const backwards = (moves: string) => moves.split(" ").reverse().map(undone).join(" ");
const connect = (page: Page) => page.getByRole("button", { name: "Connect a smart cube" }).click();
const note = (page: Page, text: string | RegExp) => page.locator(".scramble-note", { hasText: text }).waitFor();

/** A number that is drawn, the same each time. */
let seed = 7;
const drawn = (below: number) => Math.floor(((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * below);

test("a scramble is followed turn by turn, and what was turned wrongly is turned back", () => {
  const quarters = (move: string) => (move.endsWith("2") ? [move.charAt(0), move.charAt(0)] : [move]);
  for (let round = 0; round < 25; round++) {
    // No axis twice in a row: as in a shortest solution, no state comes twice.
    const axis = (move: string) => "UDRLFB".indexOf(move.charAt(0)) >> 1;
    const moves: string[] = [];
    while (moves.length < 12) {
      const move = FACE_TURNS[drawn(18)]!;
      if (moves.length === 0 || axis(move) !== axis(moves.at(-1)!)) moves.push(move);
    }
    const path = new ScramblePath(moves.join(" "));
    const states = moves.reduce((states, move) => [...states, applied(states.at(-1)!, move)], [SOLVED]);
    const after = (count: number) => states[count];
    let stickers = SOLVED;
    const turn = (text: string) => {
      for (const quarter of text.split(" ").flatMap(quarters)) path.turn(quarter, (stickers = applied(stickers, quarter)));
    };
    // At random for a while; what is shown always leads to the place on the way that is shown.
    for (let step = 0; step < 30; step++) {
      turn(drawn(3) > 0 ? (moves[path.at] ?? "U") : FACE_TURNS[drawn(18)]!);
      if (path.isHalfway) assert.ok(["", "'"].some((way) => applied(stickers, moves[path.at]!.charAt(0) + way) === after(path.at + 1)));
      else assert.equal(path.undo ? applied(stickers, path.undo) : stickers, after(path.at));
    }
    // Who does what is shown arrives, and half turns may go either way round.
    for (let step = 0; step < 60 && stickers !== after(moves.length); step++) {
      const next = moves[path.at] ?? "U";
      const face = next.charAt(0);
      if (path.isHalfway) turn(applied(stickers, face) === after(path.at + 1) ? face : `${face}'`);
      else turn(path.undo || (next.endsWith("2") ? face + ["", "'"][drawn(2)] : next));
    }
    assert.equal(stickers, after(moves.length), moves.join(" "));
  }
});

test("stages have their times, what was looked for, and turns with pauses", () => {
  const turns = "D@0 D@100 R@200 U@1500 U@1600 R'@2700 F@3000 U@3900";
  const stages = stagesOf({ splits: [200, 2700, 2700], turns, millis: 3900 });
  assert.deepEqual(stages, [
    { name: "Cross", millis: 200, looked: 0, count: 2, text: "D2 R" },
    { name: "F2L", millis: 2500, looked: 1300, count: 2, text: "U2 (1.1 s) R'" },
    { name: "OLL", millis: 0, looked: 0, count: 0, text: "" },
    { name: "PLL", millis: 1200, looked: 300, count: 2, text: "F (0.9 s) U" },
  ]);
  // A turn that was taken back was made all the same.
  assert.deepEqual(stagesOf({ splits: [], turns: "R@0 R'@90", millis: 700 }).map(({ name, count, text }) => [name, count, text]), [["", 2, "R R'"]]);
});

test("a drawn case follows turns by their colours, and is done where its set's goal is", () => {
  // Held with yellow up and blue in front: red is at the right still.
  const held = applied(SOLVED, "x2");
  assert.equal(turnedCase(held, "D'"), applied(held, "U'"));
  assert.equal(turnedCase(held, "R"), applied(held, "R"));
  assert.equal(turnedCase(held, "F"), applied(held, "B"));
  const [sune, pair, t] = ["R U R' U R U2 R'", "R U R'", "R U R' U' R' F R2 U' R' U' R U R' F'"];
  const done = (moves: string) => ["f2l", "oll", "pll"].map((set) => isDone(set, applied(held, moves)));
  assert.deepEqual(done(t), [true, true, false]);
  assert.deepEqual(done(sune), [true, false, false]);
  assert.deepEqual(done(pair), [false, false, false]);
  assert.deepEqual(done(`${t} ${t}`), [true, true, true]);
  assert.deepEqual(done("U"), [true, true, false]);
});

/** Recordings, with the milliseconds of the turns by the cube's clock as they were decoded when they were recorded. */
const RECORDINGS = [
  {
    name: "GANicXXX",
    packets: CARRY,
    protocol: GAN_2,
    address: [0xab, 0x12, 0x34, 0x00, 0xde, 0xef],
    battery: 83,
    times: "0 177 289 373 656 817 981 1054 1167 1321 1461 1558 1684 1829 1986 2359 2489 2626 2728 2847 2984 3084 3134 3238 3338 3518 3596 3728 3896 4685",
  },
  {
    name: "GANi4_A26E",
    packets: I4,
    protocol: GAN_4,
    address: [0x0c, 0x3d, 0x5e, 0xbd, 0xa2, 0x6e],
    battery: 37,
    times: "0 172 271 373 485 596 690 749 848 965 1126 1220 1312 1475 1571 1782 1919 2046 2117 2224 2358 2465 2532 2620 2731 2894 2979 3101 3256 3371",
  },
];

for (const { name, packets: recorded, protocol, address, battery, times } of RECORDINGS) test(`packets of a real ${name} are its turns at its own times`, async () => {
  const { program, watched, page } = await started(`${name}.sqlite`);
  const packets = recorded.split("\n").filter((line) => /^\d/.test(line)).map((line) => {
    const [at, hex = ""] = line.split(" ");
    return { at: Number(at), bytes: Array.from(Buffer.from(hex, "hex")) };
  });
  const state = packets[0]!;
  const advertised = [1, [0, 0, 0, ...[...address].reverse()]] as const;
  // It answers the first question with its state; the rest comes by itself.
  let hasAnswered = false;
  const device: PlayedDevice = await PlayedDevice.on(page, { ...protocol, name, advertised }, () => {
    if (!hasAnswered) void device.send([{ bytes: state.bytes, after: 20 }]);
    hasAnswered = true;
  });
  await timer(page, 0);
  await connect(page);
  await page.locator(".held-state", { hasText: name }).waitFor();
  await page.evaluate(() => {
    const { held } = (window as any).cuberig.view;
    held.onTurn((turn: any) => ((window as any).turns ??= []).push({ ...turn, stickers: held.stickers }));
  });
  // Three times as fast as they came.
  await device.send(packets.slice(1).map(({ at, bytes }) => ({ bytes, after: (at - packets[1]!.at) / 3 })));
  const turns = await page.evaluate(() => (window as any).turns as { move: string; own: number; stickers: string }[]);
  // The T permutation, twice.
  const t = "R U R' U' R' F R R U' R' U' R U R' F'";
  assert.equal(turns.map(({ move }) => move).join(" "), `${t} ${t}`);
  turns.reduce((stickers, turn) => {
    assert.equal(turn.stickers, applied(stickers, turn.move));
    return turn.stickers;
  }, SOLVED);
  assert.equal(turns.at(-1)?.stickers, SOLVED);
  assert.equal(turns.map((turn) => turn.own - turns[0]!.own).join(" "), times);
  await page.locator(".held-state", { hasText: `${name}, battery ${battery} %` }).waitFor();
  await watched.finish();
  await ended(program);
});

test("a solve on a smart cube needs no key, and is kept with its turns", async () => {
  const { program, watched, page } = await started("smart.sqlite");
  const cube = await GanCube.on(page);
  const first = await timer(page, 0);
  await connect(page);
  await page.locator(".held-state", { hasText: "GANtest, battery 83 %" }).waitFor();
  await note(page, "Turn the scramble");
  // A wrong turn in the middle.
  const moves = first.scramble.split(" ");
  const wrong = "URFDLB".split("").find((face) => face !== moves[3]!.charAt(0) && face !== moves[2]!.charAt(0))!;
  await cube.turn(moves.slice(0, 3).join(" "));
  await cube.turn(wrong);
  await note(page, `Turn back: ${wrong}'`);
  await cube.turn(`${wrong}'`);
  await note(page, "Turn the scramble");
  assert.equal(await page.locator(".scramble s").count(), 3);
  await cube.turn(moves.slice(3).join(" "));
  await note(page, "Scrambled: your first turn starts the clock.");
  assert.equal(cube.stickers, first.stickers, "the cube is scrambled by the tests' own geometry");
  // The inspection is timed where it is asked for.
  await page.keyboard.press(" ");
  await page.locator(".timer-pad[data-phase=inspecting]").waitFor();
  await page.waitForTimeout(300);
  // The radio is late in bursts; the cube's clock is not, but 10 % fast.
  const solution = backwards(first.scramble);
  await cube.turn(solution, 110, (at) => 100 * (at - (at % 4)) + 300);
  const { solves } = await timer(page, 1);
  const solve = solves[0]!;
  const turns = solve.turns.split(" ").map((turn) => turn.split("@") as [string, string]);
  assert.equal(applied(applied(SOLVED, solve.scramble), turns.map(([move]) => move).join(" ")), SOLVED);
  assert.deepEqual([solve.scramble, solve.penalty, solve.millis], [first.scramble, "none", Number(turns.at(-1)![1])]);
  const gaps = turns.slice(1).map(([, at], index) => Number(at) - Number(turns[index]![1]));
  assert.ok(gaps.every((gap) => Math.abs(gap - 100) <= 12), `turns every 100 ms: ${gaps.join(" ")}`);
  assert.equal(solve.splits.length, 3);
  assert.equal(await page.locator(".reconstruction tbody tr").count(), 4);
  // It goes to csTimer where csTimer has a place for it.
  const to = join(folder, "smart.json");
  await run("smart.sqlite", "--export", to);
  const entry = JSON.parse(readFileSync(to, "utf8")).session1[0];
  assert.deepEqual(entry[0], [0, solve.millis, ...[...solve.splits].reverse()]);
  assert.deepEqual(entry[4], [solve.turns, "333"]);
  // The next one is given up: a cube that is not solved is a DNF.
  const second = await timer(page, 1);
  await cube.turn(second.scramble, 20);
  await note(page, "Scrambled");
  await cube.turn("R U", 100);
  await page.locator(".timer-pad[data-phase=running]").waitFor();
  await page.keyboard.press("k");
  assert.equal((await timer(page, 2)).solves[1]!.penalty, "dnf");
  await note(page, "The cube you hold differs");
  await page.locator(".reconstruction th", { hasText: "All" }).waitFor();
  await page.getByRole("button", { name: /turns of solve 1/ }).click();
  await page.locator(".reconstruction h3", { hasText: "Solve 1" }).waitFor();
  // It goes out of reach in a solve, which is said: the time is stopped by a key then, and kept without turns.
  await page.getByRole("button", { name: "It is solved" }).click();
  await note(page, "Turn the scramble");
  await cube.turn((await timer(page, 2)).scramble, 20);
  await note(page, "Scrambled");
  await cube.turn("R U", 100);
  await page.locator(".timer-pad[data-phase=running]").waitFor();
  await cube.leave();
  await page.locator(".held-state", { hasText: "The connection to GANtest was lost." }).waitFor();
  await page.keyboard.press("k");
  const third = (await timer(page, 3)).solves[2]!;
  assert.deepEqual([third.turns, third.penalty], ["", "none"]);
  await page.locator(".timer-hint", { hasText: "Hold Space" }).waitFor();
  await watched.finish();
  await ended(program);
});

test("a cube whose state does not fit is set right, and its address is typed where the browser keeps it", async () => {
  const { program, watched, page } = await started("differs.sqlite", 360);
  const cube = await GanCube.on(page, "AB:12:34:00:DE:EF", false);
  await timer(page, 0);
  await connect(page);
  await page.locator(".held-state", { hasText: "cannot read the cube's Bluetooth address" }).waitFor();
  const address = page.getByLabel("Address", { exact: true });
  await address.fill("AB:12");
  await connect(page);
  await page.locator(".held-state", { hasText: "six pairs" }).waitFor();
  // The right form, but of another cube: what it sends cannot be read.
  await address.fill("AB:12:34:00:DE:EE");
  await connect(page);
  await page.locator(".held-state", { hasText: "does not answer" }).waitFor();
  await address.fill("ab:12:34:00:de:ef");
  cube.turnSilently("R U F2");
  await connect(page);
  await note(page, "The cube you hold differs");
  await page.getByRole("button", { name: "It is solved" }).click();
  await note(page, "Turn the scramble");
  await page.waitForTimeout(100);
  assert.ok(cube.asked.includes(0x0a) && cube.stickers === SOLVED, "the cube itself was set too");
  const { scramble } = await timer(page, 0);
  await cube.turn(scramble, 20);
  await note(page, "Scrambled");
  await cube.turn(backwards(scramble), 60);
  await timer(page, 1);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "nothing is wider than the screen");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("button", { name: "Connect a smart cube" }).waitFor();
  await watched.finish();
  await ended(program);
});

test("a drill on a smart cube is timed from the case to the first turn, and from there to the goal", async () => {
  const { program, watched, page } = await started("smart-drill.sqlite");
  const cube = await GanCube.on(page);
  cube.turnSilently("R U2 F' L D");
  await timer(page, 0);
  await connect(page);
  await page.locator(".held-state", { hasText: "GANtest" }).waitFor();
  await page.getByRole("button", { name: "Drills", exact: true }).click();
  await page.getByRole("button", { name: "Next case" }).click();
  for (const wanted of [1, 2]) {
    await page.locator(".drill[data-phase=looking]").waitFor();
    const drill = await part<DrillNow>(page, "drill");
    const way = solutionOf(drill, (await part<any>(page, "catalogue")).sets);
    await page.waitForTimeout(400);
    if (wanted === 2) await page.getByRole("button", { name: "Show it" }).click();
    assert.equal(await page.locator(".drill-answer").isVisible(), wanted === 2);
    await cube.turn(way, 90);
    await page.waitForFunction((number) => (window as any).cuberig.app.store.get("drill").number > number, drill.number);
    const { cases } = await part<LearnerNow>(page, "learner");
    const known = cases.find((memory) => memory.case === drill.case)!;
    const length = way.split(" ").flatMap((move) => (move.endsWith("2") ? [0, 0] : [0])).length;
    assert.deepEqual([known.drills, known.lapses, known.recognised.length], [1, wanted - 1, 2 - wanted]);
    if (wanted === 1) assert.ok(known.recognised[0]! >= 400 && known.recognised[0]! < 2000, JSON.stringify(known));
    assert.ok(Math.abs(known.turned[0]! - 90 * (length - 1)) < 0.35 * 90 * length, `${known.turned[0]} ms for ${length} quarters`);
  }
  // A case that is lost on the way is given up, and not called known.
  await page.locator(".drill[data-phase=looking]").waitFor();
  const lost = await part<DrillNow>(page, "drill");
  await cube.turn("R D", 90);
  await page.locator(".drill[data-phase=turning]").waitFor();
  await page.keyboard.press("3");
  assert.equal(await page.locator(".drill[data-phase=turning]").count(), 1);
  await page.getByRole("button", { name: "1: Forgot it" }).click();
  await page.waitForFunction((number) => (window as any).cuberig.app.store.get("drill").number > number, lost.number);
  assert.equal((await part<LearnerNow>(page, "learner")).cases.find((memory) => memory.case === lost.case)?.lapses, 1);
  await watched.finish();
  await ended(program);
});

/** What solves a case of PLL as it is drawn, in turns of the colours' faces of a cube with white up and green in front. */
function solutionOf(drill: DrillNow, sets: { name: string; cases: { name: string; moves: string; others: string[] }[] }[]): string {
  const shown = sets.find(({ name }) => name === drill.set)!.cases.find(({ name }) => name === drill.case)!;
  const tops = ["", "U", "U2", "U'"];
  const ways = [shown.moves, ...shown.others].filter((way) => /^[URFDLB' 2]+$/.test(way));
  const all = ways.flatMap((way) => tops.flatMap((before) => tops.map((end) => [before, way, end].filter(Boolean).join(" "))));
  const way = all.find((way) => isDone("pll", applied(drill.stickers, way)));
  assert.ok(way, drill.case);
  const face = (letter: string) => "URFDLB"["WRGYOB".indexOf(drill.stickers.charAt(9 * "URFDLB".indexOf(letter) + 4))]!;
  return way.split(" ").map((move) => face(move.charAt(0)) + move.slice(1)).join(" ");
}

test("keys turn a drawn cube that reports its turns as a smart one does", async () => {
  const KEYS: Record<string, string> = { R: "i", "R'": "k", L: "d", "L'": "e", U: "j", "U'": "f", D: "s", "D'": "l", F: "h", "F'": "g", B: "w", "B'": "o" };
  const { program, watched, page } = await started("keys.sqlite");
  const { scramble } = await timer(page, 0);
  await page.getByRole("button", { name: "Turn by keys" }).click();
  await note(page, "Scrambled: your first turn starts the clock.");
  for (const move of backwards(scramble).split(" ").flatMap((move) => (move.endsWith("2") ? [move.charAt(0), move.charAt(0)] : [move]))) await page.keyboard.press(KEYS[move]!);
  const { solves } = await timer(page, 1);
  assert.equal(applied(applied(SOLVED, scramble), solves[0]!.turns.replace(/@\d+/g, "")), SOLVED);
  assert.equal(solves[0]!.penalty, "none");
  await note(page, "Scrambled");
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.locator(".scramble-note:empty").waitFor({ state: "attached" });
  await watched.finish();
  await ended(program);
});
