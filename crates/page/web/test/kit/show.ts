// Starts and kills the crate's example `show`: a real server before a rig that nobody has.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const ROOT = "../../..";

/** The server under test. */
export class Show {
  private constructor(
    readonly address: string,
    private child: ChildProcess | undefined,
    private readonly port: string,
    private readonly view: string,
  ) {}

  /** Starts the example, or takes the address in CUBERIG_PAGE. CUBERIG_SHOW is the example's file, where it is built already. */
  static async start(view = "rig"): Promise<Show> {
    const there = view === "rig" ? process.env.CUBERIG_PAGE : undefined;
    if (there) return new Show(there, undefined, "", view);
    const { child, address } = await launch("0", view);
    return new Show(address, child, new URL(address).port, view);
  }

  /** Ends it without a word, as a crash would. */
  async kill(): Promise<void> {
    if (!this.child) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await ended;
  }

  /** Starts it again at the same address. */
  async restart(): Promise<void> {
    this.child = (await launch(this.port, this.view)).child;
  }

  end(): void {
    this.child?.kill("SIGKILL");
  }
}

async function launch(port: string, view: string): Promise<{ child: ChildProcess; address: string }> {
  let file = process.env.CUBERIG_SHOW;
  if (!file) {
    const built = spawnSync("cargo", ["build", "--quiet", "-p", "cuberig-page", "--example", "show"], {
      cwd: ROOT,
      stdio: "inherit",
    });
    if (built.status !== 0) throw new Error("the example `show` cannot be built");
    file = `${process.env.CARGO_TARGET_DIR ?? `${ROOT}/target`}/debug/examples/show`;
  }
  const child = spawn(file, [port, view], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const [address] = (await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => Promise.reject(new Error("the example ended at once"))),
  ])) as [string];
  return { child, address };
}
