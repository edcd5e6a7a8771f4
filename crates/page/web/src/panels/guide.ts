// The guide through the six faces of a cube that a person shows to a camera.

import type { App } from "../app";
import { requestButton } from "../button";
import { COLOR_NAMES, FACES, FACE_NAMES } from "../cube/stickers";
import { card, el, every, setAttribute, setText } from "../dom";
import type { HoldScene } from "../scene/hold";
import { t } from "../language";

const WORDS: Record<string, string> = { missing: t("guide.missing"), asked: t("guide.now"), read: t("guide.read"), again: t("guide.again") };

/** What to do now, how to hold the cube, and which faces are read. `control` takes the lines of the person. */
export function guidePanel(app: App, hold: HoldScene, control: "say" | "by_hand" = "say"): HTMLElement {
  const prompt = el("p", { class: "guide-prompt", role: "status", "aria-live": "polite" });
  const hint = el("p", { class: "guide-hint" });
  const notice = el("p", { class: "guide-notice", role: "status" });
  const left = el("p", { class: "note guide-left" });
  const held = el("p", { class: "note guide-held" });
  const faces = Array.from(FACES, (face) => {
    const word = el("span", { class: "face-word" });
    const again = requestButton(app, control, t("guide.again-button"), "quiet", () => ({ do: control, line: `again ${face}` }));
    again.classList.add("small");
    hide(again);
    again.setAttribute("aria-label", t("guide.show-again", { face: FACE_NAMES[face] ?? face }));
    return { item: el("li", {}, el("span", { class: "face-name" }, face), word, again), word, again };
  });
  const yes = requestButton(app, control, t("guide.yes"), "primary", () => ({ do: control, line: "yes" }));
  hide(yes);
  const restart = requestButton(app, control, t("guide.anew"), "plain", () => ({ do: control, line: "restart" }));
  app.store.on("hand_scan", (scan) => {
    setText(prompt, scan.prompt);
    setText(hint, scan.hint);
    setText(notice, scan.notice);
    faces.forEach(({ item, word, again }, index) => {
      const state = scan.faces[index] ?? "missing";
      setAttribute(item, "data-state", state);
      setText(word, WORDS[state] ?? state);
      hide(again, state !== "read");
    });
    // What is shown to a rig goes into the editor, and is confirmed there.
    hide(yes, !scan.done || control === "by_hand");
    hold.show(scan.stickers, scan.hold);
    const [front = "", top = ""] = scan.hold;
    setText(held, scan.hold ? t("guide.hold", { front: COLOR_NAMES[front] ?? front, top: COLOR_NAMES[top] ?? top }) : "");
  });
  every(500, () => {
    const seconds = app.store.get("hand_scan")?.left ?? null;
    setText(
      left,
      seconds === null ? "" : t("guide.waiting", { seconds: Math.max(0, Math.round(seconds - app.store.since("hand_scan") / 1000)) }),
    );
  });
  return card(
    "guide",
    t("guide.title"),
    el(
      "div",
      { class: "guide-body" },
      el("div", { class: "guide-words" }, prompt, hint, notice, el("div", { class: "row" }, restart, yes), left),
      el("div", { class: "guide-hold" }, el("div", { class: "hold-frame" }, hold.stage.canvas, hold.stage.reset), held),
    ),
    el("ol", { class: "faces", "aria-label": t("guide.faces") }, ...faces.map(({ item }) => item)),
  );
}

/** Hides an element, or shows it again; its place stays free. */
function hide(element: HTMLElement, hidden = true): void {
  element.style.visibility = hidden ? "hidden" : "visible";
}
