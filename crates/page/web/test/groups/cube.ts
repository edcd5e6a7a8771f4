// The drawn cube shows what is known, and its layers turn as they should.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openCube, painter } from "../kit/cube";
import { looksLike, nearest, pixels, sample, type Samples } from "../kit/eyes";
import { PLACES, dot, isIn, moved, normalOf, tipped, turn, type Place } from "../kit/geometry";
import { colored, known, quaternion, scrambled, seeded } from "../kit/parts";

const SCHEMES = ["WRGYOB", "YBRWGO", "OWGRYB"];
const MOVES = Array.from("URFDLB").flatMap((face) =>
  [1, -1, 2].map((quarters) => ({ face, quarters, name: face + ({ 1: "", [-1]: "'", 2: "2" }[quarters] ?? "") })),
);

/** What people see at the 54 places. */
async function seen(page: Page, samples: Samples, places?: readonly Place[]): Promise<string> {
  return (await pixels(page, places)).map((pixel, place) => nearest(samples, place, pixel)).join("");
}

test("colours look as they are called, and 54 stickers on the screen are those of 100 cubes in three schemes", async () => {
  const { watched, fake } = await openCube();
  const { page } = watched;
  const paint = painter(page, fake);
  const samples = await sample(page, paint);
  for (const [letter, looks] of samples)
    looks.forEach((pixel, place) => assert.ok(looksLike(letter, pixel), `${letter} at ${place} looks like ${pixel}`));
  for (let cube = 0; cube < 100; cube++) {
    const facelets = scrambled(cube);
    const random = seeded(cube);
    for (const scheme of SCHEMES) {
      // Some stickers are not known.
      const partly = Array.from(facelets, (face, sticker) => (sticker % 9 !== 4 && random() < 0.1 ? "?" : face)).join("");
      const stickers = colored(partly, scheme);
      fake.put(known(partly, scheme));
      await paint(stickers);
      assert.equal(await seen(page, samples), stickers, `cube ${cube} in ${scheme}`);
      const net = await page.$$eval(".net .sticker", (cells) => cells.map((cell) => cell.getAttribute("data-color")).join(""));
      assert.equal(net, stickers, `the net of cube ${cube} in ${scheme}`);
    }
  }
  await watched.finish();
});

test("each of 18 moves turns the right layer the right way and ends in the computed picture", async () => {
  const { watched, fake } = await openCube();
  const { page } = watched;
  const samples = await sample(page, painter(page, fake));
  for (const [index, { face, quarters, name }] of MOVES.entries()) {
    const before = colored(scrambled(200 + index));
    await page.evaluate(
      ([name, before]) => {
        const { view, readTurn } = (window as any).cuberig;
        // The scene's next picture would undo the turn: only the cube itself is at work here, and the test sets the time.
        view.scenes.clear();
        const { cube } = view;
        (window as any).tick ??= cube.tick.bind(cube);
        cube.tick = () => false;
        cube.setStickers(before);
        const began = performance.now();
        (window as any).turned = cube.play(readTurn(name), 60_000);
        (window as any).tick(began + 0.3 * 60_000);
      },
      [name, before],
    );
    // A slow start and a slow end: 3 s^2 - 2 s^3 of the way after a share s of the time.
    const angle = (quarters * Math.PI * (3 * 0.3 ** 2 - 2 * 0.3 ** 3)) / 2;
    const places = PLACES.map((place) =>
      isIn(face, place) ? { piece: turn(place.piece, face, angle), normal: turn(place.normal, face, angle) } : place,
    );
    const half = await pixels(page, places);
    half.forEach((pixel, place) => {
      // The turned layer's corners stand out and hide some stickers of the middle: those of the face and of the opposite layer are looked at.
      const there = PLACES[place] as Place;
      const isOpposite = dot(there.piece, normalOf(face)) === -1;
      if (isOpposite || dot(there.normal, normalOf(face)) === 1)
        assert.ok(
          looksLike(before.charAt(place), pixel),
          `${name} half-way: ${place} should be ${before.charAt(place)}, is ${pixel}`,
        );
    });
    await page.evaluate(async () => {
      (window as any).tick(performance.now() + 120_000);
      await (window as any).turned;
    });
    assert.equal(await seen(page, samples), moved(before, face, quarters), `after ${name}`);
  }
  await watched.finish();
});

