// What the host's camera shows of the cube in the learner's hands: the verdict, the face to show, and the ways back.

import type { App } from "../app";
import { requestButton } from "../button";
import { COLOR_NAMES, PAINT } from "../cube/stickers";
import { el, setAttribute, setText } from "../dom";
import type { WatchNow, WatchState } from "../protocol";
import { cameraPanel } from "./camera";
import { doubtPart } from "./doubt";
import { guidePanel } from "./guide";
import { HoldScene } from "../scene/hold";
import { t } from "../language";

const ICONS: Record<WatchState, string> = {
  nothing: "·",
  not_yet: "…",
  done: "✓",
  wrong: "✗",
  cannot_tell: "?",
  reading: "?",
  lost: "!",
};
/** For those who do not see the colour. */
const NAMES: Record<WatchState, string> = {
  nothing: t("watch.nothing"),
  not_yet: t("watch.not_yet"),
  done: t("watch.done"),
  wrong: t("watch.wrong"),
  cannot_tell: t("watch.cannot_tell"),
  reading: t("watch.reading"),
  lost: t("watch.lost"),
};
const SVG = "http://www.w3.org/2000/svg";

/** The verdict, below the drawn cube. It is there once a camera looks. */
export class WatchPart {
  private readonly icon = el("span", { class: "watch-icon", "aria-hidden": "true" });
  private readonly name = el("strong", { class: "watch-name" });
  private readonly text = el("p", { class: "watch-text" });
  private readonly took = el("p", { class: "note watch-took" });
  private readonly face = el("div", { class: "watch-face" });
  private readonly undo: HTMLButtonElement;
  private readonly ways: HTMLElement;
  readonly element: HTMLElement;

  /** `isPractice`: whether the moves that come are hidden. */
  constructor(
    app: App,
    private readonly isPractice: () => boolean,
  ) {
    this.undo = requestButton(app, "goto", t("watch.undo"), "primary", () => ({ do: "goto", moves: app.store.get("lesson")?.at ?? 0 }));
    const replan = requestButton(app, "replan", t("extra.replan"), "plain", () => ({ do: "replan" }));
    this.ways = el("div", { class: "row watch-ways" }, this.undo, replan);
    const words = el("div", { class: "watch-words", role: "status", "aria-live": "polite" }, this.name, this.text);
    this.element = el("div", { class: "watch", hidden: true }, this.icon, words, this.face, this.ways, this.took);
    app.store.on("watch", (watch) => this.show(watch));
  }

  private show({ state, text, undo, show, took }: WatchNow): void {
    this.element.hidden = false;
    setAttribute(this.element, "data-state", state);
    setText(this.icon, ICONS[state]);
    setText(this.name, NAMES[state]);
    // What is said of a wrong turn names the right one.
    setText(this.text, state === "wrong" && this.isPractice() ? t("watch.not-next") : text);
    setText(this.took, took === null ? "" : t("watch.seen-after", { seconds: took.toFixed(1) }));
    this.ways.hidden = state !== "wrong";
    this.undo.hidden = undo.length === 0;
    if (this.undo.firstElementChild) setText(this.undo.firstElementChild, t("watch.undo-moves", { moves: undo.join(" ") }));
    if (this.face.dataset.show !== show) {
      this.face.dataset.show = show;
      this.face.replaceChildren(...(show ? [drawnFace(show)] : []));
    }
  }
}

/** A face by the colour of its centre, and a neighbour above it. */
function drawnFace(show: string): SVGElement {
  const names = Array.from(show, (color) => COLOR_NAMES[color] ?? color);
  const svg = shape("svg", { viewBox: "0 0 96 96", role: "img", "aria-label": t("watch.show", { faces: names.join(t("watch.and")) }) });
  const [front = "?", neighbour] = show;
  // The front is a square, the neighbour leans back above it.
  svg.append(...tiles(front, (x, y) => [4 + 20 * x, 32 + 20 * y]));
  if (neighbour) svg.append(...tiles(neighbour, (x, y) => [4 + 20 * x + 8 * (3 - y), 8 + 8 * y]));
  svg.append(letter(front, 34, 68), ...(neighbour ? [letter(neighbour, 46, 25)] : []));
  return svg;
}

/** The letter of a colour, where the learner wants letters. */
function letter(color: string, x: number, y: number): SVGElement {
  const text = shape("text", { x: String(x), y: String(y), class: "letter", "text-anchor": "middle", "aria-hidden": "true" });
  text.textContent = color;
  return text;
}

/** Nine stickers; only the centre has a colour. */
function tiles(center: string, at: (x: number, y: number) => [number, number]): SVGElement[] {
  return Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [index % 3, Math.floor(index / 3)];
    const gap = 0.06;
    const corners = [
      [x + gap, y + gap],
      [x + 1 - gap, y + gap],
      [x + 1 - gap, y + 1 - gap],
      [x + gap, y + 1 - gap],
    ].map(([x = 0, y = 0]) => at(x, y).join(","));
    const color = PAINT[index === 4 ? center : "?"] ?? 0;
    return shape("polygon", { points: corners.join(" "), fill: `#${color.toString(16).padStart(6, "0")}`, "data-center": String(index === 4) });
  });
}

function shape(tag: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** The camera's picture, and the guide that reads the cube face by face; both come into `column` once a camera looks. */
export function watchPanels(app: App, column: HTMLElement): void {
  let guide: HTMLElement | undefined;
  let isThere = false;
  app.store.on("watch", ({ state }) => {
    if (!isThere) {
      isThere = true;
      const camera = cameraPanel(app, t("watch.camera"));
      const anew = requestButton(app, "say", t("watch.anew"), "quiet", () => ({ do: "say", line: "restart" }));
      camera.append(el("div", { class: "row watch-anew" }, anew));
      column.prepend(camera);
    }
    // Its scene is drawn only where it is needed.
    if (state === "reading" && !guide) {
      guide = guidePanel(app, new HoldScene());
      const stop = requestButton(app, "say", t("watch.without"), "quiet", () => ({ do: "say", line: "stop" }));
      guide.append(doubtPart(app), el("div", { class: "row watch-stop" }, stop));
      column.prepend(guide);
    }
    if (guide) guide.hidden = state !== "reading";
  });
}
