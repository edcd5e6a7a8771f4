// The cube from behind and from below, small, in a corner of its stage: the pieces that the eye cannot see.

import { PerspectiveCamera, Vector4, type WebGLRenderer } from "three";
import { el } from "../dom";
import type { Stage } from "./stage";
import { t } from "../language";

/** The side of the small picture: a share of the canvas, and pixels at most. */
const SIZE = { share: 0.38, most: 200 };

/** The small picture. */
export class Behind {
  readonly caption = el("p", { class: "behind-caption" }, t("scene.behind"));
  private readonly camera = new PerspectiveCamera(32, 1, 0.05, 30);
  private readonly whole = new Vector4();

  /** Draws the scene as an eye sees it that looks from the other side. */
  paint(renderer: WebGLRenderer, { scene, camera, canvas }: Stage): void {
    const size = Math.min(SIZE.most, SIZE.share * Math.min(canvas.clientWidth, canvas.clientHeight));
    this.camera.up.copy(camera.up);
    this.camera.position.copy(camera.position).negate();
    this.camera.lookAt(0, 0, 0);
    renderer.getViewport(this.whole);
    renderer.setViewport(canvas.clientWidth - size, 0, size, size);
    renderer.setScissor(canvas.clientWidth - size, 0, size, size);
    renderer.setScissorTest(true);
    renderer.autoClear = false;
    renderer.clearDepth();
    renderer.render(scene, this.camera);
    renderer.autoClear = true;
    renderer.setScissorTest(false);
    renderer.setViewport(this.whole);
  }
}
