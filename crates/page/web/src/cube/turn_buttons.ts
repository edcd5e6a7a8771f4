// Buttons for the eighteen turns: for fingers, and for those who do not know the keys.

import { el } from "../dom";
import { FACES } from "./stickers";

/** The eighteen turns, face by face. */
const TURNS = Array.from(FACES).flatMap((face) => ["", "'", "2"].map((suffix) => face + suffix));

/** A grid of buttons, each made for its turn. */
export function turnButtons(label: string, make: (turn: string) => HTMLButtonElement): HTMLElement {
  const buttons = TURNS.map((turn) => {
    const button = make(turn);
    button.classList.add("move");
    return button;
  });
  return el("div", { class: "move-grid", role: "group", "aria-label": label }, ...buttons);
}
