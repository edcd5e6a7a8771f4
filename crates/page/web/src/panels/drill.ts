// Drills: a case is shown as it is held, the learner recognises it, turns it, and says how it went. Both times are kept apart.

import type { App } from "../app";
import { COLOR_NAMES } from "../cube/stickers";
import { card, el, setAttribute, setText } from "../dom";
import type { CaseShown, DrillOrder } from "../protocol";
import { isDone, turnedCase } from "../drill_goal";
import type { HeldCube, TimedTurn } from "../held_cube";
import { recognise } from "../recognise";
import { HoldScene } from "../scene/hold";
import { isTyping } from "../shell";
import { clock } from "../timing";
import { t } from "../language";

const ORDERS: readonly (readonly [DrillOrder, string])[] = [["due", t("drill.due")], ["weakest", t("drill.weakest")], ["random", t("drill.random")], ["attack", t("drill.attack")]];
type Phase = "none" | "looking" | "turning" | "judging";

/** The panel of drills. `held`: the cube whose turns are known. `isShown`: whether its keys count now. */
export function drillPanel(app: App, held: HeldCube, isShown: () => boolean): HTMLElement {
  const scene = new HoldScene();
  const reason = el("p", { class: "note", role: "status" });
  const time = el("p", { class: "drill-time" });
  const last = el("p", { class: "note drill-last", role: "status" });
  const hand = el("p", { class: "note", hidden: true }, t("drill.on-your-cube"));
  const title = el("h3", { class: "drill-title" });
  const ways = el("ul", { class: "case-moves" });
  const hint = el("p", { class: "case-hint" });
  const order = el("select", { id: "drill-order", "aria-label": t("drill.which-cases") }, ...ORDERS.map(([value, name]) => el("option", { value }, name)));
  const sets = el("div", { class: "row", role: "group", "aria-label": t("drill.sets") });
  const only = el("input", { type: "checkbox", id: "drill-only" });
  let phase: Phase = "none";
  let number = 0;
  let since = 0;
  let recognised: number | null = null;
  let turned: number | null = null;
  // Of the cube that is held: its turns in this drill, the stickers after them, and what was looked up.
  let made: TimedTurn[] = [];
  let stickers = "";
  let looked: "no" | "before" | "while turning" = "no";

  const button = (text: string, look: string, act: (at: number) => void) =>
    el("button", { type: "button", class: `button ${look}`, onclick: ((event: Event) => act(event.timeStamp)) as EventListener }, text);
  const next = () => {
    const chosen = Array.from(sets.querySelectorAll("input")).filter((input) => input.checked).map((input) => input.value);
    void app.askQuietly({ do: "drill", sets: chosen, order: order.value as DrillOrder });
  };
  const know = button(t("drill.know"), "primary", (at) => step(at));
  const done = button(t("drill.turned"), "primary", (at) => step(at));
  const judge = (remembered: boolean, helped: boolean) => {
    // A case that is lost on the way is given up; it is known only where it is done.
    const isGivenUp = phase === "turning" && held.source !== undefined && !remembered;
    if (phase !== "judging" && !isGivenUp) return;
    enter("none");
    void app.askQuietly({ do: "drilled", number, remembered, helped, recognised, turned }).then((ok) => ok && next());
  };
  const forgot = button(t("drill.forgot"), "plain", () => judge(false, false));
  const helped = button(t("drill.helped"), "plain", () => judge(true, true));
  const knew = button(t("drill.knew"), "primary", () => judge(true, false));
  const begin = button(t("drill.next"), "plain", next);
  const show = button(t("drill.show"), "quiet", (at) => {
    if (phase === "turning") {
      looked = "while turning";
      return enter("turning");
    }
    looked = "before";
    // Who looks it up did not know it.
    recognised = null;
    since = at;
    enter("judging");
  });
  const enter = (now: Phase) => {
    phase = now;
    setAttribute(panel, "data-phase", phase);
    know.hidden = phase !== "looking";
    show.hidden = phase !== "looking" && (phase !== "turning" || held.source === undefined || looked !== "no");
    done.hidden = phase !== "turning" || held.source !== undefined;
    helped.hidden = knew.hidden = phase !== "judging";
    forgot.hidden = phase !== "judging" && (phase !== "turning" || held.source === undefined);
    begin.hidden = phase !== "none";
    // Who turns a cube that reports it may not read what to turn, but for asking.
    answer.hidden = phase !== "judging" && (phase !== "turning" || (held.source !== undefined && looked === "no"));
    const times = [recognised === null ? "" : t("drill.recognised-in", { seconds: clock(recognised) }), turned === null ? "" : t("drill.turned-in", { seconds: clock(turned) })];
    setText(time, phase === "looking" ? t("drill.which") : times.filter(Boolean).join(" "));
  };
  const step = (at: number) => {
    if (phase === "looking") {
      recognised = Math.max(0, Math.round(at - since));
      since = at;
      enter(only.checked ? "judging" : "turning");
    } else if (phase === "turning") {
      turned = Math.round(at - since);
      enter("judging");
    }
  };
  held.onTurn((turn) => {
    if (!isShown() || (phase !== "looking" && phase !== "turning" && !(phase === "judging" && looked === "before"))) return;
    stickers = turnedCase(stickers, turn.move);
    made.push(turn);
    scene.show(stickers, hold());
    if (phase === "looking") step(turn.at);
    const set = app.store.get("drill")?.set ?? "";
    if (!isDone(set, stickers)) return;
    turned = held.source?.times(made).at(-1) ?? null;
    enter("judging");
    setText(last, t("drill.both", { recognised: recognised === null ? "–" : clock(recognised), turned: turned === null ? "–" : clock(turned) }));
    judge(looked !== "before", looked !== "no");
  });
  const hold = () => `${stickers[22]}${stickers[4]}`;
  held.onChange(() => {
    hand.hidden = held.source === undefined;
    enter(phase);
  });
  const own = el("input", { type: "text", id: "drill-own", maxlength: "500", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const keep = async () => {
    const drill = app.store.get("drill");
    if (drill && (await app.askQuietly({ do: "own", set: drill.set, case: drill.case, moves: own.value }))) app.say(own.value.trim() ? t("drill.kept") : t("drill.usual-again"), true);
  };
  own.addEventListener("keydown", (event) => event.key === "Enter" && void keep());
  const ownPart = el(
    "details",
    { class: "way" },
    el("summary", {}, t("drill.own")),
    el("label", { for: "drill-own" }, t("drill.own-label")),
    el("div", { class: "field" }, own, el("button", { type: "button", class: "button plain", onclick: () => void keep() }, t("drill.keep"))),
  );
  const answer = el("div", { class: "drill-answer" }, title, hint, ways, ownPart);
  const panel = card(
    "drill",
    t("drill.title"),
    sets,
    el("div", { class: "row" }, order, el("label", { class: "switch", for: "drill-only" }, only, t("drill.recognise-only"))),
    reason,
    el("div", { class: "hold-frame drill-cube" }, scene.stage.canvas, scene.stage.reset),
    time,
    last,
    el("div", { class: "row drill-buttons" }, begin, know, show, done, forgot, helped, knew),
    answer,
    hand,
    el("p", { class: "note" }, t("drill.keys")),
  );
  const showWays = () => {
    const drill = app.store.get("drill");
    const shown = drill && caseOf(app, drill.set, drill.case);
    const mine = app.store.get("learner")?.own.find(({ set, case: name }) => set === drill?.set && name === drill.case)?.moves ?? "";
    if (document.activeElement !== own) own.value = mine;
    const usual = shown ? [shown.moves, ...shown.others, ...(shown.left ? [t("drill.for-left", { moves: shown.left })] : [])] : [];
    ways.replaceChildren(...[...(mine ? [t("drill.yours", { moves: mine })] : []), ...usual].map((way) => el("li", {}, way)));
  };
  enter("none");
  app.store.on("learner", showWays);
  app.store.on("catalogue", (catalogue) => {
    // It comes again in another language: the choice stays.
    const chosen = new Map(Array.from(sets.querySelectorAll("input"), ({ value, checked }) => [value, checked]));
    sets.replaceChildren(
      ...catalogue.sets.map(({ name, title }) => {
        const input = el("input", { type: "checkbox", id: `drill-${name}`, value: name });
        input.checked = chosen.get(name) ?? name === "pll";
        return el("label", { class: "switch", for: `drill-${name}` }, input, title);
      }),
    );
  });
  app.store.on("drill", (drill) => {
    if (drill.number === number) return;
    number = drill.number;
    setText(reason, drill.reason);
    if (drill.set === "") return enter("none");
    [recognised, turned, since] = [null, null, performance.now()];
    [made, stickers, looked] = [[], drill.stickers, "no"];
    scene.show(stickers, hold());
    const shown = caseOf(app, drill.set, drill.case);
    setText(title, shown ? `${setTitle(app, drill.set)} ${shown.title}` : "");
    setText(hint, shown ? recognise(drill.set, shown.look) : "");
    // Of a beginner's sequence there is one way.
    ownPart.hidden = drill.set === "beginner";
    ownPart.open = false;
    showWays();
    scene.stage.canvas.setAttribute("aria-label", t("drill.cube", { color: COLOR_NAMES[drill.stickers[22] ?? ""] ?? "" }));
    enter("looking");
  });
  document.addEventListener("keydown", (event) => {
    if (!isShown() || isTyping(event.target) || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const isPressed = event.target instanceof Element && event.target.closest("button, select, a, input");
    if (event.key === " " && !isPressed) {
      event.preventDefault();
      if (phase === "none") next();
      else step(event.timeStamp);
    }
    const judged = { "1": [false, false], "2": [true, true], "3": [true, false] }[event.key];
    if (judged) judge(judged[0] ?? false, judged[1] ?? false);
  });
  return panel;
}

/** What people call a set. */
export function setTitle(app: App, set: string): string {
  return app.store.get("catalogue")?.sets.find(({ name }) => name === set)?.title ?? "";
}

/** A case of the catalogue. */
export function caseOf(app: App, set: string, name: string): CaseShown | undefined {
  return app.store.get("catalogue")?.sets.find((known) => known.name === set)?.cases.find((known) => known.name === name);
}
