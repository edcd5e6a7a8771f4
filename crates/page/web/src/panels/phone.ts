// How to open this page on a phone: its address as a QR code, and what the phone will ask.

import type { App } from "../app";
import { card, el, setText } from "../dom";
import type { PhoneWay } from "../protocol";
import { t } from "../language";
import { opens } from "../opener";

/** The button that shows the panel above the main part of the page; it is hidden until the server offers a way. */
export function phoneButton(app: App, main: HTMLElement): HTMLButtonElement {
  const content = el("div", { class: "phone-content" });
  const panel = card("open-phone", t("phone.title"), content);
  const button = el(
    "button",
    { type: "button", class: "button quiet small phone-button", hidden: true },
    t("phone.title"),
  );
  app.store.on("phone", ({ ways, fingerprint, instead }) => {
    button.hidden = false;
    content.replaceChildren(...(ways.length > 0 ? scanned(ways, fingerprint) : unreachable(instead)));
  });
  return opens(button, panel, main);
}

/** The page is served to this machine only. */
function unreachable(instead: string): HTMLElement[] {
  return [
    el("p", {}, t("phone.unreachable")),
    el("p", {}, el("code", {}, instead)),
    el("p", { class: "note" }, t("phone.then")),
  ];
}

/** The code of one address at a time, and what will be asked. */
function scanned(ways: readonly PhoneWay[], fingerprint: string): HTMLElement[] {
  const image = el("img", { class: "phone-code" });
  const address = el("p", { class: "phone-address" });
  const show = (way: PhoneWay) => {
    image.src = `data:image/svg+xml,${encodeURIComponent(way.code)}`;
    image.alt = t("phone.code-of", { host: hostOf(way) });
    setText(address, way.address);
    choices.forEach((choice, at) => choice.setAttribute("aria-pressed", String(ways[at] === way)));
  };
  const choices = ways.map((way) => el("button", { type: "button", class: "choice", onclick: () => show(way) }, hostOf(way)));
  show(ways[0] as PhoneWay);
  const several = el("div", { class: "choices", role: "group", "aria-label": t("phone.addresses"), hidden: ways.length === 1 }, ...choices);
  const steps = el(
    "ol",
    {},
    el("li", {}, t("phone.scan", { choose: ways.length > 1 ? t("phone.choose") : "" })),
    el(
      "li",
      {},
      t("phone.warns"),
      el("code", {}, ...fingerprint.split(":").flatMap((byte, at) => (at === 0 ? [byte] : [":", el("wbr"), byte]))),
      t("phone.go-on"),
    ),
    el("li", {}, t("phone.asks")),
  );
  const secret = el("p", { class: "note" }, t("phone.secret"));
  return [el("div", { class: "phone-scan" }, el("div", {}, image, several), el("div", {}, steps, address, secret))];
}

function hostOf(way: PhoneWay): string {
  return new URL(way.address).host;
}
