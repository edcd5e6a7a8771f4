// What is taught: the method and the cube. And the keys that turn it.

import { sharedCube, sharedPlace } from "../address";
import type { App } from "../app";
import { CubeEditor } from "../cube/editor";
import { KEYS } from "../cube/keys";
import { card, el, setText } from "../dom";
import { entryPart } from "./entry";
import { t } from "../language";

/** The choice of method and cube. */
export function choicePanel(app: App): HTMLElement {
  const select = el("select", { id: "method" });
  select.addEventListener("change", () => {
    void app.ask({ do: "teach", method: select.value, cube: null });
    // The server's next part names the one that is taught; until then, and when it refuses, it is the old one.
    select.value = app.store.get("lesson")?.method ?? select.value;
  });
  const editor = new CubeEditor(app, t("choice.teach"), (cube) => ({ do: "teach", method: cube === sharedCube.cube ? sharedPlace.method : null, cube }));
  const about = el("p", { class: "note" });
  let shown = "";
  app.store.on("lesson", ({ method, methods, about: words, stickers }) => {
    if (JSON.stringify(methods) !== shown) {
      shown = JSON.stringify(methods);
      select.replaceChildren(...methods.map(([value, name]) => el("option", { value }, name)));
    }
    select.value = method;
    setText(about, words);
    editor.show({ stickers });
  });
  return card(
    "choice-card",
    t("choice.title"),
    el("label", { for: "method" }, t("choice.method")),
    select,
    about,
    el("details", { class: "way another" }, el("summary", {}, t("choice.another")), editor.element, entryPart(app, editor)),
    keysPart(),
  );
}

function keysPart(): HTMLElement {
  const moves = new Map<string, string[]>();
  for (const [key, move] of KEYS) moves.set(move, [...(moves.get(move) ?? []), key.toUpperCase()]);
  const other: [string, string][] = [
    [t("keys.on"), "→"],
    [t("keys.back"), "←"],
    [t("keys.play"), t("keys.space")],
    [t("keys.undo"), t("keys.ctrl-z")],
    [t("keys.redo"), t("keys.ctrl-y")],
  ];
  const rows = [...other, ...[...moves].map(([move, keys]): [string, string] => [move, keys.join(" ")])];
  return el(
    "details",
    { class: "way keys" },
    el("summary", {}, t("keys.title")),
    el("dl", { class: "keys-list" }, ...rows.map(([what, keys]) => el("div", {}, el("dt", {}, keys), el("dd", {}, what)))),
  );
}
