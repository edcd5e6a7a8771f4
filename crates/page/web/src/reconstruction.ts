// What a solve was like: its stages, how long the solver looked before each, and the turns with pauses.

import type { TimedSolve } from "./protocol";
import { t } from "./language";

const NAMES = [t("reconstruction.cross"), "F2L", "OLL", "PLL"];
/** Milliseconds without a turn that are written down. */
const PAUSE = 500;

/** A stage of a solve. Times are milliseconds. */
export interface Stage {
  readonly name: string;
  readonly millis: number;
  /** Until its first turn. */
  readonly looked: number;
  /** Half turns count as one. */
  readonly count: number;
  /** The turns, with pauses in brackets. */
  readonly text: string;
}

/** The stages of a solve whose turns are known; one stage without a name where it was not solved. */
export function stagesOf({ splits, turns, millis }: Pick<TimedSolve, "splits" | "turns" | "millis">): Stage[] {
  const timed = turns.split(" ").filter(Boolean).map((turn) => {
    const [move = "", at] = turn.split("@");
    return { move, at: Number(at) };
  });
  const ends = splits.length === 3 ? [...splits, millis] : [millis];
  return ends.map((end, stage) => {
    const begin = ends[stage - 1] ?? 0;
    const own = timed.filter(({ at }) => (at > begin || (stage === 0 && at === 0)) && at <= end);
    const groups: string[][] = [];
    const words: string[] = [];
    let last = begin;
    for (const { move, at } of own) {
      const pause = groups.length > 0 && at - last >= PAUSE ? `(${((at - last) / 1000).toFixed(1)} s)` : "";
      if (pause || groups.length === 0) {
        groups.push([]);
        words.push(pause);
      }
      groups.at(-1)?.push(move);
      last = at;
    }
    const turned = groups.map(withHalfTurns);
    return {
      name: ends.length > 1 ? (NAMES[stage] ?? "") : "",
      millis: end - begin,
      looked: (own[0]?.at ?? begin) - begin,
      count: turned.flat().length,
      text: turned.flatMap((group, at) => [words[at] ?? "", ...group]).filter(Boolean).join(" "),
    };
  });
}

/** Two equal quarter turns in a row are a half turn. A turn that was taken back stays: it was made. */
function withHalfTurns(moves: readonly string[]): string[] {
  const written: string[] = [];
  for (const move of moves) {
    if (written.at(-1) === move) written[written.length - 1] = `${move.charAt(0)}2`;
    else written.push(move);
  }
  return written;
}
