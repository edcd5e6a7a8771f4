// The runs that ended: a chart of their seconds, and a table of the newest.

import uPlot from "uplot";
import { card, el, setText } from "../dom";
import type { App } from "../app";
import type { PastRun } from "../protocol";
import { count, seconds, sentence, when } from "../words";

type Phase = "scan" | "solve" | "execute" | "check";
const PHASES: readonly [Phase, string][] = [
  ["scan", "look"],
  ["solve", "think"],
  ["execute", "turn"],
  ["check", "look again"],
];
const HEIGHT = 180;
const ROWS = 6;

/** The history's panel. */
export function historyPanel(app: App): HTMLElement {
  const chart = el("div", { class: "chart", role: "img" });
  const rows = el("tbody");
  const table = el(
    "table",
    {},
    el("caption", {}, "Newest runs"),
    el("thead", {}, el("tr", {}, ...["Ended", "Result", "Moves", "Time"].map((name) => el("th", { scope: "col" }, name)))),
    rows,
  );
  const empty = el("p", { class: "empty" }, "No run has ended yet.");
  const legend = el(
    "p",
    { class: "legend" },
    ...PHASES.map(([phase, name]) =>
      el("span", { class: "legend-entry" }, el("span", { class: "swatch", "data-phase": phase }), name),
    ),
  );
  const full = el(
    "div",
    { class: "history-full" },
    el("div", {}, chart, legend),
    el("div", { class: "table", tabindex: "0", role: "region", "aria-label": "Newest runs" }, table),
  );
  const section = card("history", "Runs so far", empty, full);
  let plot: uPlot | undefined;
  let runs: readonly PastRun[] = [];
  const draw = () => {
    plot?.destroy();
    plot = undefined;
    const width = chart.clientWidth;
    if (runs.length > 0 && width > 0) plot = new uPlot(options(width), stacked(runs), chart);
  };
  app.store.on("history", (history) => {
    runs = history.runs;
    empty.hidden = runs.length > 0;
    full.hidden = runs.length === 0;
    const solved = runs.filter((run) => run.solved);
    const times = solved.map(total);
    const best = times.length > 0 ? ` Fastest ${seconds(Math.min(...times))}.` : "";
    chart.setAttribute("aria-label", `Seconds of ${count(runs.length, "run")}, ${solved.length} solved.${best}`);
    rows.replaceChildren(
      ...runs
        .slice(-ROWS)
        .reverse()
        .map((run) =>
          el(
            "tr",
            {},
            el("td", {}, when(run.ended)),
            el("td", { "data-solved": String(run.solved) }, result(run)),
            el("td", {}, String(run.moves)),
            el("td", {}, seconds(total(run))),
          ),
        ),
    );
    draw();
  });
  new ResizeObserver(() => (plot ? plot.setSize({ width: chart.clientWidth, height: HEIGHT }) : draw())).observe(chart);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  setText(empty, "No run has ended yet.");
  full.hidden = true;
  return section;
}

/** One word, behind which the reason is. */
function result(run: PastRun): string | HTMLElement {
  if (run.solved || run.reason === "stopped" || run.reason === "") return run.solved ? "solved" : run.reason || "not solved";
  return el("details", { class: "reason" }, el("summary", {}, "failed"), sentence(run.reason));
}

function total(run: PastRun): number {
  return PHASES.reduce((sum, [phase]) => sum + run[phase], 0);
}

/** uPlot stacks nothing by itself: each series is the sum up to its phase, the highest drawn first. */
function stacked(runs: readonly PastRun[]): uPlot.AlignedData {
  const sums = PHASES.map((_, last) =>
    runs.map((run) => PHASES.slice(0, last + 1).reduce((sum, [phase]) => sum + run[phase], 0)),
  );
  return [runs.map((_, index) => index + 1), ...sums.reverse()];
}

function options(width: number): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const bars = uPlot.paths.bars?.({ size: [0.7, 26] });
  const axis = {
    stroke: color("--soft"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui",
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: (_plot, least, most) => [Math.min(least, most - 5) - 0.6, most + 0.6] },
      y: { range: (_plot, _least, most) => [0, (most || 1) * 1.08] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_plot, ticks) => ticks.map((tick) => (Number.isInteger(tick) && tick > 0 ? String(tick) : "")),
      },
      { ...axis, size: 44, values: (_plot, ticks) => ticks.map((tick) => `${tick} s`) },
    ],
    series: [
      {},
      ...PHASES.map(([phase]) => ({
        fill: color(`--${phase}`),
        width: 0,
        points: { show: false },
        ...(bars ? { paths: bars } : {}),
      })).reverse(),
    ],
  };
}
