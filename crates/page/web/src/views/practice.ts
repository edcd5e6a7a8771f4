// The page of practice: drills of cases, the timer, what is remembered; one of them at a time.

import type { App } from "../app";
import { el, setAttribute } from "../dom";
import { HeldCube } from "../held_cube";
import { drillPanel } from "../panels/drill";
import { heldCubePart } from "../panels/held_cube";
import { memoryPanel } from "../panels/memory";
import { timerPanel } from "../panels/timer";
import { t } from "../language";

/** Builds the view; the cube that is held is returned for tests. */
export function practiceView(app: App, main: HTMLElement): { open(name: string): void; held: HeldCube } {
  let opened = "timer";
  const held = new HeldCube();
  const panels: Record<string, HTMLElement> = {
    timer: timerPanel(app, held, () => opened === "timer"),
    drill: drillPanel(app, held, () => opened === "drill"),
    memory: memoryPanel(app),
  };
  const titles: Record<string, string> = { timer: t("practice.timer"), drill: t("practice.drills"), memory: t("practice.statistics") };
  const tabs = Object.keys(panels).map((name) => el("button", { type: "button", class: "choice", value: name, onclick: () => open(name) }, titles[name] ?? name));
  const open = (name: string) => {
    opened = name;
    for (const tab of tabs) setAttribute(tab, "aria-pressed", String(tab.value === name));
    for (const [own, panel] of Object.entries(panels)) panel.hidden = own !== name;
    // A key that follows is for the panel, not for the tab.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    dispatchEvent(new Event("resize"));
  };
  main.className = "view-practice";
  main.append(el("div", { class: "choices tabs", role: "group", "aria-label": t("practice.what") }, ...tabs), heldCubePart(app, held), ...Object.values(panels));
  open(opened);
  return { open, held };
}
