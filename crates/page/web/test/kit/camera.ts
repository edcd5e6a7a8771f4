// A browser with a camera that shows what a test draws, in a network of its own where the machine permits that.

import { chromium, type Browser, type Page } from "playwright-core";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { face, flat } from "./cube_pictures";
import { FLAGS, STARTER, drawCoarsely, drawnJpeg } from "./browser";

const [WIDTH, HEIGHT] = [640, 480];
/** Luma of the film's frames, one after the other. */
const LUMAS = [40, 100, 160, 220];
/** The greys that they are on a page: video has luma from 16 to 235 (BT.601). */
export const GREYS: readonly number[] = LUMAS.map((luma) => ((luma - 16) * 255) / 219);

/** Writes a film of grey frames, 30 a second, in a format that Chromium plays as a camera. */
export function greyFilm(folder: string): string {
  const file = join(folder, "film.y4m");
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  // Each is shown for a third of a second.
  const frames = LUMAS.flatMap((luma) =>
    Array.from({ length: 10 }, () => Buffer.concat([Buffer.from("FRAME\n"), Buffer.alloc(WIDTH * HEIGHT, luma), chroma])),
  );
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F30:1 Ip A1:1 C420jpeg\n`), ...frames]));
  return file;
}

/** Writes a film of pictures, each shown for so long, in another format that Chromium plays as a camera: 30 JPEGs a second. */
async function drawnFilm(folder: string, pictures: readonly string[], seconds: number): Promise<string> {
  const file = join(folder, "film.mjpeg");
  const frames: Buffer[] = [];
  for (const svg of pictures) {
    const frame = await drawnJpeg(svg);
    for (let count = 0; count < 30 * seconds; count++) frames.push(frame);
  }
  writeFileSync(file, Buffer.concat(frames));
  return file;
}

/** A film of the faces of a cube, one after the other. */
export function filmOf(colors: string): (folder: string) => Promise<string> {
  return (folder) => drawnFilm(folder, Array.from("URFDLB", (name) => flat(face(colors, name))), 2);
}

/** A cable between this machine and a phone, which has an address of its own. */
export class Cable {
  private constructor(
    private readonly name: string,
    readonly server: string,
  ) {}

  /** Lays it; nothing where the machine does not permit that. */
  static lay(): Cable | undefined {
    const name = `cr${process.pid}`;
    const cable = new Cable(name, "10.123.45.1");
    try {
      ip("netns", "add", name);
    } catch {
      return undefined;
    }
    // An address of IPv6 that comes a second later is another network for a browser.
    ip("netns", "exec", name, "sh", "-c", "echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6");
    ip("link", "add", name, "type", "veth", "peer", "name", "phone", "netns", name);
    ip("addr", "add", `${cable.server}/24`, "dev", name);
    ip("-n", name, "addr", "add", "10.123.45.2/24", "dev", "phone");
    ip("-n", name, "link", "set", "lo", "up");
    ip("link", "set", name, "up");
    ip("-n", name, "link", "set", "phone", "up");
    // A browser that starts earlier takes the network for a new one when the cable is there, and drops its connections.
    for (let attempt = 0; attempt < 200 && !cable.isUp; attempt++) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    return cable;
  }

  private get isUp(): boolean {
    const shown = execFileSync("ip", ["-n", this.name, "-brief", "link", "show", "dev", "phone"], { encoding: "utf8" });
    return shown.split(/\s+/)[1] === "UP";
  }

  /** Pulls it out of the phone, or puts it in. */
  plug(isIn: boolean): void {
    ip("-n", this.name, "link", "set", "phone", isIn ? "up" : "down");
  }

  /** What starts a program as one of the phone. */
  get place(): string {
    return `ip netns exec ${this.name} `;
  }

  end(): void {
    ip("netns", "del", this.name);
  }
}

function ip(...words: string[]): void {
  execFileSync("ip", words, { stdio: "ignore" });
}

/** A browser with a camera. */
export class Phone {
  private constructor(
    private readonly browser: Browser,
    private readonly folder: string,
  ) {}

  /** `film` writes what its camera shows into a folder, and gives the file. */
  static async start(place = "", film: (folder: string) => string | Promise<string> = greyFilm): Promise<Phone> {
    const folder = mkdtempSync(join(tmpdir(), "cuberig-phone-"));
    const video = await film(folder);
    const starter = join(folder, "chromium.sh");
    writeFileSync(starter, `#!/bin/sh\nexec ${place}sh '${STARTER}' "$@"\n`);
    chmodSync(starter, 0o755);
    const camera = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${video}`];
    const browser = await chromium.launch({ executablePath: starter, args: [...FLAGS, ...camera] });
    return new Phone(browser, folder);
  }

  /** Opens a page as wide as a phone, that spends no time on its drawing. */
  async open(address: string): Promise<Page> {
    const context = await this.browser.newContext({ ignoreHTTPSErrors: true, hasTouch: true, viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(address);
    await drawCoarsely(page);
    return page;
  }

  /** A file that is taken away with the phone. */
  file(name: string): string {
    return join(this.folder, name);
  }

  async end(): Promise<void> {
    await this.browser.close();
    rmSync(this.folder, { recursive: true });
  }
}
