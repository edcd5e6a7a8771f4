// A link to this place of a lesson: its cube, its method, and how many moves are done.

import { linkTo, sharedCube, sharedPlace } from "../address";
import type { App } from "../app";
import { inverse, readTurn, turned, type Turn } from "../cube/turns";
import { el } from "../dom";
import { exported } from "../exported";
import type { LessonNow } from "../protocol";
import { copyLink } from "./entry_moves";
import { t } from "../language";

/** The button that copies the link. A lesson that is begun from such a link goes to its place. */
export function placeLink(app: App): HTMLElement {
  const copy = () => {
    const lesson = app.store.get("lesson");
    if (!lesson) return;
    const here = { cube: startOf(lesson), method: lesson.method, at: String(lesson.at) };
    void copyLink(app, exported ? location.href : linkTo(here));
  };
  const button = el("button", { type: "button", class: "button quiet small", onclick: copy }, t("place.copy"));
  const row = el("div", { class: "row place-link" }, button);
  let isThere = exported !== undefined || sharedPlace.at === 0;
  app.store.on("lesson", (lesson) => {
    row.hidden = lesson.moves.length === 0;
    if (isThere || lesson.at !== 0 || lesson.moves.length === 0 || lesson.stickers !== sharedCube.cube || lesson.method !== sharedPlace.method) return;
    isThere = true;
    void app.askQuietly({ do: "goto", moves: sharedPlace.at });
  });
  return row;
}

/** The stickers at the begin of a lesson, as they were held then. */
function startOf({ stickers, moves, at, extra_turns }: LessonNow): string {
  const made = [...moves.slice(0, at).map(({ turn }) => turn), ...extra_turns].flatMap((turn) => turn.split(" "));
  return made.reduceRight((stickers, turn) => turned(stickers, readTurn(inverse(turn)) as Turn), stickers);
}
