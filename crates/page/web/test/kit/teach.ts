// `cuberig teach --page` before a real browser: started, opened, and ended.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Page } from "playwright-core";
import type { LessonNow } from "../../src/protocol";
import { drawCoarsely, open, type Opening } from "./browser";
import { colored } from "./parts";

const { CUBERIG_BINARIES: binaries = "../../../target/debug" } = process.env;

/** A learner at a lesson. */
export interface Taught {
  readonly page: Page;
  /** The cube at the begin. */
  readonly start: string;
  lesson(): Promise<LessonNow>;
  end(): Promise<void>;
}

/** Opens a lesson for a seeded cube. */
export async function teach(method: string, seed: number, opening: Opening = {}): Promise<Taught> {
  const facelets = execFileSync(`${binaries}/cuberig`, ["scramble", "--seed", String(seed)], { encoding: "utf8" }).trim();
  const child = spawn(`${binaries}/cuberig`, ["teach", facelets, "--method", method, "--page", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const lines = createInterface({ input: child.stderr });
  const [line] = (await once(lines, "line")) as [string];
  const address = /http:\/\/[^\s;]+/.exec(line)?.[0];
  assert.ok(address, line);
  const watched = await open(address, { width: 1100, height: 880, ...opening });
  const { page } = watched;
  await drawCoarsely(page);
  const lesson = () => page.evaluate(() => (window as any).cuberig.app.store.get("lesson") as LessonNow);
  const end = async () => {
    await watched.finish();
    child.kill("SIGINT");
    await once(child, "exit");
  };
  return { page, start: colored(facelets), lesson, end };
}
