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

/** What to look for; empty for a set without such words. `look` has the 54 stickers as face letters. */
export function recognise(set: string, look: string): string {
  if (set === "pll") return permutation(look);
  return set === "oll" ? orientation(look) : "";
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
