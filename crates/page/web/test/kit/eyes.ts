// Reads colours back from the pixels of a drawn cube.

import type { Page } from "playwright-core";
import { PLACES, type Place, type Vector } from "./geometry";

/** Two corners from which all 54 stickers are seen. */
const EYES: readonly Vector[] = [
  [2.6, -2.9, 2.3],
  [-2.6, 2.9, -2.3],
];
const LETTERS = "WYROGB?";

type Pixel = readonly [number, number, number];

/** The colours at 54 places of the cube as they are drawn now: white where a place is not seen. */
export async function pixels(page: Page, places: readonly Place[] = PLACES): Promise<Pixel[]> {
  return page.evaluate(
    ({ places, eyes }) => {
      // The page's own objects; their types are three's.
      const view = (window as any).cuberig.view;
      const { stage, cube } = view;
      const gl = stage.renderer.getContext() as WebGL2RenderingContext;
      const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
      const all = new Uint8Array(4 * width * height);
      const robot = view.robot;
      // Arms stand before the cube: they are looked at elsewhere.
      const hidden: any[] = [];
      robot?.traverse((part: any) => {
        let within = part;
        while (within && within !== cube.object) within = within.parent;
        if (part.isMesh && !within && part.visible) hidden.push(part);
      });
      hidden.forEach((part) => (part.visible = false));
      const seen: (readonly [number, number, number])[] = places.map(() => [255, 255, 255] as const);
      for (const eye of eyes) {
        const camera = stage.camera.clone();
        const world = cube.object.matrixWorld;
        stage.scene.updateMatrixWorld(true);
        camera.up.set(0, 0, 1);
        camera.near = 0.001;
        camera.zoom = 1;
        camera.fov = 24;
        camera.updateProjectionMatrix();
        const at = (point: readonly number[]) =>
          camera.position
            .clone()
            .set(...(point as [number, number, number]))
            .applyMatrix4(world);
        camera.position.copy(at(eye));
        camera.lookAt(at([0, 0, 0]));
        camera.updateMatrixWorld(true);
        stage.renderer.render(stage.scene, camera);
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, all);
        places.forEach(({ piece, normal }, index) => {
          // The middle of the sticker, in edges of the cube.
          const middle = piece.map((value, axis) => value / 3 + (normal[axis] as number) / 6);
          const away = eye.reduce((sum, value, axis) => sum + (value - (middle[axis] as number)) * (normal[axis] as number), 0);
          if (away <= 0.5) return;
          const spot = at(middle).project(camera);
          const [column, row] = [Math.round(((spot.x + 1) / 2) * width), Math.round(((spot.y + 1) / 2) * height)];
          const from = 4 * (row * width + column);
          seen[index] = [all[from] as number, all[from + 1] as number, all[from + 2] as number];
        });
      }
      hidden.forEach((part) => (part.visible = true));
      stage.draw();
      return seen;
    },
    { places, eyes: EYES },
  );
}

/** What each letter looks like at each place under the page's lights. */
export type Samples = ReadonlyMap<string, readonly Pixel[]>;

/** Draws cubes of one colour and looks at them. */
export async function sample(page: Page, paint: (letters: string) => Promise<void>): Promise<Samples> {
  const samples = new Map<string, readonly Pixel[]>();
  for (const letter of LETTERS) {
    await paint(letter.repeat(54));
    samples.set(letter, await pixels(page));
  }
  // A cube of which nothing but centres is known is drawn as glass: one sticker is known, and another one for its own place.
  await paint(`W${"?".repeat(53)}`);
  const unknown = [...(await pixels(page))];
  await paint(`?W${"?".repeat(52)}`);
  samples.set("?", [(await pixels(page))[0] as Pixel, ...unknown.slice(1)]);
  return samples;
}

/** The letter whose sample is nearest to a pixel. */
export function nearest(samples: Samples, place: number, pixel: Pixel): string {
  const far = (letter: string) => {
    const there = samples.get(letter)?.[place] ?? [0, 0, 0];
    return pixel.reduce((sum, value, channel) => sum + (value - (there[channel] as number)) ** 2, 0);
  };
  return Array.from(LETTERS).reduce((best, letter) => (far(letter) < far(best) ? letter : best));
}

/** Whether a pixel looks like what people call this colour, whatever the page thinks. */
export function looksLike(letter: string, [red, green, blue]: Pixel): boolean {
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  switch (letter) {
    case "W":
      return most - least < 40 && least > 150;
    case "?":
      return most - least < 40 && most < 200 && most > 60;
    case "Y":
      return red > 140 && green > 0.7 * red && blue < 0.5 * green;
    case "O":
      return red > 140 && green > 0.25 * red && green < 0.68 * red && blue < 0.6 * green;
    case "R":
      return red > 100 && green < 0.3 * red && blue < 0.4 * red;
    case "G":
      return green > 80 && red < 0.5 * green && blue < 0.7 * green;
    default:
      return blue > 100 && red < 0.4 * blue && green < 0.6 * blue;
  }
}
