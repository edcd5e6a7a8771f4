// The run: what the rig does, which move of how many, time gone and left, attempts, failures.

import type { App } from "../app";
import { requestButton } from "../button";
import { card, el, every, setAttribute, setText } from "../dom";
import type { RunNow } from "../protocol";
import { cause, plain } from "../plain";
import { count, seconds } from "../words";

const AT_WORK = ["scanning", "solving", "executing", "checking", "moving", "teaching"];
const STEPS: readonly [string, string][] = [
  ["scanning", "Look"],
  ["solving", "Think"],
  ["executing", "Turn"],
  ["checking", "Look again"],
];

/** Moves as a list in which the done ones, the one at work and the coming ones differ. */
export class MoveList {
  readonly element = el("ol", { class: "moves", "aria-label": "Moves", tabindex: "0" });
  private shown = "";

  /** Shows moves of which the first `done` are done. `atWork`: the next is being carried out. */
  show(moves: readonly string[], done: number, atWork: boolean): void {
    const key = `${moves.join(" ")}|${done}|${atWork}`;
    if (key === this.shown) return;
    this.shown = key;
    const chips = moves.map((move, index) => {
      const state = index < done ? "done" : index === done && atWork ? "now" : "next";
      return el("li", { "data-state": state, "aria-current": state === "now" ? "step" : undefined }, move);
    });
    this.element.replaceChildren(...chips);
    this.element.hidden = moves.length === 0;
    const now = chips[Math.min(done, chips.length - 1)];
    if (now) this.element.scrollTop = now.offsetTop - this.element.clientHeight / 2;
  }
}

/** The run's panel. */
export function runPanel(app: App): HTMLElement {
  const steps = STEPS.map(([stage, name]) => el("li", { "data-stage": stage }, name));
  const text = el("p", { class: "run-text", role: "status", "aria-live": "polite" });
  const progress = el("progress", { max: 1, value: 0, "aria-label": "Share of this stage that is done" });
  const figures = { moves: figure("Moves"), elapsed: figure("Time"), left: figure("Left"), attempt: figure("Attempt") };
  const moves = new MoveList();
  const question = el("p", { class: "question" });
  const confirm = el(
    "div",
    { class: "confirm", role: "alert", hidden: true },
    question,
    requestButton(app, "confirm", "Yes, go on", "primary", () => ({ do: "confirm" })),
  );
  const details = el("details", { class: "run-details", hidden: true }, el("summary", {}, "Details"), el("p", { class: "note" }));
  const section = card(
    "run",
    "Run",
    el("ol", { class: "steps", "aria-label": "Stages of a run" }, ...steps),
    text,
    progress,
    el("dl", { class: "figures" }, ...Object.values(figures).map(({ element }) => element)),
    confirm,
    moves.element,
    el("div", { class: "details-place" }, details),
  );

  const tick = (run: RunNow | undefined) => {
    const working = run !== undefined && AT_WORK.includes(run.stage) && app.connected;
    const gone = working ? app.store.since("run") / 1000 : 0;
    setText(figures.elapsed.value, run?.elapsed == null ? "–" : seconds(run.elapsed + gone));
    // A plan that takes longer than it said says nothing about what is left.
    const left = run?.left == null ? 0 : run.left - gone;
    setText(figures.left.value, left > 0 ? seconds(left) : "–");
  };
  app.store.on("run", (run) => {
    const at = STEPS.findIndex(([stage]) => stage === run.stage);
    // A cube may be solved without a run.
    const ended = run.stage === "solved" && run.attempt > 0;
    steps.forEach(
      (step, index) => (step.dataset.state = index === at ? "now" : ended || (at >= 0 && index < at) ? "done" : "next"),
    );
    section.dataset.stage = run.stage;
    setText(text, plain(run.text));
    const exact = run.details || (run.text === plain(run.text) ? "" : run.text);
    setText(details.lastElementChild as Element, exact);
    details.hidden = exact === "";
    progress.value = run.progress;
    setText(figures.moves.value, run.moves.length > 0 ? `${run.moves_done} of ${run.moves.length}` : "–");
    setText(figures.attempt.value, run.attempt > 0 ? String(run.attempt) : "–");
    moves.show(run.moves, run.moves_done, run.stage === "executing");
    confirm.hidden = run.question === "";
    setText(question, run.question);
    tick(run);
  });
  setText(text, "Nothing is known of a run yet.");
  moves.show([], 0, false);
  every(100, () => tick(app.store.get("run")));
  return section;
}

/** Why earlier attempts of a run failed. It stands below what people press, which must not move when something fails. */
export function attemptsPanel(app: App): HTMLElement {
  const failures = el("ul", { class: "failures" });
  const section = card("attempts", "Earlier attempts", failures);
  section.hidden = true;
  app.store.on("run", ({ troubles }) => {
    section.hidden = troubles.length === 0;
    setAttribute(failures, "aria-label", count(troubles.length, "failure"));
    if (failures.childElementCount === troubles.length && failures.lastElementChild?.textContent === cause(troubles.at(-1) ?? "")) return;
    failures.replaceChildren(...troubles.map((failure) => el("li", { title: failure }, cause(failure))));
  });
  return section;
}

function figure(name: string): { element: HTMLElement; value: HTMLElement } {
  const value = el("dd", {}, "–");
  return { element: el("div", {}, el("dt", {}, name), value), value };
}
