// A learner with a cube in their hands before the host's camera: `cuberig teach --page --camera` before a folder into which the
// test writes pictures as time goes by.

import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "playwright-core";
import type { HandScan, LessonNow, WatchNow } from "../../src/protocol";
import { open, type Opening } from "./browser";
import { Film, corner, face, flat, held, nothing } from "./cube_pictures";
import { applied } from "./lesson";

const { CUBERIG_BINARIES: binaries = "../../../target/debug" } = process.env;
const COLORS: Record<string, string> = { U: "W", R: "R", F: "G", D: "Y", L: "O", B: "B" };

/** The cube in the learner's hands; it is held as the page shows it. */
export class Learner {
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

  /** Holds the cube before the camera until the verdict is as expected. */
  async until(state: WatchNow["state"]): Promise<WatchNow> {
    return this.shownUntil(state, async (watch) => watch.state === state);
  }

  /** Holds the cube before the camera until the page shows the same cube; the praise for it may still go on. */
  async untilFollowed(): Promise<void> {
    await this.shownUntil(`the cube ${this.cube}`, async () => (await this.lesson()).stickers === this.cube);
  }

  /** Takes another cube; the camera sees none for some seconds, on a busy machine too. */
  async exchange(cube: string): Promise<void> {
    this.cube = cube;
    await this.film.add(nothing());
    await new Promise((done) => setTimeout(done, 3000));
  }

  /** Shows a corner of the cube first, then what is asked for. */
  private async shownUntil(what: string, isReached: (watch: WatchNow) => Promise<boolean>): Promise<WatchNow> {
    await this.film.add(corner(this.cube));
    for (let wait = 0, shown = ""; wait < 150; wait++) {
      const watch = await this.watch();
      if (await isReached(watch)) return watch;
      if (watch.state === "cannot_tell" && watch.show && wait > 12 && watch.show !== shown) {
        await this.film.add(corner(held(this.cube, watch.show.charAt(0), watch.show.charAt(1) || undefined)));
        [shown, wait] = [watch.show, 0];
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`${what} is awaited, but there is ${JSON.stringify(await this.watch())}`);
  }

  /** Waits until the page shows the cube in the hands, and the praise is over. */
  async isFollowed(): Promise<void> {
    const { stickers } = await this.lesson();
    assert.equal(stickers, this.cube, "the page shows the cube in the hands");
    await this.page.locator(".watch:not([data-state=done])").waitFor();
  }

  /** Shows the faces that the guide asks for, until the cube is read or the guide has seen enough. */
  async showAll(isEnough: (scan: HandScan) => boolean = () => false): Promise<void> {
    for (let wait = 0, shown = ""; wait < 400; wait++) {
      if ((await this.watch()).state !== "reading") return;
      const scan: HandScan = await this.part("hand_scan");
      if (isEnough(scan)) return;
      const hold = scan.hold + scan.faces.join();
      if (scan.hold && hold !== shown) {
        await this.film.add(flat(face(held(this.cube, scan.hold.charAt(0), scan.hold.charAt(1)), "F")));
        shown = hold;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`the cube was not read: ${JSON.stringify(await this.part("hand_scan"))}`);
  }
}

/** Starts a lesson for a cube before a folder, and opens its page. */
export async function begin(seed: string, opening: Opening = {}): Promise<{ learner: Learner; folder: string; end: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), "cuberig-eyes-"));
  const folder = join(home, "camera");
  await mkdir(folder);
  const facelets = execFileSync(`${binaries}/cuberig`, ["scramble", "--seed", seed], { encoding: "utf8" }).trim();
  const cube = Array.from(facelets, (letter) => COLORS[letter]).join("");
  const film = new Film(folder);
  await film.add(corner(cube));
  const named = ["teach", facelets, "--page", "0", "--camera", "camera"];
  const teach = spawn(resolve(binaries, "cuberig"), named, { cwd: home, stdio: ["ignore", "ignore", "pipe"] });
  const watched = await open(await addressOf(teach), { width: 1200, height: 1000, ...opening });
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
