// The page of `cuberig report`, opened from a file.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { open } from "../kit/browser";
import { report } from "../kit/report";

test("a report fits a phone", async () => {
  const watched = await open(report(), { width: 360, height: 740 });
  const { page } = watched;
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "nothing is wider than the screen");
  // What is too wide scrolls by itself.
  assert.ok(await page.$$eval(".chart .wide", (all) => all.some((one) => one.scrollWidth > one.clientWidth)));
  await watched.finish();
});

test("a report shows the stickers of its recording", async () => {
  const watched = await open(report());
  const { page } = watched;
  const colours = await page.$$eval(".net:last-of-type", (nets) =>
    nets.map((net) => Array.from(net.querySelectorAll("rect"), (one) => one.getAttribute("fill"))),
  );
  assert.deepEqual(colours.map((fills) => fills.length), [54, 54]);
  const ended = colours[1]!;
  for (let face = 0; face < 6; face++) assert.equal(new Set(ended.slice(9 * face, 9 * face + 9)).size, 1, "it ends solved");
  assert.ok(new Set(colours[0]!.slice(0, 9)).size > 1, "it begins scrambled");
  const titles = await page.$$eval("rect title", (all) => all.map((one) => one.textContent ?? ""));
  assert.ok(titles.some((title) => /^[rlfb]_wrist from .* to .* degrees: [\d.]+ to [\d.]+ s$/.test(title)));
  await watched.finish();
});

for (const dark of [false, true]) {
  test(`axe finds nothing in a report${dark ? ", dark" : ""}`, async () => {
    const watched = await open(report(), { dark });
    const { page } = watched;
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core"), "utf8"));
    const found = await page.evaluate(async () => {
      const { violations } = await (window as any).axe.run(document, { resultTypes: ["violations"] });
      return violations.map((one: any) => `${one.id}: ${one.nodes.map((node: any) => node.html).slice(0, 2)}`);
    });
    assert.deepEqual(found, []);
    await watched.finish();
  });
}
