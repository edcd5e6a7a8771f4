// A cube by moves, such as a scramble that somebody sent, and links that carry a cube.

import { linkTo, sharedCube } from "../address";
import type { App } from "../app";
import type { CubeEditor } from "../cube/editor";
import { turnButtons } from "../cube/turn_buttons";
import { el } from "../dom";
import { t } from "../language";

/** Copies a link, or shows it where the browser does not copy. */
export async function copyLink(app: App, link: string): Promise<void> {
  const copied = navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  );
  app.say((await copied) ? t("entry.link-copied") : link, true);
}

/** The way by moves, and the button that copies a link to the cube in the editor. */
export function movesParts(app: App, editor: CubeEditor): { way: HTMLElement; link: HTMLElement } {
  /** The moves that were read last, and their cube. */
  let read = { moves: "", cube: "" };
  const input = el("input", {
    type: "text",
    id: "cube-moves",
    placeholder: "R U R' U'",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "2000",
  });
  const take = async () => {
    const moves = input.value.trim();
    const answer = await app.ask({ do: "from_moves", moves });
    if (!answer.ok) return editor.refuse(answer.text);
    read = { moves, cube: answer.cube };
    editor.enter(answer.cube);
  };
  input.addEventListener("keydown", (event) => event.key === "Enter" && void take());
  const button = (label: string, act: () => void) => el("button", { type: "button", class: "button plain", onclick: act }, label);
  const turns = turnButtons(t("entry.add-turn"), (turn) => {
    const add = () => {
      input.value = `${input.value.trim()} ${turn}`.trim();
      void take();
    };
    return el("button", { type: "button", class: "button quiet", onclick: add }, turn);
  });
  const way = el(
    "details",
    { class: "way by-moves" },
    el("summary", {}, t("entry.by-moves")),
    el("label", { for: "cube-moves" }, t("entry.moves-label")),
    el("div", { class: "field" }, input, button(t("entry.read-moves"), () => void take())),
    turns,
  );
  const copy = async () => {
    const cube = editor.stickers;
    const link = linkTo(read.cube === cube ? { moves: read.moves } : { cube });
    await copyLink(app, link);
  };
  if (sharedCube.moves !== "") {
    input.value = sharedCube.moves;
    void take();
  } else if (/^[WYROGB?]{54}$/.test(sharedCube.cube)) editor.enter(sharedCube.cube);
  return { way, link: button(t("entry.copy-link"), () => void copy()) };
}
