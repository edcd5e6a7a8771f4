// Where each of the 54 stickers sits, and what its letter looks like.
//
// The numbers are those of the crate `cube`: faces U R F D L B, each row by row as seen from outside.

import { Vector3 } from "three";
import { t } from "../language";

/** The six faces in the order of the stickers. */
export const FACES = "URFDLB";
/** The six colour letters. */
export const COLORS = "WYROGB";
/** The colours of the faces U R F D L B by default. */
export const WESTERN = "WRGYOB";
/** 54 stickers of which nothing is known. */
export const UNKNOWN = "?".repeat(54);

/** The colours of the six centres; the usual ones where some centre has none. */
export function centres(stickers: string): string {
  const scheme = Array.from(FACES, (_, face) => stickers.charAt(9 * face + 4)).join("");
  return /^[WYROGB]{6}$/.test(scheme) ? scheme : WESTERN;
}

/** Names of colours for people. */
export const COLOR_NAMES: Record<string, string> = {
  W: t("color.W"),
  Y: t("color.Y"),
  R: t("color.R"),
  O: t("color.O"),
  G: t("color.G"),
  B: t("color.B"),
  "?": t("color.unknown"),
};
/** Names of faces for people. */
export const FACE_NAMES: Record<string, string> = {
  U: t("face.U"),
  R: t("face.R"),
  F: t("face.F"),
  D: t("face.D"),
  L: t("face.L"),
  B: t("face.B"),
};
/** What a letter looks like, in sRGB. */
export const PAINT: Record<string, number> = {
  W: 0xf4f4ef,
  Y: 0xf8d012,
  R: 0xd3202a,
  O: 0xff7a10,
  G: 0x0b9a4c,
  B: 0x1557d6,
  "?": 0x8a9099,
};

/** A place on the cube. Axes as in the frame `rig_center`: x right, y back, z up. */
export interface Place {
  /** The centre of the piece, each coordinate -1, 0 or 1. */
  readonly piece: Vector3;
  /** The direction in which the sticker looks. */
  readonly normal: Vector3;
}

/** The outward direction of a face. */
export function direction(face: string): Vector3 {
  switch (face) {
    case "U":
      return new Vector3(0, 0, 1);
    case "R":
      return new Vector3(1, 0, 0);
    case "F":
      return new Vector3(0, -1, 0);
    case "D":
      return new Vector3(0, 0, -1);
    case "L":
      return new Vector3(-1, 0, 0);
    default:
      return new Vector3(0, 1, 0);
  }
}

/** To the right and up on a face as it is seen from outside, U from above with F below it, D with F above it. */
function rightAndUp(face: string): [Vector3, Vector3] {
  const up = face === "U" ? new Vector3(0, 1, 0) : face === "D" ? new Vector3(0, -1, 0) : new Vector3(0, 0, 1);
  return [new Vector3().crossVectors(up, direction(face)), up];
}

/** The 54 places. */
export const PLACES: readonly Place[] = Array.from({ length: 54 }, (_, index) => {
  const face = FACES.charAt(Math.floor(index / 9));
  const [right, up] = rightAndUp(face);
  const normal = direction(face);
  const piece = normal
    .clone()
    .addScaledVector(right, (index % 3) - 1)
    .addScaledVector(up, 1 - Math.floor((index % 9) / 3));
  return { piece, normal };
});

/** The sticker at a place; -1 where there is none. */
export function stickerAt(piece: Vector3, normal: Vector3): number {
  return PLACES.findIndex((place) => place.piece.distanceTo(piece) < 0.1 && place.normal.distanceTo(normal) < 0.1);
}

/** The face letter of a sticker. */
export function faceOf(sticker: number): string {
  return FACES.charAt(Math.floor(sticker / 9));
}

/** A sticker's name, such as F3. */
export function stickerName(sticker: number): string {
  return `${faceOf(sticker)}${(sticker % 9) + 1}`;
}

/** Face letters become the colour letters of a scheme; what is no face letter stays. */
export function colorsOf(facelets: string, scheme: string): string {
  const letters = Array.from(facelets, (letter) => scheme.charAt(FACES.indexOf(letter)));
  return letters.map((letter, index) => (FACES.includes(facelets.charAt(index)) && letter !== "" ? letter : "?")).join("");
}

/** The pieces: for each sticker, all stickers of its piece, itself first. */
const PIECES: readonly (readonly number[])[] = PLACES.map(({ piece }, sticker) => {
  const others = PLACES.flatMap((place, other) => (other !== sticker && place.piece.equals(piece) ? [other] : []));
  return [sticker, ...others];
});

/** Where each sticker is at home, as the cube is held; -1 where the colours are no piece of this cube. */
export function homes(stickers: string): number[] {
  const face = (letter: string) => Array.from(FACES).findIndex((_, face) => stickers.charAt(9 * face + 4) === letter);
  const colors = (piece: readonly number[]) => piece.map((sticker) => face(stickers.charAt(sticker)));
  return PIECES.map((piece) => {
    const [own = -1, ...others] = colors(piece);
    return PIECES.findIndex(
      (home) =>
        home.length === piece.length &&
        Math.floor((home[0] ?? 0) / 9) === own &&
        home.slice(1).every((sticker) => others.includes(Math.floor(sticker / 9))),
    );
  });
}

/** The stickers of pieces that are at home and the right way round; centres always are. */
export function settled(stickers: string): number[] {
  const home = homes(stickers);
  return PIECES.flatMap((piece, sticker) => (piece.every((one) => home[one] === one || one % 9 === 4) ? [sticker] : []));
}
