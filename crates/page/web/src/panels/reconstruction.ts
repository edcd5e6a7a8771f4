// The stages and turns of one solve, as a cube reported them.

import { el, setText } from "../dom";
import type { TimedSolve } from "../protocol";
import { stagesOf } from "../reconstruction";
import { clock } from "../timing";
import { t } from "../language";

/** The part of the timer that shows a solve with turns. */
export class ReconstructionPart {
  private readonly title = el("h3", {});
  private readonly rows = el("tbody");
  private readonly turns = el("dl", { class: "turns-list" });
  private readonly sum = el("p", { class: "note" });
  readonly element: HTMLElement;

  constructor() {
    const heads = [t("reconstruction.stage"), t("reconstruction.time"), t("reconstruction.looked"), t("reconstruction.turns")].map((head) => el("th", { scope: "col" }, head));
    const table = el("table", {}, el("thead", {}, el("tr", {}, ...heads)), this.rows);
    this.element = el("div", { class: "reconstruction", hidden: true }, this.title, table, this.turns, this.sum);
  }

  /** Shows a solve; nothing for none, or one whose turns are not known. */
  show(solve: TimedSolve | undefined, number: number): void {
    const stages = solve?.turns ? stagesOf(solve) : [];
    this.element.hidden = stages.length === 0;
    setText(this.title, t("reconstruction.solve", { number }));
    this.rows.replaceChildren(
      ...stages.map(({ name, millis, looked, count }) => {
        const cells = [clock(millis), clock(looked), count === 0 ? t("reconstruction.skipped") : String(count)];
        return el("tr", {}, el("th", { scope: "row" }, name || t("reconstruction.all")), ...cells.map((cell) => el("td", {}, cell)));
      }),
    );
    const words = stages.filter(({ count }) => count > 0).map(({ name, text }) => el("div", {}, el("dt", {}, name || t("reconstruction.all")), el("dd", {}, text)));
    this.turns.replaceChildren(...words);
    const [count, looked] = [stages.reduce((sum, { count }) => sum + count, 0), stages.reduce((sum, { looked }) => sum + looked, 0)];
    const rate = solve && solve.millis > 0 ? t("reconstruction.rate", { rate: ((1000 * count) / solve.millis).toFixed(1) }) : "";
    setText(this.sum, t("reconstruction.sum", { count, rate, looked: clock(looked) }));
  }
}