test("layers at the rig's sides turn as the joints do, however the cube lies", async () => {
  const { watched, fake } = await openCube();
  const { page } = watched;
  const paint = painter(page, fake);
  const ways: readonly (readonly [string, number])[] = [
    ["R", 0],
    ["R", 1],
    ["F", -1],
    ["U", 2],
  ];
  for (const [index, [about, tips]] of ways.entries()) {
    const stickers = colored(scrambled(300 + index));
    // The cube's face at each side of the rig: the centres of the tipped solved cube.
    const sides = Array.from("URFDLB")
      .map((_, side) => tipped("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", about, tips).charAt(9 * side + 4))
      .join("");
    const lies = { faces_at_sides: sides, orientation: quaternion(about, tips) };
    // The light falls on other faces now.
    const samples = await sample(page, (stickers) => paint(stickers, lies));
    for (const [arm, side] of Array.from("RLFB").entries()) {
      const layers: [number, number, number, number] = [0, 0, 0, 0];
      layers[arm] = Math.PI / 2;
      await paint(stickers, { ...lies, layers });
      const face = sides.charAt("URFDLB".indexOf(side));
      assert.equal(await seen(page, samples), moved(stickers, face, 1), `side ${side} (face ${face}) after ${about}${tips}`);
    }
  }
  await watched.finish();
});

test("a ray through a sticker on the screen picks that sticker, in a turn the one that it ends with; the arrow stands at the layer that turns", async () => {
  const { watched, fake } = await openCube();
  const { page } = watched;
  await painter(page, fake)(colored(scrambled(1)));
  const found = await page.evaluate((places) => {
    const { view, readTurn } = (window as any).cuberig;
    const { stage, cube } = view;
    stage.scene.updateMatrixWorld(true);
    const world = cube.object.matrixWorld;
    const at = (point: readonly number[]) =>
      stage.camera.position
        .clone()
        .set(...(point as [number, number, number]))
        .applyMatrix4(world);
    const box = stage.canvas.getBoundingClientRect();
    const picked: [number, number | undefined][] = [];
    places.forEach(({ piece, normal }, sticker) => {
      const middle = piece.map((value, axis) => value / 3 + (normal[axis] as number) / 6);
      const away = stage.camera.position.clone().sub(at(middle)).normalize();
      if (
        away.dot(
          at(normal)
            .sub(at([0, 0, 0]))
            .normalize(),
        ) < 0.2
      )
        return;
      const spot = at(middle).project(stage.camera);
      for (const angle of [0, 1, 2.5]) {
        // As if the last picture had been drawn in the middle of R2.
        cube.setLayers([{ ...readTurn("R2"), angle }]);
        stage.scene.updateMatrixWorld(true);
        picked.push([
          sticker,
          cube.pick(stage.ray(box.left + ((spot.x + 1) / 2) * box.width, box.top + ((1 - spot.y) / 2) * box.height)),
        ]);
      }
    });
    const arrows: [string, number[]][] = [];
    for (const move of ["U", "R'", "F2", "D", "L'", "B2"]) {
      cube.showArrow(readTurn(move));
      const middle = cube.arrow.children[0].position;
      arrows.push([move, [middle.x, middle.y, middle.z]]);
    }
    cube.showArrow();
    return { picked, arrows, left: cube.object.children.length };
  }, PLACES);
  assert.ok(found.picked.length >= 3 * 27, "three faces are seen");
  for (const [sticker, picked] of found.picked) assert.equal(picked, sticker);
  for (const [move, middle] of found.arrows)
    assert.ok(dot(middle as never, normalOf(move.charAt(0))) > 1 / 6, `the arrow of ${move} stands at ${middle}`);
  assert.equal(found.left, 26, "the arrow is gone");
  await watched.finish();
});
