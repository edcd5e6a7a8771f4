// The graph's messages as people read them on the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { plain } from "../../src/plain";

const SAID: readonly (readonly [string, string])[] = [
  [
    "brick rl_rotate failed: joint r_wrist is blocked: its motor does not turn under -93 % of power at 4.2 degrees; scanning the cube again",
    "The right wrist is stuck. Looking at the cube again.",
  ],
  ["'h' at character 1 is not a move in case notation", "“h” is not a move. Use U D L R F B with ' or 2."],
  ["'R'h' at character 3 is not a move in standard notation", "“R'h” is not a move. Use U D L R F B with ' or 2."],
  ["the node motion_planner has fallen silent", "The motion planner has fallen silent."],
  ["cube/state is incomplete: run with scan, or set the cube with cube/set_state", "The state of the cube is incomplete: press Look and solve, or enter the cube."],
  ["nobody called the service confirm within 60 s; motion_planner reports: no answer", "Nobody pressed Yes within 60 s; the motion planner reports: no answer."],
  ["f_grip stands at 3.0 degrees", "The front claw stands at 3.0 degrees."],
  ["Stopped after 3 of 20 moves. Resume continues.", "Stopped after 3 of 20 moves. Resume continues."],
  ["", ""],
];

for (const [message, words] of SAID) test(`plain words: ${words}`, () => assert.equal(plain(message), words));
