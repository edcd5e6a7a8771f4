// Which cube reports its turns: none, one that keys turn, or a smart cube; how it is, and what can be done with it.

import type { App } from "../app";
import { el, setText } from "../dom";
import type { Connect, HeldCube } from "../held_cube";
import { connectKeys } from "../key_cube";
import { connectSmartCube, whyNoBluetooth } from "../smart_cube";
import { t } from "../language";

/** Where the address of the cube that was connected last is kept: in this browser. */
const KEPT = "cuberig-smart-cube";
const NO_CUBE_CHOSEN = "NotFoundError";

/** The part of the page with the cube in the learner's hands. */
export function heldCubePart(app: App, held: HeldCube): HTMLElement {
  const state = el("p", { class: "held-state", role: "status" });
  const address = el("input", {
    type: "text",
    id: "cube-address",
    maxlength: "17",
    placeholder: "AB:12:34:56:78:9A",
    autocomplete: "off",
    "aria-describedby": "cube-address-note",
  });
  address.value = localStorage.getItem(KEPT) ?? "";
  const follow = async (connect: Connect) => {
    try {
      await held.follow(connect, (name) => setText(state, t("held.lost", { name })));
      return true;
    } catch (error) {
      const { name, message } = error as Error;
      const isAddress = /MAC address/.test(message);
      // Who closes the browser's list wants no cube.
      setText(state, name === NO_CUBE_CHOSEN ? "" : isAddress ? t("held.no-address") : message);
      if (name !== NO_CUBE_CHOSEN) [more.hidden, more.open] = [false, true];
      return false;
    }
  };
  const connect = async () => {
    const why = whyNoBluetooth();
    if (why) return setText(state, why);
    const typed = address.value.trim();
    if (typed && !/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(typed)) return setText(state, t("held.address-form"));
    setText(state, t("held.connecting"));
    if (!(await follow((listener) => connectSmartCube(listener, typed)))) return;
    if (typed) localStorage.setItem(KEPT, typed);
  };
  const button = (text: string, look: string, act: () => void) => el("button", { type: "button", class: `button small ${look}`, onclick: act }, text);
  const smart = button(t("held.connect"), "plain", () => void connect());
  const keys = button(t("held.keys"), "quiet", () => void follow(connectKeys));
  const solved = button(t("held.solved"), "plain", () => held.declareSolved());
  const end = button(t("held.end"), "quiet", () => {
    held.end();
    app.say("", true);
  });
  const more = el(
    "details",
    { class: "way", hidden: address.value === "" },
    el("summary", {}, t("held.address-title")),
    el("label", { for: "cube-address" }, t("held.address")),
    address,
    el("p", { class: "note", id: "cube-address-note" }, t("held.address-note")),
  );
  /** What was said of the cube last. */
  let described = "";
  const show = () => {
    const { source, battery } = held;
    smart.hidden = keys.hidden = source !== undefined;
    more.hidden ||= source !== undefined;
    end.hidden = source === undefined;
    solved.hidden = source === undefined || source.isDrawn;
    const charge = battery === undefined ? "" : t("held.battery", { percent: battery });
    if (source) setText(state, (described = source.isDrawn ? t("held.keys-are") : `${source.name}${charge}`));
    else if (state.textContent === described) setText(state, "");
  };
  held.onChange(show);
  show();
  return el("section", { class: "held-cube", "aria-label": t("held.title") }, el("div", { class: "row" }, smart, keys, state, solved, end), more);
}
