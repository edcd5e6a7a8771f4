// The catalogue of cases: pick a set and a case, and practise it on the drawn cube. The own lesson waits meanwhile.

import type { App } from "../app";
import { guarded } from "../button";
import { card, el, setAttribute, setText } from "../dom";
import type { CaseSet, CaseShown } from "../protocol";

/** The panel; hidden where the server has no catalogue. */
export function casesPanel(app: App): HTMLElement {
  let sets: readonly CaseSet[] = [];
  let chosen: CaseSet | undefined;
  const tabs = el("div", { class: "choices", role: "group", "aria-label": "Set of cases" });
  const select = el("select", { id: "case", "aria-label": "Case" });
  const moves = el("p", { class: "case-moves" });
  const theCase = (): CaseShown | undefined => chosen?.cases.find(({ name }) => name === select.value);
  const describe = () => {
    const { moves: right = "", left = "" } = theCase() ?? {};
    setText(moves, left ? `${right}, or for the left hand ${left}` : right);
  };
  const choose = (set: CaseSet | undefined) => {
    chosen = set;
    for (const tab of tabs.children) setAttribute(tab, "aria-pressed", String(tab.textContent === set?.title));
    select.replaceChildren(...groups(set?.cases ?? []));
    describe();
  };
  select.addEventListener("change", describe);
  const begin = async () => {
    const { ok } = await app.ask({ do: "practise", set: chosen?.name ?? "", case: select.value });
    if (ok) document.querySelector(".lesson-cube")?.scrollIntoView();
  };
  const practise = guarded(app, "practise", "Practise this case", "primary", () => void begin());
  const panel = card(
    "cases-card",
    "Cases",
    el("p", { class: "note" }, "The cases of CFOP, one by one: OLL turns the top to one colour, PLL moves its pieces home, F2L brings home a pair."),
    tabs,
    select,
    moves,
    el("div", { class: "row" }, practise),
  );
  panel.hidden = true;
  app.store.on("catalogue", (catalogue) => {
    sets = catalogue.sets;
    panel.hidden = sets.length === 0;
    tabs.replaceChildren(
      ...sets.map((set) => el("button", { type: "button", class: "choice", onclick: () => choose(set) }, set.title)),
    );
    choose(sets[0]);
  });
  return panel;
}

/** Cases with their groups, in order. */
function groups(cases: readonly CaseShown[]): HTMLElement[] {
  const found = new Map<string, HTMLElement>();
  for (const { name, title, group } of cases) {
    const part = found.get(group) ?? el("optgroup", { label: group });
    part.append(el("option", { value: name }, title));
    found.set(group, part);
  }
  return [...found.values()];
}
