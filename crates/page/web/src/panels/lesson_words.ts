// What the words and letters of a lesson mean; and the numbers of the places, for the method that has them.

import type { App } from "../app";
import { card, el, setText } from "../dom";
import { placeInNet } from "../cube/net";
import { t } from "../language";

const WORDS: readonly (readonly [string, string])[] = [
  [t("word.centre"), t("word.centre-is")],
  [t("word.edge"), t("word.edge-is")],
  [t("word.corner"), t("word.corner-is")],
  [t("word.layer"), t("word.layer-is")],
  [t("word.slot"), t("word.slot-is")],
  [t("word.sequence"), t("word.sequence-is")],
  [t("word.twisted"), t("word.twisted-is")],
];
const LETTERS: readonly (readonly [string, string])[] = [
  ["R L U D F B", t("word.sides-are")],
  ["R'", t("word.prime-is")],
  ["R2", t("word.two-is")],
  ["Rw", t("word.wide-is")],
  ["M E S", t("word.slice-is")],
  ["x y z", t("word.whole-is")],
];

/** The panel; folded until somebody asks. */
export function wordsPanel(app: App): HTMLElement {
  const list = (rows: typeof WORDS) =>
    el("dl", { class: "words-list" }, ...rows.map(([word, meaning]) => el("div", {}, el("dt", {}, word), el("dd", {}, meaning))));
  return card(
    "words-card",
    t("words.title"),
    el("details", { class: "way" }, el("summary", {}, t("words.words")), list(WORDS)),
    el("details", { class: "way" }, el("summary", {}, t("words.letters")), list(LETTERS)),
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
    el("summary", {}, t("words.numbers")),
    el("p", { class: "note" }, t("words.numbers-note")),
    el("div", { class: "net", role: "img", "aria-label": t("words.numbers-net") }, ...cells),
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
