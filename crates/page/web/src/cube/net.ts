// The unfolded cube: 54 stickers that can be seen, read by a screen reader, and picked.

import { el, setAttribute, setText } from "../dom";
import { COLOR_NAMES, FACE_NAMES, UNKNOWN, faceOf, stickerName } from "./stickers";
import { t } from "../language";

/** Column and row of the first sticker of each face U R F D L B. */
const CORNERS: readonly (readonly [number, number])[] = [
  [3, 0],
  [6, 3],
  [3, 3],
  [3, 6],
  [0, 3],
  [9, 3],
];

/** What is drawn. */
export interface NetState {
  /** 54 colour letters, `?` where unknown. */
  readonly stickers: string;
  /** How sure each is, 0 to 1. */
  readonly confidence?: readonly number[];
  readonly doubtful?: readonly number[];
  /** Stickers of a piece that cannot be. */
  readonly wrong?: readonly number[];
  /** Stickers that a person changed. */
  readonly changed?: readonly number[];
}

/** A drawn net. */
export class CubeNet {
  readonly element: HTMLElement;
  private readonly cells: HTMLButtonElement[] = [];
  private current = 4;

  /** `onPick` is called with the number of a sticker; without it nothing can be picked. */
  constructor(
    label: string,
    private readonly onPick?: (sticker: number) => void,
  ) {
    this.element = el("div", { class: "net", role: "group", "aria-label": label });
    for (let sticker = 0; sticker < 54; sticker++) {
      const cell = el("button", {
        type: "button",
        class: "sticker",
        tabindex: sticker === this.current ? 0 : -1,
        "data-sticker": sticker,
      });
      cell.append(el("span", { class: "letter", "aria-hidden": "true" }));
      const [column, row] = placeInNet(sticker);
      cell.style.gridColumn = `${column + 1}`;
      cell.style.gridRow = `${row + 1}`;
      if (!onPick) cell.setAttribute("aria-disabled", "true");
      cell.addEventListener("click", () => {
        this.moveTo(sticker, false);
        onPick?.(sticker);
      });
      this.cells.push(cell);
    }
    this.element.append(...this.cells);
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.show({ stickers: UNKNOWN });
  }

  /** Draws a state. */
  show({ stickers, confidence, doubtful = [], wrong = [], changed = [] }: NetState): void {
    this.cells.forEach((cell, sticker) => {
      const letter = stickers.charAt(sticker);
      const sure = letter === "?" ? undefined : confidence?.[sticker];
      const remarks = [
        sure === undefined ? "" : t("net.sure", { percent: Math.round(sure * 100) }),
        doubtful.includes(sticker) ? t("net.in-doubt") : "",
        wrong.includes(sticker) ? t("net.impossible") : "",
        changed.includes(sticker) ? t("net.changed") : "",
      ].filter(Boolean);
      const name = `${stickerName(sticker)}: ${[COLOR_NAMES[letter] ?? letter, ...remarks].join(", ")}`;
      setAttribute(cell, "data-color", letter);
      if (cell.firstElementChild) setText(cell.firstElementChild, letter);
      setAttribute(cell, "title", name);
      setAttribute(cell, "aria-label", sticker % 9 === 4 ? t("net.centre", { name, face: FACE_NAMES[faceOf(sticker)] ?? "" }) : name);
      setAttribute(cell, "data-doubt", doubtful.includes(sticker) ? "true" : undefined);
      setAttribute(cell, "data-wrong", wrong.includes(sticker) ? "true" : undefined);
      setAttribute(cell, "data-changed", changed.includes(sticker) ? "true" : undefined);
      cell.style.setProperty("--sure", String(sure ?? 1));
      setAttribute(cell, "data-unsure", sure !== undefined && sure < 0.97 ? "true" : undefined);
    });
  }

  /** Marks the sticker for which a colour is chosen. */
  select(sticker: number | undefined): void {
    this.cells.forEach((cell, index) => setAttribute(cell, "aria-pressed", this.onPick && String(index === sticker)));
  }

  /** Puts the keyboard's focus on a sticker. */
  focus(sticker: number): void {
    this.moveTo(sticker, true);
  }

  private onKey(event: KeyboardEvent): void {
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const [column, row] = placeInNet(this.current);
    const [wantedColumn, wantedRow] = [column + step[0], row + step[1]];
    const next = this.cells.findIndex((_, sticker) => {
      const [thereColumn, thereRow] = placeInNet(sticker);
      return thereColumn === wantedColumn && thereRow === wantedRow;
    });
    if (next >= 0) this.moveTo(next, true);
  }

  private moveTo(sticker: number, focus: boolean): void {
    this.cells[this.current]?.setAttribute("tabindex", "-1");
    this.current = sticker;
    this.cells[sticker]?.setAttribute("tabindex", "0");
    if (focus) this.cells[sticker]?.focus();
  }
}

/** The column and the row of a sticker in the net. */
export function placeInNet(sticker: number): [column: number, row: number] {
  const [column, row] = CORNERS[Math.floor(sticker / 9)] ?? [0, 0];
  return [column + (sticker % 3), row + Math.floor((sticker % 9) / 3)];
}
