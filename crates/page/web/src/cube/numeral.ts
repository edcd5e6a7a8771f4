// A mark on a sticker: its number, for the method that gives each sticker one, and the letter of its colour.

import { CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from "three";

/** Half a sticker's side, and as much above it as keeps it in sight. */
const PLANE = new PlaneGeometry(0.19, 0.19).translate(0, 0, 0.003);
const materials = new Map<string, MeshBasicMaterial>();

/** A drawn mark. It is not met by rays: the sticker below it is picked. */
export function numeral(text: string): Mesh {
  const mesh = new Mesh(PLANE, material(text));
  mesh.raycast = () => {};
  return mesh;
}

function material(text: string): MeshBasicMaterial {
  const known = materials.get(text);
  if (known) return known;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d");
  if (pen) {
    // Dark with a light edge is read on every colour.
    Object.assign(pen, { font: "bold 44px sans-serif", textAlign: "center", textBaseline: "middle", lineWidth: 7 });
    pen.strokeStyle = "#fff";
    pen.strokeText(text, 32, 34, 60);
    pen.fillText(text, 32, 34, 60);
  }
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const made = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
  materials.set(text, made);
  return made;
}
