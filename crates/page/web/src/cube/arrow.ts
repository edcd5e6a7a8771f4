// The arrow that shows which layer turns, and which way.

import { BufferGeometry, ConeGeometry, Curve, Group, Mesh, MeshBasicMaterial, Quaternion, TubeGeometry, Vector3 } from "three";
import type { Turn } from "./turns";

const PAINT = 0x12b5cb;

/** A part of a circle about `axis`, clockwise as seen against it. */
class Arc extends Curve<Vector3> {
  constructor(
    private readonly axis: Vector3,
    private readonly start: Vector3,
    private readonly angle: number,
  ) {
    super();
  }
  override getPoint(share: number, target = new Vector3()): Vector3 {
    return target.copy(this.start).applyAxisAngle(this.axis, -this.angle * share);
  }
}

/** The faces over which an arrow is seen at once; a layer on another side has its arrow around it. */
const isSeen = (axis: Vector3): boolean => axis.x > 0.5 || axis.y < -0.5 || axis.z > 0.5;

/** An arrow along the way of a move: over a face where that alone turns and is seen, else around each layer that turns. */
export function arrowFor(turn: Turn): Group {
  const arrow = new Group();
  const material = new MeshBasicMaterial({ color: PAINT });
  const aside = Math.abs(turn.axis.z) > 0.5 ? new Vector3(0, -1, 0) : new Vector3(0, 0, 1);
  const isOverFace = turn.layers.length === 1 && turn.layers[0] === 1 && isSeen(turn.axis);
  const [radius, heights] = isOverFace ? [0.36, [0.56]] : [0.8, turn.layers.map((layer) => layer / 3)];
  const sign = Math.sign(turn.quarters);
  const sweep = (isOverFace ? [0.9, 1.6] : [0.55, 0.9])[Math.abs(turn.quarters) - 1] ?? 1;
  // Around a layer, the middle of the arc looks upwards and to the front, where the eye is.
  if (!isOverFace && Math.abs(turn.axis.z) < 0.5) aside.applyAxisAngle(turn.axis, (turn.axis.x * Math.PI) / 5);
  const start = aside
    .clone()
    .multiplyScalar(radius)
    .applyAxisAngle(turn.axis, (sign * sweep * Math.PI) / 2);
  const arc = new Arc(turn.axis, start, sign * sweep * Math.PI);
  for (const height of heights) {
    const add = (geometry: BufferGeometry) => {
      const mesh = new Mesh(geometry, material);
      mesh.position.addScaledVector(turn.axis, height);
      arrow.add(mesh);
      return mesh;
    };
    add(new TubeGeometry(arc, 40, 0.028, 8));
    const tip = add(new ConeGeometry(0.085, 0.19, 16));
    tip.position.add(arc.getPoint(1)).addScaledVector(arc.getTangent(1), 0.06);
    tip.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), arc.getTangent(1)));
  }
  return arrow;
}
