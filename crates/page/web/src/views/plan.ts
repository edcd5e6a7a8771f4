// The page on which a plan is played without a rig.

import type { App } from "../app";
import { guarded } from "../button";
import { card, el, setAttribute, setText } from "../dom";
import { Gantt } from "../panels/gantt";
import { MoveList } from "../panels/run";
import type { RigScene } from "../scene/rig";
import { isTyping } from "../shell";
import { count, seconds } from "../words";
import { scenePanel } from "./rig";

const SPEEDS = [0.25, 0.5, 1, 2, 4];
/** Milliseconds after a person moved the line in which the server's time is not followed. */
const SEEKING = 400;

/** Builds the view; what it draws in three dimensions is returned for tests. */
export function planView(app: App, main: HTMLElement): RigScene {
  const { panel, rig } = scenePanel(app);
  main.className = "view-plan";
  main.append(el("div", { class: "column" }, panel), el("div", { class: "column" }, movesPanel(app)), playerPanel(app));
  return rig;
}

function playerPanel(app: App): HTMLElement {
  let sought = -Infinity;
  const seek = (at: number) => {
    sought = performance.now();
    void app.askQuietly({ do: "play", from: at, speed: null });
  };
  const gantt = new Gantt(seek);
  const isPlaying = () => app.store.get("player")?.playing ?? false;
  /** A speed that was chosen while the plan stood still, for when it is played. */
  let chosen: number | null = null;
  const mark = (speed: number) =>
    speeds.forEach((choice) => setAttribute(choice.button, "aria-pressed", String(choice.speed === speed)));
  const toggle = () => {
    if (isPlaying()) return void app.ask({ do: "pause" });
    void app.ask({ do: "play", from: null, speed: chosen });
    chosen = null;
  };
  const word = el("span", {}, "Play");
  const play = guarded(app, "play", "", "primary", toggle);
  play.firstElementChild?.replaceWith(word);
  const start = guarded(app, "play", "To the start", "plain", () => seek(0));
  const speeds = SPEEDS.map((speed) => {
    const button = el("button", { type: "button", class: "choice", "aria-pressed": speed === 1 }, `${speed}×`);
    button.addEventListener("click", () => {
      if (isPlaying()) return void app.ask({ do: "play", from: null, speed });
      chosen = speed;
      mark(speed);
    });
    return { speed, button };
  });
  app.store.on("plan", (plan) => gantt.show(plan));
  app.store.on("player", ({ at, playing, speed }) => {
    setText(word, playing ? "Pause" : "Play");
    mark(playing ? speed : (chosen ?? speed));
    if (performance.now() - sought > SEEKING) gantt.setNow(at, playing ? speed : 0);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || isTyping(event.target) || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    if (!event.repeat) toggle();
  });
  const section = card(
    "plan",
    "Plan",
    el(
      "div",
      { class: "row player" },
      play,
      start,
      el("div", { class: "choices", role: "group", "aria-label": "Speed" }, ...speeds.map(({ button }) => button)),
    ),
    gantt.element,
  );
  section.classList.add("wide");
  return section;
}

function movesPanel(app: App): HTMLElement {
  const moves = new MoveList();
  const text = el("p", { class: "run-text" });
  app.store.on("plan", (plan) => {
    const turns = plan.motions.filter(({ action }) => action === "turn").length;
    setText(
      text,
      `${count(plan.moves.length, "move")} in ${seconds(plan.seconds)}: ${count(plan.motions.length, "motion")}, ${turns} of them turns.`,
    );
    show();
  });
  const show = () => {
    const run = app.store.get("run");
    moves.show(app.store.get("plan")?.moves ?? [], run?.moves_done ?? 0, run?.stage === "executing");
  };
  app.store.on("run", show);
  return card("moves-card", "Moves", text, moves.element);
}
