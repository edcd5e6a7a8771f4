// The timer: the scramble and its picture, the clock, the solves of the session and what they come to.

import uPlot from "uplot";
import type { App } from "../app";
import { CubeNet } from "../cube/net";
import { card, el, setAttribute, setText } from "../dom";
import { SOLVED, written, type HeldCube, type TimedTurn } from "../held_cube";
import type { RollingAverage, SolvePenalty, TimedSolve, TimerNow } from "../protocol";
import { ScramblePath } from "../scramble_path";
import { isTyping } from "../shell";
import { say } from "../speech";
import { CALLS, SolveClock, average, clock, result } from "../timing";
import { ReconstructionPart } from "./reconstruction";
import { t } from "../language";

/** Solves that are listed. */
const LISTED = 60;
const HEIGHT = 170;
const PENALTIES: readonly (readonly [SolvePenalty, string])[] = [["none", "OK"], ["plus_two", "+2"], ["dnf", "DNF"]];

/** The timer's panel. `held`: the cube whose turns are known. `isShown`: whether its keys count now. */
export function timerPanel(app: App, held: HeldCube, isShown: () => boolean): HTMLElement {
  const scramble = el("p", { class: "scramble", "aria-label": t("timer.scramble") });
  const note = el("p", { class: "scramble-note", role: "status" });
  const net = new CubeNet(t("timer.scrambled-cube"));
  const another = el("button", { type: "button", class: "button quiet small", onclick: () => void app.askQuietly({ do: "rescramble" }) }, t("timer.another"));
  const time = el("span", { class: "timer-time" }, "0.00");
  const hint = el("span", { class: "timer-hint" });
  const pad = el("div", { class: "timer-pad", role: "button", tabindex: "0" }, time, hint);
  const call = el("p", { class: "timer-call", role: "status", "aria-live": "assertive" });
  const inspects = option("timer-inspects", t("timer.inspection"), true);
  const speaks = option("timer-speaks", t("timer.say"), false);
  const sessions = el("select", { id: "timer-session", "aria-label": t("timer.session") });
  const name = el("input", { type: "text", id: "timer-name", maxlength: "60", placeholder: t("timer.new-session"), "aria-label": t("timer.name-session") });
  const add = el("button", { type: "button", class: "button plain small", onclick: () => name.value.trim() && void begin(name.value) }, t("timer.begin"));
  const begin = async (session: string) => {
    if (await app.askQuietly({ do: "session", name: session })) name.value = "";
  };
  sessions.addEventListener("change", () => void begin(sessions.selectedOptions[0]?.textContent ?? ""));
  const [figures, solves] = [el("tbody"), el("tbody")];
  const chart = el("div", { class: "chart", role: "img", "aria-label": t("timer.times-of-session") });

  const reconstruction = new ReconstructionPart();
  // Of the cube that is held: the scramble on it, whether it is scrambled, and the turns of the solve.
  let path: ScramblePath | undefined;
  let isReady = false;
  let made: TimedTurn[] = [];

  const watch = new SolveClock(({ millis, inspected }) => {
    setText(time, clock(millis));
    const turns = written(made, held.source?.times(made) ?? []);
    // A cube that is not solved when it is stopped is given up.
    const penalty = made.length > 0 && held.stickers !== SOLVED ? "dnf" : "none";
    made = [];
    void app.askQuietly({ do: "timed", millis, inspected, penalty, turns });
  });
  const showHeld = () => {
    const now = app.store.get("timer");
    if (!now || watch.phase === "running") return;
    const { source } = held;
    if (source?.isDrawn && now.stickers) held.set(now.stickers);
    isReady = source !== undefined && now.stickers !== "" && held.stickers === now.stickers;
    if (!source) path = undefined;
    else if (path?.scramble !== now.scramble) path = undefined;
    if (source && now.scramble && held.stickers === SOLVED) path = new ScramblePath(now.scramble);
    const [at, moves] = [source?.isDrawn ? 0 : (path?.at ?? 0), now.scramble.split(" ")];
    const marked = (move: string, index: number) => (index < at ? el("s", {}, move) : index === at && path && !isReady ? el("b", {}, move) : move);
    scramble.replaceChildren(...moves.flatMap((move, index) => [index > 0 ? " " : "", marked(move, index)]));
    setText(note, source ? noteOf(now) : "");
    setText(hint, hintOf());
    const shown = source ? held.stickers : now.stickers;
    if (shown) net.show({ stickers: shown });
  };
  const noteOf = (now: TimerNow) => {
    if (isReady) return t("timer.ready-note", { inspection: watch.inspects ? t("timer.space-inspects") : "" });
    if (now.scramble === "") return "";
    if (!path) return t("timer.differs");
    return path.undo ? t("timer.turn-back", { moves: path.undo }) : path.isHalfway ? t("timer.once-more") : t("timer.turn-scramble");
  };
  held.onChange(() => {
    // A cube that is lost in a solve leaves the time to keys, and no turns.
    if (!held.source) made = [];
    showHeld();
  });
  held.onTurn((turn) => {
    if (watch.phase === "running") {
      made.push(turn);
      net.show({ stickers: held.stickers });
      if (held.stickers === SOLVED) watch.end(held.source?.times(made).at(-1) ?? 0);
    } else if (isReady && isShown()) {
      [made, isReady] = [[turn], false];
      watch.begin(turn.at);
      follow();
      net.show({ stickers: held.stickers });
      setText(note, "");
    } else {
      path?.turn(turn.move, held.stickers);
      showHeld();
    }
  });
  inspects.input.addEventListener("change", () => {
    watch.inspects = inspects.input.checked;
    showHeld();
  });
  let called = 0;
  const draw = (now: number) => {
    watch.tick(now);
    setAttribute(pad, "data-phase", watch.phase);
    const inspected = watch.inspected(now);
    if (inspected !== undefined) {
      const due = CALLS.filter(([at]) => at <= inspected).length;
      setText(time, due >= 3 ? (CALLS[due - 1]?.[1] ?? "") : String(Math.ceil((15_000 - inspected) / 1000)));
      if (due > called) callOut(CALLS[due - 1]?.[1] ?? "");
      called = due;
    } else if (watch.phase === "running") {
      setText(time, clock(watch.passed(now)));
    }
    setText(hint, hintOf());
    if (watch.phase === "idle") return void (isDrawing = false);
    requestAnimationFrame(draw);
  };
  const callOut = (text: string) => {
    setText(call, text);
    if (speaks.input.checked) say(text);
  };
  const hintOf = () => {
    if (!held.source) return HINTS[watch.phase];
    return watch.phase === "running" ? t("timer.gives-up") : watch.phase === "idle" ? "" : t("timer.first-turn");
  };
  let isDrawing = false;
  const follow = () => {
    if (isDrawing) return;
    [isDrawing, called] = [true, 0];
    setText(call, "");
    requestAnimationFrame(draw);
  };
  const down = (event: Event) => {
    if (!scramble.textContent && watch.phase === "idle") return app.say(t("timer.on-its-way"), false);
    event.preventDefault();
    // A cube that reports its turns starts the clock by itself; a key or a finger begins the inspection, or gives up.
    if (held.source && watch.phase !== "running" && !(watch.phase === "idle" && watch.inspects && isReady)) return;
    watch.press(event.timeStamp);
    follow();
  };
  const up = (event: Event) => watch.release(event.timeStamp);
  document.addEventListener("keydown", (event) => {
    if (!isShown() || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat) return void (event.key === " " && event.preventDefault());
    if (event.key === "Escape" && watch.phase !== "running") return watch.reset();
    // Any key stops the clock.
    const isPressed = event.target instanceof Element && event.target.closest("button, select, a, summary");
    if (watch.phase === "running" || (event.key === " " && !isPressed)) down(event);
  });
  document.addEventListener("keyup", (event) => isShown() && event.key === " " && up(event));
  pad.addEventListener("pointerdown", down);
  for (const end of ["pointerup", "pointercancel"] as const) pad.addEventListener(end, up);

  let shown: number | undefined;
  let plot: uPlot | undefined;
  app.store.on("timer", (now) => {
    showHeld();
    sessions.replaceChildren(...now.sessions.map(([id, title]) => el("option", { value: String(id), selected: id === now.session }, title)));
    figures.replaceChildren(...figuresOf(now));
    solves.replaceChildren(...now.solves.slice(-LISTED).reverse().map((solve, at) => row(app, solve, now.count - at, reconstruction)));
    // The newest one, unless another is looked at.
    const newest = now.solves.at(-1);
    if (newest?.id !== shown) reconstruction.show(newest, now.count);
    shown = newest?.id;
    plot?.destroy();
    plot = now.solves.length > 1 && chart.clientWidth > 0 ? new uPlot(options(chart.clientWidth), lines(now.solves, now.count), chart) : undefined;
    if (watch.phase === "idle" && now.solves.length > 0) {
      const last = now.solves[now.solves.length - 1] as TimedSolve;
      setText(time, result(last.millis, last.penalty));
    }
  });
  const heads = (...titles: string[]) => el("thead", {}, el("tr", {}, ...titles.map((title) => el("th", { scope: "col" }, title))));
  return card(
    "timer",
    t("timer.title"),
    el("div", { class: "timer-scramble" }, el("div", {}, scramble, note, another), net.element),
    pad,
    call,
    el("div", { class: "row" }, inspects.label, speaks.label),
    el("div", { class: "row" }, sessions, name, add),
    reconstruction.element,
    el("div", { class: "timer-figures" }, el("table", { class: "timer-table" }, heads(t("timer.times"), t("timer.now"), t("timer.best")), figures), chart),
    el("div", { class: "table timer-solves", tabindex: "0", role: "region", "aria-label": t("timer.solves") }, el("table", {}, heads(t("timer.number"), t("timer.time"), t("timer.penalty"), t("timer.scramble"), t("timer.delete")), solves)),
  );
}

