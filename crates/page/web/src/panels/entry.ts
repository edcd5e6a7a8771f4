// Ways to enter a cube without the camera: clicks, text, six photographs, chance.

import type { App } from "../app";
import { guarded } from "../button";
import { sharedCube, token } from "../address";
import type { CubeEditor } from "../cube/editor";
import { COLOR_NAMES, FACES, FACE_NAMES, centres, colorsOf } from "../cube/stickers";
import { el, setText } from "../dom";
import type { Answer } from "../protocol";
import { byHandPart } from "./by_hand";
import { movesParts } from "./entry_moves";
import { learned } from "./own_colors";
import { misplaced } from "./photo_places";
import { counted, t } from "../language";

/** Everything that puts a whole cube into the editor. */
export function entryPart(app: App, editor: CubeEditor): HTMLElement {
  const empty = el(
    "button",
    { type: "button", class: "button plain", onclick: () => editor.enter(emptyCube(schemeOf(app))) },
    t("entry.empty"),
  );
  const solved = el(
    "button",
    { type: "button", class: "button plain", onclick: () => editor.enter(Array.from(schemeOf(app), (letter) => letter.repeat(9)).join("")) },
    t("entry.solved"),
  );
  const chance = async () => {
    const answer = await app.ask({ do: "random" });
    if (answer.ok) editor.enter(answer.cube);
  };
  const random = el("button", { type: "button", class: "button plain", onclick: () => void chance() }, t("entry.random"));
  const { way, link } = movesParts(app, editor);
  const part = el(
    "div",
    { class: "entry" },
    el("div", { class: "row" }, empty, solved, random, link),
    way,
    textPart(app, editor),
    photosPart(app, editor),
    byHandPart(app, editor),
  );
  // A shared cube is seen at once.
  if (sharedCube.moves + sharedCube.cube !== "") queueMicrotask(() => part.closest("details")?.setAttribute("open", ""));
  return part;
}

/** The colours of the faces: those of the lesson's cube as it is held or of the rig's, else as most cubes have them. */
function schemeOf(app: App): string {
  const { facelets = "", scheme = "" } = app.store.get("cube") ?? {};
  return centres(app.store.get("lesson")?.stickers ?? colorsOf(facelets, scheme));
}

/** Nothing but the centres. */
function emptyCube(scheme: string): string {
  return Array.from({ length: 54 }, (_, sticker) => (sticker % 9 === 4 ? scheme.charAt(Math.floor(sticker / 9)) : "?")).join("");
}

function textPart(app: App, editor: CubeEditor): HTMLElement {
  const input = el("textarea", {
    id: "cube-text",
    rows: "3",
    maxlength: "200",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
  });
  const order = el("input", {
    type: "text",
    id: "cube-order",
    value: FACES,
    maxlength: "6",
    size: "8",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
  });
  const take = el("button", { type: "button", class: "button plain", onclick: () => void read() }, t("entry.read-text"));
  const read = async () => {
    const faces = order.value.toUpperCase();
    if (Array.from(faces).sort().join("") !== Array.from(FACES).sort().join("")) {
      return editor.refuse(t("entry.order-wrong", { faces: Array.from(FACES).join(" ") }));
    }
    const typed = input.value.toUpperCase().replace(/[\s,]/g, "");
    const nine = (face: string) => typed.slice(9 * faces.indexOf(face), 9 * faces.indexOf(face) + 9);
    const text = typed.length === 54 ? Array.from(FACES, nine).join("") : typed;
    const answer = await app.ask({ do: "check", cube: text });
    if (text.length === 54) editor.enter(/[UFDL]/.test(text) ? colorsOf(text, schemeOf(app)) : text);
    else editor.refuse(answer.ok ? t("entry.needs-54") : answer.text);
  };
  return el(
    "details",
    { class: "way" },
    el("summary", {}, t("entry.by-text")),
    el(
      "label",
      { for: "cube-text" },
      t("entry.text-label"),
    ),
    input,
    el("div", { class: "row" }, el("label", { for: "cube-order" }, t("entry.order")), order, take),
  );
}

