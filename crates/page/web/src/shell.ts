// The frame of the page: name, connection, the stop that is always there, and what became of requests.

import { otherPage, wantsLesson } from "./address";
import type { App } from "./app";
import { requestButton } from "./button";
import { exported } from "./exported";
import { el, setAttribute, setText } from "./dom";
import { phoneButton } from "./panels/phone";
import type { Stage } from "./protocol";
import { plain } from "./plain";

const STAGES: Record<Stage, string> = {
  idle: "Ready",
  scanning: "Looking",
  solving: "Thinking",
  executing: "Turning",
  checking: "Looking again",
  solved: "Solved",
  stopped: "Stopped",
  failed: "Failed",
  not_ready: "Not ready",
  hand_over: "Handing over",
  teaching: "Teaching",
  moving: "Moving",
};

/** Builds the frame; views fill its main part. */
export function buildShell(app: App): HTMLElement {
  const title = el("h1", {}, "cuberig");
  const stage = el("span", { class: "pill stage-pill", hidden: true });
  const simulated = el("span", { class: "pill", hidden: true }, "simulated");
  const link = el("span", { class: "link" }, "connecting");
  const other = el("a", { class: "other-page", hidden: true });
  const banner = el("div", { class: "banner", role: "alert", hidden: true });
  const main = el("main", { id: "main" });
  guardDoubleClicks();
  const bar = el(
    "div",
    { class: "bar" },
    el("div", { class: "who" }, title, stage, simulated, link, other, phoneButton(app, main)),
    app.answerLine,
    stopPart(app),
  );
  const licencesTitle = "Licences of what this page is made of";
  const licences = exported
    ? el("details", {}, el("summary", {}, licencesTitle), el("pre", { tabindex: "0" }, exported.licences))
    : el("a", { href: "licences.txt" }, licencesTitle);
  const footer = el("footer", {}, licences);
  link.hidden = exported !== undefined;
  const skip = el("a", { class: "skip", href: "#main" }, "Go to the content");
  document.body.append(skip, el("header", { class: "top" }, bar, banner), main, footer);

  app.store.on("hello", (hello) => {
    setText(title, hello.title || "cuberig");
    document.title = hello.title ? `${hello.title} · cuberig` : "cuberig";
    simulated.hidden = !hello.simulated;
  });
  app.store.on("lesson", () => {
    if (app.store.get("hello")?.view !== "rig") return;
    other.hidden = false;
    setAttribute(other, "href", otherPage());
    setText(other, wantsLesson ? "The rig" : "The lesson");
  });
  app.store.on("run", (run) => {
    stage.hidden = false;
    stage.dataset.stage = run.stage;
    setText(stage, STAGES[run.stage]);
  });
  app.onConnected((connected) => {
    banner.hidden = connected;
    document.body.classList.toggle("lost", !connected);
    setText(link, connected ? "connected" : "no connection");
    link.dataset.on = String(connected);
    setText(
      banner,
      connected
        ? ""
        : ["Connection lost: what you see is old.", app.lostBecause, "The page tries again by itself."].filter(Boolean).join(" "),
    );
  });
  return main;
}

/** The button that stops the rig, by pointer and keys, and what became of it. */
function stopPart(app: App): HTMLElement {
  const stop = el(
    "button",
    { type: "button", class: "stop", "aria-keyshortcuts": "Escape Space", onclick: () => void app.ask({ do: "stop" }) },
    el("span", { class: "stop-word" }, "Stop"),
    el("span", { class: "stop-keys" }, "Esc or Space"),
  );
  const state = el("p", { class: "stop-state", role: "status" });
  const resume = requestButton(app, "resume", "Resume", "plain", () => ({ do: "resume" }));
  const giveUp = requestButton(app, "give_up", "Give up this run", "plain", () => ({ do: "give_up" }));
  const ways = el("div", { class: "row stop-ways", hidden: true }, resume, giveUp);
  // Only what the conductor would do is offered: a run that goes on, or that the rig is let go.
  const offer = () => {
    const { resume: noResume, give_up: noWay } = app.store.get("controls")?.reasons ?? {};
    resume.hidden = noResume !== "";
    setText(giveUp.firstElementChild as Element, noResume === "" ? "Give up this run" : "Let the rig move");
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
    const hold = took === null ? "" : "All motors hold.";
    setText(state, stopped ? [plain(text) || "Stopped.", hold].filter(Boolean).join(" ") : "");
    setAttribute(state, "title", took === null ? undefined : `The motors held ${Math.round(took)} ms after the last stop.`);
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
