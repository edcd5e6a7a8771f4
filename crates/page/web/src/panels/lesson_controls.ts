// The controls of a lesson: back, play, step, undo, speed, practice, and what takes extra turns back.

import type { App } from "../app";
import { guarded, requestButton } from "../button";
import { el, setAttribute, setText } from "../dom";
import type { Place } from "../lesson";
import type { Ask } from "../protocol";
import { t } from "../language";
import { switchFor } from "./display";

const SPEEDS = [0.25, 0.5, 1, 2, 4];

/** Buttons below the cube. */
export class LessonControls {
  readonly element: HTMLElement;
  /** Whether moves that come are hidden until a hint is asked for. */
  isPractice = false;
  private place: Place | undefined;
  /** Where the lesson goes, as long as the server has not answered: the next step begins there. */
  private goal: number | undefined;
  private speed = 1;
  private readonly playWord = el("span", {}, t("controls.play"));
  private readonly speeds: { speed: number; button: HTMLButtonElement }[];
  private readonly hint: HTMLButtonElement;
  private readonly progress = el("progress", { max: 1, value: 0, "aria-label": t("controls.progress") });

  /** `onPractice` is called when practice begins or ends, `onHint` when the next move shall be shown. */
  constructor(
    private readonly app: App,
    onPractice: () => void,
    onHint: () => void,
  ) {
    const play = guarded(app, "play", "", "primary", () => this.toggle());
    play.firstElementChild?.replaceWith(this.playWord);
    const back = guarded(app, "goto", t("controls.back"), "plain", () => this.back());
    const step = guarded(app, "goto", t("controls.step"), "plain", () => this.forward());
    const undo = requestButton(app, "undo", t("controls.undo"), "plain", () => ({ do: "undo" }));
    const redo = requestButton(app, "redo", t("controls.redo"), "plain", () => ({ do: "redo" }));
    this.speeds = SPEEDS.map((speed) => {
      const button = el("button", { type: "button", class: "choice", "aria-pressed": speed === 1 }, `${speed}×`);
      button.addEventListener("click", () => this.setSpeed(speed));
      return { speed, button };
    });
    this.hint = el("button", { type: "button", class: "button quiet", onclick: onHint }, t("controls.hint"));
    const practice = el("input", { type: "checkbox", id: "practice" });
    practice.addEventListener("change", () => {
      this.isPractice = practice.checked;
      onPractice();
    });
    this.element = el(
      "div",
      { class: "lesson-controls" },
      this.progress,
      el("div", { class: "row lesson-buttons" }, back, play, step, undo, redo),
      el(
        "div",
        { class: "row lesson-more" },
        el("div", { class: "choices", role: "group", "aria-label": t("controls.speed") }, ...this.speeds.map(({ button }) => button)),
        el("label", { class: "switch", for: "practice" }, practice, t("controls.practice")),
        "speechSynthesis" in window ? switchFor("aloud", t("settings.aloud")) : null,
        this.hint,
      ),
    );
  }

  show(place: Place): void {
    const { lesson } = place;
    // Who chose a speed while nothing was played keeps it.
    if (lesson.pace > 0 && lesson.pace !== this.place?.lesson.pace) this.markSpeed(1 / lesson.pace);
    this.place = place;
    setText(this.playWord, lesson.playing ? t("controls.pause") : t("controls.play"));
    this.hint.hidden = !place.isNextHidden;
    this.progress.value = lesson.moves.length > 0 ? lesson.at / lesson.moves.length : 1;
  }

  /** Plays, or holds. */
  toggle(): void {
    void this.app.askQuietly(this.place?.lesson.playing ? { do: "pause" } : { do: "play", from: null, speed: this.speed });
  }

  /** One move back; an extra turn is taken back first. */
  back(): void {
    const { lesson } = this.place ?? {};
    if (!lesson) return;
    const at = this.goal ?? lesson.at;
    if (this.goal === undefined && lesson.extra_turns.length > 0) void this.app.askQuietly({ do: "undo" });
    else if (at > 0) void this.go(at - 1);
  }

  /** One move on; extra turns are taken back first. */
  forward(): void {
    const { lesson } = this.place ?? {};
    if (!lesson) return;
    const at = this.goal ?? lesson.at;
    if (this.goal === undefined && lesson.extra_turns.length > 0) void this.go(at);
    else if (at < lesson.moves.length) void this.go(at + 1);
  }

  private async go(moves: number): Promise<void> {
    this.goal = moves;
    await this.app.askQuietly(goto(moves));
    // Meanwhile another step may have been asked for.
    if (this.goal === moves) this.goal = undefined;
  }

  private setSpeed(speed: number): void {
    this.markSpeed(speed);
    if (this.place?.lesson.playing) void this.app.askQuietly({ do: "play", from: null, speed });
  }

  private markSpeed(speed: number): void {
    this.speed = speed;
    this.speeds.forEach((choice) => setAttribute(choice.button, "aria-pressed", String(choice.speed === speed)));
  }
}

function goto(moves: number): Ask {
  return { do: "goto", moves };
}

/** The extra turns of the learner, and the two ways on. */
export class ExtraTurnsPart {
  private readonly moves = el("strong");
  readonly element: HTMLElement;
  private at = 0;

  constructor(app: App) {
    this.element = el(
      "div",
      { class: "confirm extra-turns", role: "status", hidden: true },
      el("p", { class: "question" }, t("extra.not-in-lesson"), this.moves),
      requestButton(app, "goto", t("extra.undo"), "primary", () => goto(this.at)),
      requestButton(app, "replan", t("extra.replan"), "plain", () => ({ do: "replan" })),
    );
  }

  show({ lesson, hasExtraTurns }: Place): void {
    this.at = lesson.at;
    this.element.hidden = !hasExtraTurns;
    setText(this.moves, lesson.extra_turns.join(" "));
  }
}

/** What the learner is asked, with yes and no. */
export function questionPart(app: App): HTMLElement {
  const text = el("p", { class: "question" });
  const yes = requestButton(app, "confirm", t("question.yes"), "primary", () => ({ do: "confirm" }));
  const no = requestButton(app, "decline", t("question.no"), "plain", () => ({ do: "decline" }));
  const part = el("div", { class: "confirm lesson-question", role: "alert", hidden: true }, text, yes, no);
  app.store.on("lesson", ({ question }) => {
    setText(text, question);
    part.hidden = question === "";
  });
  return part;
}
