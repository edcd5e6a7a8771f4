// How to open this page on a phone: its address as a QR code, and what the phone will ask.

import type { App } from "../app";
import { addToHeading, card, el, setText } from "../dom";
import type { PhoneWay } from "../protocol";

/** The button that shows the panel above the main part of the page; it is hidden until the server offers a way. */
export function phoneButton(app: App, main: HTMLElement): HTMLButtonElement {
  const content = el("div", { class: "phone-content" });
  const close = el("button", { type: "button", class: "button plain small", onclick: () => open(false) }, "Close");
  const panel = card("open-phone", "Open on a phone", content);
  addToHeading(panel, close);
  const button = el(
    "button",
    { type: "button", class: "button quiet small phone-button", hidden: true, "aria-expanded": "false", onclick: () => open(!panel.isConnected) },
    "Open on a phone",
  );
  const open = (isOpen: boolean) => {
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      main.before(panel);
      panel.scrollIntoView({ block: "nearest" });
    } else {
      panel.remove();
      button.focus();
    }
  };
  app.store.on("phone", ({ ways, fingerprint, instead }) => {
    button.hidden = false;
    content.replaceChildren(...(ways.length > 0 ? scanned(ways, fingerprint) : unreachable(instead)));
  });
  return button;
}

/** The page is served to this machine only. */
function unreachable(instead: string): HTMLElement[] {
  return [
    el("p", {}, "This page is served to this machine only. To reach it by a phone, end its command and start it with"),
    el("p", {}, el("code", {}, instead)),
    el("p", { class: "note" }, "Then the page is encrypted, and this button shows a code to scan."),
  ];
}

/** The code of one address at a time, and what will be asked. */
function scanned(ways: readonly PhoneWay[], fingerprint: string): HTMLElement[] {
  const image = el("img", { class: "phone-code" });
  const address = el("p", { class: "phone-address" });
  const show = (way: PhoneWay) => {
    image.src = `data:image/svg+xml,${encodeURIComponent(way.code)}`;
    image.alt = `QR code of ${hostOf(way)}`;
    setText(address, way.address);
    choices.forEach((choice, at) => choice.setAttribute("aria-pressed", String(ways[at] === way)));
  };
  const choices = ways.map((way) => el("button", { type: "button", class: "choice", onclick: () => show(way) }, hostOf(way)));
  show(ways[0] as PhoneWay);
  const several = el("div", { class: "choices", role: "group", "aria-label": "Addresses of this machine", hidden: ways.length === 1 }, ...choices);
  const steps = el(
    "ol",
    {},
    el("li", {}, `Scan the code with the phone's camera app. The phone must be in the network of this machine${ways.length > 1 ? "; choose the address that is in the same network" : ""}.`),
    el(
      "li",
      {},
      "The browser warns of the certificate, because this machine made it and nobody vouches for it. Its SHA-256 fingerprint must be ",
      el("code", {}, ...fingerprint.split(":").flatMap((byte, at) => (at === 0 ? [byte] : [":", el("wbr"), byte]))),
      ". If it is, go on to the page.",
    ),
    el("li", {}, "The browser asks for the camera when you press Use this camera. The pictures go to this machine only."),
  );
  const secret = el("p", { class: "note" }, "The code contains the page's token: those who have it can do what you can.");
  return [el("div", { class: "phone-scan" }, el("div", {}, image, several), el("div", {}, steps, address, secret))];
}

function hostOf(way: PhoneWay): string {
  return new URL(way.address).host;
}
