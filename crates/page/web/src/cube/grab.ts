// Turns layers of a drawn cube by dragging its stickers: the way of the drag chooses the layer, which follows the pointer.

import { Vector2, Vector3 } from "three";
import type { Stage } from "../scene/stage";
import type { CubeModel } from "./model";
import { PLACES } from "./stickers";
import { readTurn, type Turn } from "./turns";

/** Pixels of a drag before it chooses a layer. */
const DECIDED = 7;
/** A layer that is dragged by more than this share of a quarter turn goes on to the end. */
const ENOUGH = 0.3;
/** A layer that is seen from its edge needs at least this many pixels for a radian, so that it does not race. */
const SLOWEST = 50;
const QUARTER = Math.PI / 2;

/** For each axis: the names of the layers at its end, in the middle, at the other end. */
const LAYERS = ["RML", "UED", "FSB"] as const;
const SUFFIX: Record<number, string> = { 1: "", [-1]: "'", 2: "2", [-2]: "2" };

/** What happens to the cube. */
export interface GrabEvents {
  /** A layer begins to move: the model must be at rest now. */
  begin(): void;
  /** A layer was let go, turned by an angle (radians clockwise). `move` is what it snaps to; nothing when it goes back. */
  end(turn: Turn, angle: number, move: string | undefined): void;
}

/** A layer that the drag can choose, with the way and the pixels of one radian of it on the screen. */
interface Choice {
  readonly letter: string;
  readonly turn: Turn;
  readonly way: Vector2;
}

interface Held {
  readonly pointer: number;
  readonly from: Vector2;
  readonly choices: readonly Choice[];
  choice?: Choice;
  angle: number;
}

/** Lets people turn layers. Drags that begin next to the cube are left to others. */
export class Grab {
  private held: Held | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly cube: CubeModel,
    private readonly events: GrabEvents,
  ) {
    const { canvas } = stage;
    // Before the camera's own listeners, which turn the view.
    canvas.addEventListener("pointerdown", (event) => this.onDown(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.onMove(event));
    canvas.addEventListener("pointerup", (event) => this.onEnd(event, true));
    canvas.addEventListener("pointercancel", (event) => this.onEnd(event, false));
    // A finger on a sticker turns a layer, and scrolls nothing.
    canvas.addEventListener("touchstart", (event) => this.held && event.preventDefault(), { passive: false });
  }

  /** Whether a layer is in somebody's hand. */
  get isHolding(): boolean {
    return this.held?.choice !== undefined;
  }

  private onDown(event: PointerEvent): void {
    if (this.held) return event.stopImmediatePropagation();
    const sticker = event.button === 0 ? this.cube.pick(this.stage.ray(event.clientX, event.clientY)) : undefined;
    if (sticker === undefined) return;
    event.stopImmediatePropagation();
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.held = {
      pointer: event.pointerId,
      from: new Vector2(event.clientX, event.clientY),
      choices: this.choicesAt(sticker),
      angle: 0,
    };
  }

  private onMove(event: PointerEvent): void {
    const held = this.held;
    if (held?.pointer !== event.pointerId) return;
    const way = new Vector2(event.clientX, event.clientY).sub(held.from);
    if (!held.choice) {
      if (way.length() < DECIDED) return;
      const along = (choice: Choice) => Math.abs(way.dot(choice.way)) / choice.way.length();
      held.choice = held.choices.reduce((best, choice) => (along(choice) > along(best) ? choice : best));
      this.events.begin();
    }
    const { turn, way: radian } = held.choice;
    const pixels = radian.length();
    const angle = way.dot(radian) / pixels / Math.max(pixels, SLOWEST);
    held.angle = Math.max(-Math.PI, Math.min(Math.PI, angle));
    this.cube.setLayers([{ ...turn, angle: held.angle }]);
  }

  private onEnd(event: PointerEvent, counts: boolean): void {
    const held = this.held;
    if (held?.pointer !== event.pointerId) return;
    this.held = undefined;
    if (!held.choice) return;
    const share = held.angle / QUARTER;
    const quarters = Math.trunc(share) + (Math.abs(share % 1) > ENOUGH ? Math.sign(share) : 0);
    const { letter, turn } = held.choice;
    const move = counts && quarters !== 0 ? `${letter}${SUFFIX[quarters]}` : undefined;
    this.events.end({ ...turn, quarters: move === undefined ? 0 : quarters }, held.angle, move);
  }

  /** The two layers that turn a sticker within its face. */
  private choicesAt(sticker: number): Choice[] {
    const place = PLACES[sticker];
    if (!place) return [];
    const { piece, normal } = place;
    const middle = piece.clone().divideScalar(3).addScaledVector(normal, 1 / 6);
    const choices: Choice[] = [];
    for (const layers of LAYERS) {
      const end = readTurn(layers.charAt(0));
      if (!end || Math.abs(end.axis.dot(normal)) > 0.5) continue;
      const letter = layers.charAt(1 - Math.round(piece.dot(end.axis)));
      const turn = readTurn(letter);
      if (!turn) continue;
      // Clockwise as seen against the axis is negative about it.
      const velocity = new Vector3().crossVectors(middle, turn.axis);
      choices.push({ letter, turn, way: this.onScreen(middle, velocity) });
    }
    return choices;
  }

  /** How far a point of the cube goes on the screen, in pixels for a unit of its velocity. */
  private onScreen(point: Vector3, velocity: Vector3): Vector2 {
    const small = 0.01;
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    const spot = (at: Vector3) => {
      const seen = at.applyMatrix4(this.cube.object.matrixWorld).project(this.stage.camera);
      return new Vector2((seen.x * width) / 2, (-seen.y * height) / 2);
    };
    return spot(point.clone().addScaledVector(velocity, small)).sub(spot(point.clone())).divideScalar(small);
  }
}
