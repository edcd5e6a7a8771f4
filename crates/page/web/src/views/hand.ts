// The page on which a person shows a cube to a camera, or enters it in another way.

import type { App } from "../app";
import { CubeEditor } from "../cube/editor";
import { card, el, setText } from "../dom";
import { cameraPanel } from "../panels/camera";
import { entryPart } from "../panels/entry";
import { guidePanel } from "../panels/guide";
import { HoldScene } from "../scene/hold";

/** Builds the view; what it draws in three dimensions is returned for tests. */
export function handView(app: App, main: HTMLElement): HoldScene {
  const hold = new HoldScene();
  const editor = new CubeEditor(app, "This is my cube");
  const cube = card("cube", "Cube", editor.element, el("p", { class: "problem", role: "alert" }), entryPart(app, editor));
  main.className = "view-hand";
  main.append(
    el("div", { class: "column" }, guidePanel(app, hold), cameraPanel(app, "Picture")),
    el("div", { class: "column" }, cube),
  );
  app.store.on("hand_scan", ({ stickers, doubtful, problem }) => {
    editor.show({ stickers, doubtful });
    const line = cube.querySelector(".problem");
    if (line) setText(line, problem);
  });
  return hold;
}
