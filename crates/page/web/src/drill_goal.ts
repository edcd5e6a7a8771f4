// A drilled case that is turned on a cube which reports its turns: the drawn case follows, and is done when its set's goal is reached.

import { FACES, WESTERN } from "./cube/stickers";
import { readTurn, turned, type Turn } from "./cube/turns";

/** The stickers of a case after a turn. The turned face is named as on a cube with white up and green in front; its colour finds it. */
export function turnedCase(stickers: string, move: string): string {
  const color = WESTERN.charAt(FACES.indexOf(move.charAt(0)));
  const face = Array.from(FACES).find((_, face) => stickers.charAt(9 * face + 4) === color) ?? "";
  return turned(stickers, readTurn(face + move.slice(1)) as Turn);
}

/** Whether the case is done: of F2L the two lower layers, of OLL the top's colour too, of PLL everything. */
export function isDone(set: string, stickers: string): boolean {
  const isAlike = (face: number, from: number) => Array.from({ length: 9 - from }, (_, at) => 9 * face + from + at).every((sticker) => stickers[sticker] === stickers[9 * face + 4]);
  const [top, bottom, sides] = [0, 3, [1, 2, 4, 5]];
  const hasLayers = isAlike(bottom, 0) && sides.every((side) => isAlike(side, 3));
  if (set === "f2l") return hasLayers;
  return hasLayers && isAlike(top, 0) && (set === "oll" || sides.every((side) => isAlike(side, 0)));
}
