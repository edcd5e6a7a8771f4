// The camera's picture: as it was taken, with what was found, or none.

import { FRESH, type App } from "../app";
import { card, addToHeading, el, every, setAttribute, setText } from "../dom";
import type { Picture } from "../protocol";
import { age } from "../words";
import { ownCameraPart } from "./own_camera";
import { t } from "../language";

const CHOICES: readonly [Picture, string][] = [
  ["annotated", t("camera.found")],
  ["plain", t("camera.plain")],
  ["none", t("camera.off")],
];

/** The picture with its choices. Pictures come only while someone can see them. */
export function cameraPanel(app: App, title: string): HTMLElement {
  const canvas = el("canvas", { role: "img", "aria-label": t("camera.picture"), width: 640, height: 480 });
  const stamp = el("p", { class: "stamp" });
  const frame = el("div", { class: "picture" }, canvas, stamp);
  const section = card("camera", title, frame, ownCameraPart(app));
  let wanted: Picture = "annotated";
  let asked: Picture | undefined;
  let isSeen = true;
  let came = -Infinity;
  const watch = () => {
    const picture = isSeen && !document.hidden ? wanted : "none";
    if (!app.connected || picture === asked) return;
    asked = picture;
    isFirst = true;
    void app.connection.ask({ do: "watch", picture });
  };
  const buttons = CHOICES.map(([picture, name]) =>
    el(
      "button",
      {
        type: "button",
        class: "choice",
        "aria-pressed": picture === wanted,
        onclick: () => {
          wanted = picture;
          buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(CHOICES[index]?.[0] === wanted)));
          watch();
          refresh();
        },
      },
      name,
    ),
  );
  addToHeading(section, el("div", { class: "choices", role: "group", "aria-label": t("camera.which") }, ...buttons));
  app.onConnected((connected) => {
    asked = undefined;
    if (connected) watch();
  });
  document.addEventListener("visibilitychange", watch);
  new IntersectionObserver((entries) => {
    isSeen = entries.some((entry) => entry.isIntersecting);
    watch();
  }).observe(frame);

  let waiting: Blob | undefined;
  let isDrawing = false;
  let isFirst = true;
  const drawNewest = async () => {
    if (isDrawing) return;
    isDrawing = true;
    while (waiting) {
      const jpeg = waiting;
      waiting = undefined;
      try {
        const bitmap = await createImageBitmap(jpeg);
        if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
          [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
          frame.style.aspectRatio = `${bitmap.width} / ${bitmap.height}`;
        }
        canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
        bitmap.close();
        // The first picture may have waited on the server for long.
        const waited = isFirst ? (app.store.get("camera")?.age ?? 0) : 0;
        isFirst = false;
        came = performance.now() - (waited > FRESH ? waited : 0);
        refresh();
      } catch {
        app.say(t("camera.unreadable"), false);
      }
    }
    isDrawing = false;
  };
  app.onPicture((kind, jpeg) => {
    if (kind !== asked) return;
    // A slow browser draws only the newest.
    waiting = jpeg;
    void drawNewest();
  });
  const refresh = () => {
    const source = app.store.get("camera")?.source ?? "";
    const old = performance.now() - came;
    const state = wanted === "none" ? "off" : came < 0 ? "none" : old > FRESH ? "old" : "live";
    setAttribute(frame, "data-state", state);
    const texts = {
      off: t("camera.is-off"),
      none: t("camera.none"),
      old: t("camera.old", { age: age(old) }),
      live: source,
    };
    setText(stamp, texts[state]);
  };
  every(250, refresh);
  return section;
}
