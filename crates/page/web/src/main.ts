// The page starts here: it connects, and the server's hello names the view to build.

import "uplot/dist/uPlot.min.css";
import "./style/app.css";
import { wantsLesson } from "./address";
import { App } from "./app";
import { readTurn } from "./cube/turns";
import { exported } from "./exported";
import { language } from "./language";
import type { Hello } from "./protocol";
import { buildShell } from "./shell";
import { handView } from "./views/hand";
import { lessonView } from "./views/lesson";
import { planView } from "./views/plan";
import { practiceView } from "./views/practice";
import { rigView } from "./views/rig";

const app = new App();
const main = buildShell(app);
/** For tests and for the curious: what is known and what is drawn. */
const debug: Record<string, unknown> = { app, readTurn };
Object.assign(window, { cuberig: debug });

let view: Hello["view"] | undefined;
// In a file that is a lesson, other names behind the # are places of the page.
window.addEventListener("hashchange", () => (!exported || location.hash.includes("at=")) && location.reload());
app.store.on("hello", (hello) => {
  // A rig with a tutor has two pages.
  const wanted = hello.view === "rig" && wantsLesson ? "lesson" : hello.view;
  if (view === wanted) return;
  // Another server is there now: it gets a page of its own.
  if (view !== undefined) return location.reload();
  view = wanted;
  // The words of lessons and drills come from the server; a file has its own. What only those who run a rig read is in English.
  if (view !== "rig" && view !== "plan" && !exported) void app.connection.ask({ do: "speak", language });
  if (view === "rig" || view === "plan") main.lang = "en";
  const build = { rig: rigView, hand_scan: handView, plan: planView, lesson: lessonView, practice: practiceView }[view];
  debug.view = build(app, main);
});
app.connection.open();
