// The drawn cube of a lesson turns as it should: by steps, by drags, by keys, and as its arrow shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { sample } from "../kit/eyes";
import { PLACES, cross, dot, normalOf, turn, type Vector } from "../kit/geometry";
import { arrow, asks, atRest, drag, openLesson, seen, spots } from "../kit/learner";
import { FACES, TURNS, applied, parsed } from "../kit/lesson";

test("all 27 turns forward and back again are the identity on the screen", async () => {
  const { page, lesson, watched } = await openLesson(TURNS, { bright: [] });
  const samples = await sample(page, (letters) =>
    page.evaluate((letters) => (window as any).cuberig.view.cube.setStickers(letters), letters),
  );
  await page.evaluate((stickers) => (window as any).cuberig.view.cube.setStickers(stickers), lesson.stickers);
  const before = lesson.stickers;
  const way = [before];
  for (const [index, move] of TURNS.entries()) {
    const expected = applied(way.at(-1) as string, move);
    await page.keyboard.press("ArrowRight");
    await atRest(page, expected, `after move ${index}, ${move}`);
    if (index % 3 === 0) assert.equal(await seen(page, samples), expected, `the screen after ${move}`);
    way.push(expected);
  }
  for (const [index, move] of [...TURNS.entries()].reverse()) {
    await page.keyboard.press("ArrowLeft");
    await atRest(page, way[index] as string, `back before ${move}`);
  }
  assert.equal(lesson.at, 0);
  assert.equal(await seen(page, samples), before, "all moves are taken back");
  await watched.finish();
});

test("a rotation about two axes is seen as two turns, and so is its way back", async () => {
  const { page, lesson, watched } = await openLesson(["R", "x y'", "U2"]);
  const way = [lesson.stickers, applied(lesson.stickers, "R"), applied(lesson.stickers, "R x"), applied(lesson.stickers, "R x y'")];
  await page.keyboard.press("ArrowRight");
  await atRest(page, way[1] as string, "after R");
  for (const [key, end] of [
    ["ArrowRight", way[3]],
    ["ArrowLeft", way[1]],
  ] as const) {
    // Every picture that stands between two motions is written down.
    await page.evaluate(() => {
      const { cube } = (window as any).cuberig.view;
      const finish = cube.finish.bind(cube);
      (window as any).stood = [];
      cube.finish = () => (finish(), (window as any).stood.push(cube.stickers));
    });
    await page.keyboard.press(key);
    await atRest(page, end as string, `after ${key}`);
    assert.ok((await page.evaluate(() => (window as any).stood as string[])).includes(way[2] as string), `${key} goes by x`);
  }
  assert.equal(lesson.stickers, way[1]);
  await watched.finish();
});

test("a slice is seen as one motion, and so are two layers, there and back", async () => {
  const moves = ["M'", "U", "M2", "Rw", "E", "Lw'", "S2"];
  const { page, lesson, watched } = await openLesson(moves);
  const way = [lesson.stickers];
  for (const move of moves) way.push(applied(way.at(-1) as string, move));
  await page.evaluate(() => {
    const { cube } = (window as any).cuberig.view;
    const finish = cube.finish.bind(cube);
    (window as any).stood = [];
    cube.finish = () => (finish(), (window as any).stood.push(cube.stickers));
  });
  for (const [key, places] of [
    ["ArrowRight", way.slice(1)],
    ["ArrowLeft", way.slice(0, -1).reverse()],
  ] as const)
    for (const place of places) {
      await page.keyboard.press(key);
      await atRest(page, place, `after ${key}`);
    }
  const stood = await page.evaluate(() => (window as any).stood as string[]);
  assert.ok(stood.length > 0 && stood.every((stickers) => way.includes(stickers)), "nothing stands between two places");
  await watched.finish();
});

/** How the drawn pieces and the arrow's tips go about a direction: positive against the clock. */
interface Going {
  readonly places: readonly Vector[];
  readonly sense: number;
}

