// A whole beginner lesson, from a scramble to solved, with a cube in the hands before the host's camera, and three slips on the way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin } from "../kit/hands";
import { applied, undone } from "../kit/lesson";

const SOLVED = /^(?:(\w)\1{8}){6}$/;
/** What the learner turns instead of the lesson's turn: the wrong way, half of it or twice as far, another face. */
const SLIPS: readonly ((turn: string) => string)[] = [
  (turn) => (turn.endsWith("2") ? turn.replace("2", "") : undone(turn)),
  (turn) => (turn.endsWith("2") ? turn.replace("2", "'") : `${turn.charAt(0)}2`),
  (turn) => (turn.startsWith("B") ? "F" : "B"),
];
/** At which turns. */
const AT = [5, 40, 80];

test("a beginner lesson with three slips before a camera ends solved", async (context) => {
  const { learner, end } = await begin("33");
  await learner.until("not_yet");
  let turns = 0;
  for (; !SOLVED.test(learner.cube); turns++) {
    assert.ok(turns < 300, "the lesson comes to an end");
    const slip = SLIPS[AT.indexOf(turns)];
    if (slip) {
      const { at } = await learner.lesson();
      const wrong = await learner.turn(slip);
      const { made, undo } = await learner.until("wrong");
      assert.deepEqual([made, undo], [[wrong], [undone(wrong)]]);
      learner.cube = applied(learner.cube, undone(wrong));
      await learner.untilFollowed();
      assert.ok((await learner.lesson()).at >= at, "the lesson goes on where it was");
    }
    await learner.turn();
    await learner.untilFollowed();
    assert.deepEqual((await learner.lesson()).extra_turns, [], `turn ${turns} is the lesson's`);
  }
  await learner.page.getByText("The cube is solved.", { exact: true }).waitFor();
  context.diagnostic(`${turns} turns`);
  await end();
});
