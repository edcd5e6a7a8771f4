// A cube that is shown by hand to the rig's camera: the guide, and what it read in the editor.

import type { App } from "../app";
import { guarded } from "../button";
import type { CubeEditor } from "../cube/editor";
import { el, setText } from "../dom";
import { HoldScene } from "../scene/hold";
import { guidePanel } from "./guide";
import { t } from "../language";

/** The part of the entry; hidden where no camera looks. */
export function byHandPart(app: App, editor: CubeEditor): HTMLElement {
  const verdict = el("p", { class: "verdict", role: "status" });
  let guide: HTMLElement | undefined;
  /** Whether this page waits for the cube. */
  let isAwaited = false;
  const begin = async () => {
    const answer = await app.ask({ do: "by_hand", line: "restart" });
    if (!answer.ok) return;
    if (!guide) {
      // Its scene is drawn only where it is needed.
      guide = guidePanel(app, new HoldScene(), "by_hand");
      part.append(guide);
    }
    wait(true, "");
  };
  const wait = (waits: boolean, text: string) => {
    isAwaited = waits;
    stop.hidden = !waits;
    if (guide) guide.hidden = !waits;
    setText(verdict, text);
  };
  const end = () => {
    wait(false, "");
    void app.askQuietly({ do: "by_hand", line: "stop" });
  };
  const start = guarded(app, "by_hand", t("by-hand.show"), "plain", () => void begin());
  const stop = el("button", { type: "button", class: "button plain", hidden: true, onclick: end }, t("by-hand.stop"));
  const part = el(
    "details",
    { class: "way by-hand" },
    el("summary", {}, t("by-hand.title")),
    el("p", { class: "note" }, t("by-hand.note")),
    el("div", { class: "row" }, start, stop),
    verdict,
  );
  app.store.on("hand_scan", ({ done, stickers, doubtful, notice, prompt }) => {
    if (!isAwaited) return;
    // Without a prompt it has ended.
    if (!done && prompt === "" && notice !== "") wait(false, notice);
    if (!done) return;
    wait(false, t("by-hand.read"));
    editor.enter(stickers, doubtful);
    editor.net.element.scrollIntoView({ block: "nearest" });
  });
  app.store.on("controls", ({ reasons }) => (part.hidden = reasons.by_hand === undefined));
  return part;
}
