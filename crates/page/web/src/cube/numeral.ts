// A number on a sticker, for the method that gives each sticker one.

import { CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from "three";

/** Half a sticker's side, and as much above it as keeps it in sight. */
const PLANE = new PlaneGeometry(0.19, 0.19).translate(0, 0, 0.003);
const materials = new Map<number, MeshBasicMaterial>();

/** A drawn number. It is not met by rays: the sticker below it is picked. */
export function numeral(number: number): Mesh {
  const mesh = new Mesh(PLANE, material(number));
  mesh.raycast = () => {};
  return mesh;
}

function material(number: number): MeshBasicMaterial {
  const known = materials.get(number);
  if (known) return known;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d");
  if (pen) {
    // Dark with a light edge is read on every colour.
    Object.assign(pen, { font: "bold 44px sans-serif", textAlign: "center", textBaseline: "middle", lineWidth: 7 });
    pen.strokeStyle = "#fff";
    pen.strokeText(String(number), 32, 34);
    pen.fillText(String(number), 32, 34);
  }
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const made = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
  materials.set(number, made);
  return made;
}
