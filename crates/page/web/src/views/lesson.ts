// The page on which a learner follows a lesson on a drawn cube.

import { sharedCube } from "../address";
import type { App } from "../app";
import { guarded, requestButton } from "../button";
import { KEYS } from "../cube/keys";
import { turnButtons } from "../cube/turn_buttons";
import { card, el, setAttribute, setText } from "../dom";
import { exported } from "../exported";
import { arrowOf, placeIn } from "../lesson";
import { placeLink } from "../panels/place_link";
import { beginningPart } from "../panels/beginning";
import { casesPanel } from "../panels/cases";
import { cuboidPanel } from "../panels/cuboid";
import { armsPanel } from "../panels/lesson_arms";
import { choicePanel } from "../panels/lesson_choice";
import { ExtraTurnsPart, LessonControls, questionPart } from "../panels/lesson_controls";
import { LessonList } from "../panels/lesson_list";
import { BrightPieces, NextMove, StageText } from "../panels/lesson_now";
import { wordsPanel } from "../panels/lesson_words";
import { LessonScene } from "../scene/lesson";
import { WatchPart, watchPanels } from "../panels/watch";
import { plain } from "../plain";
import { isTyping } from "../shell";
import { StepReader } from "../speech";
import { t } from "../language";

/** What is said where a link brings a cube while a lesson goes on. */
const KEPT = t("lesson.kept");
/** What is said of a wrong turn to those who practise. */
const WRONG = t("lesson.wrong");

/** Builds the view; what it draws in three dimensions is returned for tests. */
export function lessonView(app: App, main: HTMLElement): LessonScene {
  const scene = new LessonScene((turn) => app.askQuietly({ do: "turn", turn }));
  let hinted = "";
  const show = () => {
    const lesson = app.store.get("lesson");
    if (!lesson) return;
    // A hint holds for one state of the cube.
    const place = placeIn(lesson, controls.isPractice && hinted !== lesson.stickers);
    scene.show(lesson, arrowOf(place));
    for (const part of [next, bright, text, controls, extraTurns, list, reader]) part.show(place);
    // What is said of a wrong turn names the right one.
    setText(notice, place.isHidden && place.hasExtraTurns ? WRONG : lesson.notice && plain(lesson.notice));
    setAttribute(main, "data-practice", controls.isPractice ? "true" : undefined);
    setAttribute(main, "data-begins", lesson.moves.length === 0 ? "true" : undefined);
  };
  const reader = new StepReader();
  const next = new NextMove();
  const bright = new BrightPieces();
  const text = new StageText();
  const controls = new LessonControls(app, show, () => {
    hinted = app.store.get("lesson")?.stickers ?? "";
    show();
  });
  const extraTurns = new ExtraTurnsPart(app);
  const list = new LessonList(app);
  const notice = el("p", { class: "lesson-notice", role: "status", "aria-live": "polite" });
  const leave = requestButton(app, "leave", t("lesson.back-to-own"), "plain", () => ({ do: "leave" }));
  const frame = el("div", { class: "scene-frame" }, scene.stage.canvas, scene.stage.reset, scene.behind.caption);
  const cube = card(
    "lesson-cube",
    t("lesson.your-cube"),
    frame,
    // What changes its height stands below the controls: they stay where they are.
    ...[controls, new WatchPart(app, () => controls.isPractice), next, extraTurns].map(({ element }) => element),
    notice,
    leave,
    bright.element,
    placeLink(app),
    exported ? null : turnsPart(app),
  );
  const side = el("div", { class: "column" }, card("lesson-text", t("lesson.now"), text.element, beginningPart(app)), list.element, ...(exported ? [] : [choicePanel(app), armsPanel(app)]));
  watchPanels(app, side);
  side.append(casesPanel(app), cuboidPanel(app), wordsPanel(app));
  main.className = "view-lesson";
  main.append(
    questionPart(app),
    el("div", { class: "column cube-column" }, cube),
    side,
  );
  app.store.on("lesson", show);
  // A cube that came by a link waits for a click: the lesson that goes on is not lost.
  const kept = el("p", { class: "lesson-notice link-kept", role: "status" });
  notice.after(kept);
  let taught = "";
  app.store.on("lesson", ({ method, steps, moves, at }) => {
    const now = JSON.stringify([method, steps, moves]);
    // A lesson that begins is read from its begin.
    if (taught !== "" && now !== taught && at === 0 && moves.length > 0) scrollTo({ top: 0 });
    const isBrought = sharedCube.moves + sharedCube.cube !== "" && moves.length > 0;
    const isSaid = taught === "" || (now === taught && kept.textContent !== "");
    setText(kept, isBrought && isSaid ? KEPT : "");
    taught = now;
  });
  document.addEventListener("keydown", (event) => onKey(event, controls, app));
  return scene;
}

/** The eighteen turns for fingers. */
function turnsPart(app: App): HTMLElement {
  const turns = turnButtons(t("lesson.turn-the-cube"), (turn) =>
    guarded(app, "turn", turn, "quiet", () => void app.askQuietly({ do: "turn", turn })),
  );
  const isTouched = matchMedia("(pointer: coarse)").matches;
  return el("details", { class: "way turns", open: isTouched }, el("summary", {}, t("lesson.turn-by-buttons")), turns);
}

/** Keys turn the cube, step and play, where they mean nothing else. */
function onKey(event: KeyboardEvent, controls: LessonControls, app: App): void {
  const { key, target } = event;
  if (event.defaultPrevented || event.altKey || isTyping(target)) return;
  if (target instanceof Element && target.closest(".editor, select")) return;
  const act = (): (() => unknown) | undefined => {
    if (event.ctrlKey || event.metaKey) {
      const redoes = key === "y" || (key.toLowerCase() === "z" && event.shiftKey);
      if (redoes) return () => app.askQuietly({ do: "redo" });
      return key === "z" ? () => app.askQuietly({ do: "undo" }) : undefined;
    }
    if (key === "ArrowRight") return () => controls.forward();
    if (key === "ArrowLeft") return () => controls.back();
    const isPressed = target instanceof Element && target.closest("button, summary, input, a");
    if (key === " ") return isPressed ? undefined : () => controls.toggle();
    const turn = KEYS.get(key.toLowerCase());
    return turn === undefined ? undefined : () => app.askQuietly({ do: "turn", turn });
  };
  const found = act();
  if (!found) return;
  event.preventDefault();
  if (!event.repeat || key.startsWith("Arrow")) found();
}
