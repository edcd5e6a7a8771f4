// All stages of a lesson, and the moves of the one that is taught now. A click goes there.

import type { App } from "../app";
import { card, el } from "../dom";
import type { Place } from "../lesson";
import type { StageNow } from "../protocol";
import { counted, t } from "../language";

/** The list's panel. */
export class LessonList {
  private readonly list = el("ol", { class: "stages" });
  readonly element = card("stages-card", t("list.title"), this.list);
  private shown = "";

  constructor(private readonly app: App) {}

  show(place: Place): void {
    const { lesson, isHidden } = place;
    const key = JSON.stringify([lesson.method, lesson.at, lesson.moves, lesson.steps.length, isHidden]);
    if (key === this.shown) return;
    this.shown = key;
    // Who went here by the keyboard stays where they were.
    const focused = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>(".stages [data-goto]")?.dataset.goto;
    this.list.replaceChildren(...lesson.stages.map((stage, number) => this.stage(place, stage, number)));
    if (focused !== undefined) this.list.querySelector<HTMLElement>(`[data-goto='${focused}']`)?.focus();
    const now = this.list.querySelector<HTMLElement>("[data-state=now]");
    if (now) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
  }

  private stage(place: Place, stage: StageNow, number: number): HTMLElement {
    const { lesson, stageNumber } = place;
    const isNow = number === stageNumber;
    const moves = stage.end - stage.begin;
    const button = this.goto(stage.begin, `stage-${number}`, "stage-button");
    button.append(
      el("span", { class: "stage-count" }, String(number + 1)),
      el("span", { class: "stage-title" }, stage.name),
      el("span", { class: "stage-moves" }, moves > 0 ? counted("move", moves) : t("list.nothing")),
    );
    const state = isNow ? "now" : stage.end <= lesson.at ? "done" : "next";
    const item = el("li", { "data-stage": state }, button);
    if (isNow) {
      button.setAttribute("aria-current", "step");
      lesson.steps.forEach((step, index) => step.stage === number && item.append(this.step(place, index)));
    }
    return item;
  }

  private step({ lesson, isHidden }: Place, number: number): HTMLElement {
    const { name = "", begin = 0, end = 0 } = lesson.steps[number] ?? {};
    const chips = lesson.moves.slice(begin, end).map((move, index) => {
      const at = begin + index;
      const state = at < lesson.at ? "done" : at === lesson.at ? "now" : "next";
      const isSecret = isHidden && at >= lesson.at;
      const chip = this.goto(at, String(at), "chip");
      chip.textContent = isSecret ? "?" : move.written;
      chip.dataset.state = state;
      chip.title = isSecret ? "" : move.words;
      chip.setAttribute("aria-label", t("list.chip", { written: chip.textContent, number: at + 1, words: isSecret ? t("list.hidden") : move.words }));
      if (state === "now") chip.setAttribute("aria-current", "step");
      return chip;
    });
    return el("div", { class: "step" }, el("p", { class: "step-title" }, name), el("div", { class: "chips" }, ...chips));
  }

  private goto(moves: number, name: string, look: string): HTMLButtonElement {
    const ask = () => void this.app.askQuietly({ do: "goto", moves });
    return el("button", { type: "button", class: look, "data-goto": name, onclick: ask });
  }
}
