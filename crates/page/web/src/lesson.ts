// Where a learner is in a lesson: its stage, its step, the move that comes next, and the arrow for it.

import { inverse } from "./cube/turns";
import type { LessonNow, MoveNow, StageNow, StepNow } from "./protocol";
import { t } from "./language";

/** Something to do with the cube. */
export type Doing = Pick<MoveNow, "turn" | "written" | "words">;

/** The place that the learner has reached. */
export interface Place {
  readonly lesson: LessonNow;
  /** Number of the stage, from 0. */
  readonly stageNumber: number;
  readonly stage: StageNow | undefined;
  /** Number of the step, from 0. */
  readonly stepNumber: number;
  readonly step: StepNow | undefined;
  /** What to do now: the next move, or what leads back to the lesson; nothing at the end. */
  readonly next: Doing | undefined;
  /** The move after it. */
  readonly then: MoveNow | undefined;
  /** Whether the learner made extra turns; a quarter of the next half turn is none. */
  readonly hasExtraTurns: boolean;
  /** How many moves are left. */
  readonly left: number;
  /** Whether the learner practises: the moves that come are not shown. */
  readonly isHidden: boolean;
  /** Whether the next one is not shown either. What leads back after a wrong turn is shown. */
  readonly isNextHidden: boolean;
}

/** Finds the place; at the end, it is the last step's. */
export function placeIn(lesson: LessonNow, isHidden: boolean): Place {
  const { moves, steps, stages, at, extra_turns } = lesson;
  const half = otherHalf(lesson);
  const stepNumber = moves[at]?.step ?? steps.length - 1;
  const step = steps[stepNumber];
  const areHidden = isHidden && at < moves.length;
  const stageNumber = step?.stage ?? stages.length - 1;
  return {
    lesson,
    stageNumber,
    stage: stages[stageNumber],
    stepNumber,
    step,
    next: half ?? wayBack(lesson) ?? moves[at],
    then: extra_turns.length > 0 ? undefined : moves[at + 1],
    hasExtraTurns: extra_turns.length > 0 && half === undefined,
    left: moves.length - at,
    isHidden: areHidden,
    isNextHidden: areHidden && extra_turns.length === 0,
  };
}

/** The same quarter once more, where a quarter of the half turn that comes next is done. */
function otherHalf({ extra_turns, moves, at, onward }: LessonNow): Doing | undefined {
  const [done = "", ...more] = extra_turns;
  const next = moves[at];
  const isHalf = next !== undefined && more.length === 0 && next.turn === `${done.replace("'", "")}2`;
  return isHalf ? { turn: done, written: done, words: said(onward, t("lesson.other-half", { move: next.written })) } : undefined;
}

/** What takes the last extra turn back, where there is one. */
function wayBack({ extra_turns, onward }: LessonNow): Doing | undefined {
  const last = extra_turns.at(-1);
  return last === undefined ? undefined : { turn: inverse(last), written: inverse(last), words: said(onward, t("lesson.leads-back")) };
}

/** A turn in words where the server gives them, and what it is for. */
function said(words: string, what: string): string {
  return words ? `${words}: ${what}` : what;
}

/** The move to which the arrow points; a rotation about two axes begins with the first. */
export function arrowOf({ next, isNextHidden }: Place): string | undefined {
  return isNextHidden ? undefined : next?.turn.split(" ")[0];
}
