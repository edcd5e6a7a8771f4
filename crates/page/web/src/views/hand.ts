// The page on which a person shows a cube to a camera, or enters it in another way.

import type { App } from "../app";
import { CubeEditor } from "../cube/editor";
import { UNKNOWN } from "../cube/stickers";
import { card, el, setText } from "../dom";
import { cameraPanel } from "../panels/camera";
import { entryPart } from "../panels/entry";
import { guidePanel } from "../panels/guide";
import { HoldScene } from "../scene/hold";
import { t } from "../language";

/** Builds the view; what it draws in three dimensions is returned for tests. */
export function handView(app: App, main: HTMLElement): HoldScene {
  const hold = new HoldScene();
  const editor = new CubeEditor(app, t("hand.my-cube"));
  const cube = card("cube", t("hand.cube"), editor.element, el("p", { class: "problem", role: "alert" }), entryPart(app, editor));
  main.className = "view-hand";
  main.append(
    el("div", { class: "column" }, guidePanel(app, hold), cameraPanel(app, t("hand.picture"))),
    el("div", { class: "column" }, cube),
  );
  const show = () => {
    const { stickers, doubtful, problem } = app.store.get("hand_scan") ?? { stickers: UNKNOWN, doubtful: [], problem: "" };
    editor.show({ stickers, doubtful, pictures: app.store.get("doubt")?.faces });
    const line = cube.querySelector(".problem");
    if (line) setText(line, problem);
  };
  app.store.on("hand_scan", show);
  app.store.on("doubt", show);
  return hold;
}
