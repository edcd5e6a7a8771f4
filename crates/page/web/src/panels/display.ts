// How the page is shown: its language, large print, letters on stickers.

import { choose, isChosen, type Choice } from "../display";
import { card, el } from "../dom";
import { exported } from "../exported";
import { LANGUAGES, language, speak, t } from "../language";
import { opens } from "../opener";

/** The button that shows the panel above the main part of the page. */
export function displayButton(main: HTMLElement): HTMLButtonElement {
  const names = Object.entries(LANGUAGES).map(([code, name]) => el("option", { value: code, lang: code, selected: code === language }, name));
  const select = el("select", { id: "language" }, ...names);
  select.addEventListener("change", () => speak(select.value));
  // A lesson in a file has only its own language.
  const choice = exported ? null : el("div", { class: "display-language" }, el("label", { for: "language" }, t("settings.language")), select);
  const panel = card("display", t("settings.open"), choice, switchFor("large", t("settings.large")), switchFor("letters", t("settings.letters")));
  const button = el(
    "button",
    { type: "button", class: "button quiet small display-button", "aria-label": t("settings.open"), title: t("settings.open") },
    "Aa",
  );
  return opens(button, panel, main);
}

/** A switch for a choice that is kept. */
export function switchFor(choice: Choice, label: string): HTMLElement {
  const input = el("input", { type: "checkbox", id: `choice-${choice}` });
  input.checked = isChosen(choice);
  input.addEventListener("change", () => choose(choice, input.checked));
  return el("label", { class: "switch", for: input.id }, input, label);
}
