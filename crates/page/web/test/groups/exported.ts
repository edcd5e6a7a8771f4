// `cuberig teach --export`: a lesson in one file, opened from the file system by a real browser.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import type { LessonNow } from "../../src/protocol";
import { open } from "../kit/browser";
import { applied } from "../kit/lesson";
import { folder, part, violations } from "../kit/practice";

const { CUBERIG_BINARIES: binaries = "../../../target/debug" } = process.env;
const cuberig = (...words: string[]) => execFileSync(`${binaries}/cuberig`, words, { encoding: "utf8" }).trim();
const isSolved = (stickers: string) => /^(.)\1{8}(.)\2{8}(.)\3{8}(.)\4{8}(.)\5{8}(.)\6{8}$/.test(stickers);

/** Writes a lesson, and returns its address. */
function written(name: string, method: string): string {
  const file = join(folder, name);
  cuberig("teach", cuberig("scramble", "--seed", "7").split("\n").at(-1)!, "--method", method, "--export", file);
  return pathToFileURL(file).href;
}

const lesson = (page: Page) => part<LessonNow>(page, "lesson");
const at = (page: Page, moves: number) => page.waitForFunction((moves) => (window as any).cuberig.app.store.get("lesson")?.at === moves, moves);

test("a lesson in a file is played without a server, and each place is the one that its moves lead to", async () => {
  const address = written("cfop.html", "cfop");
  const watched = await open(address, { width: 1100, height: 900 });
  const { page } = watched;
  await page.getByRole("button", { name: "Step", exact: true }).waitFor();
  const begin = await lesson(page);
  assert.deepEqual([begin.at, begin.method], [0, "cfop"]);
  const places = await page.evaluate(() => JSON.parse(document.getElementById("exported")!.textContent!).places as [string, number[]][]);
  assert.equal(places.length, begin.moves.length + 1);
  begin.moves.forEach(({ turn }, number) => assert.equal(applied(places[number]![0], turn), places[number + 1]![0], `move ${number + 1}`));
  assert.ok(isSolved(places.at(-1)![0]));
  // Steps, keys, stages, and turns of one's own.
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await at(page, 1);
  await page.keyboard.press("ArrowRight");
  await at(page, 2);
  await page.keyboard.press("ArrowLeft");
  await at(page, 1);
  assert.equal((await lesson(page)).stickers, places[1]![0]);
  await page.locator(".stage-button").nth(2).click();
  const { at: there } = await lesson(page);
  assert.ok(there > 1, String(there));
  // It plays to its end by itself, and holds there.
  await page.getByRole("button", { name: "4×" }).click();
  await page.evaluate((last) => (window as any).cuberig.app.ask({ do: "goto", moves: last }), begin.moves.length - 2);
  await page.getByRole("button", { name: "Play" }).click();
  await at(page, begin.moves.length);
  await page.getByRole("button", { name: "Play" }).waitFor();
  assert.equal((await lesson(page)).playing, false);
  assert.ok(isSolved((await lesson(page)).stickers));
  // What a file cannot do is not offered.
  assert.equal(await page.getByLabel("Method", { exact: true }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Undo", exact: true }).count(), 0);
  assert.ok(statSync(join(folder, "cfop.html")).size < 1_500_000);
  await watched.finish();
});

test("a link to a place of a file opens there, and one to another lesson is named", async () => {
  const address = written("beginner.html", "beginner");
  const watched = await open(`${address}#at=12`, { width: 360, height: 740 });
  const { page } = watched;
  await at(page, 12);
  const link = new URLSearchParams((await page.evaluate(() => location.hash)).slice(1));
  assert.deepEqual([link.get("method"), link.get("at"), link.get("cube")?.length], ["beginner", "12", 54]);
  const places = await page.evaluate(() => JSON.parse(document.getElementById("exported")!.textContent!).places);
  assert.equal(link.get("cube"), places[0][0]);
  await page.evaluate(() => (location.hash = location.hash.replace("at=12", "at=3")));
  await at(page, 3);
  await page.evaluate(() => (location.hash = location.hash.replace("beginner", "cfop").replace("at=3", "at=5")));
  await page.locator(".lesson-notice", { hasText: "another lesson" }).first().waitFor();
  await at(page, 0);
  await page.evaluate(() => (location.hash = "at=999999"));
  await at(page, places.length - 1);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "nothing is wider than the screen");
  assert.deepEqual(await violations(page), []);
  await page.getByText("Licences of what this page is made of").click();
  await page.getByText("Copyright © 2010-2026 three.js authors").or(page.getByText("three.js authors")).first().waitFor();
  await watched.finish();
});

test("a link to a place of a served lesson begins it there", async () => {
  const program = spawn(`${binaries}/cuberig`, ["teach", "--page"], { stdio: ["ignore", "ignore", "pipe"] });
  const [line] = (await once(createInterface({ input: program.stderr }), "line")) as [string];
  const served = /http:\/\/[^\s;]+/.exec(line)![0];
  const link = new URLSearchParams(readFileSync(join(folder, "cfop.html"), "utf8").match(/"places":\[\["([WYROGB]{54})"/)!.slice(1, 2).map((cube) => ["cube", cube] as [string, string]));
  link.set("method", "cfop");
  link.set("at", "9");
  const watched = await open(`${served}#${link}`, { width: 1100, height: 900 });
  const { page } = watched;
  await page.getByRole("button", { name: "Teach this cube" }).click();
  await at(page, 9);
  const now = await lesson(page);
  assert.equal(now.method, "cfop");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy a link to this place" }).click();
  await page.getByText("The link is copied.").waitFor();
  const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  const names = new URLSearchParams(copied.hash.slice(1));
  assert.deepEqual(["cube", "method", "at"].map((name) => names.get(name)), ["cube", "method", "at"].map((name) => link.get(name)));
  await watched.finish();
  const exit = once(program, "exit");
  program.kill("SIGINT");
  await exit;
});
