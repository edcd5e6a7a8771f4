// How solves are timed and written: the rules of the World Cube Association.

import type { SolvePenalty } from "./protocol";
import { t } from "./language";

/** Milliseconds of inspection at which it is called out, at which two seconds are added, and at which the solve does not count. */
export const CALLS: readonly (readonly [number, string])[] = [
  [8000, t("timing.eight")],
  [12_000, t("timing.twelve")],
  [15_000, "+2"],
  [17_000, "DNF"],
];
/** Milliseconds for which the key or the finger is held before the clock can start, as timers have it. */
export const HOLD = 300;

/** A time in hundredths, cut off (regulation 9f1). */
export function clock(millis: number): string {
  return hundredths(Math.floor(millis / 10));
}

/** A mean or an average, rounded to hundredths (9f2); `DNF` for none. */
export function average(millis: number | null): string {
  return millis === null ? "DNF" : hundredths(Math.round(millis / 10));
}

/** The result of a solve, with what was added. */
export function result(millis: number, penalty: SolvePenalty): string {
  if (penalty === "dnf") return `DNF(${clock(millis)})`;
  return penalty === "plus_two" ? `${clock(millis + 2000)}+` : clock(millis);
}

function hundredths(count: number): string {
  const [minutes, rest] = [Math.floor(count / 6000), count % 6000];
  const seconds = `${Math.floor(rest / 100)}.${String(rest % 100).padStart(2, "0")}`;
  return minutes === 0 ? seconds : `${minutes}:${seconds.padStart(5, "0")}`;
}

/** What the timer does now. `ready`: the clock starts when the key is released. */
export type Phase = "idle" | "inspecting" | "held" | "ready" | "running";

/** A timed solve. */
export interface Timed {
  readonly millis: number;
  readonly inspected: number | null;
}

/** The clock of one solver: what presses and releases mean. Times are those of the events, in milliseconds. */
export class SolveClock {
  phase: Phase = "idle";
  private pressed = 0;
  private inspectedSince: number | undefined;
  private started = 0;

  /** `ended` gets each solve. */
  constructor(private readonly ended: (solve: Timed) => void) {}

  /** Whether it is inspected before each solve. */
  inspects = true;

  /** A key or a finger goes down. */
  press(now: number): void {
    if (this.phase === "running") {
      this.end(Math.round(now - this.started));
    } else if (this.phase === "idle" && this.inspects) {
      this.phase = "inspecting";
      this.inspectedSince = now;
      this.pressed = Infinity;
    } else if (this.phase === "idle" || this.phase === "inspecting") {
      this.phase = "held";
      this.pressed = now;
    }
  }

  /** It goes up. */
  release(now: number): void {
    this.tick(now);
    if (this.phase === "ready") {
      this.phase = "running";
      this.started = now;
    } else if (this.phase === "held") {
      this.phase = this.inspectedSince === undefined ? "idle" : "inspecting";
    }
  }

  /** The first turn is made: no key has to be held. */
  begin(now: number): void {
    this.phase = "running";
    this.started = now;
  }

  /** The solve has ended; `millis` is its time. */
  end(millis: number): void {
    const inspected = this.inspectedSince === undefined ? null : Math.round(this.started - this.inspectedSince);
    this.reset();
    this.ended({ millis, inspected });
  }

  /** Time passes. */
  tick(now: number): void {
    if (this.phase === "held" && now - this.pressed >= HOLD) this.phase = "ready";
  }

  /** The solve is given up before it has begun. */
  reset(): void {
    this.phase = "idle";
    this.inspectedSince = undefined;
  }

  /** Milliseconds of inspection so far; nothing while there is none. */
  inspected(now: number): number | undefined {
    return this.inspectedSince === undefined || this.phase === "running" ? undefined : now - this.inspectedSince;
  }

  /** Milliseconds of the solve so far. */
  passed(now: number): number {
    return this.phase === "running" ? now - this.started : 0;
  }
}
