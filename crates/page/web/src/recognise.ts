// How to recognise a case of the catalogue: what its picture shows, in words.

import { counted, t } from "./language";

/** A side by its face letter, with its three stickers next to the top, as they are seen from that side. */
const SIDES: readonly (readonly [string, string, readonly number[]])[] = [
  ["F", t("face.F"), [18, 19, 20]],
  ["R", t("face.R"), [9, 10, 11]],
  ["B", t("face.B"), [45, 46, 47]],
  ["L", t("face.L"), [36, 37, 38]],
];
const EDGES = [1, 3, 5, 7];
const CORNERS = [0, 2, 6, 8];

/** Where the corner of the slot can lie in a picture of F2L, with the side of each sticker. */
const PAIR_CORNERS: readonly (readonly [string, readonly (readonly [number, string])[]])[] = [
  [t("recognise.above-slot"), [[8, t("recognise.on-top")], [9, t("recognise.at-right")], [20, t("recognise.at-front")]]],
  [t("recognise.in-slot"), [[29, t("recognise.below")], [15, t("recognise.at-right")], [26, t("recognise.at-front")]]],
];
/** Where its edge can lie on top, with its upper sticker and the other one. */
const PAIR_EDGES: readonly (readonly [string, number, number])[] = [
  ["R", 5, 10],
  ["F", 7, 19],
  ["L", 3, 37],
  ["B", 1, 46],
];
/** The edge in its slot: the sticker at the front. */
const SLOT_EDGE = 23;

/** What to look for; empty for a set without such words. `look` has the 54 stickers as face letters. */
export function recognise(set: string, look: string): string {
  if (set === "pll") return permutation(look);
  if (set === "f2l") return pair(look);
  return set === "oll" ? orientation(look) : "";
}

/** F2L: where the corner and the edge of the slot at the front right lie, and where their colours look. */
function pair(look: string): string {
  const corners = PAIR_CORNERS.flatMap(([place, stickers]) =>
    stickers.filter(([sticker]) => look.charAt(sticker) === "D").map(([, side]) => t("recognise.corner", { place, side })),
  );
  const side = (letter: string) => (letter === "F" ? t("recognise.side-front") : t("recognise.side-right"));
  const edges = PAIR_EDGES.filter(([, upper]) => look.charAt(upper) !== ".").map(([face, upper, outer]) => {
    const above = look.charAt(upper);
    // The corner above the slot shares a side with the edges at the right and at the front.
    const neighbour = face === "R" ? 9 : 20;
    const touches = look.charAt(8) !== "." && (face === "R" || face === "F");
    const isJoined = touches && above === look.charAt(8) && look.charAt(outer) === look.charAt(neighbour);
    const joined = isJoined ? t("recognise.joined") : touches ? t("recognise.apart") : "";
    return t("recognise.edge", { place: nameOf(face), side: side(above), joined });
  });
  const inSlot = look.charAt(SLOT_EDGE) === "F" ? t("recognise.right-way") : t("recognise.wrong-way");
  return [...corners, ...(edges.length > 0 ? edges : [t("recognise.edge-in-slot", { way: inSlot })])].join(" ");
}

/** PLL: what the three stickers of each side have in common. */
function permutation(look: string): string {
  const words = SIDES.map(([, side, stickers]) => {
    const [first, middle, last] = stickers.map((sticker) => look.charAt(sticker));
    if (first === last) return first === middle ? t("recognise.alike", { side }) : t("recognise.corners", { side });
    if (first === middle) return t("recognise.pair-left", { side });
    return middle === last ? t("recognise.pair-right", { side }) : t("recognise.three", { side });
  });
  return t("recognise.sides", { sides: capital(words.join("; ")) });
}

/** OLL: the shape on top, and the sides that show the colour of the top. */
function orientation(look: string): string {
  const isTop = (sticker: number) => look.charAt(sticker) === "U";
  const edges = EDGES.filter(isTop);
  const shape = { 0: t("recognise.centre"), 4: t("recognise.cross") }[edges.length] ?? (edges[0]! + edges[1]! === 8 ? t("recognise.line") : t("recognise.angle"));
  const corners = CORNERS.filter(isTop).length;
  const sides = SIDES.map(([, side, stickers]) => {
    const shown = stickers.filter(isTop).length;
    return shown === 0 ? "" : t("recognise.shown", { count: shown, side });
  }).filter(Boolean);
  const others = sides.length > 0 ? t("recognise.others", { sides: sides.join(", ") }) : "";
  const all = corners > 0 ? t("recognise.and", { shape, corners: counted("corner", corners) }) : shape;
  return t("recognise.top", { shape: all, others });
}

function nameOf(face: string): string {
  return SIDES.find(([letter]) => letter === face)?.[1] ?? "";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
