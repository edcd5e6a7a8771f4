// `cuberig practise` before a real browser: starts it with a file of its own, and opens its page.

import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import type { Page } from "playwright-core";
import type { TimerNow } from "../../src/protocol";
import { open, type Watched } from "./browser";

const { CUBERIG_BINARIES: binaries = "../../../target/debug" } = process.env;
/** The solved cube, white up and green in front. */
export const SOLVED = Array.from("WRGYOB", (color) => color.repeat(9)).join("");
/** Where the files of these tests are. */
export const folder = mkdtempSync(join(tmpdir(), "cuberig-practice-"));
after(() => rmSync(folder, { recursive: true }));

/** Starts the program with a file of this name, and opens its page. */
export async function started(name: string, width = 1100, locale?: string): Promise<{ program: ChildProcess; watched: Watched; page: Page }> {
  const program = spawn(`${binaries}/cuberig`, ["practise", "--file", join(folder, name)], { stdio: ["ignore", "ignore", "pipe"] });
  const [line] = (await once(createInterface({ input: program.stderr }), "line")) as [string];
  const address = /http:\/\/[^\s;]+/.exec(line)?.[0];
  assert.ok(address, line);
  const watched = await open(address, { width, height: 900, ...(locale ? { locale } : {}) });
  return { program, watched, page: watched.page };
}

/** Ends the program. */
export async function ended(program: ChildProcess, signal: "SIGINT" | "SIGKILL" = "SIGINT"): Promise<void> {
  const exit = once(program, "exit");
  program.kill(signal);
  await exit;
}

/** Runs the program until it ends. */
export async function run(file: string, ...words: string[]): Promise<void> {
  const [status] = await once(spawn(`${binaries}/cuberig`, ["practise", "--file", join(folder, file), ...words], { stdio: "ignore" }), "exit");
  assert.equal(status, 0, words.join(" "));
}

/** What the page knows of a part. */
export const part = <T>(page: Page, name: string) => page.evaluate((name) => (window as any).cuberig.app.store.get(name) as T, name);

/** The timer once it has this many solves and the next scramble. */
export async function timer(page: Page, solves: number): Promise<TimerNow> {
  await page.waitForFunction((solves) => {
    const timer = (window as any).cuberig.app.store.get("timer") as TimerNow | undefined;
    return timer?.solves.length === solves && timer.scramble !== "";
  }, solves);
  return part<TimerNow>(page, "timer");
}

/** What axe finds. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8"));
  return page.evaluate(async () => {
    const { violations } = await (window as any).axe.run(document, { resultTypes: ["violations"] });
    return violations.map((found: any) => `${found.id}: ${found.nodes.map((node: any) => node.html).join(" ")}`);
  });
}
