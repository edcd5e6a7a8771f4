// The graph's messages as people read them on the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cause, plain } from "../../src/plain";

const SAID: readonly (readonly [string, string])[] = [
  [
    "driver rl_rotate failed: joint r_wrist is blocked: its motor does not turn under -93 % of power at 4.2 degrees; scanning the cube again",
    "The right wrist is stuck. Looking at the cube again.",
  ],
  [
    "r_grip stops 3.4 degrees before it is closed: a layer is misaligned at claw R; straighten it by hand; r_grip stands halfway and will be brought back; scanning the cube again",
    "A layer is misaligned at the right claw. Looking at the cube again.",
  ],
  [
    "driver fb_rotate failed: joint f_wrist is blocked: its motor does not turn under 65 % of power at 4.4 degrees; where a layer next to claw F is misaligned, straighten it by hand; f_wrist stands halfway and will be brought back; looking again",
    "The front wrist is stuck. Looking at the cube again.",
  ],
  [
    "the run failed: driver fb_rotate failed: joint f_wrist is blocked: its motor does not turn under 65 % of power at 4.4 degrees; where a layer next to claw F is misaligned, straighten it by hand",
    "The run failed: the front wrist is stuck. Where a layer next to the front claw is misaligned, straighten it by hand, then press Look.",
  ],
  [
    "the run failed: f_grip stops 3.4 degrees before it is closed: a layer is misaligned at claw F; straighten it by hand; after that: no cube has the stickers that were read: a face may be turned, shown twice or misread",
    "The run failed: a layer is misaligned at the front claw. Straighten it by hand, then press Look. After that: no cube has the stickers that were read: a face may be turned, shown twice or misread.",
  ],
  ["'h' at character 1 is not a move in case notation", "“h” is not a move. Use U D L R F B with ' or 2."],
  ["'R'h' at character 3 is not a move in standard notation", "“R'h” is not a move. Use U D L R F B with ' or 2."],
  ["the node motion_planner has fallen silent", "The motion planner has fallen silent."],
  ["cube/state is incomplete: run with scan, or set the cube with cube/set_state", "The state of the cube is incomplete: press Look and solve, or enter the cube."],
  ["nobody called the service confirm within 60 s; motion_planner reports: no answer", "Nobody pressed Yes within 60 s; the motion planner reports: no answer."],
  ["no joint_states of f_wrist, b_wrist; is its driver running?", "No reading of the front wrist, the back wrist; is its driver running?"],
  ["waiting up to 10 s: no joint_states of f_wrist for 6.2 s", "Waiting up to 10 s: no reading of the front wrist for 6.2 s."],
  ["driver rl_rotate failed: joints r_wrist and l_wrist are 15 degrees apart", "The right wrist and the left wrist are 15 degrees apart."],
  ["face B was not read: is there a cube in the claws?; looking again", "Face B was not read: is there a cube in the claws? Looking at the cube again."],
  ["the pose of the cube is unknown; scan the cube or set its state", "Nobody knows how the cube lies; press Look, or enter the cube."],
  ["f_grip stands at 3.0 degrees", "The front claw stands at 3.0 degrees."],
  ["Stopped after 3 of 20 moves. Press Resume to go on.", "Stopped after 3 of 20 moves. Press Resume to go on."],
  ["", ""],
];

for (const [message, words] of SAID) test(`plain words: ${words}`, () => assert.equal(plain(message), words));

test("what failed is said later without what was to come", () => {
  assert.equal(cause("face B was not read: is there a cube in the claws?; scanning the cube again"), "Face B was not read: is there a cube in the claws?");
  assert.equal(cause("joint r_wrist is blocked: its motor does not turn under 60 % of power; trying again"), "The right wrist is stuck.");
});
