// The frame of the page: name, connection, the stop that is always there, and what became of requests.

import { otherPage, wantsLesson } from "./address";
import type { App } from "./app";
import { requestButton } from "./button";
import { exported } from "./exported";
import { el, setAttribute, setText } from "./dom";
import { displayButton } from "./panels/display";
import { phoneButton } from "./panels/phone";
import type { Hello, Stage } from "./protocol";
import { plain } from "./plain";
import { t } from "./language";

const STAGES: Record<Stage, string> = {
  idle: t("stage.idle"),
  scanning: t("stage.scanning"),
  solving: t("stage.solving"),
  executing: t("stage.executing"),
  checking: t("stage.checking"),
  solved: t("stage.solved"),
  stopped: t("stage.stopped"),
  failed: t("stage.failed"),
  not_ready: t("stage.not_ready"),
  hand_over: t("stage.hand_over"),
  teaching: t("stage.teaching"),
  moving: t("stage.moving"),
};

/** What pages are called that have no name of their own. */
const TITLES: Partial<Record<Hello["view"], string>> = { lesson: t("shell.a-lesson"), practice: t("shell.practice") };

/** Builds the frame; views fill its main part. */
export function buildShell(app: App): HTMLElement {
  const title = el("h1", {}, "cuberig");
  const stage = el("span", { class: "pill stage-pill", hidden: true });
  const simulated = el("span", { class: "pill", hidden: true }, t("shell.simulated"));
  const link = el("span", { class: "link" }, t("shell.connecting"));
  const other = el("a", { class: "other-page", hidden: true });
  const banner = el("div", { class: "banner", role: "alert", hidden: true });
  const main = el("main", { id: "main" });
  guardDoubleClicks();
  const bar = el(
    "div",
    { class: "bar" },
    el("div", { class: "who" }, title, stage, simulated, link, other, displayButton(main), phoneButton(app, main)),
    app.answerLine,
    stopPart(app),
  );
  const licencesTitle = t("shell.licences");
  const licences = exported
    ? el("details", {}, el("summary", {}, licencesTitle), el("pre", { tabindex: "0" }, exported.licences))
    : el("a", { href: "licences.txt" }, licencesTitle);
  const footer = el("footer", {}, licences);
  link.hidden = exported !== undefined;
  const skip = el("a", { class: "skip", href: "#main" }, t("shell.skip"));
  document.body.append(skip, el("header", { class: "top" }, bar, banner), main, footer);

  app.store.on("hello", (hello) => {
    const name = hello.title || TITLES[hello.view];
    setText(title, name || "cuberig");
    document.title = name ? `${name} · cuberig` : "cuberig";
    simulated.hidden = !hello.simulated;
  });
  app.store.on("lesson", () => {
    if (app.store.get("hello")?.view !== "rig") return;
    other.hidden = false;
    setAttribute(other, "href", otherPage());
    setText(other, wantsLesson ? t("shell.the-rig") : t("shell.the-lesson"));
  });
  app.store.on("run", (run) => {
    stage.hidden = false;
    stage.dataset.stage = run.stage;
    setText(stage, STAGES[run.stage]);
  });
  app.onConnected((connected) => {
    banner.hidden = connected;
    document.body.classList.toggle("lost", !connected);
    setText(link, connected ? t("shell.connected") : t("shell.no-connection"));
    link.dataset.on = String(connected);
    setText(
      banner,
      connected
        ? ""
        : [t("shell.lost"), app.lostBecause, t("shell.tries-again")].filter(Boolean).join(" "),
    );
  });
  return main;
}

/** The button that stops the rig, by pointer and keys, and what became of it. */
function stopPart(app: App): HTMLElement {
  const stop = el(
    "button",
    { type: "button", class: "stop", "aria-keyshortcuts": "Escape Space", onclick: () => void app.ask({ do: "stop" }) },
    el("span", { class: "stop-word" }, t("shell.stop")),
    el("span", { class: "stop-keys" }, t("shell.stop-keys")),
  );
  const state = el("p", { class: "stop-state", role: "status" });
  const resume = requestButton(app, "resume", t("shell.resume"), "plain", () => ({ do: "resume" }));
  const giveUp = requestButton(app, "give_up", t("shell.give-up"), "plain", () => ({ do: "give_up" }));
  const ways = el("div", { class: "row stop-ways", hidden: true }, resume, giveUp);
  // Only what the conductor would do is offered: a run that goes on, or that the rig is let go.
  const offer = () => {
    const { resume: noResume, give_up: noWay } = app.store.get("controls")?.reasons ?? {};
    resume.hidden = noResume !== "";
    setText(giveUp.firstElementChild as Element, noResume === "" ? t("shell.give-up") : t("shell.let-move"));
    ways.hidden = !app.store.get("stop")?.stopped && noWay !== "";
  };
  const part = el("div", { class: "stop-part", hidden: true }, state, ways, stop);
  const exists = () => app.store.get("controls")?.reasons.stop !== undefined;
  app.store.on("controls", () => {
    part.hidden = !exists();
    offer();
  });
  app.onConnected(offer);
  app.store.on("stop", ({ stopped, text, took }) => {
    part.dataset.stopped = String(stopped);
    offer();
    const hold = took === null ? "" : t("shell.motors-hold");
    setText(state, stopped ? [plain(text) || t("shell.stopped"), hold].filter(Boolean).join(" ") : "");
    setAttribute(state, "title", took === null ? undefined : t("shell.held-after", { milliseconds: Math.round(took) }));
  });
  // Space presses no button on a page that can stop a rig: Enter does.
  const isStop = (event: KeyboardEvent) => {
    if (!exists() || event.ctrlKey || event.metaKey || event.altKey) return false;
    return event.key === "Escape" || (event.key === " " && !isTyping(event.target));
  };
  document.addEventListener(
    "keydown",
    (event) => {
      if (!isStop(event)) return;
      event.preventDefault();
      if (!event.repeat) void app.ask({ do: "stop" });
    },
    true,
  );
  document.addEventListener("keyup", (event) => isStop(event) && event.preventDefault(), true);
  return part;
}

/** Of two clicks at one place in a moment the second counts only where the first did: the page may have moved under the pointer. */
function guardDoubleClicks(): void {
  const MOMENT = 400;
  let first: MouseEvent | undefined;
  document.addEventListener(
    "click",
    (event) => {
      const isOther = first !== undefined && event.isTrusted && event.target !== first.target;
      const isThere = event.detail > 0 && Math.hypot(event.clientX - (first?.clientX ?? 0), event.clientY - (first?.clientY ?? 0)) < 4;
      if (isOther && isThere && event.timeStamp - (first?.timeStamp ?? 0) < MOMENT) {
        event.stopPropagation();
        event.preventDefault();
        return;
      }
      first = event;
    },
    true,
  );
}

/** Whether keys write a text there. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && ["text", "search", "number", "email", "url"].includes(target.type);
}
