// The page of a rig at work.

import { FRESH, type App } from "../app";
import { card, el, every, setAttribute, setText } from "../dom";
import { armPracticePanel } from "../panels/arm_practice";
import { cameraPanel } from "../panels/camera";
import { actionsRow, controlsPanel } from "../panels/controls";
import { cubePanel } from "../panels/cube";
import { Gantt } from "../panels/gantt";
import { healthPanel } from "../panels/health";
import { historyPanel } from "../panels/history";
import { attemptsPanel, runPanel } from "../panels/run";
import { RigScene, isSeen } from "../scene/rig";
import { age } from "../words";

/** Builds the view; what it draws in three dimensions is returned for tests. */
export function rigView(app: App, main: HTMLElement): RigScene {
  const { panel, rig } = scenePanel(app);
  main.className = "view-rig";
  const twins = el("div", { class: "twins" }, cameraPanel(app, "Camera"), cubePanel(app));
  const past = [planPanel(app), historyPanel(app)];
  const [run, controls, attempts, health] = [runPanel(app), controlsPanel(app), attemptsPanel(app), healthPanel(app)];
  const practice = armPracticePanel(app);
  const actions = actionsRow(app);
  const columns = [el("div", { class: "column" }), el("div", { class: "column" })] as const;
  let mayBeCamera = false;
  // One column goes by what matters first; the keyboard follows the same order.
  const arrange = () => {
    // A phone begins with the status and what can be pressed.
    (narrow.matches ? run.querySelector(".run-text") : controls.querySelector(".card-head"))?.after(actions);
    if (wide.matches) {
      columns[0].replaceChildren(panel, twins, ...past);
      columns[1].replaceChildren(run, controls, practice, attempts, health);
      main.replaceChildren(...columns);
    } else {
      // A phone that may be the camera has it next to what it does.
      const top = !narrow.matches ? [panel, run] : mayBeCamera ? [run, twins, panel] : [run, panel];
      main.replaceChildren(...top, controls, practice, attempts, ...(top.includes(twins) ? [] : [twins]), ...past, health);
    }
  };
  const wide = matchMedia("(min-width: 1080px)");
  const narrow = matchMedia("(max-width: 720px)");
  for (const width of [wide, narrow]) width.addEventListener("change", arrange);
  arrange();
  app.store.on("page_camera", () => {
    if (mayBeCamera) return;
    mayBeCamera = true;
    arrange();
  });
  return rig;
}

/** The scene with its marks of age. */
export function scenePanel(app: App): { panel: HTMLElement; rig: RigScene } {
  const rig = new RigScene();
  const stamp = el("p", { class: "stamp" });
  const frame = el("div", { class: "scene-frame" }, rig.stage.canvas, rig.stage.reset, stamp);
  const panel = card("scene", "Rig", frame);
  let failure = "";
  app.store.on("hello", ({ has_rig, cube_look }) => {
    failure = "";
    rig.cube.setLook(cube_look);
    if (has_rig) rig.load().catch((error: Error) => (failure = `The rig cannot be drawn: ${error.message}.`));
  });
  app.store.on("scene", (scene) => rig.push(scene));
  app.onConnected((connected) => connected || rig.forget());
  every(250, () => {
    const scene = app.store.get("scene");
    const since = app.store.since("scene");
    const ages = Object.entries(scene?.joint_ages ?? {}).map(([name, old]): [string, number] => [name, old + since]);
    const old = ages.filter(([, milliseconds]) => milliseconds > FRESH);
    rig.setOld(old.map(([name]) => name));
    setAttribute(frame, "data-state", old.length > 0 ? "old" : "live");
    const oldest = Math.max(0, ...old.map(([, milliseconds]) => milliseconds));
    const names = old.length === ages.length ? "all joints" : old.map(([name]) => name).join(", ");
    const cube = scene?.cube ? (isSeen(scene.cube) ? "seen" : "expected") : "none";
    setAttribute(frame, "data-cube", cube);
    const expected = cube === "expected" ? "A cube may be in the claws. Its stickers are not known." : "";
    const text = old.length > 0 ? `Old: ${names}, ${age(oldest)}.` : expected;
    setText(stamp, rig.stage.lost ? "The browser has lost the picture." : failure || text);
  });
  return { panel, rig };
}

function planPanel(app: App): HTMLElement {
  const gantt = new Gantt();
  const show = () => gantt.show(app.store.get("plan"), app.store.get("stop")?.stopped ?? false);
  app.store.on("plan", show);
  app.store.on("stop", show);
  return card("plan", "Plan", gantt.element);
}
