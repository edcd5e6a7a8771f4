// Waiting for what a page does in its own time.

import assert from "node:assert/strict";

/** Waits until something is so, for at most five seconds. */
export async function soon(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail("this did not happen within five seconds");
}
