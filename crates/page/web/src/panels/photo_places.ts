// Photographs that were put into each other's boxes: the colour in the middle of each shows where it belongs.

import { COLOR_NAMES } from "../cube/stickers";
import { t } from "../language";

/** Where each photograph belongs. */
export interface Places {
  /** The number of the box of each photograph. */
  readonly belongs: readonly number[];
  /** What to do about it, in a sentence. */
  readonly text: string;
}

/**
 * Compares the colours that the boxes ask for with those in the middle of their photographs, both in the order of the boxes. Nothing
 * where all are right, or where the six photographs do not show the six faces.
 */
export function misplaced(asked: string, seen: string): Places | undefined {
  if (asked === seen || Array.from(asked).sort().join("") !== Array.from(seen).sort().join("")) return undefined;
  const belongs = Array.from(seen, (color) => asked.indexOf(color));
  const wrong = belongs.flatMap((box, at) => (box === at ? [] : [at]));
  const name = (colors: string, at: number) => COLOR_NAMES[colors.charAt(at)] ?? colors.charAt(at);
  const shows = wrong.map((at) => t("photo.box-has", { box: name(asked, at), face: name(seen, at) }));
  const [one = 0, other = 0] = wrong;
  const what = wrong.length === 2 ? t("photo.exchange", { one: name(asked, one), other: name(asked, other) }) : t("photo.mixed");
  return { belongs, text: `${what}: ${shows.join(", ")}.` };
}
