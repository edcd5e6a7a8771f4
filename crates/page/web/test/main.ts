// Runs groups of browser tests: all, or those that are named.
//
// `npm test -- cube views`. With CUBERIG_PAGE the group `server` looks at that address instead of starting the example.

import { after } from "node:test";
import { closeBrowser } from "./kit/browser";
import { closeFiles } from "./kit/files";

const GROUPS: Record<string, () => Promise<unknown>> = {
  turns: () => import("./groups/turns"),
  cube: () => import("./groups/cube"),
  views: () => import("./groups/views"),
  truth: () => import("./groups/truth"),
  lesson: () => import("./groups/lesson"),
  lesson_turns: () => import("./groups/lesson_turns"),
  learner: () => import("./groups/learner"),
  lesson_camera: () => import("./groups/lesson_camera"),
  plain: () => import("./groups/plain"),
  looks: () => import("./groups/looks"),
  access: () => import("./groups/access"),
  server: () => import("./groups/server"),
  phone: () => import("./groups/phone"),
  phone_cube: () => import("./groups/phone_cube"),
  scan: () => import("./groups/scan"),
  doubt: () => import("./groups/doubt"),
  entering: () => import("./groups/entering"),
  cases: () => import("./groups/cases"),
  report: () => import("./groups/report"),
  practice: () => import("./groups/practice"),
  smart_cube: () => import("./groups/smart_cube"),
  exported: () => import("./groups/exported"),
  languages: () => import("./groups/languages"),
  display: () => import("./groups/display"),
};
/** Groups that run only when they are named. */
const OTHERS: typeof GROUPS = {
  lesson_whole: () => import("./groups/lesson_whole"),
  look: () => import("./groups/look"),
  foxglove: () => import("./groups/foxglove"),
  graph: () => import("./groups/graph"),
  phone_lesson: () => import("./groups/phone_lesson"),
  phone_graph: () => import("./groups/phone_graph"),
  pictures: () => import("./groups/pictures"),
};

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(GROUPS)) {
  const group = GROUPS[name] ?? OTHERS[name];
  if (!group) throw new Error(`there is no group '${name}', only ${Object.keys({ ...GROUPS, ...OTHERS }).join(", ")}`);
  await group();
}
after(async () => {
  closeFiles();
  await closeBrowser();
});
