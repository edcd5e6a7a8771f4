// Buttons for requests: off where the server would refuse, and then they say why.

import type { App } from "./app";
import { el, setAttribute, setText } from "./dom";
import type { Ask } from "./protocol";

/** How a button looks. */
export type Look = "primary" | "plain" | "quiet";

/** A button that asks for something. `make` gives the request, or nothing where something is missing that it reports itself. */
export function requestButton(
  app: App,
  control: string,
  label: string,
  look: Look,
  make: () => Ask | undefined,
): HTMLButtonElement {
  const button = guarded(app, control, label, look, () => {
    const ask = make();
    if (!ask) return;
    button.dataset.waiting = "true";
    void app.ask(ask).finally(() => delete button.dataset.waiting);
  });
  return button;
}

/**
 * A button that does something, off and on as the control of that name. `own` gives a further reason why it is off; the event `follow`
 * has the button look at it again.
 */
export function guarded(
  app: App,
  control: string,
  label: string,
  look: Look,
  act: () => void,
  own: () => string = () => "",
): HTMLButtonElement {
  const reasonNow = () => {
    const reason = app.reason(control);
    return reason === "" ? own() : reason;
  };
  const reasonId = `why-${control}-${label.toLowerCase().replace(/\W+/g, "-")}`;
  const why = el("span", { class: "why", id: reasonId, role: "tooltip" });
  // A button that is off can still be reached, so that it can say why.
  const button = el(
    "button",
    { type: "button", class: `button ${look}`, "aria-describedby": reasonId, "data-control": control },
    el("span", {}, label),
    why,
  );
  button.addEventListener("click", () => {
    const reason = reasonNow();
    if (reason) app.say(reason, false);
    else act();
  });
  const follow = () => {
    const reason = reasonNow();
    button.hidden = reason === undefined;
    setAttribute(button, "aria-disabled", reason ? "true" : undefined);
    setAttribute(button, "title", reason || undefined);
    setText(why, reason ?? "");
  };
  follow();
  app.store.on("controls", follow);
  app.onConnected(follow);
  button.addEventListener("follow", follow);
  return button;
}