const HINTS = {
  idle: t("timer.hint-idle"),
  inspecting: t("timer.hint-inspecting"),
  held: t("timer.hint-held"),
  ready: t("timer.hint-ready"),
  running: t("timer.hint-running"),
};

function option(id: string, text: string, isOn: boolean): { label: HTMLElement; input: HTMLInputElement } {
  const input = el("input", { type: "checkbox", id });
  input.checked = isOn;
  return { input, label: el("label", { class: "switch", for: id }, input, text) };
}

function figuresOf({ solves, count, valid, best, mean, averages }: TimerNow): HTMLElement[] {
  const last = solves[solves.length - 1];
  const line = (title: string, now: string, best: string) => el("tr", {}, el("th", { scope: "row" }, title), el("td", {}, now), el("td", {}, best));
  const name = ({ size }: RollingAverage) => (size === 3 ? t("timer.mean-of-3") : t("timer.average-of", { count: size }));
  return [
    line(t("timer.single"), last ? result(last.millis, last.penalty) : "", best === null ? "" : clock(best)),
    ...averages.map((rolling) => line(name(rolling), average(rolling.current), average(rolling.best))),
    line(t("timer.mean"), mean === null ? "" : average(mean), t("timer.count", { valid, count })),
  ];
}

function row(app: App, solve: TimedSolve, number: number, reconstruction: ReconstructionPart): HTMLElement {
  const choices = PENALTIES.map(([penalty, title]) =>
    el(
      "button",
      {
        type: "button",
        class: "choice",
        "aria-pressed": solve.penalty === penalty,
        "aria-label": t("timer.penalty-for", { penalty: title, number }),
        onclick: () => void app.askQuietly({ do: "amend", solve: solve.id, penalty, comment: solve.comment }),
      },
      title,
    ),
  );
  const time = result(solve.millis, solve.penalty);
  const turns = el("button", { type: "button", class: "button quiet small", "aria-label": t("timer.turns-of", { time, number }), onclick: () => reconstruction.show(solve, number) }, time);
  const forget = el("button", { type: "button", class: "button quiet small", "aria-label": t("timer.delete-solve", { number }), onclick: () => void app.askQuietly({ do: "forget", solve: solve.id }) }, t("timer.delete"));
  return el(
    "tr",
    {},
    el("td", {}, String(number)),
    el("td", { class: "solve-result" }, solve.turns ? turns : time),
    el("td", {}, el("div", { class: "choices", role: "group" }, ...choices)),
    el("td", { class: "solve-scramble" }, solve.scramble),
    el("td", {}, forget),
  );
}

