// What a rig did a moment ago: scenes come at intervals, and what is drawn lies between two of them.

import { Quaternion } from "three";
import type { CubeInClaws, Scene } from "../protocol";

/** What is drawn of a scene: its age is shown elsewhere. */
export interface Posture {
  readonly joints: Readonly<Record<string, number>>;
  readonly cube: CubeInClaws | null;
}

/** The picture is this much behind the newest scene at least and at most, in milliseconds. */
const DELAY = { least: 40, most: 160 };

/** The newest scenes, and the time of the server. */
export class SceneBuffer {
  private scenes: Scene[] = [];
  /** The least difference seen between the browser's time and the server's, milliseconds. */
  private offset = Infinity;
  private interval = 50;
  /** The newest scene without its time, and the server's time of its last update. */
  private posture = "";
  private updatedAt = -Infinity;

  /** Takes a scene that came at `now` (of `performance.now()`); whether it shows another thing than the one before. */
  push(scene: Scene, now: number): boolean {
    if (scene.at < this.updatedAt) this.clear();
    if (this.updatedAt > -Infinity) this.interval += 0.2 * (Math.min(scene.at - this.updatedAt, 200) - this.interval);
    // The clocks may drift apart: the least difference is forgotten slowly.
    this.offset = Math.min(this.offset + 0.05, now - scene.at);
    const before = this.scenes.at(-1);
    const stoodUntil = this.updatedAt;
    const posture = JSON.stringify([scene.joints, scene.cube]);
    this.updatedAt = scene.at;
    if (before && posture === this.posture) return false;
    // What stood still until a moment ago did not creep there since it came to rest.
    if (before && stoodUntil > before.at) this.scenes.push({ ...before, at: stoodUntil });
    this.posture = posture;
    this.scenes.push(scene);
    while (this.scenes.length > 30) this.scenes.shift();
    return true;
  }

  /** Forgets all, as after the connection was lost. */
  clear(): void {
    this.scenes = [];
    this.offset = Infinity;
    this.posture = "";
    this.updatedAt = -Infinity;
  }

  /** What to draw at `now`, and whether it will be another thing soon; nothing before the first scene. */
  at(now: number): { posture: Posture; moves: boolean } | undefined {
    const last = this.scenes.at(-1);
    if (!last) return undefined;
    const delay = Math.min(Math.max(1.2 * this.interval, DELAY.least), DELAY.most);
    const time = now - this.offset - delay;
    while (this.scenes.length > 1 && (this.scenes[1] as Scene).at <= time) this.scenes.shift();
    const [from, to] = this.scenes as [Scene, Scene | undefined];
    if (!to || time <= from.at) return { posture: from, moves: to !== undefined };
    return { posture: between(from, to, (time - from.at) / (to.at - from.at)), moves: true };
  }
}

function between(from: Scene, to: Scene, share: number): Posture {
  const mix = (a: number, b: number) => a + share * (b - a);
  const joints: Record<string, number> = {};
  for (const [name, there] of Object.entries(to.joints)) joints[name] = mix(from.joints[name] ?? there, there);
  const [a, b] = [from.cube, to.cube];
  // Stickers, place and turning belong together: between two places of a sticker there is none.
  if (!a || !b || a.stickers !== b.stickers || a.faces_at_sides !== b.faces_at_sides) return { joints, cube: a };
  const lies = new Quaternion(...a.orientation).slerp(new Quaternion(...b.orientation), share);
  return {
    joints,
    cube: {
      ...b,
      orientation: [lies.x, lies.y, lies.z, lies.w],
      layers: [0, 1, 2, 3].map((side) => mix(a.layers[side] ?? 0, b.layers[side] ?? 0)) as CubeInClaws["layers"],
    },
  };
}