function photosPart(app: App, editor: CubeEditor): HTMLElement {
  const files = new Map<string, File>();
  const verdict = el("p", { class: "verdict", role: "status" });
  const holds = Array.from(FACES, () => el("span", { class: "photo-hold" }));
  const previews = new Map<string, HTMLImageElement>();
  /** Puts a photograph into the box of a face. */
  const put = (face: string, file: File) => {
    const preview = previews.get(face);
    files.set(face, file);
    if (!preview) return;
    if (preview.src) URL.revokeObjectURL(preview.src);
    preview.src = URL.createObjectURL(file);
    preview.alt = t("entry.photo-of", { face: FACE_NAMES[face] ?? face });
    preview.hidden = false;
  };
  const slots = Array.from(FACES, (face) => {
    const preview = el("img", { alt: "", hidden: true });
    previews.set(face, preview);
    const input = el("input", { type: "file", accept: "image/*", class: "file", id: `photo-${face}` });
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (!file) return;
      put(face, file);
      exchange.hidden = true;
      setText(verdict, files.size < 6 ? t("entry.photos-so-far", { count: files.size }) : t("entry.all-six"));
    });
    return el("label", { class: "photo", for: `photo-${face}` }, el("span", {}, `${face}: ${FACE_NAMES[face]}`), holds[FACES.indexOf(face)], preview, input);
  });
  const send = guarded(app, "photos", t("entry.read-photos"), "plain", () => void post());
  const post = async () => {
    if (files.size < 6) return setText(verdict, t("entry.missing", { photographs: counted("photograph-is", 6 - files.size) }));
    setText(verdict, t("entry.reading"));
    exchange.hidden = true;
    const form = new FormData();
    for (const face of FACES) form.set(face, files.get(face) as File);
    const answer = await photos(form);
    verdict.dataset.ok = String(answer.ok);
    const wrong = answer.ok || answer.cube.length !== 54 ? undefined : misplaced(schemeOf(app), centres(answer.cube));
    setText(verdict, wrong?.text ?? answer.text);
    if (wrong) {
      belongs = wrong.belongs;
      exchange.hidden = false;
      return;
    }
    if (answer.cube.length !== 54) return;
    editor.enter(answer.cube, answer.stickers, answer.pictures);
    editor.net.element.scrollIntoView({ block: "nearest" });
  };
  let belongs: readonly number[] = [];
  // Each photograph into the box of the face that it shows.
  const sort = () => {
    const before = Array.from(FACES, (face) => files.get(face));
    before.forEach((file, at) => file && put(FACES.charAt(belongs[at] ?? at), file));
    void post();
  };
  const exchange = el("button", { type: "button", class: "button plain", hidden: true, onclick: sort }, t("entry.exchange"));
  const colors = el("div", { class: "photo-colors", role: "status" });
  const learn = async () => {
    const answer = await app.ask({ do: "learn_colors", cube: editor.stickers });
    colors.replaceChildren(...(answer.learned ? learned(answer.learned) : []));
  };
  const own = guarded(app, "learn_colors", t("entry.learn"), "plain", () => void learn());
  const row = el("div", { class: "row" }, send, exchange);
  const part = el(
    "details",
    { class: "way" },
    el("summary", {}, t("entry.by-photos")),
    el("p", { class: "note" }, t("entry.photos-note")),
    el("div", { class: "photos" }, ...slots),
    row,
    verdict,
    colors,
  );
  // Which face is which is said by its colour.
  const nameFaces = () => {
    const scheme = Array.from(schemeOf(app), (letter) => COLOR_NAMES[letter] ?? letter);
    const color = (face: string) => scheme[FACES.indexOf(face)] ?? "";
    const above = (face: string) => color(face === "U" ? "B" : face === "D" ? "F" : "U");
    holds.forEach((hold, index) => setText(hold, t("entry.hold", { color: color(FACES.charAt(index)), top: above(FACES.charAt(index)) })));
  };
  for (const known of ["cube", "lesson"] as const) app.store.on(known, nameFaces);
  app.store.on("controls", ({ reasons }) => {
    part.hidden = reasons.photos === undefined;
    // A rig learns the colours by its own camera.
    if (!part.hidden && !own.isConnected && app.store.get("hello")?.view !== "rig") row.append(own);
  });
  return part;
}

async function photos(form: FormData): Promise<Answer> {
  const failed = (text: string): Answer => ({ id: 0, ok: false, text, stickers: [], cube: "" });
  try {
    const answer = await fetch("photos", { method: "POST", body: form, headers: token ? { "x-cuberig-token": token } : {} });
    const isJson = answer.headers.get("content-type")?.includes("json");
    return isJson ? ((await answer.json()) as Answer) : failed(t("entry.refused", { reason: await answer.text() }));
  } catch {
    return failed(t("entry.not-sent"));
  }
}
