// The plan of arm motions as a chart: four claws, four wrists, and the line of now.

import { el, setAttribute, setText } from "../dom";
import type { PlanNow, PlannedMotion } from "../protocol";
import { seconds } from "../words";

const ARMS: Record<string, string> = { r: "Right", l: "Left", f: "Front", b: "Back" };
const ROWS: readonly [arm: string, kind: "claw" | "wrist"][] = [
  ["r", "wrist"],
  ["l", "wrist"],
  ["f", "wrist"],
  ["b", "wrist"],
  ["r", "claw"],
  ["l", "claw"],
  ["f", "claw"],
  ["b", "claw"],
];
/** Seconds that are seen at once in the close view. */
const CLOSE = 10;
/** Milliseconds between two steps of the line. Where the whole plan is seen it goes a pixel or two in
 * that time, and each step costs a layout of the page. */
const LINE_PAUSE = 50;
/** Steps of the arrow keys, seconds. */
const STEP = 0.5;

/** A chart of a plan. */
export class Gantt {
  readonly element: HTMLElement;
  private readonly track = el("div", { class: "gantt-track" });
  private readonly bars = el("div", { class: "gantt-bars" });
  private readonly line = el("div", { class: "gantt-now" });
  private readonly empty = el("p", { class: "empty" }, "No plan yet.");
  private readonly time = el("p", { class: "gantt-time" });
  private readonly zoom: HTMLButtonElement;
  private plan: PlanNow | undefined;
  private drawn = "";
  private at: number | null = null;
  private came = 0;
  private speed = 1;
  private isClose = false;
  private wanted = 0;

  /** With `onSeek` the line of now can be moved by pointer and keys. */
  constructor(private readonly onSeek?: (at: number) => void) {
    const labels = el(
      "div",
      { class: "gantt-labels", "aria-hidden": true },
      ...ROWS.map(([arm, kind]) => el("span", {}, `${ARMS[arm]} ${kind}`)),
    );
    this.zoom = el(
      "button",
      { type: "button", class: "button quiet small", "aria-pressed": false, onclick: () => this.setClose(!this.isClose) },
      "Close-up",
    );
    const view = el("div", { class: "gantt-view" }, this.track);
    this.track.append(this.bars, this.line);
    this.element = el(
      "div",
      { class: "gantt" },
      el("div", { class: "gantt-foot" }, this.time, legend(), this.zoom),
      el("div", { class: "gantt-body" }, labels, view),
      this.empty,
    );
    if (onSeek) this.makeSlider(view);
    this.show(undefined);
  }

  /** Draws a plan; the bars only where it is another one. `isHeld`: the rig is stopped, and so is the line. */
  show(plan: PlanNow | undefined, isHeld = false): void {
    this.plan = plan;
    const key = plan ? JSON.stringify(plan.motions) : "";
    if (key !== this.drawn) {
      this.drawn = key;
      this.empty.hidden = plan !== undefined && plan.motions.length > 0;
      this.bars.replaceChildren(...(plan ? this.makeBars(plan) : []));
    }
    if (!this.onSeek) this.setNow(plan?.now ?? null, isHeld ? 0 : 1);
    this.draw();
  }

  /** Puts the line to a time into the plan; it goes on from there with `speed`. */
  setNow(at: number | null, speed: number): void {
    this.at = at;
    this.speed = speed;
    this.came = performance.now();
    this.draw();
  }

  /** Seconds into the plan just now; nothing while it is not carried out. */
  get now(): number | null {
    if (this.at === null || !this.plan) return null;
    return Math.min(Math.max(this.at + (this.speed * (performance.now() - this.came)) / 1000, 0), this.plan.seconds);
  }

  private setClose(isClose: boolean): void {
    this.isClose = isClose;
    this.zoom.setAttribute("aria-pressed", String(isClose));
    this.draw();
  }

  private makeBars({ motions, seconds: whole }: PlanNow): HTMLElement[] {
    const rows = ROWS.map(([arm, kind]) => {
      const its = motions.filter((motion) => motion.arm === arm && (motion.action === "turn") === (kind === "wrist"));
      return el("div", { class: "gantt-row" }, ...its.map((motion) => bar(motion, whole)));
    });
    const step = whole > 40 ? 10 : whole > 15 ? 5 : 1;
    const ticks = Array.from({ length: Math.floor(whole / step) + 1 }, (_, index) => {
      const tick = el("span", { class: "gantt-tick" }, `${index * step}`);
      tick.style.left = `${(100 * index * step) / whole}%`;
      return tick;
    });
    return [...rows, el("div", { class: "gantt-axis", "aria-hidden": true }, ...ticks)];
  }

