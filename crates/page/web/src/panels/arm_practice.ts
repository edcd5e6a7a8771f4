// The arms of a rig set up the case that is due, hand the cube over, and take it back. The hand-overs are confirmed next to the status.

import type { App } from "../app";
import { requestButton } from "../button";
import { card, el, setText } from "../dom";
import { t } from "../language";

const SETS: readonly [string, string][] = [
  ["pll", "PLL"],
  ["oll", "OLL"],
  ["f2l", "F2L"],
];
/** What a learner says: the name of its control, and its button. */
const WORDS: readonly [string, string][] = [
  ["recognised", t("arm-practice.know")],
  ["done", t("arm-practice.done")],
  ["forgotten", t("arm-practice.forgot")],
];

/** The panel; hidden where no tutor is there. */
export function armPracticePanel(app: App): HTMLElement {
  const boxes = SETS.map(([name]) => el("input", { type: "checkbox", id: `arms-${name}`, value: name }));
  for (const box of boxes) box.checked = box.value === "pll";
  const sets = el("div", { class: "row", role: "group", "aria-label": t("arm-practice.sets") }, ...boxes.map((box, at) => el("label", { class: "switch", for: box.id }, box, SETS[at]?.[1] ?? "")));
  const begin = requestButton(app, "drill", t("arm-practice.begin"), "plain", () => {
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    if (chosen.length > 0) return { do: "drill", sets: chosen, order: "due" };
    app.say(t("arm-practice.choose"), false);
    return undefined;
  });
  const words = WORDS.map(([name, label]) => requestButton(app, name, label, name === "forgotten" ? "plain" : "primary", () => ({ do: "say", line: name })));
  const goOn = requestButton(app, "go_on", t("arms.go-on"), "primary", () => ({ do: "next" }));
  const end = requestButton(app, "end_practice", t("arm-practice.end"), "plain", () => ({ do: "leave" }));
  const now = el("p", { class: "practice-now", role: "status", "aria-live": "polite" });
  const note = el("p", { class: "note" }, t("arm-practice.note"));
  const panel = card("arm-practice", t("arm-practice.title"), note, sets, now, el("div", { class: "row" }, begin, ...words, goOn, end));
  let practised = false;
  const follow = () => {
    const practises = app.reason("end_practice") !== undefined;
    // What came of the last drill stays.
    if (practises || practised) setText(now, app.store.get("lesson")?.notice ?? "");
    practised = practises;
    panel.hidden = app.reason("drill") === undefined;
    begin.hidden = sets.hidden = practises;
    // Only what can be said now.
    for (const [at, button] of words.entries()) button.hidden = app.reason(WORDS[at]?.[0] ?? "") !== "";
    goOn.hidden = app.reason("go_on") !== "";
  };
  for (const part of ["controls", "lesson"] as const) app.store.on(part, follow);
  follow();
  return panel;
}
