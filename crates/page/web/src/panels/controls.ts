// What people can ask the rig for.

import type { App } from "../app";
import { requestButton } from "../button";
import { card, el } from "../dom";

const FACES = ["U", "R", "F", "D", "L", "B"];

/** The panel of controls: only those that this page has. */
export function controlsPanel(app: App): HTMLElement {
  const section = card(
    "controls",
    "Controls",
    el(
      "div",
      { class: "row" },
      requestButton(app, "start", "Look and solve", "primary", () => ({ do: "start", scan: true })),
      requestButton(app, "start_known", "Solve as known", "plain", () => ({ do: "start", scan: false })),
      requestButton(app, "load", "Take a cube", "plain", () => ({ do: "load" })),
      requestButton(app, "release", "Give it back", "plain", () => ({ do: "release" })),
    ),
    moves(app),
    el("p", { class: "note" }, "Space and Escape stop the rig, even on a button. Enter presses a button."),
  );
  const simulation = el("div", { class: "simulation", hidden: true }, el("h3", {}, "Simulation"), scramble(app), faults(app));
  section.append(simulation);
  app.store.on("hello", (hello) => (simulation.hidden = !hello.simulated));
  return section;
}

/** One move by a button, or a sequence by text. */
function moves(app: App): HTMLElement {
  const chips = FACES.flatMap((face) =>
    ["", "'", "2"].map((suffix) => {
      const move = face + suffix;
      const chip = requestButton(app, "moves", move, "quiet", () => ({ do: "moves", moves: move }));
      chip.classList.add("move");
      return chip;
    }),
  );
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
    el("div", { class: "move-grid", role: "group", "aria-label": "One move" }, ...chips),
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

function faults(app: App): HTMLElement {
  const name = el("select", { id: "fault" });
  const target = el("input", {
    type: "text",
    id: "fault-target",
    placeholder: "such as f_wrist",
    autocomplete: "off",
    maxlength: "60",
  });
  const amount = el("input", {
    type: "text",
    inputmode: "decimal",
    id: "fault-amount",
    value: "1",
    autocomplete: "off",
    maxlength: "12",
  });
  const what = el("p", { class: "note" });
  const button = requestButton(app, "fault", "Make it happen", "plain", () => {
    const number = Number(amount.value.replace(",", "."));
    if (Number.isFinite(number)) return { do: "fault", name: name.value, target: target.value.trim(), amount: number };
    app.say("The amount is a number.", false);
    return undefined;
  });
  const part = el(
    "details",
    { class: "faults" },
    el("summary", {}, "Faults"),
    el("label", { for: "fault" }, "Fault"),
    name,
    what,
    el(
      "div",
      { class: "pair" },
      el("div", {}, el("label", { for: "fault-target" }, "Where"), target),
      el("div", {}, el("label", { for: "fault-amount" }, "Amount"), amount),
    ),
    button,
  );
  let known: readonly [string, string][] = [];
  const explain = () => (what.textContent = known.find(([fault]) => fault === name.value)?.[1] ?? "");
  name.addEventListener("change", explain);
  app.store.on("hello", (hello) => {
    if (JSON.stringify(known) === JSON.stringify(hello.faults)) return;
    known = hello.faults;
    name.replaceChildren(...known.map(([fault]) => el("option", { value: fault }, fault.replaceAll("_", " "))));
    part.hidden = known.length === 0;
    explain();
  });
  return part;
}