/** Each solve, and the average of five up to it. */
function lines(solves: readonly TimedSolve[], count: number): uPlot.AlignedData {
  const seconds = solves.map(({ millis, penalty }) => (penalty === "dnf" ? null : (millis + (penalty === "plus_two" ? 2000 : 0)) / 1000));
  const fives = seconds.map((_, at) => {
    const five = seconds.slice(at - 4, at + 1).map((value) => value ?? Infinity).sort((a, b) => a - b);
    const middle = at < 4 ? Infinity : five.slice(1, 4).reduce((sum, value) => sum + value, 0) / 3;
    return Number.isFinite(middle) ? middle : null;
  });
  return [solves.map((_, at) => count - solves.length + at + 1), seconds, fives];
}

function options(width: number): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: color("--soft"), grid: { stroke: color("--line"), width: 1 }, ticks: { show: false }, font: `${0.75 * parseFloat(style.fontSize)}px system-ui` };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false } },
    axes: [{ ...axis, grid: { show: false } }, { ...axis, size: 44, values: (_plot, ticks) => ticks.map((tick) => `${tick} s`) }],
    series: [{}, { stroke: color("--scan"), width: 1, points: { show: true, size: 4 } }, { stroke: color("--execute"), width: 2, points: { show: false } }],
  };
}
