// The arms of a rig as teachers: they carry out a lesson on the cube in their claws, from pause to pause.

import type { App } from "../app";
import { requestButton } from "../button";
import { card, el, setText } from "../dom";
import type { ArmPause, LessonNow } from "../protocol";
import { sentence } from "../words";
import { t } from "../language";

const PAUSES: readonly [ArmPause, string][] = [
  ["move", t("arms.after-move")],
  ["step", t("arms.after-step")],
  ["stage", t("arms.after-stage")],
  ["lesson", t("arms.at-end")],
];

/** How many moves are done at the next pause. Turns of the whole cube are nothing for the arms. */
export function nextPause({ moves, steps, stages, at }: LessonNow, pause: ArmPause): number {
  const isDone = ({ end }: { end: number }) => end <= at;
  if (pause === "step") return steps.find((step) => !isDone(step))?.end ?? moves.length;
  if (pause === "stage") return stages.find((stage) => !isDone(stage))?.end ?? moves.length;
  const turn = pause === "move" ? moves.findIndex((move, index) => index >= at && !/^[xyz]/.test(move.turn)) : -1;
  return turn < 0 ? moves.length : turn + 1;
}

/** The panel; hidden where no rig is there. */
export function armsPanel(app: App): HTMLElement {
  const pause = el("select", { id: "arm-pause" }, ...PAUSES.map(([value, name]) => el("option", { value }, name)));
  pause.value = "stage";
  const show = requestButton(app, "show", t("arms.teach"), "plain", () => ({
    do: "show",
    method: app.store.get("lesson")?.method ?? "",
    pause: pause.value as ArmPause,
  }));
  const look = requestButton(app, "look", t("arms.look"), "primary", () => ({ do: "look" }));
  // The arms go to the next pause as it is chosen here, whatever was chosen when the lesson began.
  const next = requestButton(app, "next", t("arms.go-on"), "primary", () => {
    const lesson = app.store.get("lesson");
    return lesson && { do: "goto", moves: nextPause(lesson, pause.value as ArmPause) };
  });
  // The cube in the claws may be at no place of the lesson: a stop can leave half a half turn.
  const again = requestButton(app, "replan", t("extra.replan"), "plain", () => ({ do: "replan" }));
  // What they are at began with another choice: it ends after this step.
  pause.addEventListener("change", () => {
    const lesson = app.store.get("lesson");
    if (lesson?.by_arms && lesson.playing) void app.ask({ do: "pause" });
  });
  const why = el("p", { class: "note arms-why" });
  const panel = card(
    "arms-card",
    t("arms.title"),
    el("p", { class: "note" }, t("arms.note")),
    el("label", { for: "arm-pause" }, t("arms.pause")),
    pause,
    why,
    el("div", { class: "row" }, look, show, next, again),
  );
  const follow = () => {
    panel.hidden = app.reason("show") === undefined;
    const lesson = app.store.get("lesson");
    next.hidden = !lesson?.by_arms;
    const isStuck = lesson !== undefined && lesson.by_arms && lesson.at < lesson.moves.length && !!app.reason("next");
    again.hidden = !isStuck || app.reason("replan") !== "";
    setText(why, sentence(app.reason("show") ?? ""));
    // A cube that is known needs no look.
    const status = app.store.get("cube")?.status;
    look.hidden = app.reason("look") === undefined || status === "valid";
  };
  for (const part of ["controls", "lesson", "cube"] as const) app.store.on(part, follow);
  return panel;
}
