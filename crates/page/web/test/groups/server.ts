// The page before the real server: the example `show` of the crate, or the address in CUBERIG_PAGE.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawCoarsely, open, SERVER_GONE } from "../kit/browser";
import { Show } from "../kit/show";

let show: Show;
before(async () => {
  show = await Show.start();
});
after(() => show.end());

test("the rig is drawn and moves", async () => {
  const watched = await open(show.address);
  const { page } = watched;
  await page.waitForFunction(() => (window as any).cuberig?.view?.robot);
  const look = () =>
    page.evaluate(() => {
      const { stage } = (window as any).cuberig.view;
      stage.renderer.render(stage.scene, stage.camera);
      const gl = stage.renderer.getContext() as WebGL2RenderingContext;
      const all = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
      gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, all);
      const colors = new Set<number>();
      let sum = 0;
      for (let at = 0; at < all.length; at += 4) {
        sum = (sum * 31 + all[at]! + all[at + 1]! + all[at + 2]!) % 1_000_003;
        if (all[at + 3]! > 0) colors.add((all[at]! >> 4) * 256 + (all[at + 1]! >> 4) * 16 + (all[at + 2]! >> 4));
      }
      return { colors: colors.size, sum };
    });
  const first = await look();
  assert.ok(first.colors > 40, `only ${first.colors} colours: the picture is blank`);
  // Arms stand still now and then, and all wait where the machine is busy.
  const until = Date.now() + 20_000;
  while ((await look()).sum === first.sum) {
    assert.ok(Date.now() < until, "the picture does not change");
    await page.waitForTimeout(100);
  }
  await page.locator(".picture[data-state=live]").waitFor();
  await watched.finish();
});

test(
  "two browsers see the same, and a stop by one is a stop for both",
  { skip: process.env.CUBERIG_PAGE !== undefined },
  async () => {
    // Two pages that draw with the processor leave it little for anything else, and this test looks at no picture.
    const one = await open(show.address);
    await drawCoarsely(one.page);
    const other = await open(show.address);
    await drawCoarsely(other.page);
    await one.page.locator(".stop").click();
    for (const { page } of [one, other]) await page.locator(".stop-part[data-stopped=true]").waitFor();
    const state = ({ page }: typeof one) =>
      page.evaluate(() => {
        const { store } = (window as any).cuberig.app;
        return JSON.stringify([
          store.get("scene").joints,
          store.get("scene").cube,
          store.get("cube").facelets,
          store.get("run").stage,
        ]);
      });
    // The last scene and the stage may reach one page later than the other, and later than the stop itself.
    const states = () => Promise.all([state(one), state(other)]);
    let [mine, others] = await states();
    const differ = () => mine !== others || !mine.endsWith('"stopped"]');
    for (const end = Date.now() + 10_000; differ() && Date.now() < end; [mine, others] = await states()) {
      await one.page.waitForTimeout(50);
    }
    assert.ok(mine.endsWith('"stopped"]'), mine);
    assert.equal(others, mine);
    // Nothing moves until someone lets it.
    await one.page.waitForTimeout(600);
    assert.equal(await state(one), mine);
    await other.page.locator("[data-control=resume]").click();
    await one.page.locator(".stop-part[data-stopped=false]").waitFor();
    await one.page.waitForFunction(
      (before) => JSON.stringify((window as any).cuberig.app.store.get("scene").joints) !== before,
      JSON.stringify(JSON.parse(mine)[0]),
    );
    await one.finish();
    await other.finish();
  },
);

test(
  "the page comes back by itself after the server was killed, and loses nothing",
  { skip: process.env.CUBERIG_PAGE !== undefined },
  async () => {
    const watched = await open(show.address, { mayComplain: SERVER_GONE });
    const { page } = watched;
    // The server goes while the shapes of the rig are loading.
    await page.route("**/meshes/*", (route) => route.abort());
    await page.reload();
    await page.locator(".scene-frame .stamp").filter({ hasText: "cannot be drawn" }).waitFor();
    await page.unroute("**/meshes/*");
    await page.locator("#sequence").fill("R U R' U'");
    await show.kill();
    await page.getByRole("alert").filter({ hasText: "Connection lost" }).waitFor();
    await show.restart();
    await page.locator("body:not(.lost)").waitFor();
    const before = await page.evaluate(() => (window as any).cuberig.app.store.get("scene").at);
    await page.waitForFunction((before) => (window as any).cuberig.app.store.get("scene").at !== before, before);
    assert.equal(await page.locator("#sequence").inputValue(), "R U R' U'");
    await page.waitForFunction(() => (window as any).cuberig.view.robot !== undefined);
    await watched.finish();
  },
);

test("the laws of the real server name an impossible piece", { skip: process.env.CUBERIG_PAGE !== undefined }, async () => {
  const watched = await open(show.address);
  const { page } = watched;
  await page.locator(".link[data-on=true]").waitFor();
  const twisted = await page.evaluate(async () => {
    const { app } = (window as any).cuberig;
    const whole = (await app.connection.ask({ do: "random" })).cube as string;
    // The stickers of the corner U, R, F: 8, 9 and 20.
    const cube = Array.from(whole);
    [cube[8], cube[9], cube[20]] = [cube[9]!, cube[20]!, cube[8]!];
    return {
      whole: await app.connection.ask({ do: "check", cube: whole }),
      broken: await app.connection.ask({ do: "check", cube: cube.join("") }),
    };
  });
  assert.equal(twisted.whole.ok, true, twisted.whole.text);
  assert.equal(twisted.broken.ok, false, twisted.broken.text);
  assert.ok(twisted.broken.text.length > 10);
  await watched.finish();
});
