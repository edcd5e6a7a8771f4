// A scramble that is turned on a cube which reports its turns: how far it is, and what has to be turned back.

import { inverse, readTurn, turned, type Turn } from "./cube/turns";
import { SOLVED } from "./held_cube";

/** The way of a solved cube along a scramble. */
export class ScramblePath {
  readonly moves: readonly string[];
  /** How many moves are made. */
  at = 0;
  private readonly states: readonly string[];
  private others: readonly string[] = [];

  constructor(readonly scramble: string) {
    this.moves = scramble.split(" ");
    let stickers = SOLVED;
    this.states = [stickers, ...this.moves.map((move) => (stickers = turned(stickers, readTurn(move) as Turn)))];
  }

  /** A turn was made; the cube has these stickers now. */
  turn(move: string, stickers: string): void {
    const place = this.states.indexOf(stickers);
    if (place >= 0) [this.at, this.others] = [place, []];
    else this.others = joined([...this.others, move]);
  }

  /** Whether the first half of the next half turn is made. */
  get isHalfway(): boolean {
    const [next, [other = "", ...more]] = [this.moves[this.at] ?? "", this.others];
    return more.length === 0 && next.endsWith("2") && other.charAt(0) === next.charAt(0);
  }

  /** What has to be turned back; empty where nothing is wrong. */
  get undo(): string {
    return this.others.length === 0 || this.isHalfway ? "" : inverse(this.others.join(" "));
  }
}

/** Moves of faces, where turns of one face that follow each other are one. */
export function joined(moves: readonly string[]): string[] {
  const joined: string[] = [];
  for (const move of moves) {
    const last = joined.at(-1);
    if (last?.charAt(0) !== move.charAt(0)) {
      joined.push(move);
      continue;
    }
    joined.pop();
    const quarters = (quartersOf(last) + quartersOf(move)) % 4;
    if (quarters > 0) joined.push(move.charAt(0) + ["", "", "2", "'"][quarters]);
  }
  return joined;
}

function quartersOf(move: string): number {
  return move.endsWith("2") ? 2 : move.endsWith("'") ? 3 : 1;
}
