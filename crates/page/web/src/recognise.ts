// How to recognise a case of the catalogue: what its picture shows, in words.

/** A side by its face letter, with its three stickers next to the top, as they are seen from that side. */
const SIDES: readonly (readonly [string, string, readonly number[]])[] = [
  ["F", "front", [18, 19, 20]],
  ["R", "right", [9, 10, 11]],
  ["B", "back", [45, 46, 47]],
  ["L", "left", [36, 37, 38]],
];
const EDGES = [1, 3, 5, 7];
const CORNERS = [0, 2, 6, 8];

/** Where the corner of the slot can lie in a picture of F2L, with the side of each sticker. */
const PAIR_CORNERS: readonly (readonly [string, readonly (readonly [number, string])[]])[] = [
  ["above its slot", [[8, "on top"], [9, "at the right"], [20, "at the front"]]],
  ["in its slot", [[29, "below, so it is the right way round"], [15, "at the right"], [26, "at the front"]]],
];
/** Where its edge can lie on top, with its upper sticker and the other one. */
const PAIR_EDGES: readonly (readonly [string, number, number])[] = [
  ["right", 5, 10],
  ["front", 7, 19],
  ["left", 3, 37],
  ["back", 1, 46],
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
    stickers.filter(([sticker]) => look.charAt(sticker) === "D").map(([, side]) => `The corner is ${place}, with the colour of the cross ${side}.`),
  );
  const side = (letter: string) => (letter === "F" ? "front" : "right side");
  const edges = PAIR_EDGES.filter(([, upper]) => look.charAt(upper) !== ".").map(([place, upper, outer]) => {
    const above = look.charAt(upper);
    // The corner above the slot shares a side with the edges at the right and at the front.
    const neighbour = place === "right" ? 9 : 20;
    const touches = look.charAt(8) !== "." && (place === "right" || place === "front");
    const isJoined = touches && above === look.charAt(8) && look.charAt(outer) === look.charAt(neighbour);
    const joined = isJoined ? " It touches the corner, and their colours match." : touches ? " It touches the corner, but their colours do not match." : "";
    return `The edge is on top at the ${place}; its upper sticker has the colour of the ${side(above)}.${joined}`;
  });
  const inSlot = look.charAt(SLOT_EDGE) === "F" ? "the right way round" : "the wrong way round";
  return [...corners, ...(edges.length > 0 ? edges : [`The edge is in its slot, ${inSlot}.`])].join(" ");
}

/** PLL: what the three stickers of each side have in common. */
function permutation(look: string): string {
  const words = SIDES.map(([, side, stickers]) => {
    const [first, middle, last] = stickers.map((sticker) => look.charAt(sticker));
    if (first === last) return `${side}: ${first === middle ? "all three alike" : "two equal corners"}`;
    if (first === middle) return `${side}: an equal pair on the left`;
    return `${side}: ${middle === last ? "an equal pair on the right" : "three colours"}`;
  });
  return `Look at the top row of each side. ${capital(words.join("; "))}.`;
}

/** OLL: the shape on top, and the sides that show the colour of the top. */
function orientation(look: string): string {
  const isTop = (sticker: number) => look.charAt(sticker) === "U";
  const edges = EDGES.filter(isTop);
  const shape = { 0: "only the centre", 4: "a cross" }[edges.length] ?? (edges[0]! + edges[1]! === 8 ? "a line" : "an angle");
  const corners = CORNERS.filter(isTop).length;
  const sides = SIDES.map(([, side, stickers]) => {
    const shown = stickers.filter(isTop).length;
    return shown === 0 ? "" : `${shown} at the ${side}`;
  }).filter(Boolean);
  const others = sides.length > 0 ? ` The other stickers of its colour: ${sides.join(", ")}.` : "";
  return `On top: ${shape}${corners > 0 ? ` and ${corners === 1 ? "1 corner" : `${corners} corners`}` : ""}.${others}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
