// The cube of a lesson as the learner holds it: it goes from state to state by turns that are seen, and is turned by hand.

import { Vector3 } from "three";
import { Grab } from "../cube/grab";
import { CubeModel } from "../cube/model";
import { inverse, moveBetween, readTurn, readTurns, turned, type Turn } from "../cube/turns";
import { UNKNOWN, homes, settled } from "../cube/stickers";
import type { LessonNow } from "../protocol";
import { Behind } from "./behind";
import { Stage } from "./stage";
import { t } from "../language";

const OUTLOOK = { target: new Vector3(), distance: 3.3, azimuth: 28, elevation: 27 };
/** Milliseconds of a turn that the learner makes, and of a layer that snaps into place. */
const TURNING = 320;
const SNAPPING = 130;
/** While the lesson is played, a turn takes this share of a move's time; the rest is a pause in which the arrow is seen. */
const PLAYED = 0.6;
/** A played turn takes at most this many milliseconds. */
const SLOWEST = 1000;

/** The stage with the lesson's cube. */
export class LessonScene {
  readonly stage = new Stage(t("scene.lesson"), OUTLOOK);
  readonly cube = new CubeModel();
  readonly behind = new Behind();
  private readonly grab: Grab;
  /** The stickers once all motions have ended. */
  private goal = UNKNOWN;
  private last: LessonNow | undefined;
  private arrow: string | undefined;
  /** Counts the motions; one that was overtaken by another ends without marks. */
  private motions = 0;

  /** `onTurn` is called with each turn that is made by hand, and returns whether it was taken. */
  constructor(private readonly onTurn: (move: string) => Promise<boolean>) {
    this.stage.scene.add(this.cube.object);
    this.cube.onChange = this.stage.draw;
    this.stage.after = (renderer) => this.behind.paint(renderer, this.stage);
    this.stage.addTicker((now) => this.cube.tick(now));
    this.grab = new Grab(this.stage, this.cube, {
      begin: () => this.settle(),
      end: (turn, angle, move) => void this.letGo(turn, angle, move),
    });
  }

  /** Shows where a lesson is, by turning where one or two turns lead there. The arrow is that of `arrow`, where one is given. */
  show(lesson: LessonNow, arrow: string | undefined): void {
    const before = this.last;
    this.last = lesson;
    this.arrow = arrow;
    if (this.grab.isHolding) return;
    if (lesson.stickers === this.goal) {
      if (!this.cube.isMoving) this.mark();
      return;
    }
    const turns = before ? wayTo(lesson, before, this.goal) : [];
    const pace = lesson.playing ? Math.min(SLOWEST, lesson.pace * 1000 * PLAYED) : TURNING;
    void this.turn(turns, pace / Math.max(1, turns.length), lesson.stickers);
  }

  /** Turns before the eyes, then shows `stickers`. */
  private async turn(turns: readonly Turn[], milliseconds: number, stickers: string, from = 0): Promise<void> {
    this.settle();
    const number = ++this.motions;
    this.goal = stickers;
    for (const turn of turns) {
      await this.cube.play(turn, milliseconds, from);
      if (number !== this.motions) return;
    }
    this.cube.setStickers(stickers);
    this.mark();
  }

  /** Ends what moves: the cube stands where it was to go. */
  private settle(): void {
    this.motions++;
    this.cube.finish();
    this.cube.setStickers(this.goal);
    this.cube.showArrow();
  }

  private mark(): void {
    const { bright = [], numbers = [], extra_turns = [] } = this.last ?? {};
    // What is done is not dark: it is seen to grow.
    const shown = new Set([...bright, ...settled(this.goal)]);
    const all = Array.from({ length: 54 }, (_, sticker) => sticker);
    this.cube.setDimmed(bright.length > 0 ? all.filter((sticker) => !shown.has(sticker)) : []);
    // The places have numbers as the lesson holds the cube: those of a cube that is held otherwise would be wrong.
    const isHeldSo = numbers.length > 0 && extra_turns.every((turn) => /^[URFDLB]['2]?$/.test(turn));
    this.cube.setNumbers(isHeldSo ? homes(this.goal).map((home) => numbers[home] || 0) : []);
    this.cube.showArrow(this.arrow === undefined ? undefined : readTurn(this.arrow));
  }

  /** A layer that was dragged snaps into place, and the server is asked what comes of it. */
  private async letGo(turn: Turn, angle: number, move: string | undefined): Promise<void> {
    const snapped = this.turn([turn], SNAPPING, turned(this.goal, turn), angle);
    const isTaken = move === undefined || (await this.onTurn(move));
    await snapped;
    // What came while the layer was held, or what it goes back to when the turn was refused.
    if (this.last && (move === undefined || !isTaken)) this.show(this.last, this.arrow);
  }
}

/** The turns that lead from some stickers to those of a lesson: one, or those of a rotation about two axes that was next or is. */
function wayTo(lesson: LessonNow, before: LessonNow, from: string): Turn[] {
  const one = moveBetween(from, lesson.stickers);
  const ways = [one, before.moves[before.at]?.turn, inverse(lesson.moves[lesson.at]?.turn ?? "")];
  for (const way of ways) {
    const turns = readTurns(way ?? "");
    if (turns.length > 0 && turns.reduce(turned, from) === lesson.stickers) return turns;
  }
  return [];
}
