// Parts of a server's messages, made up so that every view has something to show.

import type { HandScan, Part, PlannedMotion, Scene } from "../../src/protocol";
import { close } from "./cube_pictures";
import { moved, normalOf } from "./geometry";

/** The usual colours of the faces U R F D L B. */
export const WESTERN = "WRGYOB";
export const SOLVED = Array.from("URFDLB", (face) => face.repeat(9)).join("");

/** Numbers that look random and are always the same. */
export function seeded(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Facelets of a cube that can be solved. */
export function scrambled(seed: number): string {
  const random = seeded(seed);
  let facelets = SOLVED;
  for (let move = 0; move < 30; move++)
    facelets = moved(facelets, "URFDLB".charAt(Math.floor(6 * random())), 1 + Math.floor(3 * random()));
  return facelets;
}

/** The colours of facelets. */
export function colored(facelets: string, scheme = WESTERN): string {
  return Array.from(facelets, (face) => scheme.charAt("URFDLB".indexOf(face)) || "?").join("");
}

/** Joints at rest with some arms turned. */
export function joints(positions: Record<string, number> = {}): Record<string, number> {
  const rest = Array.from("rlfb").flatMap(
    (arm) =>
      [
        [`${arm}_grip`, 0],
        [`${arm}_wrist`, 0],
      ] as [string, number][],
  );
  return { ...Object.fromEntries(rest), ...positions };
}

/** A scene; `at` is its time. */
export function scene(
  at: number,
  stickers: string,
  more: Partial<NonNullable<Scene["cube"]>> = {},
  positions: Record<string, number> = {},
): Part {
  const all = joints(positions);
  return {
    part: "scene",
    at,
    joints: all,
    joint_ages: Object.fromEntries(Object.keys(all).map((name) => [name, 20])),
    cube: {
      edge: 0.057,
      faces_at_sides: "URFDLB",
      orientation: [0, 0, 0, 1],
      layers: [0, 0, 0, 0],
      stickers,
      doubtful: [],
      ...more,
    },
  };
}

/** The quaternion of a turn of the whole cube, clockwise as a face is seen from outside. */
export function quaternion(face: string, quarters: number): [number, number, number, number] {
  const [a, b, c] = normalOf(face);
  const half = (-quarters * Math.PI) / 4;
  return [a * Math.sin(half), b * Math.sin(half), c * Math.sin(half), Math.cos(half)];
}

const MOVES = "R U2 F' L D B2 R' F U' R2 D2 L' B U F2 D' L2 B' R U".split(" ");
export const CONTROLS = [
  "start",
  "start_known",
  "stop",
  "resume",
  "give_up",
  "look",
  "load",
  "release",
  "confirm",
  "moves",
  "scramble",
  "fault",
  "clear_faults",
  "set_cube",
  "scan",
  "learn_colors",
];

/** Reasons of controls: those that are named are off. */
export function controls(off: Record<string, string>, names: readonly string[] = CONTROLS): Part {
  return { part: "controls", reasons: Object.fromEntries(names.map((name) => [name, off[name] ?? ""])) };
}

function motions(): PlannedMotion[] {
  const all: PlannedMotion[] = [];
  for (let step = 0, start = 0.3; step < 20; step++) {
    const [arm, other] = ["rlfb".charAt(step % 4), "rlfb".charAt((step + 2) % 4)];
    const quarters = [1, -1, 2][step % 3] ?? 1;
    const end = start + (quarters === 2 ? 1 : 0.6);
    all.push({ arm, action: "turn", quarters, start, end });
    all.push(
      { arm: other, action: "open", quarters: 0, start: end, end: end + 0.52 },
      { arm: other, action: "turn", quarters: -1, start: end + 0.52, end: end + 1.12 },
    );
    all.push({ arm: other, action: "close", quarters: 0, start: end + 1.12, end: end + 1.64 });
    start = end + 0.9;
  }
  return all.sort((a, b) => a.start - b.start);
}

/** A plan, `now` seconds into it. */
export function plan(now: number | null): Part {
  const all = motions();
  return { part: "plan", moves: MOVES, motions: all, seconds: Math.max(...all.map(({ end }) => end)) + 0.4, now };
}

/** What a cube that the camera saw looks like, with two stickers in doubt. */
export function known(facelets: string, scheme = WESTERN): Part {
  return {
    part: "cube",
    facelets,
    scheme,
    confidence: Array.from({ length: 54 }, (_, sticker) => (sticker % 17 === 3 ? 0.7 : 0.995)),
    doubtful: [20, 29],
    faces_seen: "URFDLB",
    seen_at: 7,
    status: "valid",
    source: "seen by the camera",
    problem: "",
    notes: [],
    solved: false,
  };
}

/** A rig in the middle of a run. */
export function rigAtWork(): Part[] {
  const facelets = scrambled(4);
  const busy = "The rig is at work.";
  const node = (
    name: string,
    message: string,
    level: "ok" | "warn" = "ok",
  ): { name: string; level: typeof level; message: string; values: [string, string][]; age: number } => ({
    name,
    level,
    message,
    values: [["pictures a second", "29.8"]],
    age: 300,
  });
  return [
    {
      part: "hello",
      version: 1,
      view: "rig",
      title: "Workshop rig",
      simulated: true,
      faults: [
        {
          name: "motor_stalls",
          about: "a motor does not turn any more",
          targets: [
            ["r_wrist", "wrist of arm R"],
            ["f_wrist", "wrist of arm F"],
          ],
          variants: [],
          amount: null,
        },
        {
          name: "sticker_misread",
          about: "the camera sees another colour at this place of the cube",
          targets: [
            ["F3", "F3"],
            ["U1", "U1"],
          ],
          variants: [
            ["", "another colour"],
            ["=G", "green"],
          ],
          amount: { unit: "seconds, 0 until cleared", least: 0, most: 3600, usual: 0 },
        },
      ],
      has_rig: true,
      cube_look: null,
    },
    scene(0, colored(facelets), { layers: [0.55, 0, 0, 0], doubtful: [20, 29] }, { r_wrist: 0.55 }),
    known(facelets),
    {
      part: "run",
      stage: "executing",
      attempt: 2,
      text: "The arms turn the cube: move 7 of 20.",
      details: "",
      progress: 0.33,
      moves: MOVES,
      moves_done: 6,
      elapsed: 21.4,
      left: 17.8,
      troubles: ["Attempt 1: the claw of arm F did not close."],
      question: "",
    },
    plan(9.1),
    { part: "stop", stopped: false, text: "", took: null },
    controls({
      start: busy,
      start_known: busy,
      resume: "Nothing is stopped.",
      give_up: "Nothing is stopped.",
      look: busy,
      load: busy,
      release: busy,
      confirm: "Nobody asks.",
      moves: busy,
      scramble: busy,
      set_cube: busy,
    }),
    {
      part: "health",
      nodes: [
        node("brick_drivers", "four bricks answer"),
        node("camera", "30 pictures a second"),
        node("conductor", "a run is under way"),
        node("face_detector", "no face in the last three pictures", "warn"),
        node("motion_planner", "carries out a plan"),
        node("rig_sim", "simulates four bricks and a camera"),
        node("solver", "ready"),
        node("state_assembler", "the cube is known"),
      ],
    },
    {
      part: "history",
      runs: Array.from({ length: 18 }, (_, index) => ({
        ended: 1_763_800_000 + 140 * index,
        solved: index !== 9,
        reason: index === 9 ? "the cube slipped" : "",
        attempts: 1,
        moves: 19 + (index % 3),
        scan: 9.2 + Math.sin(index),
        solve: 0.5 + (index % 4) * 0.3,
        execute: 24 + 3 * Math.sin(3 * index),
        check: 8.1,
      })),
    },
    { part: "camera", age: 30, source: "simulated camera, 640 x 480" },
  ];
}

/** A person who has shown three faces. */
export function handScan(more: Partial<HandScan> = {}): Part[] {
  const stickers = colored(scrambled(7)).slice(0, 27) + "?".repeat(27);
  return [
    { part: "hello", version: 1, view: "hand_scan", title: "Show your cube", simulated: false, faults: [], has_rig: false, cube_look: null },
    controls({}, ["say", "set_cube", "photos"]),
    {
      part: "hand_scan",
      prompt: "Show the yellow face.",
      hint: "Tip the top towards the camera.",
      notice: "The green face is read.",
      stickers,
      doubtful: [12],
      faces: ["read", "read", "read", "asked", "missing", "missing"],
      hold: "YGR",
      left: 48,
      problem: "",
      done: false,
      ...more,
    },
    { part: "camera", age: 30, source: "webcam, 640 x 480" },
  ];
}

/** A person who has shown all six faces: one sticker is in doubt. */
export function handDoubt(): Part[] {
  const stickers = colored(scrambled(7));
  const hand = handScan({
    prompt: "Show the red face, white on top.",
    hint: "",
    notice: "Hard to tell: R4; please show the red face (R) again.",
    stickers,
    faces: ["read", "asked", "read", "read", "read", "read"],
    hold: "RWB",
    problem: "Another cube fits nearly as well; in doubt: R4 (orange).",
  });
  const picture = `data:image/svg+xml,${encodeURIComponent(close(stickers.slice(9, 18)))}`;
  return [...hand, { part: "doubt", faces: [{ face: "R", picture, quarters: 0 }] }];
}

/** A plan that is played. */
export function played(): Part[] {
  const facelets = scrambled(4);
  return [
    { part: "hello", version: 1, view: "plan", title: "A plan of 20 moves", simulated: true, faults: [], has_rig: true, cube_look: null },
    scene(0, colored(facelets), { layers: [0, 0, -0.7, 0] }, { f_wrist: -0.7, l_grip: 0.99 }),
    controls({}, ["play", "pause"]),
    plan(null),
    { part: "player", at: 9.1, playing: false, speed: 1 },
  ];
}
