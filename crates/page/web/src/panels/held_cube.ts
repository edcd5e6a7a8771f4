// Which cube reports its turns: none, one that keys turn, or a smart cube; how it is, and what can be done with it.

import type { App } from "../app";
import { el, setText } from "../dom";
import type { Connect, HeldCube } from "../held_cube";
import { connectKeys } from "../key_cube";
import { connectSmartCube, whyNoBluetooth } from "../smart_cube";

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
      await held.follow(connect, (name) => setText(state, `The connection to ${name} was lost.`));
      return true;
    } catch (error) {
      const { name, message } = error as Error;
      const isAddress = /MAC address/.test(message);
      // Who closes the browser's list wants no cube.
      setText(state, name === NO_CUBE_CHOSEN ? "" : isAddress ? "This browser cannot read the cube's Bluetooth address: type it below." : message);
      if (name !== NO_CUBE_CHOSEN) [more.hidden, more.open] = [false, true];
      return false;
    }
  };
  const connect = async () => {
    const why = whyNoBluetooth();
    if (why) return setText(state, why);
    const typed = address.value.trim();
    if (typed && !/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(typed)) return setText(state, "An address has six pairs of digits and letters A to F.");
    setText(state, "Connecting…");
    if (!(await follow((listener) => connectSmartCube(listener, typed)))) return;
    if (typed) localStorage.setItem(KEPT, typed);
  };
  const button = (text: string, look: string, act: () => void) => el("button", { type: "button", class: `button small ${look}`, onclick: act }, text);
  const smart = button("Connect a smart cube", "plain", () => void connect());
  const keys = button("Turn by keys", "quiet", () => void follow(connectKeys));
  const solved = button("It is solved", "plain", () => held.declareSolved());
  const end = button("Disconnect", "quiet", () => {
    held.end();
    app.say("", true);
  });
  const more = el(
    "details",
    { class: "way", hidden: address.value === "" },
    el("summary", {}, "Its Bluetooth address"),
    el("label", { for: "cube-address" }, "Address"),
    address,
    el("p", { class: "note", id: "cube-address-note" }, "Most browsers keep it from pages. Chrome lists it under chrome://bluetooth-internals/#devices. It stays in this browser."),
  );
  const show = () => {
    const { source, battery } = held;
    smart.hidden = keys.hidden = source !== undefined;
    more.hidden ||= source !== undefined;
    end.hidden = source === undefined;
    solved.hidden = source === undefined || source.isDrawn;
    const charge = battery === undefined ? "" : `, battery ${battery} %`;
    if (source) setText(state, source.isDrawn ? "Keys turn the drawn cube: I K right, D E left, J F up, S L down, H G front, W O back." : `${source.name}${charge}`);
    else if (/battery|^Keys turn/.test(state.textContent ?? "")) setText(state, "");
  };
  held.onChange(show);
  show();
  return el("section", { class: "held-cube", "aria-label": "The cube in your hands" }, el("div", { class: "row" }, smart, keys, state, solved, end), more);
}