/** Which pieces move, and which way about `normal`, a while into a motion; then ends it. */
async function motion(page: Page, key: string, normal: Vector): Promise<Going> {
  await page.evaluate(() => {
    const { cube } = (window as any).cuberig.view;
    // The test sets the time.
    (window as any).tick ??= cube.tick.bind(cube);
    cube.tick = () => false;
  });
  await page.keyboard.press(key);
  await page.waitForFunction(() => (window as any).cuberig.view.cube.isMoving);
  const moving = await page.evaluate(() => {
    const { cube } = (window as any).cuberig.view;
    (window as any).tick(cube.motion.began + 0.3 * cube.motion.milliseconds);
    const found = cube.pieces
      .filter((piece: any) => Math.abs(piece.quaternion.w) < 0.9999)
      .map((piece: any) => {
        const place = piece.userData.place;
        return [place.toArray(), place.clone().applyQuaternion(piece.quaternion).toArray()];
      });
    (window as any).tick(cube.motion.began + 1e9);
    return found as [Vector, Vector][];
  });
  const sense = moving.reduce((sum, [from, to]) => sum + dot(cross(from, to), normal), 0);
  return { places: moving.map(([from]) => from), sense: Math.sign(Math.round(1000 * sense)) };
}

test("each arrow points at the layer that then turns, the right way, and back goes the other way", async () => {
  const { page, lesson, watched } = await openLesson(TURNS);
  const pieces = [...new Map(PLACES.map(({ piece }) => [String(piece), piece])).values()];
  for (const [index, move] of TURNS.entries()) {
    const { letter, quarters } = parsed(move);
    const isWhole = "xyz".includes(letter);
    const normal = normalOf(isWhole ? ({ x: "R", y: "U", z: "F" }[letter] as string) : letter);
    await page.waitForFunction(() => (window as any).cuberig.view.cube.arrow);
    const tips = await arrow(page);
    const heights = tips.map(({ at }) => dot(at, normal));
    const senses = tips.map(({ at, to }) => Math.sign(dot(cross(at, to), normal)));
    if (isWhole) assert.deepEqual(heights.map((height) => Math.round(3 * height)).sort(), [-1, 0, 1].sort(), move);
    else assert.ok(heights.length === 1 && (heights[0] ?? 0) > 1 / 6, `the arrow of ${move} is at its layer: ${heights}`);
    const forward = await motion(page, "ArrowRight", normal);
    const layer = pieces.filter((piece) => isWhole || dot(piece, normal) === 1).map(String);
    // Middles of faces turn on the spot; their quaternion still shows it.
    assert.deepEqual(forward.places.map(String).sort(), layer.sort(), `the pieces that ${move} turns`);
    assert.notEqual(forward.sense, 0);
    assert.deepEqual(senses, senses.map(() => forward.sense), `the arrow of ${move} points the way that it turns`);
    if (quarters !== 2) assert.equal(forward.sense, -quarters, `${move} is clockwise as seen from outside, or against it`);
    const back = await motion(page, "ArrowLeft", normal);
    assert.equal(back.sense, quarters === 2 ? back.sense : -forward.sense, `${move} is taken back the other way`);
    assert.deepEqual(back.places.map(String).sort(), layer);
    await motion(page, "ArrowRight", normal);
    assert.equal(lesson.at, index + 1);
  }
  await watched.finish();
});

test("a sticker that is dragged turns its layer: each face and slice, both ways; the layer follows the pointer and snaps", async () => {
  const { page, fake, lesson, watched } = await openLesson(["R", "U"]);
  for (const face of [...FACES, "M", "E", "S"]) {
    for (const [degrees, move] of [
      [60, face],
      [-60, `${face}'`],
    ] as const) {
      const before = lesson.stickers;
      await drag(page, face, degrees, false);
      const angles = await page.evaluate(() =>
        (window as any).cuberig.view.cube.pieces.map((piece: any) => (2 * Math.acos(piece.quaternion.w) * 180) / Math.PI),
      );
      const turning = (angles as number[]).filter((angle) => angle > 1);
      assert.equal(turning.length, FACES.includes(face) ? 9 : 8, `one layer is in the hand at ${move}`);
      assert.ok(
        turning.every((angle) => angle > 25 && angle < 95),
        `the layer follows the pointer by about 60 degrees: ${turning[0]} at ${move}`,
      );
      await page.mouse.up();
      await asks(fake, { do: "turn", turn: move });
      await atRest(page, applied(before, move), `after dragging ${move}`);
    }
  }
  const [asked, stickers] = [fake.asked.length, lesson.stickers];
  await drag(page, "U", 15);
  await atRest(page, stickers, "a small drag goes back");
  assert.equal(fake.asked.length, asked, "and asks for nothing");
  fake.answer = () => ({ ok: false, text: "Not now." });
  await drag(page, "R", 70);
  await page.getByText("Not now.").waitFor();
  await atRest(page, stickers, "what is refused goes back");
  await watched.finish();
});

