// What is known of the cube, unfolded, and the mending of single stickers.

import type { App } from "../app";
import { addToHeading, card, el, setAttribute, setText } from "../dom";
import { CubeEditor } from "../cube/editor";
import { colorsOf } from "../cube/stickers";
import type { CubeStatus } from "../protocol";
import { entryPart } from "./entry";
import { ownColorsPart } from "./own_colors";

const WORDS: Record<CubeStatus, string> = {
  unknown: "not known",
  partial: "partly known",
  valid: "known",
  invalid: "no such cube",
};

/** The cube's panel. */
export function cubePanel(app: App): HTMLElement {
  const editor = new CubeEditor(app, "Tell the rig");
  const status = el("span", { class: "pill", role: "status" });
  const problem = el("p", { class: "problem", role: "status" });
  const notes = el("ul", { class: "notes" });
  const other = el("details", { class: "way another" }, el("summary", {}, "Another cube"), entryPart(app, editor));
  const section = card("cube", "Cube", editor.element, problem, notes, other, ownColorsPart(app, editor));
  addToHeading(section, status);
  const show = () => {
    const cube = app.store.get("cube");
    if (!cube) return;
    const { facelets, scheme, confidence, doubtful } = cube;
    editor.show({ stickers: colorsOf(facelets, scheme), confidence, doubtful, pictures: app.store.get("doubt")?.faces });
  };
  // The badge is about the cube that is shown: what a person enters here is not the rig's before it is sent.
  const describe = () => {
    const cube = app.store.get("cube");
    if (!cube) return;
    const { isUnsent } = editor;
    const word = cube.solved ? "solved" : WORDS[cube.status];
    const known = cube.source && cube.status !== "unknown" ? `${word}, ${cube.source}` : word;
    setText(status, isUnsent ? "your entry, not sent yet" : known);
    setAttribute(status, "data-bad", String(!isUnsent && cube.status === "invalid"));
    setText(problem, isUnsent ? `The rig's cube: ${known}.` : cube.problem);
    setAttribute(problem, "data-other", String(isUnsent));
    const said = isUnsent ? [] : cube.notes;
    if (notes.textContent !== said.join("")) notes.replaceChildren(...said.map((note) => el("li", {}, note)));
  };
  app.store.on("doubt", show);
  app.store.on("cube", () => {
    show();
    describe();
  });
  editor.element.addEventListener("drawn", describe);
  return section;
}
