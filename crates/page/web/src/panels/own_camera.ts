// The rig looks through the camera of a browser: which one, how it is, and the button that makes it this one.

import type { App } from "../app";
import { el, setAttribute, setText } from "../dom";
import { OwnCamera, type OwnCameraNow } from "../own_camera";
import { t } from "../language";

/** The part of the camera's panel; hidden where the rig has a camera of its own. */
export function ownCameraPart(app: App): HTMLElement {
  const who = el("p", { class: "camera-who", role: "status" });
  const own = el("p", { class: "camera-own", hidden: true });
  const note = el("p", { class: "camera-note", role: "status" });
  const button = el("button", { type: "button", class: "button primary", onclick: () => press() }, t("own-camera.use"));
  const part = el("div", { class: "own-camera", hidden: true }, who, own, note, el("div", { class: "row" }, button));
  let camera: OwnCamera | undefined;
  let isOn = false;
  const show = (now: OwnCameraNow) => {
    isOn = now.isOn;
    setText(button, isOn ? t("own-camera.end") : t("own-camera.use"));
    button.classList.toggle("primary", !isOn);
    button.classList.toggle("plain", isOn);
    own.hidden = !isOn;
    const delay = now.latency === undefined || Number.isNaN(now.latency) ? "" : t("own-camera.delay", { milliseconds: Math.round(now.latency) });
    setText(own, t("own-camera.is", { arrived: now.arrived, delay, dropped: now.dropped }));
    setText(note, now.note);
  };
  const press = () => {
    if (isOn) return camera?.end();
    if (!("mediaDevices" in navigator)) {
      return setText(note, t("own-camera.https"));
    }
    if (!camera) {
      camera = new OwnCamera(app, show);
      part.prepend(camera.video);
    }
    void camera.begin();
  };
  app.store.on("page_camera", ({ by, rate, latency, problem }) => {
    part.hidden = false;
    setText(who, problem || t("own-camera.rate", { browser: by, rate, delay: latency === null ? "" : t("own-camera.delay", { milliseconds: latency }) }));
    setAttribute(who, "data-bad", problem ? "true" : undefined);
  });
  return part;
}
