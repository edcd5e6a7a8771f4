// A learner turns a real cube before the host's camera: `cuberig teach --page --camera` before a folder into which the test
// writes pictures as time goes by.

import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { HandScan, LessonNow, WatchNow } from "../../src/protocol";
import { open } from "../kit/browser";
import { Film, corner, face, flat, held } from "../kit/cube_pictures";
import { applied, undone } from "../kit/lesson";

const { CUBERIG_BINARIES: binaries = "../../../target/debug" } = process.env;
const COLORS: Record<string, string> = { U: "W", R: "R", F: "G", D: "Y", L: "O", B: "B" };

/** The cube in the learner's hands; it is held as the page shows it. */
class Learner {
  constructor(
    readonly page: Page,
    private readonly film: Film,
    public cube: string,
  ) {}

  lesson(): Promise<LessonNow> {
    return this.part("lesson");
  }

  watch(): Promise<WatchNow> {
    return this.part("watch");
  }

  private part(name: string): Promise<any> {
    return this.page.evaluate((name) => (window as any).cuberig.app.store.get(name), name);
  }

  /** Does the lesson's next turn, with the rotations before it, or `instead` of it. Returns what was turned. */
  async turn(instead: (turn: string) => string = (turn) => turn): Promise<string> {
    const { moves, at } = await this.lesson();
    const rest = moves.slice(at).map(({ turn }) => turn);
    const first = rest.findIndex((turn) => !/[xyz]/.test(turn));
    const made = instead(rest[first] ?? "");
    this.cube = [...rest.slice(0, first), made].reduce(applied, this.cube);
    return made;
  }

  /** Holds the cube before the camera until the verdict is as expected: a corner first, then what is asked for. */
  async until(state: WatchNow["state"]): Promise<WatchNow> {
    await this.film.add(corner(this.cube));
    for (let wait = 0, shown = ""; wait < 150; wait++) {
      const watch = await this.watch();
      if (watch.state === state) return watch;
      if (watch.state === "cannot_tell" && watch.show && wait > 12 && watch.show !== shown) {
        await this.film.add(corner(held(this.cube, watch.show.charAt(0), watch.show.charAt(1) || undefined)));
        [shown, wait] = [watch.show, 0];
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`${state} is awaited, but there is ${JSON.stringify(await this.watch())}`);
  }

  /** Waits until the page shows the cube in the hands, and the praise is over. */
  async isFollowed(): Promise<void> {
    const { stickers } = await this.lesson();
    assert.equal(stickers, this.cube, "the page shows the cube in the hands");
    await this.page.locator(".watch:not([data-state=done])").waitFor();
  }

  /** Shows the faces that the guide asks for. */
  async showAll(): Promise<void> {
    for (let wait = 0, shown = ""; wait < 400; wait++) {
      if ((await this.watch()).state !== "reading") return;
      const scan: HandScan = await this.part("hand_scan");
      const hold = scan.hold + scan.faces.join();
      if (scan.hold && hold !== shown) {
        await this.film.add(flat(face(held(this.cube, scan.hold.charAt(0), scan.hold.charAt(1)), "F")));
        shown = hold;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error("the cube was not read");
  }
}

/** Starts a lesson for a cube before a folder, and opens its page. */
async function begin(seed: string): Promise<{ learner: Learner; folder: string; end: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), "cuberig-eyes-"));
  const folder = join(home, "pictures");
  await mkdir(folder);
  const facelets = execFileSync(`${binaries}/cuberig`, ["scramble", "--seed", seed], { encoding: "utf8" }).trim();
  const cube = Array.from(facelets, (letter) => COLORS[letter]).join("");
  const film = new Film(folder);
  await film.add(corner(cube));
  const teach = spawn(`${binaries}/cuberig`, ["teach", facelets, "--page", "0", "--camera", folder], { stdio: ["ignore", "ignore", "pipe"] });
  const watched = await open(await addressOf(teach), { width: 1200, height: 1000 });
  const { page } = watched;
  await page.locator(".watch").waitFor();
  const end = async () => {
    await watched.finish();
    teach.kill("SIGINT");
    await rm(home, { recursive: true });
  };
  return { learner: new Learner(page, film, cube), folder, end };
}

function addressOf(host: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    if (!host.stderr) throw new Error("stderr is piped");
    createInterface({ input: host.stderr }).on("line", (line) => {
      said += `${line}\n`;
      const found = /http:\/\/[^\s;]+/.exec(line);
      if (found) resolve(found[0]);
    });
    host.once("exit", () => reject(new Error(`the lesson ended before it had a page: ${said}`)));
  });
}

test("right turns go on, a wrong one is named and undone or planned from, and a lost camera is survived", async () => {
  const { learner, folder, end } = await begin("31");
  const { page } = learner;
  await learner.until("not_yet");
  await page.locator(".picture[data-state=live]").waitFor();
  for (let turns = 0; turns < 2; turns++) {
    const turn = await learner.turn();
    const seen = await learner.until("done");
    assert.deepEqual(seen.made, [turn]);
    assert.ok(seen.took !== null && seen.took < 1, `told after ${seen.took} s`);
    await learner.isFollowed();
  }
  // The wrong way round, and back.
  const { at } = await learner.lesson();
  const wrong = await learner.turn((turn) => (turn.endsWith("2") ? turn.replace("2", "") : undone(turn)));
  const named = await learner.until("wrong");
  assert.deepEqual([named.made, named.undo], [[wrong], [undone(wrong)]]);
  const verdict = page.locator(".watch[data-state=wrong]");
  await verdict.getByText(wrong).first().waitFor();
  await verdict.getByRole("button", { name: `Undo: ${undone(wrong)}` }).waitFor();
  learner.cube = applied(learner.cube, undone(wrong));
  await learner.until("done");
  await learner.isFollowed();
  assert.ok((await learner.lesson()).at >= at && (await learner.lesson()).beside.length === 0);
  // Wrong again, and on with a new lesson from there.
  await learner.turn((turn) => (turn.startsWith("B") ? "F" : "B"));
  await learner.until("wrong");
  await page.locator(".watch").getByRole("button", { name: "New lesson from here" }).click();
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("lesson").at === 0);
  assert.equal((await learner.lesson()).stickers, learner.cube);
  await learner.until("not_yet");
  // The camera goes, and comes back after a turn that nobody saw.
  const before = await learner.lesson();
  await rename(folder, `${folder}-away`);
  await page.locator(".watch[data-state=lost]").waitFor();
  await page.getByText("The lesson waits").waitFor();
  assert.deepEqual(await learner.lesson(), before);
  const turn = await learner.turn();
  await rename(`${folder}-away`, folder);
  assert.deepEqual((await learner.until("done")).made, [turn]);
  await learner.isFollowed();
  await end();
});

test("a cube that is something else is read face by face, and the lesson goes on from there", async () => {
  const { learner, end } = await begin("32");
  await learner.until("not_yet");
  learner.cube = ["R", "U2", "F'", "L", "D", "B2", "R'"].reduce(applied, learner.cube);
  await learner.until("reading");
  await learner.page.getByRole("heading", { name: "Show the cube" }).waitFor();
  await learner.showAll();
  assert.equal((await learner.lesson()).stickers, learner.cube);
  await learner.page.getByRole("heading", { name: "Show the cube" }).waitFor({ state: "hidden" });
  await learner.turn();
  await learner.until("done");
  await end();
});
