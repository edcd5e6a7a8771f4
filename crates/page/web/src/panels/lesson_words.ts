// What the words and letters of a lesson mean; and the numbers of the places, for the method that has them.

import type { App } from "../app";
import { card, el, setText } from "../dom";
import { placeInNet } from "../cube/net";

const WORDS: readonly (readonly [string, string])[] = [
  ["centre", "The piece in the middle of a side. It has one colour and never changes its place among the others."],
  ["edge", "A piece with two colours, between two corners."],
  ["corner", "A piece with three colours."],
  ["layer", "Nine pieces that turn together: the top, the bottom, or a side. The middle layer lies between top and bottom."],
  ["slot, pair", "A corner and the edge above or below it are a pair. Their place in the two lower layers is a slot."],
  ["sequence", "Moves that always do the same together."],
  ["twisted, flipped", "In the right place, but with the colours the wrong way round."],
];
const LETTERS: readonly (readonly [string, string])[] = [
  ["R L U D F B", "Right, left, up (the top), down (the bottom), front, back: turn that side clockwise, as you would see it from outside."],
  ["R'", "The same side the other way."],
  ["R2", "Half around: twice."],
  ["Rw", "The right side and the layer next to it, as R turns; so too for the other sides. It counts as one move."],
  ["M E S", "The layer between two sides: M turns as L does, E as D, S as F. It counts as one move."],
  ["x y z", "The whole cube in your hands, not a layer: x tips it backwards, y turns it to the left, z rolls it to the right."],
];

/** The panel; folded until somebody asks. */
export function wordsPanel(app: App): HTMLElement {
  const list = (rows: typeof WORDS) =>
    el("dl", { class: "words-list" }, ...rows.map(([word, meaning]) => el("div", {}, el("dt", {}, word), el("dd", {}, meaning))));
  return card(
    "words-card",
    "Words and letters",
    el("details", { class: "way" }, el("summary", {}, "What the words mean"), list(WORDS)),
    el("details", { class: "way" }, el("summary", {}, "What the letters mean"), list(LETTERS)),
    numbersPart(app),
  );
}

/** The unfolded cube with the number of each place. */
function numbersPart(app: App): HTMLElement {
  const cells = Array.from({ length: 54 }, (_, sticker) => {
    const [column, row] = placeInNet(sticker);
    const cell = el("span", { class: "place-number" });
    cell.style.gridColumn = `${column + 1}`;
    cell.style.gridRow = `${row + 1}`;
    return cell;
  });
  const part = el(
    "details",
    { class: "way numbers" },
    el("summary", {}, "The numbers of the places"),
    el("p", { class: "note" }, "The top is the upper square, the front is below it. A sticker has the number of the place where it is at home."),
    el("div", { class: "net", role: "img", "aria-label": "The unfolded cube with the number of each place" }, ...cells),
  );
  app.store.on("lesson", ({ numbers, stickers }) => {
    part.hidden = numbers.length !== cells.length;
    cells.forEach((cell, sticker) => {
      setText(cell, numbers[sticker] ? String(numbers[sticker]) : "");
      cell.dataset.color = stickers.charAt(9 * Math.floor(sticker / 9) + 4);
    });
  });
  return part;
}
