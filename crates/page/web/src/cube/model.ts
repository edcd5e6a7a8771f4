// The cube in three dimensions: 26 pieces, any colours, layers that turn, marks on stickers.
//
// Its edge is 1 and its centre the origin, axes as in the frame `rig_center`. Pieces keep their places: after a move, the
// stickers are what changed.

import {
  BufferGeometry,
  Color,
  Group,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  Raycaster,
  Shape,
  ShapeGeometry,
  Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import type { CubeLook } from "../protocol";
import { isChosen, onChoice } from "../display";
import { PAINT, PLACES, UNKNOWN } from "./stickers";
import { arrowFor } from "./arrow";
import { numeral } from "./numeral";
import { turned, type Turn } from "./turns";

const SIDE = 1 / 3;
const FORWARD = new Vector3(0, 0, 1);

/** Layers that are turned: about `axis`, clockwise as seen against it, by `angle` radians. */
export interface LayerAngle {
  readonly axis: Vector3;
  readonly layers: readonly number[];
  readonly angle: number;
}

/** The plastic of a cube of which nothing else is known. */
const BLACK = 0x14161a;
/** Half the edge of a sticker and the radius of its corners, and those of a stickerless piece's side. */
const STICKER = [SIDE * 0.42, SIDE * 0.09] as const;
const WHOLE_SIDE = [SIDE * 0.485, SIDE * 0.13] as const;

/** The colour of the rings on stickers in doubt, as in RViz. */
const DOUBT = 0xff2bd6;

interface Motion {
  readonly turn: Turn;
  /** The angle at which it began, in radians clockwise. */
  readonly from: number;
  readonly began: number;
  readonly milliseconds: number;
  readonly done: () => void;
}

/** A drawn cube. */
export class CubeModel {
  readonly object = new Group();
  /** Called when it must be drawn anew. */
  onChange: () => void = () => {};
  private readonly pieces: Group[] = [];
  private readonly caps: Mesh<BufferGeometry, MeshLambertMaterial>[] = [];
  private readonly rings: Mesh<BufferGeometry, MeshLambertMaterial>[] = [];
  private readonly paints = new Map<string, MeshLambertMaterial>();
  private readonly plastic = new MeshLambertMaterial({ color: BLACK });
  private look: CubeLook | null = null;
  private isGlass = false;
  private letters = UNKNOWN;
  private numbers: readonly number[] = [];
  private dimmed: ReadonlySet<number> = new Set();
  private arrow: Group | undefined;
  private motion: Motion | undefined;

  constructor() {
    const body = new RoundedBoxGeometry(SIDE * 0.985, SIDE * 0.985, SIDE * 0.985, 2, SIDE * 0.1);
    const doubt = new MeshLambertMaterial({ color: DOUBT });
    const cap = roundedSquare(...STICKER);
    const ring = roundedSquare(...STICKER, SIDE * 0.29);
    for (let index = 0; index < 27; index++) {
      const place = new Vector3(Math.floor(index / 9) - 1, (Math.floor(index / 3) % 3) - 1, (index % 3) - 1);
      if (place.lengthSq() === 0) continue;
      const piece = new Group();
      piece.userData.place = place;
      const mesh = new Mesh(body, this.plastic);
      mesh.castShadow = true;
      mesh.position.copy(place).multiplyScalar(SIDE);
      piece.add(mesh);
      this.pieces.push(piece);
      this.object.add(piece);
    }
    PLACES.forEach(({ piece, normal }, sticker) => {
      const parent = this.pieces.find((group) => (group.userData.place as Vector3).equals(piece));
      if (!parent) return;
      const attach = (geometry: BufferGeometry, material: MeshLambertMaterial, height: number) => {
        const mesh = new Mesh(geometry, material);
        mesh.position
          .copy(piece)
          .multiplyScalar(SIDE)
          .addScaledVector(normal, SIDE * height);
        mesh.quaternion.setFromUnitVectors(FORWARD, normal);
        parent.add(mesh);
        return mesh;
      };
      const face = attach(cap, this.paint("?", false), 0.497);
      face.userData.sticker = sticker;
      face.receiveShadow = true;
      this.caps.push(face);
      const mark = attach(ring, doubt, 0.503);
      mark.visible = false;
      this.rings.push(mark);
    });
    onChoice(() => this.repaint());
  }

  /** The letters that are drawn. */
  get stickers(): string {
    return this.letters;
  }

  /** Whether a move is under way. */
  get isMoving(): boolean {
    return this.motion !== undefined;
  }

  /** Draws the cube with this body and these colours; nothing: stickers on black, in the page's own colours. */
  setLook(look: CubeLook | null): void {
    if (JSON.stringify(look) === JSON.stringify(this.look)) return;
    this.look = look;
    this.plastic.color.set(look?.plastic ?? BLACK);
    const cap = roundedSquare(...(look?.stickerless ? WHOLE_SIDE : STICKER));
    this.caps.forEach((face) => (face.geometry = cap));
    this.paints.clear();
    this.repaint();
  }

  /** Draws the cube as glass: it is only expected there. */
  setGlass(isGlass: boolean): void {
    if (isGlass === this.isGlass) return;
    this.isGlass = isGlass;
    [this.plastic, ...this.paints.values()].forEach((paint) => this.glaze(paint));
    this.onChange();
  }

  private glaze(paint: MeshLambertMaterial): MeshLambertMaterial {
    paint.transparent = this.isGlass;
    paint.opacity = this.isGlass ? 0.18 : 1;
    paint.needsUpdate = true;
    return paint;
  }

  /** Draws 54 colour letters; `?` is grey. */
  setStickers(letters: string): void {
    if (letters === this.letters || letters.length !== 54) return;
    this.letters = letters;
    this.repaint();
  }

  /** Dims stickers: what matters stays in full colour. */
  setDimmed(stickers: Iterable<number>): void {
    this.dimmed = new Set(stickers);
    this.repaint();
  }

  /** Writes a number on each sticker, none where it is 0. */
  setNumbers(numbers: readonly number[]): void {
    this.numbers = numbers;
    this.drawMarks();
    this.onChange();
  }

  /** Writes the letter of its colour on each sticker, where the learner wants letters, and its number. */
  private drawMarks(): void {
    this.caps.forEach((cap, sticker) => {
      const letter = isChosen("letters") ? this.letters.charAt(sticker) : "";
      const mark = `${letter}${this.numbers[sticker] || ""}`;
      if (mark === (cap.userData.mark ?? "")) return;
      cap.userData.mark = mark;
      cap.clear();
      if (mark === "") return;
      const { z } = (PLACES[sticker] as (typeof PLACES)[number]).normal;
      const up = z === 0 ? FORWARD.clone() : new Vector3(0, z, 0);
      up.applyQuaternion(cap.quaternion.clone().invert());
      const mesh = numeral(mark);
      mesh.rotation.z = Math.atan2(-up.x, up.y);
      cap.add(mesh);
    });
  }

  /** Draws rings on stickers in doubt, and on no others. */
  setDoubtful(stickers: readonly number[]): void {
    this.rings.forEach((ring, sticker) => (ring.visible = stickers.includes(sticker)));
    this.onChange();
  }

  /** Turns layers; all others stand straight. */
  setLayers(turns: readonly LayerAngle[]): void {
    const spin = new Quaternion();
    for (const piece of this.pieces) {
      piece.quaternion.identity();
      const place = piece.userData.place as Vector3;
      for (const { axis, layers, angle } of turns) {
        if (angle !== 0 && layers.includes(Math.round(place.dot(axis))))
          piece.quaternion.premultiply(spin.setFromAxisAngle(axis, -angle));
      }
    }
    this.onChange();
  }

  /** Shows an arrow on the layers of a move; nothing removes it. */
  showArrow(turn?: Turn): void {
    if (this.arrow) this.object.remove(this.arrow);
    this.arrow = turn && arrowFor(turn);
    if (this.arrow) this.object.add(this.arrow);
    this.onChange();
  }

  /**
   * Turns a move before the eyes, from an angle that its layers have already (radians clockwise); resolves when the stickers
   * stand in their new places. A move under way ends at once.
   */
  play(turn: Turn, milliseconds: number, from = 0): Promise<void> {
    this.finish();
    return new Promise((done) => {
      this.motion = { turn, from, began: performance.now(), milliseconds, done };
      this.onChange();
    });
  }

  /** Draws the motion at a time of `performance.now()`; whether there is one. */
  tick(now: number): boolean {
    if (!this.motion) return false;
    const { turn, from, began, milliseconds } = this.motion;
    const share = Math.max(0, (now - began) / milliseconds);
    if (share >= 1) {
      this.finish();
      return false;
    }
    const eased = share * share * (3 - 2 * share);
    const angle = from + eased * ((turn.quarters * Math.PI) / 2 - from);
    this.setLayers([{ axis: turn.axis, layers: turn.layers, angle }]);
    return true;
  }

  /**
   * The sticker that a ray meets first; nothing when it meets none, or a body before it. A cube that turns, or that was drawn
   * last as it turned, is met as it stands when the turn has ended.
   */
  pick(ray: Raycaster): number | undefined {
    this.setLayers([]);
    this.object.updateMatrixWorld();
    const [hit] = ray
      .intersectObjects(this.pieces, true)
      .filter(({ object }) => object.visible && !this.rings.includes(object as never));
    return hit?.object.userData.sticker as number | undefined;
  }

  /** Ends a move under way at once. Dimmed pieces stay dimmed where they go. */
  finish(): void {
    const motion = this.motion;
    if (!motion) return;
    this.motion = undefined;
    this.letters = turned(this.letters, motion.turn);
    const marks = Array.from(this.letters, (_, sticker) => (this.dimmed.has(sticker) ? "d" : " ")).join("");
    this.dimmed = new Set(Array.from(turned(marks, motion.turn).matchAll(/d/g), ({ index }) => index));
    this.setLayers([]);
    this.repaint();
    motion.done();
  }

  private repaint(): void {
    this.caps.forEach((cap, sticker) => {
      cap.material = this.paint(this.letters.charAt(sticker), this.dimmed.has(sticker));
    });
    this.drawMarks();
    this.onChange();
  }

  private paint(letter: string, isDim: boolean): MeshLambertMaterial {
    const key = `${letter}${isDim ? "-" : ""}`;
    let paint = this.paints.get(key);
    if (!paint) {
      const color = new Color(this.look?.paint[letter] ?? PAINT[letter] ?? PAINT["?"]);
      if (isDim) color.lerp(new Color(0x2a2d33), 0.75);
      paint = this.glaze(new MeshLambertMaterial({ color }));
      this.paints.set(key, paint);
    }
    return paint;
  }
}

/** A square with round corners, `half` from the middle to an edge; with a hole of that shape where `hole` is its half. */
function roundedSquare(half: number, radius: number, hole = 0): ShapeGeometry {
  const outline = (size: number, round: number) => {
    const shape = new Shape();
    shape.moveTo(size, size - round);
    shape.absarc(size - round, size - round, round, 0, Math.PI / 2);
    shape.absarc(round - size, size - round, round, Math.PI / 2, Math.PI);
    shape.absarc(round - size, round - size, round, Math.PI, 1.5 * Math.PI);
    shape.absarc(size - round, round - size, round, 1.5 * Math.PI, 2 * Math.PI);
    return shape;
  };
  const shape = outline(half, radius);
  if (hole > 0) shape.holes.push(outline(hole, radius * 0.6));
  return new ShapeGeometry(shape, 5);
}
