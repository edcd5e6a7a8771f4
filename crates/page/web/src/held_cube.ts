// The cube in the learner's hands, as far as something reports its turns: keys, or a smart cube. A camera can be another one.

import { WESTERN } from "./cube/stickers";
import { readTurn, turned, type Turn } from "./cube/turns";

/** The solved cube, held with white up and green in front. */
export const SOLVED = Array.from(WESTERN, (color) => color.repeat(9)).join("");

/** A turn of one face of a cube that is held with white up and green in front. */
export interface TimedTurn {
  readonly move: string;
  /** Milliseconds of the page's clock (`performance.now`) when it was reported. */
  readonly at: number;
  /** Milliseconds of the cube's own clock; nothing where it has none. */
  readonly own?: number | undefined;
}

/** What a source of turns calls. */
export interface TurnListener {
  turned(turn: TimedTurn): void;
  /** The stickers after all turns so far, as colour letters. */
  seen(stickers: string): void;
  battery(percent: number): void;
  /** It ended by itself. */
  lost(): void;
}

/** Who reports turns. */
export interface TurnSource {
  readonly name: string;
  /** The cube is only drawn: the page can give it any state. */
  readonly isDrawn: boolean;
  /** Milliseconds of each turn from the first of them, by the best clock there is. */
  times(turns: readonly TimedTurn[]): number[];
  /** The learner holds a solved cube, whatever was reported. */
  solved(): void;
  end(): void;
}

/** Begins to report. */
export type Connect = (listener: TurnListener) => Promise<TurnSource>;

/** The cube that is held. */
export class HeldCube {
  source: TurnSource | undefined;
  stickers = SOLVED;
  /** Percent; nothing where it is not known. */
  battery: number | undefined;
  private number = 0;
  private readonly turnListeners: ((turn: TimedTurn) => void)[] = [];
  private readonly changeListeners: (() => void)[] = [];

  /** Calls `listener` after each turn. */
  onTurn(listener: (turn: TimedTurn) => void): void {
    this.turnListeners.push(listener);
  }

  /** Calls `listener` when the source, the battery, or the stickers without a turn have changed. */
  onChange(listener: () => void): void {
    this.changeListeners.push(listener);
  }

  /** Takes turns from another source. Throws what `connect` throws. */
  async follow(connect: Connect, lost: (name: string) => void): Promise<void> {
    this.end();
    const number = ++this.number;
    // A source that was ended may still report.
    const ours = (work: () => void) => number === this.number && work();
    const source = await connect({
      turned: (turn) => ours(() => this.turn(turn)),
      seen: (stickers) => ours(() => this.set(stickers)),
      battery: (percent) => ours(() => this.changed((this.battery = percent))),
      lost: () => ours(() => {
        const name = this.source?.name ?? "";
        this.end();
        lost(name);
      }),
    });
    if (number !== this.number) return source.end();
    this.source = source;
    this.changed();
  }

  /** Takes no turns any more. */
  end(): void {
    this.number++;
    const { source } = this;
    [this.source, this.battery, this.stickers] = [undefined, undefined, SOLVED];
    source?.end();
    this.changed();
  }

  /** The cube has these stickers now. */
  set(stickers: string): void {
    if (stickers === this.stickers) return;
    this.stickers = stickers;
    this.changed();
  }

  /** The learner holds a solved cube, whatever was reported. */
  declareSolved(): void {
    this.source?.solved();
    this.set(SOLVED);
  }

  private turn(turn: TimedTurn): void {
    this.stickers = turned(this.stickers, readTurn(turn.move) as Turn);
    this.turnListeners.forEach((listener) => listener(turn));
  }

  private changed(_?: unknown): void {
    this.changeListeners.forEach((listener) => listener());
  }
}

/** The turns as the server keeps them, from the times of `times`. */
export function written(turns: readonly TimedTurn[], times: readonly number[]): string {
  return turns.map(({ move }, at) => `${move}@${times[at] ?? 0}`).join(" ");
}
