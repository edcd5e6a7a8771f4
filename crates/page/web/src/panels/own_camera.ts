// The rig looks through the camera of a browser: which one, how it is, and the button that makes it this one.

import type { App } from "../app";
import { el, setAttribute, setText } from "../dom";
import { OwnCamera, type OwnCameraNow } from "../own_camera";

/** The part of the camera's panel; hidden where the rig has a camera of its own. */
export function ownCameraPart(app: App): HTMLElement {
  const who = el("p", { class: "camera-who", role: "status" });
  const own = el("p", { class: "camera-own", hidden: true });
  const note = el("p", { class: "camera-note", role: "status" });
  const button = el("button", { type: "button", class: "button primary", onclick: () => press() }, "Use this camera");
  const part = el("div", { class: "own-camera", hidden: true }, who, own, note, el("div", { class: "row" }, button));
  let camera: OwnCamera | undefined;
  let isOn = false;
  const show = (now: OwnCameraNow) => {
    isOn = now.isOn;
    setText(button, isOn ? "End this camera" : "Use this camera");
    button.classList.toggle("primary", !isOn);
    button.classList.toggle("plain", isOn);
    own.hidden = !isOn;
    const delay = now.latency === undefined || Number.isNaN(now.latency) ? "" : `, ${Math.round(now.latency)} ms old on arrival`;
    setText(own, `This browser is the camera: ${now.arrived} pictures arrived${delay}; ${now.dropped} left out.`);
    setText(note, now.note);
  };
  const press = () => {
    if (isOn) return camera?.end();
    if (!("mediaDevices" in navigator)) {
      return setText(note, "Browsers give the camera only to encrypted pages and to those of this machine: open the page with https.");
    }
    if (!camera) {
      camera = new OwnCamera(app, show);
      part.prepend(camera.video);
    }
    void camera.begin();
  };
  app.store.on("page_camera", ({ by, rate, latency, problem }) => {
    part.hidden = false;
    setText(who, problem || `${by}: ${rate} pictures a second${latency === null ? "" : `, ${latency} ms old on arrival`}.`);
    setAttribute(who, "data-bad", problem ? "true" : undefined);
  });
  return part;
}
