// The photographs of a cube that a person sent: a sticker in doubt is shown where it was seen.

import { el } from "../dom";
import type { PhotographedFace } from "../protocol";
import { FACE_NAMES, faceOf, stickerName } from "./stickers";

const SVG = "http://www.w3.org/2000/svg";
/** The margin around the nine stickers, as a share of their extent. */
const MARGIN = 0.25;

/** A photograph with the places of the nine stickers, in pixels. */
interface Photograph {
  readonly picture: HTMLImageElement;
  readonly stickers: readonly (readonly [number, number])[][];
}

/** The photographs of the six faces. */
export class Photographs {
  private readonly faces = new Map<string, Photograph>();

  /** `pictures` are those that were sent, by face. */
  constructor(photographed: readonly PhotographedFace[], pictures: ReadonlyMap<string, HTMLImageElement>) {
    for (const { face, stickers } of photographed) {
      const picture = pictures.get(face);
      if (!picture) continue;
      const { naturalWidth: width, naturalHeight: height } = picture;
      this.faces.set(face, { picture, stickers: stickers.map((corners) => corners.map(([x, y]) => [x * width, y * height])) });
    }
  }

  /** The part of the photograph with the face of this sticker, which has a ring; nothing where it was not photographed. */
  ringed(sticker: number): HTMLElement | undefined {
    const face = this.faces.get(faceOf(sticker));
    const ring = face?.stickers[sticker % 9];
    if (!face || !ring) return undefined;
    const all = face.stickers.flat();
    const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
    const box = [left - MARGIN * width, top - MARGIN * height, (1 + 2 * MARGIN) * width, (1 + 2 * MARGIN) * height];
    const { picture } = face;
    const words = `Photograph of the face ${FACE_NAMES[faceOf(sticker)]}, with a ring around ${stickerName(sticker)}`;
    const svg = shape("svg", { viewBox: box.join(" "), role: "img", "aria-label": words });
    const points = ring.map((point) => point.join(",")).join(" ");
    svg.append(
      shape("image", { href: picture.src, width: picture.naturalWidth, height: picture.naturalHeight }),
      shape("polygon", { points, class: "ring-below" }),
      shape("polygon", { points, class: "ring" }),
    );
    return el("figure", { class: "photograph" }, svg);
  }
}

function shape(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
