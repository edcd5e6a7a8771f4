// Stickers in doubt of a cube that is read face by face in a lesson: they are looked at, and the guide takes the answers.

import type { App } from "../app";
import { CubeEditor } from "../cube/editor";
import { stickerName } from "../cube/stickers";
import { el } from "../dom";
import { t } from "../language";

/** The cube as it is read. It is there while stickers are in doubt. */
export function doubtPart(app: App): HTMLElement {
  const editor = new CubeEditor(app, t("hand.my-cube"), (cube) => ({ do: "say", line: corrections(app, cube) }));
  const part = el("div", { class: "doubt", hidden: true }, editor.element);
  const show = () => {
    const { stickers, doubtful } = app.store.get("hand_scan") ?? { stickers: "", doubtful: [] };
    part.hidden = doubtful.length === 0;
    if (!part.hidden) editor.show({ stickers, doubtful, pictures: app.store.get("doubt")?.faces });
  };
  app.store.on("hand_scan", show);
  app.store.on("doubt", show);
  return part;
}

/** What a person says about the stickers that are in doubt or were read wrongly, such as `F3=G, U1=W`. */
function corrections(app: App, cube: string): string {
  const { stickers = "", doubtful = [] } = app.store.get("hand_scan") ?? {};
  const settled = Array.from(cube).flatMap((letter, sticker) =>
    doubtful.includes(sticker) || letter !== stickers.charAt(sticker) ? [`${stickerName(sticker)}=${letter}`] : [],
  );
  return settled.join(", ");
}
