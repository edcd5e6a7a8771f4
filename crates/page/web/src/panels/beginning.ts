// Where nothing is taught yet: the ways to show one's cube. Each of them leads to the part of the page that has it.

import type { App } from "../app";
import { requestButton } from "../button";
import { el } from "../dom";
import { t } from "../language";

/** What stands in place of the stage while there is no lesson. */
export function beginningPart(app: App): HTMLElement {
  const ways = el("div", { class: "row" });
  const part = el(
    "div",
    { class: "beginning" },
    el("p", { class: "stage-name" }, t("beginning.hello")),
    el("p", { class: "stage-goal" }, t("beginning.then")),
    ways,
  );
  const link = (label: string, act: () => void) => el("button", { type: "button", class: "button plain", onclick: act }, label);
  const camera = requestButton(app, "say", t("beginning.camera"), "primary", () => ({ do: "say", line: "restart" }));
  const clicks = link(t("beginning.clicks"), () => byClicks());
  const random = link(t("entry.random"), () => void chance());
  let shown = -1;
  const fill = () => {
    const { moves = [] } = app.store.get("lesson") ?? {};
    const entries = [...document.querySelectorAll<HTMLElement>(".another .entry summary")].filter(
      (summary) => moves.length === 0 && !summary.closest<HTMLElement>(".way")?.hidden,
    );
    if (entries.length === shown) return;
    shown = entries.length;
    if (shown === 0) return ways.replaceChildren();
    ways.replaceChildren(camera, clicks, ...entries.map((entry) => link(entry.textContent ?? "", () => open(entry))), random);
  };
  const chance = async () => {
    const { ok, cube } = await app.ask({ do: "random" });
    if (ok) await app.ask({ do: "teach", method: null, cube });
  };
  // The entries come into the page after this.
  for (const name of ["controls", "lesson"] as const) app.store.on(name, () => queueMicrotask(fill));
  return part;
}

/** Opens a way to enter a cube, and goes there. */
function open(summary: HTMLElement): void {
  for (let part = summary.closest("details"); part; part = part.parentElement?.closest("details") ?? null) part.open = true;
  summary.scrollIntoView({ block: "center" });
  summary.focus();
}

/** Opens the drawn net, empty. */
function byClicks(): void {
  const summary = document.querySelector<HTMLElement>(".another > summary");
  if (!summary) return;
  open(summary);
  document.querySelector<HTMLElement>(".another .entry .row .button")?.click();
  document.querySelector(".another .net")?.scrollIntoView({ block: "center" });
}
