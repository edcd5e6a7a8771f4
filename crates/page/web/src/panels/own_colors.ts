// Teaches the rig what the colours of one's own cube look like to its camera.

import type { App } from "../app";
import { guarded, requestButton } from "../button";
import type { CubeEditor } from "../cube/editor";
import { COLORS, COLOR_NAMES, FACES } from "../cube/stickers";
import { el, setAttribute } from "../dom";
import type { Answer, LearnedColors } from "../protocol";
import { sentence } from "../words";
import { counted, t } from "../language";

/** A button, the choice of how the cube really is, and what was learned. It is gone as soon as the camera looks anew. */
export function ownColorsPart(app: App, editor: CubeEditor): HTMLElement {
  const result = el("div", { class: "own-result", role: "status", "aria-live": "polite" });
  /** The look at the six faces that the result, or the question, is about. */
  let about: number | undefined;
  let isWaiting = false;

  const show = (answer: Pick<Answer, "ok" | "text" | "learned">) =>
    result.replaceChildren(
      el("p", { class: "verdict", "data-ok": String(answer.ok) }, sentence(answer.text)),
      ...(answer.learned ? learned(answer.learned) : []),
    );
  const learn = async (cube: string) => {
    const asked = about;
    if (isWaiting || asked === undefined) return;
    const missing = Array.from(cube).filter((letter) => letter === "?").length;
    if (missing > 0) return show({ ok: false, text: t("own-colors.all-first", { stickers: counted("sticker", missing) }) });
    isWaiting = true;
    result.replaceChildren(el("p", { class: "note" }, t("own-colors.learns")));
    const answer = await app.connection.ask({ do: "learn_colors", cube });
    isWaiting = false;
    // The camera has looked anew, or the cube was turned or forgotten: the answer is out of date.
    if (about !== asked) return;
    show(answer);
    if (!answer.ok) return;
    open(false);
    button.focus();
  };
  const choice = (label: string, cube: () => string) =>
    el("button", { type: "button", class: "button plain", onclick: () => void learn(cube()) }, label);
  const choices = el(
    "div",
    { class: "own-choices", id: "own-choices", role: "group", "aria-label": t("own-colors.how"), hidden: true },
    el(
      "p",
      { class: "note" },
      t("own-colors.question", { button: editor.submitLabel }),
    ),
    el(
      "div",
      { class: "row" },
      choice(t("held.solved"), () => ""),
      choice(t("own-colors.as-typed"), () => editor.stickers),
    ),
  );
  const button = guarded(app, "learn_colors", t("entry.learn"), "plain", () => {
    about = look(app);
    result.replaceChildren();
    open(button.getAttribute("aria-expanded") === "false");
  });
  const open = (isOpen: boolean) => {
    choices.hidden = !isOpen;
    setAttribute(button, "aria-expanded", String(isOpen));
  };
  setAttribute(button, "aria-controls", choices.id);
  open(false);
  const scan = requestButton(app, "scan", t("own-colors.show-all"), "plain", () => ({ do: "scan", faces: unseen(app) }));
  const part = el("div", { class: "own-colors" }, el("div", { class: "row" }, button, scan), choices, result);
  app.store.on("controls", () => (part.hidden = app.reason("learn_colors") === undefined));
  app.store.on("cube", () => {
    if (about === look(app)) return;
    about = undefined;
    open(false);
    result.replaceChildren();
  });
  return part;
}

/** When the camera saw the newest of all six faces; nothing where it has not seen them all. */
function look(app: App): number | undefined {
  const cube = app.store.get("cube");
  return cube?.faces_seen.length === FACES.length ? cube.seen_at : undefined;
}

/** The faces that the camera has not seen yet. */
function unseen(app: App): string {
  const seen = app.store.get("cube")?.faces_seen ?? "";
  return Array.from(FACES, (face) => (seen.includes(face) ? "" : face)).join("");
}

/** Six patches, and what people should know about them. */
export function learned({ colors, warnings }: LearnedColors): HTMLElement[] {
  const patches = colors.map((rgb, at) => {
    const patch = el("span", { class: "own-patch", "aria-hidden": "true" });
    patch.style.backgroundColor = `rgb(${rgb.join(" ")})`;
    return el("li", {}, patch, COLOR_NAMES[COLORS.charAt(at)] ?? "");
  });
  return [
    el("ul", { class: "own-patches", "aria-label": t("own-colors.seen") }, ...patches),
    el("ul", { class: "notes" }, ...warnings.map((warning) => el("li", {}, sentence(warning)))),
  ];
}
