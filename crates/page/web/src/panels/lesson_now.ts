// What to do now: the next move in notation and words, the stage with its goal, the step with its reason.

import { el, setText } from "../dom";
import type { Place } from "../lesson";
import { counted, t } from "../language";

/** The next move, large, with the one after it. */
export class NextMove {
  private readonly written = el("span", { class: "next-written" });
  private readonly words = el("span", { class: "next-words" });
  private readonly then = el("p", { class: "next-then" });
  readonly element = el(
    "div",
    { class: "next-move" },
    el("p", { class: "next-line", role: "status", "aria-live": "polite" }, this.written, this.words),
    this.then,
  );

  show({ lesson, next, then, isNextHidden }: Place): void {
    const shown = isNextHidden ? undefined : next;
    setText(this.written, isNextHidden ? "?" : next ? next.written : "✓");
    this.written.hidden = lesson.moves.length === 0;
    setText(this.words, shown?.words ?? (isNextHidden ? t("now.which") : isSolved(lesson.stickers) ? t("now.solved") : t("now.all-done")));
    setText(this.then, shown && then ? t("now.then", { written: then.written, words: then.words }) : "");
  }
}

function isSolved(stickers: string): boolean {
  return /^(?:(\w)\1{8}){6}$/.test(stickers);
}

/** The stickers before this one, of the faces U, R and F, are seen on the large cube. */
const SEEN = 27;

/** Which pieces are bright, below the cube. */
export class BrightPieces {
  readonly element = el("p", { class: "note bright-pieces" });

  show({ lesson, step }: Place): void {
    const isMarked = lesson.bright.length > 0 && step !== undefined && step.watch !== "";
    const where = lesson.bright.some((sticker) => sticker < SEEN) ? "" : t("now.at-back");
    setText(this.element, isMarked ? t("now.bright", { pieces: step.watch, where }) : "");
  }
}

/** The stage and the step, in the words of the method. */
export class StageText {
  private readonly number = el("p", { class: "stage-number" });
  private readonly name = el("h3", { class: "stage-name" });
  private readonly goal = el("p", { class: "stage-goal" });
  private readonly why = el("p", { class: "note" });
  private readonly step = el("h3", { class: "step-name" });
  private readonly reason = el("p");
  private readonly grip = el("p", { class: "step-grip" });
  readonly element = el("div", {}, this.number, this.name, this.goal, this.why, this.step, this.grip, this.reason);

  show({ lesson, stage, stageNumber, step, next, left, isHidden }: Place): void {
    setText(this.number, t("now.stage", { number: stageNumber + 1, count: lesson.stages.length, moves: counted("move", left) }));
    setText(this.name, stage?.name ?? "");
    setText(this.goal, stage ? t("now.goal", { goal: stage.goal }) : "");
    setText(this.why, stage ? t("now.why", { why: stage.why }) : "");
    setText(this.step, step?.name ?? "");
    // The reason names the moves.
    setText(this.reason, isHidden ? t("now.with-hint") : (step?.reason ?? ""));
    // The grip is that of the step's turns, after the turn of the whole cube that may come first.
    const isTipped = next === undefined || !/^[xyz]/.test(next.turn);
    setText(this.grip, isTipped || isHidden ? (step?.grip ?? "") : t("now.tip-first", { grip: step?.grip ?? "" }));
  }
}
