// What a learner remembers: what is due, the drills of the last days, and a line a case.

import type { App } from "../app";
import { card, el, setText } from "../dom";
import type { CaseMemory } from "../protocol";
import { clock } from "../timing";
import { caseOf, setTitle } from "./drill";
import { counted, t } from "../language";

const SVG = "http://www.w3.org/2000/svg";

/** The panel of the memory. */
export function memoryPanel(app: App): HTMLElement {
  const learner = el("select", { id: "learner", "aria-label": t("memory.learner") });
  const name = el("input", { type: "text", id: "learner-name", maxlength: "60", placeholder: t("memory.another"), "aria-label": t("memory.name-another") });
  const change = (name: string) => app.askQuietly({ do: "learner", name });
  const add = el("button", { type: "button", class: "button plain small", onclick: () => name.value.trim() && void change(name.value).then((ok) => ok && (name.value = "")) }, t("memory.practise-as"));
  learner.addEventListener("change", () => void change(learner.value));
  const due = el("p", { class: "memory-due" });
  const days = el("div", { class: "memory-days", role: "img" });
  const rows = el("tbody");
  const heads = [t("memory.case"), t("memory.remembered"), t("memory.due"), t("memory.drills"), t("memory.recognised"), t("memory.lately")].map((head) => el("th", { scope: "col" }, head));
  const table = el("div", { class: "table", tabindex: "0", role: "region", "aria-label": t("memory.cases") }, el("table", {}, el("thead", {}, el("tr", {}, ...heads)), rows));
  app.store.on("learner", (now) => {
    learner.replaceChildren(...now.names.map((name) => el("option", { value: name, selected: name === now.name }, name)));
    setText(due, t("memory.due-now", { due: counted("case-is", now.due), tomorrow: now.tomorrow }));
    const most = Math.max(1, ...now.days);
    days.replaceChildren(
      ...now.days.map((drills) => {
        const bar = el("span", { title: counted("drill", drills) });
        bar.style.height = `${Math.round((100 * drills) / most)}%`;
        return bar;
      }),
    );
    days.setAttribute("aria-label", t("memory.days", { count: now.days.length, drills: now.days.join(", ") }));
    rows.replaceChildren(...now.cases.map((memory) => row(app, memory)));
    table.hidden = now.cases.length === 0;
  });
  return card("memory", t("memory.title"), el("div", { class: "row" }, learner, name, add), due, days, table);
}

function row(app: App, memory: CaseMemory): HTMLElement {
  const shown = caseOf(app, memory.set, memory.case);
  const recent = memory.recognised;
  const cells = [
    `${setTitle(app, memory.set)} ${shown?.title ?? memory.case}`,
    `${Math.round(100 * memory.chance)} %`,
    memory.due <= 0 ? t("memory.now") : memory.due < 1 ? t("memory.in-hours", { hours: Math.ceil(24 * memory.due) }) : t("memory.in-days", { days: counted("day", Math.round(memory.due)) }),
    memory.lapses > 0 ? t("memory.forgotten", { drills: memory.drills, lapses: memory.lapses }) : String(memory.drills),
    recent.length > 0 ? `${clock(middle(recent))} s` : "",
  ];
  return el("tr", {}, ...cells.map((text) => el("td", {}, text)), el("td", {}, recent.length > 1 ? trend(recent) : ""));
}

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** A line of the last times, with what became of them in words. */
function trend(times: readonly number[]): HTMLElement {
  const [half, most] = [Math.floor(times.length / 2), Math.max(...times)];
  const [before, after] = [middle(times.slice(0, half)), middle(times.slice(half))];
  const word = after < 0.9 * before ? t("memory.faster") : after > 1.1 * before ? t("memory.slower") : t("memory.as-before");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 60 20");
  svg.setAttribute("class", "trend");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("points", times.map((time, at) => `${(60 * at) / (times.length - 1)},${19 - (18 * time) / most}`).join(" "));
  svg.append(line);
  const box = el("span", { class: "trend-box" }, word);
  box.prepend(svg);
  return box;
}