  private draw = (): void => {
    clearTimeout(this.wanted);
    const { now, plan } = this;
    const whole = plan?.seconds || 1;
    const scale = this.isClose ? Math.max(1, whole / CLOSE) : 1;
    const share = (now ?? 0) / whole;
    this.line.hidden = now === null;
    this.line.style.left = `${100 * share}%`;
    this.track.style.width = `${100 * scale}%`;
    const offset = Math.min(Math.max(share * scale - 0.3, 0), scale - 1);
    this.track.style.transform = `translateX(${(-100 * offset) / scale}%)`;
    const length = plan ? seconds(whole) : "";
    setText(
      this.time,
      !plan || plan.motions.length === 0
        ? ""
        : now === null
          ? `${length}, ${plan.motions.length} motions`
          : `${now.toFixed(1)} s of ${length}`,
    );
    if (this.onSeek) {
      setAttribute(this.track, "aria-valuemax", whole.toFixed(1));
      setAttribute(this.track, "aria-valuenow", (now ?? 0).toFixed(1));
      setAttribute(this.track, "aria-valuetext", `${(now ?? 0).toFixed(1)} seconds of ${whole.toFixed(1)}`);
    }
    if (now !== null && this.speed !== 0 && now < whole) this.wanted = window.setTimeout(this.draw, LINE_PAUSE);
  };

  private makeSlider(view: HTMLElement): void {
    for (const [name, value] of Object.entries({
      role: "slider",
      tabindex: "0",
      "aria-label": "Time in the plan",
      "aria-valuemin": "0",
    }))
      this.track.setAttribute(name, value);
    view.classList.add("can-seek");
    let isHeld = false;
    const seek = (event: PointerEvent) => {
      const box = this.track.getBoundingClientRect();
      this.seek(((event.clientX - box.left) / box.width) * (this.plan?.seconds ?? 0));
    };
    view.addEventListener("pointerdown", (event) => {
      isHeld = true;
      view.setPointerCapture(event.pointerId);
      seek(event);
    });
    view.addEventListener("pointermove", (event) => isHeld && seek(event));
    view.addEventListener("pointerup", () => (isHeld = false));
    view.addEventListener("pointercancel", () => (isHeld = false));
    this.track.addEventListener("keydown", (event) => {
      const now = this.now ?? 0;
      const to: Record<string, number> = {
        ArrowLeft: now - STEP,
        ArrowRight: now + STEP,
        PageDown: now - 5,
        PageUp: now + 5,
        Home: 0,
        End: this.plan?.seconds ?? 0,
      };
      const wanted = to[event.key];
      if (wanted === undefined) return;
      event.preventDefault();
      this.seek(wanted);
    });
  }

  private seek(wanted: number): void {
    const at = Math.min(Math.max(wanted, 0), this.plan?.seconds ?? 0);
    this.setNow(at, 0);
    this.onSeek?.(at);
  }
}

function bar(motion: PlannedMotion, whole: number): HTMLElement {
  const { arm, action, quarters, start, end } = motion;
  const what = action === "turn" ? `wrist turns by ${quarters * 90}°` : `claw ${action}s`;
  const element = el("span", {
    class: "gantt-bar",
    "data-action": action,
    title: `${ARMS[arm]} ${what}, ${start.toFixed(2)} s to ${end.toFixed(2)} s`,
  });
  element.style.left = `${(100 * start) / whole}%`;
  element.style.width = `${(100 * (end - start)) / whole}%`;
  if (action === "turn") element.append(el("span", {}, Math.abs(quarters) === 2 ? "2" : quarters > 0 ? "↻" : "↺"));
  return element;
}

function legend(): HTMLElement {
  const entry = (action: string, name: string) =>
    el("span", { class: "legend-entry" }, el("span", { class: "swatch", "data-action": action }), name);
  return el("p", { class: "legend" }, entry("turn", "wrist turns"), entry("open", "claw opens"), entry("close", "claw closes"));
}
