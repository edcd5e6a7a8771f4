// The 2x2x1: a drawn puzzle to turn, its best ways to solved, and the graph of all 24 states with the one that is shown.

import type { App } from "../app";
import { CuboidModel } from "../cube/cuboid";
import { card, el, setAttribute, setText } from "../dom";
import type { CuboidGraph, CuboidState } from "../protocol";
import { counted, t } from "../language";

const SVG = "http://www.w3.org/2000/svg";
const SIZE = { width: 440, row: 74, box: 22 };

/** The panel; hidden where the server has no 2x2x1. */
export function cuboidPanel(app: App): HTMLElement {
  let graph: CuboidGraph = { turns: [], times: [], states: [] };
  let at = 0;
  let drawn: GraphDrawing | undefined;
  const model = new CuboidModel((turn) => make(turn));
  const ways = el("p", { class: "cuboid-ways", role: "status" });
  const buttons = el("div", { class: "row" });
  const picture = el("div", { class: "cuboid-graph" });
  const show = () => {
    setText(ways, waysOf(graph, at));
    drawn?.mark(at);
  };
  const go = (state: number) => {
    at = state;
    model.show(graph.states[at]?.stickers ?? "");
    show();
  };
  const make = (turn: string) => {
    at = graph.states[at]?.to[graph.turns.indexOf(turn)] ?? at;
    void model.turn(turn, graph.states[at]?.stickers ?? "");
    show();
  };
  const solve = () => {
    const [next] = graph.states[at]?.shortest ?? [];
    if (next) make(next);
  };
  const behind = el("button", { type: "button", class: "button quiet", "aria-pressed": false }, t("cuboid.behind"));
  behind.addEventListener("click", () => {
    const isBehind = behind.getAttribute("aria-pressed") !== "true";
    setAttribute(behind, "aria-pressed", String(isBehind));
    model.lookFrom(isBehind);
  });
  const action = (label: string, onclick: () => void) => el("button", { type: "button", class: "button plain", onclick }, label);
  const panel = card(
    "cuboid-card",
    t("cuboid.title"),
    el("p", { class: "note" }, t("cuboid.note")),
    model.element,
    buttons,
    ways,
    el("details", { class: "way" }, el("summary", {}, t("cuboid.all")), el("p", { class: "note" }, t("cuboid.all-note")), picture),
  );
  panel.hidden = true;
  app.store.on("cuboid", (part) => {
    graph = part;
    panel.hidden = graph.states.length === 0;
    const scramble = () => go(Math.floor(Math.random() * graph.states.length));
    buttons.replaceChildren(
      ...graph.turns.map((turn) => action(turn, () => make(turn))),
      action(t("cuboid.step"), solve),
      action(t("cuboid.scramble"), scramble),
      behind,
    );
    drawn = new GraphDrawing(graph, go);
    picture.replaceChildren(drawn.element);
    go(Math.min(at, graph.states.length - 1));
  });
  return panel;
}

/** The best ways from a state to solved, in a sentence. */
function waysOf({ turns, times, states }: CuboidGraph, at: number): string {
  const { shortest = [], fastest = [] } = states[at] ?? {};
  if (shortest.length === 0) return t("cuboid.solved");
  const time = (way: readonly string[]) => way.reduce((sum, turn) => sum + (times[turns.indexOf(turn)] ?? 0), 0);
  const said = (way: readonly string[]) => t("cuboid.way", { moves: way.join(" "), turns: counted("turn", way.length), time: time(way) });
  const isSame = shortest.join() === fastest.join();
  return isSame ? t("cuboid.shortest", { way: said(shortest) }) : t("cuboid.both", { shortest: said(shortest), fastest: said(fastest) });
}

/** The states in rows by their distance from solved. */
class GraphDrawing {
  readonly element: SVGElement;
  private readonly nodes: SVGElement[];
  private readonly lines: { line: SVGElement; ends: readonly number[] }[] = [];

  constructor({ turns, states }: CuboidGraph, onPick: (state: number) => void) {
    const rows = new Map<number, number[]>();
    states.forEach(({ shortest: { length } }, state) => rows.set(length, [...(rows.get(length) ?? []), state]));
    const places = states.map(({ shortest }, state) => {
      const row = rows.get(shortest.length) ?? [];
      return [(SIZE.width * (row.indexOf(state) + 0.5)) / row.length, SIZE.row * (shortest.length + 0.4)] as const;
    });
    this.element = svg("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.row * rows.size}`, role: "group", "aria-label": t("cuboid.all") });
    states.forEach(({ to }, from) =>
      to.forEach((state, turn) => {
        if (state <= from) return;
        const [[x1, y1], [x2, y2]] = [places[from] ?? [0, 0], places[state] ?? [0, 0]];
        const line = svg("line", { x1, y1, x2, y2, "data-turn": turns[turn] ?? "" });
        this.lines.push({ line, ends: [from, state] });
      }),
    );
    this.nodes = states.map((state, number) => node(state, number, places[number] ?? [0, 0], onPick));
    const letters = svg("g", { "aria-hidden": "true", class: "letters" });
    states.forEach(({ stickers }, number) => letters.append(...lettersOf(stickers, places[number] ?? [0, 0])));
    this.element.append(...this.lines.map(({ line }) => line), ...this.nodes, letters);
  }

  /** Marks the state that is shown, and the turns from it. */
  mark(at: number): void {
    this.nodes.forEach((node, state) => setAttribute(node, "aria-current", state === at ? "true" : undefined));
    for (const { line, ends } of this.lines) setAttribute(line, "data-near", ends.includes(at) ? "true" : undefined);
  }
}

/** A state: its front, as a button. */
function node(state: CuboidState, number: number, [x, y]: readonly [number, number], onPick: (state: number) => void): SVGElement {
  const half = SIZE.box / 2;
  const distance = counted("turn", state.shortest.length);
  const group = svg("g", { role: "button", tabindex: 0, "aria-label": t("cuboid.state", { number: number + 1, turns: distance }) });
  group.append(svg("rect", { x: x - half - 4, y: y - half - 4, width: SIZE.box + 8, height: SIZE.box + 8, rx: 6, class: "frame" }));
  for (let sticker = 0; sticker < 4; sticker++) {
    const [column, row] = [sticker % 2, Math.floor(sticker / 2)];
    const place = { x: x - half + column * half, y: y - half + row * half, width: half, height: half };
    group.append(svg("rect", { ...place, class: "front", "data-color": state.stickers.charAt(sticker) }));
  }
  group.addEventListener("click", () => onPick(number));
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onPick(number);
  });
  return group;
}

/** The letters on the front of a state, where the learner wants letters. They are no part of the button: its name says more. */
function lettersOf(stickers: string, [x, y]: readonly [number, number]): SVGElement[] {
  const half = SIZE.box / 2;
  return Array.from(stickers.slice(0, 4), (color, sticker) => {
    const place = { x: x + ((sticker % 2) - 0.5) * half, y: y + Math.floor(sticker / 2) * half - 2 };
    const letter = svg("text", { ...place, class: "letter", "text-anchor": "middle" });
    letter.textContent = color;
    return letter;
  });
}

function svg(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
