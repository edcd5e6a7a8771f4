// A button that shows a panel above the main part of the page, and takes it away again.

import { addToHeading, el } from "./dom";
import { t } from "./language";

/** Has the button open and close the panel, which gets a button of its own to close it. Returns the first button. */
export function opens(button: HTMLButtonElement, panel: HTMLElement, main: HTMLElement): HTMLButtonElement {
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
  addToHeading(panel, el("button", { type: "button", class: "button plain small", onclick: () => open(false) }, t("phone.close")));
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => open(!panel.isConnected));
  return button;
}
