// The catalogue of cases: pick a set and a case by its picture, and practise it on the drawn cube. The own lesson waits meanwhile.

import type { App } from "../app";
import { guarded } from "../button";
import { card, el, setAttribute, setText } from "../dom";
import type { CaseSet, CaseShown } from "../protocol";
import { recognise } from "../recognise";
import { t } from "../language";

/** Seeds are whole numbers below this. */
const SEEDS = 2 ** 32;

/** The panel; hidden where the server has no catalogue. */
export function casesPanel(app: App): HTMLElement {
  let sets: readonly CaseSet[] = [];
  let chosen: CaseSet | undefined;
  const tabs = el("div", { class: "choices", role: "group", "aria-label": t("cases.set") });
  const select = el("select", { id: "case", "aria-label": t("cases.case") });
  const picture = el("img", { class: "case-picture", alt: "", width: "110", height: "110" });
  const hint = el("p", { class: "case-hint" });
  const ways = el("ul", { class: "case-moves" });
  const pictures = el("div", { class: "case-pictures" });
  const address = (name: string) => `cases/${chosen?.name}/${encodeURIComponent(name)}`;
  const all = () => chosen?.cases ?? [];
  const describe = () => {
    const shown = all().find(({ name }) => name === select.value);
    setAttribute(picture, "src", shown && address(shown.name));
    setAttribute(picture, "alt", shown && t("cases.the-case", { name: shown.title }));
    setText(hint, shown ? recognise(chosen?.name ?? "", shown.look) : "");
    ways.replaceChildren(...(shown ? waysOf(shown) : []));
    for (const button of pictures.children) setAttribute(button, "aria-pressed", String(button.getAttribute("value") === select.value));
  };
  const pick = (name: string | undefined) => {
    if (name !== undefined) select.value = name;
    describe();
  };
  const choose = (set: CaseSet | undefined) => {
    chosen = set;
    for (const tab of tabs.children) setAttribute(tab, "aria-pressed", String(tab.textContent === set?.title));
    select.replaceChildren(...groups(all()));
    pictures.replaceChildren(...all().map(({ name, title }) => {
      const small = el("img", { src: address(name), alt: "", loading: "lazy", width: "56", height: "56" });
      const act = () => pick(name);
      return el("button", { type: "button", class: "case-choice", value: name, title, "aria-label": title, onclick: act }, small);
    }));
    describe();
  };
  select.addEventListener("change", describe);
  const turned = el("input", { type: "checkbox", id: "case-turned" });
  turned.checked = true;
  const begin = async () => {
    // The server draws the turns of the top from the seed.
    const seed = turned.checked ? Math.floor(Math.random() * SEEDS) : null;
    const { ok } = await app.ask({ do: "practise", set: chosen?.name ?? "", case: select.value, seed });
    if (ok) document.querySelector(".lesson-cube")?.scrollIntoView();
  };
  /** Practises the case that comes `steps` places later; a random other one where nothing is given. */
  const go = (steps?: number) => {
    const count = all().length;
    const at = all().findIndex(({ name }) => name === select.value);
    const step = steps ?? 1 + Math.floor(Math.random() * (count - 1));
    pick(all()[(at + step + count) % count]?.name);
    void begin();
  };
  const practise = guarded(app, "practise", t("cases.practise"), "primary", () => void begin());
  const next = guarded(app, "practise", t("cases.next"), "plain", () => go(1));
  const random = guarded(app, "practise", t("cases.random"), "plain", () => go());
  const panel = card(
    "cases-card",
    t("cases.title"),
    el("p", { class: "note" }, t("cases.note")),
    tabs,
    select,
    el("div", { class: "case-shown" }, picture, el("div", {}, hint, ways)),
    el("div", { class: "row" }, practise, next, random),
    el("label", { class: "switch", for: "case-turned" }, turned, t("cases.turned")),
    el("details", { class: "way" }, el("summary", {}, t("cases.pictures")), pictures),
  );
  panel.hidden = true;
  app.store.on("catalogue", (catalogue) => {
    // A page that comes back gets the same again, and keeps its choice.
    if (JSON.stringify(catalogue.sets) === JSON.stringify(sets)) return;
    sets = catalogue.sets;
    panel.hidden = sets.length === 0;
    tabs.replaceChildren(
      ...sets.map((set) => el("button", { type: "button", class: "choice", onclick: () => choose(set) }, set.title)),
    );
    choose(sets[0]);
  });
  return panel;
}

/** The sequences of a case: the one that its lesson takes, further ones, and one for the left hand. */
function waysOf({ moves, others, left }: CaseShown): HTMLElement[] {
  const all = [
    others.length > 0 ? t("cases.in-lesson", { moves }) : moves,
    ...others,
    ...(left ? [t("cases.left", { moves: left })] : []),
  ];
  return all.map((way) => el("li", {}, way));
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
