// A lesson that a test plays: its server goes to places, follows turns and takes them back, by the tests' own geometry.

import type { Ask, LessonNow, Part } from "../../src/protocol";
import type { Fake, Reply } from "./fake";
import { PLACES, dot, moved, normalOf, tipped } from "./geometry";
import { controls } from "./parts";

export const FACES = Array.from("URFDLB");
/** The 18 turns and the nine rotations. */
export const TURNS = [...FACES, "x", "y", "z"].flatMap((letter) => [letter, `${letter}'`, `${letter}2`]);
const CONTROLS = "play pause goto turn undo redo replan teach confirm decline check random photos practise".split(" ");
/** What a slice, a wide turn or a rotation is made of: turned faces and tipped cubes, with their sense. */
const MADE_OF: Record<string, readonly (readonly ["turn" | "tip", string, 1 | -1])[]> = {
  M: [["turn", "L", -1], ["turn", "R", 1], ["tip", "R", -1]],
  E: [["turn", "D", -1], ["turn", "U", 1], ["tip", "U", -1]],
  S: [["turn", "F", -1], ["turn", "B", 1], ["tip", "F", 1]],
  Rw: [["turn", "L", 1], ["tip", "R", 1]],
  Lw: [["turn", "R", 1], ["tip", "R", -1]],
  x: [["tip", "R", 1]],
  y: [["tip", "U", 1]],
  z: [["tip", "F", 1]],
};

/** Letter and quarters of a move. */
export function parsed(move: string): { letter: string; quarters: number } {
  return { letter: move.replace(/[2']/g, ""), quarters: move.includes("2") ? 2 : move.endsWith("'") ? -1 : 1 };
}

/** The move that takes another one back. */
export function undone(move: string): string {
  return move.endsWith("2") ? move : move.endsWith("'") ? move.slice(0, -1) : `${move}'`;
}

const NAMES: Record<string, string> = { U: "top", R: "right side", F: "front", D: "bottom", L: "left side", B: "back" };

/** A move in words. */
export function wordsOf(move: string): string {
  const { letter, quarters } = parsed(move);
  const way = quarters === 2 ? "half around" : quarters === 1 ? "clockwise" : "anticlockwise";
  return `turn the ${NAMES[letter] ?? `whole cube about ${letter}`} ${way}`;
}

/** The stickers after a move, or after a rotation about two axes. */
export function applied(stickers: string, moves: string): string {
  return moves.split(" ").reduce(appliedOne, stickers);
}

function appliedOne(stickers: string, move: string): string {
  const { letter, quarters } = parsed(move);
  const made = MADE_OF[letter] ?? [["turn", letter, 1] as const];
  return made.reduce(
    (cube, [what, face, sense]) => (what === "turn" ? moved : tipped)(cube, face, sense * quarters),
    stickers,
  );
}

/** A lesson of given moves in three stages, and where the learner is in it. */
export class PlayedLesson {
  at = 0;
  extra_turns: string[] = [];
  more: Partial<LessonNow> = {};
  private past: { at: number; extra_turns: string[] }[] = [];
  private future: { at: number; extra_turns: string[] }[] = [];

  constructor(
    private readonly start: string,
    readonly moves: readonly string[],
  ) {}

  /** The stickers after `at` moves of the lesson, and after the extra turns. */
  get stickers(): string {
    return [...this.moves.slice(0, this.at), ...this.extra_turns].reduce(applied, this.start);
  }

  /** All parts of the page. */
  parts(): Part[] {
    return [
      { part: "hello", version: 1, view: "lesson", title: "Learn to solve it", simulated: false, faults: [], has_rig: false, cube_look: null },
      this.controls(),
      this.part(),
    ];
  }

  part(): Part {
    const { moves, at, extra_turns, stickers } = this;
    const cut = [0, Math.ceil(moves.length / 3), Math.ceil((2 * moves.length) / 3), moves.length];
    const spans = cut.slice(0, 3).map((begin, stage) => ({ stage, begin, end: cut[stage + 1] ?? 0 }));
    const stageOf = (move: number) => Math.max(0, spans.findIndex(({ end }) => move < end));
    const names = ["white cross", "white corners", "last layer"];
    return {
      part: "lesson",
      method: "beginner",
      methods: [["beginner", "Layer by layer"], ["cfop", "CFOP"]],
      about: "Seven stages with a few short sequences.",
      numbers: [],
      stages: spans.map(({ stage, begin, end }) => ({
        name: names[stage] ?? "",
        goal: "All four edges stand at their centres.",
        why: "The cross holds the first layer together, and the corners come between its arms.",
        begin,
        end,
      })),
      steps: spans.map(({ stage, begin, end }) => ({
        stage,
        name: "An edge on top looks to the side",
        reason: "The turns bring it below its centre and then up.",
        grip: "White above, green towards you.",
        watch: "pieces of the top layer",
        begin,
        end,
      })),
      moves: moves.map((turn, index) => ({ turn, written: turn, words: wordsOf(turn), step: stageOf(index) })),
      at,
      by_arms: false,
      stickers,
      bright: PLACES.flatMap((place, sticker) => (dot(place.piece, normalOf("U")) === 1 ? [sticker] : [])),
      playing: false,
      pace: 1,
      extra_turns,
      onward: this.onward,
      notice: "",
      question: "",
      ...this.more,
    };
  }

  /** What leads on after extra turns, in words. */
  private get onward(): string {
    const last = this.extra_turns.at(-1);
    if (last === undefined) return "";
    const isHalf = this.extra_turns.length === 1 && this.moves[this.at] === `${last.replace("'", "")}2`;
    return wordsOf(isHalf ? last : undone(last));
  }

  /** Answers requests, and shows on the page what became of them. */
  serve(fake: Fake): void {
    fake.answer = (ask) => {
      const reply = this.on(ask);
      fake.put(this.controls());
      fake.put(this.part());
      return reply;
    };
  }

  private controls(): Part {
    return controls({ undo: this.past.length > 0 ? "" : "Nothing was turned." }, CONTROLS);
  }

  private on(ask: Ask): Reply {
    const { at, extra_turns } = this;
    switch (ask.do) {
      case "goto":
        if (ask.moves > this.moves.length) return { ok: false, text: "The lesson has fewer moves." };
        this.go(ask.moves, []);
        return {};
      case "turn":
        if (!extra_turns.length && this.moves[at] === ask.turn) this.go(at + 1, []);
        else if (extra_turns.length && undone(extra_turns.at(-1) ?? "") === ask.turn) this.go(at, extra_turns.slice(0, -1));
        else this.go(at, [...extra_turns, ask.turn]);
        return {};
      case "undo":
        this.future.push({ at, extra_turns });
        ({ at: this.at, extra_turns: this.extra_turns } = this.past.pop() ?? this);
        return {};
      case "redo":
        this.past.push({ at, extra_turns });
        ({ at: this.at, extra_turns: this.extra_turns } = this.future.pop() ?? this);
        return {};
      default:
        return {};
    }
  }

  private go(at: number, extra_turns: string[]): void {
    this.past.push({ at: this.at, extra_turns: this.extra_turns });
    this.future = [];
    [this.at, this.extra_turns] = [at, extra_turns];
  }
}
