// What people can ask the rig for.

import type { App } from "../app";
import { requestButton } from "../button";
import { turnButtons } from "../cube/turn_buttons";
import { card, el } from "../dom";
import { faultsPart } from "./faults";

/** What people press most; a phone has it next to the status. */
export function actionsRow(app: App): HTMLElement {
  return el(
    "div",
    { class: "row actions" },
    requestButton(app, "start", "Look and solve", "primary", () => ({ do: "start", scan: true })),
    requestButton(app, "look", "Look", "plain", () => ({ do: "look" })),
    requestButton(app, "start_known", "Solve as known", "plain", () => ({ do: "start", scan: false })),
    requestButton(app, "load", "Take a cube", "plain", () => ({ do: "load" })),
    requestButton(app, "release", "Give it back", "plain", () => ({ do: "release" })),
  );
}

/** The panel of controls: only those that this page has. */
export function controlsPanel(app: App): HTMLElement {
  const section = card(
    "controls",
    "Controls",
    moves(app),
    el("div", { class: "row recording" }, requestButton(app, "save_recording", "Save the last minute", "plain", () => ({ do: "save_recording" }))),
    el("p", { class: "note" }, "Space and Escape stop the rig, even on a button. Enter presses a button."),
  );
  const simulation = el("div", { class: "simulation", hidden: true }, el("h3", {}, "Simulation"), scramble(app), faultsPart(app));
  section.append(simulation);
  app.store.on("hello", (hello) => (simulation.hidden = !hello.simulated));
  return section;
}

/** One move by a button, or a sequence by text. */
function moves(app: App): HTMLElement {
  const one = turnButtons("One move", (move) => requestButton(app, "moves", move, "quiet", () => ({ do: "moves", moves: move })));
  const input = el("input", {
    type: "text",
    id: "sequence",
    placeholder: "R U R' U'",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "400",
  });
  const go = requestButton(app, "moves", "Do it", "plain", () => {
    if (input.value.trim() !== "") return { do: "moves", moves: input.value.trim() };
    app.say("Write the moves first.", false);
    input.focus();
    return undefined;
  });
  input.addEventListener("keydown", (event) => event.key === "Enter" && go.click());
  const part = el(
    "div",
    { class: "moves-part" },
    el("h3", {}, "One move"),
    one,
    el("label", { for: "sequence" }, "A sequence"),
    el("div", { class: "field" }, input, go),
  );
  app.store.on("controls", () => (part.hidden = app.reason("moves") === undefined));
  return part;
}

function scramble(app: App): HTMLElement {
  const seed = el("input", {
    type: "text",
    inputmode: "numeric",
    id: "seed",
    placeholder: "any",
    autocomplete: "off",
    maxlength: "9",
  });
  const button = requestButton(app, "scramble", "Scramble", "plain", () => {
    const text = seed.value.trim();
    if (/^\d{0,9}$/.test(text)) return { do: "scramble", seed: text === "" ? null : Number(text) };
    app.say("A seed is a whole number.", false);
    return undefined;
  });
  return el("div", {}, el("label", { for: "seed" }, "Seed"), el("div", { class: "field" }, seed, button));
}
