// Moves in standard notation: which layers turn, about what, how far, and where each sticker goes.

import { Quaternion, Vector3 } from "three";
import { PLACES, direction, stickerAt } from "./stickers";

/** A move of one or more layers about one axis. */
export interface Turn {
  /** The outward direction of the face by which the move is named. */
  readonly axis: Vector3;
  /** Which layers turn: 1 at that face, 0 in the middle, -1 at the other end. */
  readonly layers: readonly number[];
  /** Quarter turns, positive clockwise as seen from outside that face. */
  readonly quarters: number;
}

/** Slices follow L, D and F; rotations follow R, U and F. */
const SPECIAL: Record<string, [face: string, layers: number[]]> = {
  M: ["L", [0]],
  E: ["D", [0]],
  S: ["F", [0]],
  x: ["R", [1, 0, -1]],
  y: ["U", [1, 0, -1]],
  z: ["F", [1, 0, -1]],
};

/** Reads one move, such as R, U2, F', Rw, r, M or x; nothing when it is none. */
export function readTurn(text: string): Turn | undefined {
  const match = /^([URFDLBurfdlbMESxyz])(w?)(2?)('?)$/.exec(text);
  if (!match) return undefined;
  const [, letter = "", wide = "", two = "", back = ""] = match;
  const quarters = (two ? 2 : 1) * (back ? -1 : 1);
  const special = SPECIAL[letter];
  if (special) return wide ? undefined : { axis: direction(special[0]), layers: special[1], quarters };
  const isWide = wide !== "" || letter !== letter.toUpperCase();
  return { axis: direction(letter.toUpperCase()), layers: isWide ? [1, 0] : [1], quarters };
}

/** The rotation by a number of quarters, clockwise as seen against the axis. */
export function rotation(axis: Vector3, quarters: number): Quaternion {
  return new Quaternion().setFromAxisAngle(axis, (-quarters * Math.PI) / 2);
}

/** Whether a piece lies in a layer that the move turns. */
export function isTurned(turn: Turn, piece: Vector3): boolean {
  return turn.layers.includes(Math.round(piece.dot(turn.axis)));
}

/** The stickers after a move. */
export function turned(stickers: string, turn: Turn): string {
  const after = Array.from(stickers);
  const spin = rotation(turn.axis, turn.quarters);
  PLACES.forEach(({ piece, normal }, from) => {
    if (!isTurned(turn, piece)) return;
    const to = stickerAt(piece.clone().applyQuaternion(spin), normal.clone().applyQuaternion(spin));
    after[to] = stickers.charAt(from);
  });
  return after.join("");
}

/** Reads moves with spaces between them; nothing where one of them is none. */
export function readTurns(text: string): Turn[] {
  const turns = text.split(" ").map(readTurn);
  return turns.includes(undefined) ? [] : (turns as Turn[]);
}

/** What takes moves back: each of them the other way, the last one first. */
export function inverse(moves: string): string {
  const back = (move: string) => (move.includes("2") ? move : move.endsWith("'") ? move.slice(0, -1) : `${move}'`);
  return moves.split(" ").reverse().map(back).join(" ");
}

/** Every move that is one motion: layers, slices, two layers, the whole cube; each of them by one or two quarters. */
const ALL = Array.from("URFDLBMESxyzurfdlb").flatMap((letter) => [letter, `${letter}'`, `${letter}2`]);

/** The one move that leads from some stickers to others; nothing where none does, or where both are equal. */
export function moveBetween(before: string, after: string): string | undefined {
  if (before === after) return undefined;
  return ALL.find((move) => turned(before, readTurn(move) as Turn) === after);
}
