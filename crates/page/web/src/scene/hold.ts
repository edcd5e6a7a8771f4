// A small cube that shows how a person should hold the real one: as the camera sees it.

import { Matrix4, Quaternion, Vector3 } from "three";
import { CubeModel } from "../cube/model";
import { FACES, WESTERN, direction } from "../cube/stickers";
import { Stage } from "./stage";
import { t } from "../language";

const OUTLOOK = { target: new Vector3(), distance: 3.4, azimuth: 24, elevation: 24 };
/** Milliseconds of a turn to the next hold. */
const TURNING = 500;

/** The stage with the small cube. */
export class HoldScene {
  readonly stage = new Stage(t("scene.hold"), OUTLOOK);
  readonly cube = new CubeModel();
  private from = new Quaternion();
  private to = new Quaternion();
  private began = -Infinity;
  private hold = "";

  constructor() {
    this.stage.scene.add(this.cube.object);
    this.cube.onChange = this.stage.draw;
    this.stage.addTicker((now) => this.tick(now) || this.cube.tick(now));
  }

  /** Shows stickers, and the cube held as `hold` gives it: the colours towards the camera, up and to the right. */
  show(stickers: string, hold: string): void {
    this.cube.setStickers(stickers);
    if (hold === this.hold || hold.length < 2) return;
    const isFirst = this.hold === "";
    this.hold = hold;
    this.from.copy(this.cube.object.quaternion);
    this.to = heldAs(faceOfColor(stickers, hold.charAt(0)), faceOfColor(stickers, hold.charAt(1)));
    this.began = isFirst ? -Infinity : performance.now();
    this.stage.draw();
  }

  private tick(now: number): boolean {
    const share = Math.min(1, (now - this.began) / TURNING);
    this.cube.object.quaternion.slerpQuaternions(this.from, this.to, share * share * (3 - 2 * share));
    return share < 1;
  }
}

/** The face whose centre has a colour; where no centre is known to have it, that of the usual scheme. */
function faceOfColor(stickers: string, color: string): string {
  const seen = Array.from(FACES).findIndex((_, face) => stickers.charAt(9 * face + 4) === color);
  return FACES.charAt(seen >= 0 ? seen : Math.max(0, WESTERN.indexOf(color)));
}

/** The rotation that brings one face to the front and another on top. */
export function heldAs(front: string, top: string): Quaternion {
  const [forward, up] = [direction(front), direction(top)];
  const right = new Vector3().crossVectors(up, forward);
  const from = new Matrix4().makeBasis(right, up, forward);
  const to = new Matrix4().makeBasis(direction("R"), direction("U"), direction("F"));
  return new Quaternion().setFromRotationMatrix(to.multiply(from.transpose()));
}
