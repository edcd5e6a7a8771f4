// The 2x2x1 in space: four pieces, turned by half turns of its rows and columns, by buttons or by dragging a piece.
//
// Stickers are numbered as in the crate `cube`: faces F B U D L R, the back as it is seen from behind.

import { el } from "../dom";
import { t } from "../language";

/** For each piece (upper left, upper right, lower left, lower right), its faces with their stickers. */
const PIECES: readonly Readonly<Record<string, number>>[] = [
  { F: 0, B: 5, U: 8, L: 12 },
  { F: 1, B: 4, U: 9, R: 14 },
  { F: 2, B: 7, D: 11, L: 13 },
  { F: 3, B: 6, D: 10, R: 15 },
];
/** The pieces of each side, and the axis about which they turn. */
const SIDES: Readonly<Record<string, readonly [pieces: readonly number[], axis: "X" | "Y"]>> = {
  R: [[1, 3], "X"],
  L: [[0, 2], "X"],
  U: [[0, 1], "Y"],
  D: [[2, 3], "Y"],
};
/** Pixels of a drag before it turns a side. */
const DECIDED = 16;
/** Milliseconds of a turn. */
const TURNING = 350;

/** The drawn puzzle. */
export class CuboidModel {
  readonly element = el("div", { class: "cuboid", role: "img", "aria-label": t("cuboid.title") });
  private readonly body = el("div", { class: "cuboid-body" });
  private readonly pieces: HTMLElement[];

  /** `onTurn` is called with the letter of a side that was dragged. */
  constructor(onTurn: (turn: string) => void) {
    this.pieces = PIECES.map((faces) => {
      const sides = Array.from("FBUDLR", (face) => el("span", { class: "cuboid-face", "data-face": face, "data-sticker-of": faces[face] }));
      return el("div", { class: "cuboid-piece" }, ...sides);
    });
    this.pieces.forEach((piece, number) => {
      piece.style.transform = place(number);
    });
    this.element.addEventListener("pointerdown", (event) => {
      const piece = this.pieceAt(event.clientX, event.clientY);
      if (piece !== undefined) this.drag(piece, event, onTurn);
    });
    this.body.append(...this.pieces);
    this.element.append(this.body);
  }

  /** Draws 16 colour letters. */
  show(stickers: string): void {
    for (const face of this.body.querySelectorAll<HTMLElement>("[data-sticker-of]"))
      face.dataset.color = stickers.charAt(Number(face.dataset.stickerOf));
  }

  /** Turns a side before the eyes; `stickers` are those after it. */
  async turn(turn: string, stickers: string): Promise<void> {
    const [pieces, axis] = SIDES[turn] ?? [[], "X"];
    const turns = pieces.map((number) => {
      const at = (degrees: number) => ({ transform: `rotate${axis}(${degrees}deg) ${place(number)}` });
      return this.pieces[number]?.animate([at(0), at(180)], { duration: TURNING, easing: "ease-in-out" }).finished;
    });
    await Promise.all(turns);
    this.show(stickers);
  }

  /** Looks from behind, or from in front again. */
  lookFrom(isBehind: boolean): void {
    this.body.classList.toggle("behind", isBehind);
  }

  /** The piece at a place of the window. Pieces that turn are not where they belong, so their turn ends first. */
  private pieceAt(x: number, y: number): number | undefined {
    for (const animation of this.body.getAnimations({ subtree: true })) animation.finish();
    const under = document.elementFromPoint(x, y);
    const piece = this.pieces.findIndex((piece) => piece.contains(under));
    return piece < 0 ? undefined : piece;
  }

  /** A drag up or down turns the column of a piece, one to the side its row. */
  private drag(piece: number, { clientX, clientY, pointerId }: PointerEvent, onTurn: (turn: string) => void): void {
    const ends = new AbortController();
    this.element.setPointerCapture(pointerId);
    const follow = (event: PointerEvent) => {
      const [across, down] = [Math.abs(event.clientX - clientX), Math.abs(event.clientY - clientY)];
      if (Math.max(across, down) < DECIDED) return;
      ends.abort();
      const axis = across > down ? "Y" : "X";
      const side = Object.entries(SIDES).find(([, [pieces, about]]) => about === axis && pieces.includes(piece));
      if (side) onTurn(side[0]);
    };
    const { signal } = ends;
    this.element.addEventListener("pointermove", follow, { signal });
    for (const end of ["pointerup", "pointercancel"]) this.element.addEventListener(end, () => ends.abort(), { signal });
  }
}

/** Where a piece is. */
function place(piece: number): string {
  const [x, y] = [piece % 2 === 0 ? -1 : 1, piece < 2 ? -1 : 1];
  return `translate3d(calc(${x / 2} * var(--edge)), calc(${y / 2} * var(--edge)), 0)`;
}
