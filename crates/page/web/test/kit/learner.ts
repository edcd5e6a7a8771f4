// A learner before the page: opens a lesson, waits for the cube, drags stickers, looks at the arrow.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Ask, LessonNow } from "../../src/protocol";
import { drawCoarsely, open, type Opening, type Watched } from "./browser";
import { nearest, pixels, type Samples } from "./eyes";
import { Fake } from "./fake";
import { serveFiles } from "./files";
import { PLACES, dot, normalOf, turn, type Vector } from "./geometry";
import { PlayedLesson } from "./lesson";
import { colored, scrambled } from "./parts";

/** A page with a lesson, and the server that the test plays. */
export interface Opened {
  readonly page: Page;
  readonly fake: Fake;
  readonly lesson: PlayedLesson;
  readonly watched: Watched;
}

/** Opens a lesson of some moves. Its cube is drawn coarsely, because each pixel costs without a graphics card. */
export async function openLesson(moves: readonly string[], more: Partial<LessonNow> = {}, opening: Opening = {}): Promise<Opened> {
  const lesson = new PlayedLesson(colored(scrambled(11)), moves);
  lesson.more = more;
  const fake = new Fake(lesson.parts());
  lesson.serve(fake);
  const watched = await open(await serveFiles(), { width: 1100, height: 880, ...opening, prepare: fake.attach });
  const { page } = watched;
  await drawCoarsely(page);
  return { page, fake, lesson, watched };
}

/** Waits until the drawn cube is at rest with these stickers: those that the lesson will have when the request has reached its server. */
export async function atRest(page: Page, stickers: string, what: string): Promise<void> {
  const shown = await page.evaluate(async (stickers) => {
    const { cube } = (window as any).cuberig.view;
    for (let wait = 0; wait < 1500 && (cube.isMoving || cube.stickers !== stickers); wait++)
      await new Promise((done) => setTimeout(done, 20));
    return cube.isMoving ? "still moving" : cube.stickers;
  }, stickers);
  assert.equal(shown, stickers, what);
}

/** What people see at the 54 places, the arrow put aside. */
export async function seen(page: Page, samples: Samples): Promise<string> {
  await page.evaluate(() => (window as any).cuberig.view.cube.showArrow());
  return (await pixels(page)).map((pixel, place) => nearest(samples, place, pixel)).join("");
}

/** Waits until the newest request is this one. */
export async function asks(fake: Fake, ask: Ask): Promise<void> {
  for (let wait = 0; wait < 1000 && JSON.stringify(fake.asked.at(-1)) !== JSON.stringify(ask); wait++)
    await new Promise((done) => setTimeout(done, 30));
  assert.deepEqual(fake.asked.at(-1), ask);
}

/** Where the tips of the arrow are, and which way they point. */
export async function arrow(page: Page): Promise<readonly { at: Vector; to: Vector }[]> {
  return page.evaluate(() => {
    const { arrow } = (window as any).cuberig.view.cube;
    const tips = (arrow?.children ?? []).filter((part: any) => part.geometry.type === "ConeGeometry");
    return tips.map((tip: any) => {
      const { x, y, z } = tip.position.clone().set(0, 1, 0).applyQuaternion(tip.quaternion);
      return { at: tip.position.toArray(), to: [x, y, z] };
    });
  });
}

/** A point of the window where a point of the cube is seen, when the canvas stays where it is. */
export async function spots(page: Page, points: readonly Vector[]): Promise<[number, number][]> {
  return page.evaluate(async (points) => {
    const { stage } = (window as any).cuberig.view;
    let box = stage.canvas.getBoundingClientRect();
    for (let [still, frame] = [0, 0]; still < 3 && frame < 300; frame++) {
      await new Promise(requestAnimationFrame);
      const before = box;
      box = stage.canvas.getBoundingClientRect();
      still = before.top === box.top && before.left === box.left && before.height === box.height ? still + 1 : 0;
    }
    // The eye may have moved since the last picture.
    stage.camera.updateMatrixWorld();
    return points.map((point) => {
      const seen = stage.camera.position.clone().set(...(point as [number, number, number])).project(stage.camera);
      return [box.left + ((seen.x + 1) / 2) * box.width, box.top + ((1 - seen.y) / 2) * box.height];
    });
  }, points);
}

/** The faces that slices follow. */
const SLICES: Record<string, string> = { M: "L", E: "D", S: "F" };

/** Drags a sticker along the way that it goes when its layer turns by `degrees` (clockwise); lets go where `ends`. */
export async function drag(page: Page, layer: string, degrees: number, ends = true): Promise<void> {
  const [named, height] = [SLICES[layer] ?? layer, layer in SLICES ? 0 : 1];
  const normal = normalOf(named);
  // The middle of the layer's row (for slices, of the face) on a face that is seen and that the turn does not only spin.
  const face = ["F", "U", "R"].find((seen) => dot(normalOf(seen), normal) === 0) as string;
  const place = PLACES.find(
    ({ piece, normal: out }) =>
      String(out) === String(normalOf(face)) &&
      dot(piece, normal) === height &&
      piece.filter((value) => value === 0).length === 2 - height,
  );
  assert.ok(place);
  const middle = place.piece.map((value, axis) => value / 3 + (place.normal[axis] as number) / 6) as unknown as Vector;
  const steps = Array.from({ length: 9 }, (_, step) => turn(middle, named, (degrees * step * Math.PI) / 8 / 180));
  const [from, ...way] = await spots(page, steps);
  await page.mouse.move(...(from as [number, number]));
  await page.mouse.down();
  for (const spot of way) await page.mouse.move(...spot);
  if (ends) await page.mouse.up();
}

/** Lets a lesson look through this browser's camera, which sees another cube than that of the lesson, until it goes on with this one. */
export async function followed(page: Page, colors: string): Promise<void> {
  await page.locator(".watch[data-state=lost]").waitFor();
  await page.getByRole("button", { name: "Use this camera", exact: true }).click();
  await page.getByRole("heading", { name: "Show the cube" }).waitFor();
  // In whatever way it is held.
  await page.waitForFunction((colors) => {
    const sorted = (stickers: string) => Array.from(stickers).sort().join("");
    const faces = (stickers: string) => [0, 9, 18, 27, 36, 45].map((at) => sorted(stickers.slice(at, at + 9))).sort().join();
    const lesson = (window as any).cuberig.app.store.get("lesson") as LessonNow | undefined;
    return lesson && lesson.moves.length > 0 && faces(lesson.stickers) === faces(colors);
  }, colors);
}
