// A phone's camera sees a cube: a scan by hand and a lesson of `cuberig`, both served to phones, with nobody else's camera.

import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Phone, filmOf } from "../kit/camera";
import { followed } from "../kit/learner";
import { cube } from "../kit/scan";

const { CUBERIG_BINARIES: binaries = "../../../target/debug" } = process.env;
const { facelets, colors } = cube();
let phone: Phone;

before(async () => {
  phone = await Phone.start("", filmOf(colors));
});
after(() => phone.end());

/** Starts `cuberig` with these arguments, and opens the page on the phone, by the address that the code has. */
async function started(...words: string[]): Promise<{ program: ChildProcess; page: Page; printed: () => string }> {
  const program = spawn(`${binaries}/cuberig`, words, { stdio: ["ignore", "pipe", "pipe"] });
  let [printed, said] = ["", ""];
  program.stdout.on("data", (text) => (printed += text));
  const address = await new Promise<string>((resolve, reject) => {
    program.stderr.on("data", (text) => {
      said += text;
      const found = /on a phone: (https:\/\/\S+)\n[^]*SHA-256/.exec(said)?.[1];
      if (found) resolve(found);
    });
    void once(program, "exit").then(() => reject(new Error(`it ended: ${said}`)));
  });
  assert.ok(address.includes("#token="), address);
  const page = await phone.open(address);
  return { program, page, printed: () => printed };
}

test("a cube is scanned by the phone's camera", async () => {
  const { program, page, printed } = await started("scan", "--phone", "--json");
  await page.locator(".guide-prompt").filter({ hasText: "Show the green face" }).waitFor();
  await page.getByRole("button", { name: "Use this camera", exact: true }).click();
  await page.locator(".camera-who").filter({ hasText: /Chrome on Linux: \d+ pictures a second/ }).waitFor();
  await page.getByRole("button", { name: "Yes, this is my cube" }).waitFor();
  const ended = once(program, "exit");
  await page.getByRole("button", { name: "Yes, this is my cube" }).click();
  assert.equal((await ended)[0], 0);
  const read = JSON.parse(printed());
  assert.deepEqual([read.facelets, read.valid], [facelets, true]);
  await page.context().close();
});

test("a lesson waits for the phone's camera, and goes on with the cube that it shows", async () => {
  const { program, page } = await started("teach", "--phone");
  await followed(page, colors);
  const ended = once(program, "exit");
  program.kill("SIGINT");
  await ended;
  await page.context().close();
});
