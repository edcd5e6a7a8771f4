// What the page shows of a cube in a learner's hands: right, wrong, lost, and something else.

import assert from "node:assert/strict";
import { rename } from "node:fs/promises";
import { test } from "node:test";
import { begin } from "../kit/hands";
import { applied, undone } from "../kit/lesson";

test("right turns go on, a wrong one is named and undone or planned from, and a lost camera is survived", async () => {
  const { learner, folder, end } = await begin("31");
  const { page } = learner;
  await learner.until("not_yet");
  await page.locator(".picture[data-state=live]").waitFor();
  for (let turns = 0; turns < 2; turns++) {
    const turn = await learner.turn();
    const seen = await learner.until("done");
    assert.deepEqual(seen.made, [turn]);
    assert.ok(seen.took !== null, "the part contains how long the verdict took");
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
  assert.ok((await learner.lesson()).at >= at && (await learner.lesson()).extra_turns.length === 0);
  // Wrong again, and on with a new lesson from there.
  await learner.turn((turn) => (turn.startsWith("B") ? "F" : "B"));
  await learner.until("wrong");
  await page.locator(".watch").getByRole("button", { name: "New lesson from here" }).click();
  await page.waitForFunction(() => (window as any).cuberig.app.store.get("lesson")?.at === 0);
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