test("a drag next to the cube looks around, and drags from there turn what is seen", async () => {
  const { page, fake, lesson, watched } = await openLesson(["R", "U"]);
  const camera = () => page.evaluate(() => (window as any).cuberig.view.stage.camera.position.toArray() as Vector);
  const before = await camera();
  const box = await page.locator(".scene-frame canvas").boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 20, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 80, box.y + 40, { steps: 4 });
  await page.mouse.up();
  const after = await camera();
  assert.ok(Math.hypot(...after.map((value, axis) => value - (before[axis] as number))) > 0.2, "the eye has moved");
  assert.deepEqual(fake.asked, []);
  await drag(page, "D", 65);
  await asks(fake, { do: "turn", turn: "D" });
  await atRest(page, lesson.stickers, "after the drag");
  assert.deepEqual(await camera(), after, "a drag on a sticker leaves the eye where it is");
  await watched.finish();
});

/** The keys of speed cubing software. */
const KEYS = "i R k R' d L e L' j U f U' s D l D' h F g F' w B o B' t x b x' ; y a y' p z q z' u Rw m Rw' v Lw r Lw' 5 M . M'";

test("keys turn the cube, but not in a text; arrows, space and Ctrl+Z step, play and undo", async () => {
  const { page, fake, lesson, watched } = await openLesson(["R", "U"]);
  const words = KEYS.split(" ");
  let expected = lesson.stickers;
  for (let index = 0; index < words.length; index += 2) {
    const [key = "", move = ""] = words.slice(index, index + 2);
    await page.keyboard.press(key);
    await asks(fake, { do: "turn", turn: move });
    expected = applied(expected, move);
    await atRest(page, expected, `after the key ${key}`);
  }
  await page.keyboard.press("Control+z");
  await asks(fake, { do: "undo" });
  await page.keyboard.press("Space");
  await asks(fake, { do: "play", from: null, speed: 1 });
  const asked = fake.asked.length;
  await page.getByText("Another cube").click();
  await page.locator(".another").getByText("By text").click();
  await page.locator("#cube-text").fill("");
  await page.locator("#cube-text").press("u");
  await page.locator("#cube-text").press("Space");
  await page.locator("#cube-text").press("ArrowLeft");
  await page.locator("[data-sticker='4']").focus();
  await page.keyboard.press("w");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(fake.asked.slice(asked).filter((ask) => ask.do !== "check"), [], "texts and colours take their own keys");
  await watched.finish();
});

test("a finger on a phone turns a layer and scrolls nothing", async () => {
  const { page, fake, lesson, watched } = await openLesson(["R", "U"], {}, { width: 360, height: 740 });
  await page.locator(".scene-frame canvas").scrollIntoViewIfNeeded();
  const middle: Vector = [1 / 3, -1 / 2, 0];
  const way = await spots(page, Array.from({ length: 9 }, (_, step) => turn(middle, "R", (8.5 * step * Math.PI) / 180)));
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: [number, number][]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await touch("touchStart", way.slice(0, 1));
  for (const spot of way.slice(1)) await touch("touchMove", [spot]);
  await touch("touchEnd", []);
  await asks(fake, { do: "turn", turn: "R" });
  await atRest(page, lesson.stickers, "after the touch");
  assert.equal(await page.evaluate(() => scrollY), 0);
  await watched.finish();
});
