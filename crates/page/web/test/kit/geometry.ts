// Where stickers are and where moves carry them: integers, written from the drawing in crates/cube, not from the page's code.

/** x right, y back, z up, as in the frame of the rig. */
export type Vector = readonly [number, number, number];

/** A place on the cube: the piece (each coordinate -1, 0 or 1) and the way the sticker looks. */
export interface Place {
  readonly piece: Vector;
  readonly normal: Vector;
}

/** For each face U R F D L B: the piece of its first sticker, the step to the next column, the step to the next row. */
const FACES: readonly (readonly [Vector, Vector, Vector])[] = [
  [
    [-1, 1, 1],
    [1, 0, 0],
    [0, -1, 0],
  ],
  [
    [1, -1, 1],
    [0, 1, 0],
    [0, 0, -1],
  ],
  [
    [-1, -1, 1],
    [1, 0, 0],
    [0, 0, -1],
  ],
  [
    [-1, -1, -1],
    [1, 0, 0],
    [0, 1, 0],
  ],
  [
    [-1, 1, 1],
    [0, -1, 0],
    [0, 0, -1],
  ],
  [
    [1, 1, 1],
    [-1, 0, 0],
    [0, 0, -1],
  ],
];
const NORMALS: readonly Vector[] = [
  [0, 0, 1],
  [1, 0, 0],
  [0, -1, 0],
  [0, 0, -1],
  [-1, 0, 0],
  [0, 1, 0],
];

/** The 54 places. */
export const PLACES: readonly Place[] = Array.from({ length: 54 }, (_, sticker) => {
  const face = Math.floor(sticker / 9);
  const [corner, column, row] = FACES[face] as (typeof FACES)[number];
  const piece = [0, 1, 2].map(
    (axis) => corner[axis]! + (sticker % 3) * column[axis]! + Math.floor((sticker % 9) / 3) * row[axis]!,
  ) as unknown as Vector;
  return { piece, normal: NORMALS[face] as Vector };
});

/** The outward direction of a face letter. */
export function normalOf(face: string): Vector {
  return NORMALS["URFDLB".indexOf(face)] as Vector;
}

/** A vector turned about a face's direction, clockwise as seen from outside, by an angle in radians. */
export function turn([x, y, z]: Vector, face: string, angle: number): Vector {
  // Rodrigues' formula with the angle negated: clockwise is negative as seen against the axis.
  const [a, b, c] = normalOf(face);
  const [sine, cosine] = [-Math.sin(angle), Math.cos(angle)];
  const along = (a * x + b * y + c * z) * (1 - cosine);
  return [
    x * cosine + (b * z - c * y) * sine + a * along,
    y * cosine + (c * x - a * z) * sine + b * along,
    z * cosine + (a * y - b * x) * sine + c * along,
  ];
}

/** The scalar product. */
export function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

/** The vector product. */
export function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

/** Whether a piece lies in a face's layer. */
export function isIn(face: string, { piece }: Place): boolean {
  return dot(piece, normalOf(face)) === 1;
}

/** The stickers after a face was turned by quarters. */
export function moved(stickers: string, face: string, quarters: number): string {
  return carried(stickers, face, quarters, (place) => isIn(face, place));
}

/** The stickers after the whole cube was turned as a face. */
export function tipped(stickers: string, face: string, quarters: number): string {
  return carried(stickers, face, quarters, () => true);
}

function carried(stickers: string, face: string, quarters: number, goes: (place: Place) => boolean): string {
  const after = Array.from(stickers);
  const to = (vector: Vector) => String(turn(vector, face, (quarters * Math.PI) / 2).map(Math.round));
  PLACES.forEach((place, from) => {
    if (!goes(place)) return;
    const [piece, normal] = [to(place.piece), to(place.normal)];
    const there = PLACES.findIndex((other) => String(other.piece) === piece && String(other.normal) === normal);
    after[there] = stickers.charAt(from);
  });
  return after.join("");
}
