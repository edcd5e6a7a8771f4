// The picture of a face as the camera saw it, with a ring around a sticker in doubt.

import { el } from "../dom";
import type { FacePicture } from "../protocol";
import { FACE_NAMES, faceOf, stickerName } from "./stickers";
import { t } from "../language";

const SVG = "http://www.w3.org/2000/svg";

/** The picture of this sticker's face, as the face is read. One unit is a sticker, and the middle of the first one is at 0, 0. */
export function ringed(sticker: number, { picture, quarters }: FacePicture): HTMLElement {
  const words = t("picture.ringed", { face: FACE_NAMES[faceOf(sticker)] ?? "", sticker: stickerName(sticker) });
  const svg = shape("svg", { viewBox: "-1 -1 4 4", role: "img", "aria-label": words });
  const [column, row] = [sticker % 3, Math.floor((sticker % 9) / 3)];
  const place = { x: column - 0.5, y: row - 0.5, width: 1, height: 1 };
  svg.append(
    shape("image", { href: picture, x: -1, y: -1, width: 4, height: 4, transform: `rotate(${-90 * quarters} 1 1)` }),
    shape("rect", { ...place, class: "ring-below" }),
    shape("rect", { ...place, class: "ring" }),
  );
  return el("figure", { class: "photograph" }, svg);
}

function shape(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
