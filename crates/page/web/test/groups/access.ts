// Phones, keyboards and screen readers.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open } from "../kit/browser";
import { Fake } from "../kit/fake";
import { serveFiles } from "../kit/files";
import { PlayedLesson } from "../kit/lesson";
import { colored, handScan, played, rigAtWork, scrambled } from "../kit/parts";

const lesson = () => {
  const played = new PlayedLesson(colored(scrambled(3)), ["R", "U2", "y'", "R'"]);
  played.more = { extra_turns: ["F"], question: "Another lesson?", notice: "That was F." };
  return played.parts();
};
const VIEWS = { rig: rigAtWork, hand: handScan, plan: played, lesson };
/** The look has nothing to do with the robot's shape: it is left out, to be quick. */
const parts = (view: keyof typeof VIEWS) =>
  VIEWS[view]().map((part) => (part.part === "hello" ? { ...part, has_rig: false } : part));

for (const view of Object.keys(VIEWS) as (keyof typeof VIEWS)[]) {
  test(`the view ${view} fits a phone`, async () => {
    const fake = new Fake(parts(view));
    const watched = await open(await serveFiles(), { width: 360, height: 740, prepare: fake.attach });
    const { page } = watched;
    await page.locator("main .card").first().waitFor();
    await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "nothing is wider than the screen");
    if (view === "rig") {
      await page.evaluate(() => scrollTo(0, 1500));
      const box = await page.locator(".stop").boundingBox();
      assert.ok(
        box && box.y > 0 && box.y + box.height <= 740 && box.height >= 48,
        "the stop is seen wherever one has scrolled to",
      );
    }
    const small = await page.$$eval("button", (all) =>
      all
        .filter(
          (one) => one.offsetParent && (one.offsetWidth < 24 || one.offsetHeight < 24) && !one.classList.contains("sticker"),
        )
        .map((one) => one.textContent),
    );
    assert.deepEqual(small, [], "every button can be hit by a finger");
    await watched.finish();
  });

  for (const dark of [false, true]) {
    test(`axe finds nothing serious in the view ${view}${dark ? ", dark" : ""}`, async () => {
      const fake = new Fake(parts(view));
      const watched = await open(await serveFiles(), { dark, prepare: fake.attach });
      const { page } = watched;
      await page.locator("main .card").first().waitFor();
      await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
      await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core"), "utf8"));
      const found = await page.evaluate(async () => {
        const { violations } = await (window as any).axe.run(document, { resultTypes: ["violations"] });
        return violations.map(
          ({ id, impact, nodes }: any) => `${impact} ${id}: ${nodes.map(({ html }: any) => html.slice(0, 120)).join(" | ")}`,
        );
      });
      assert.deepEqual(
        found.filter((line: string) => /^(serious|critical)/.test(line)),
        [],
      );
      await watched.finish();
    });
  }
}

for (const view of ["rig", "lesson"] as const) {
  test(`the keyboard reaches everything in the view ${view}, in the order of the page, and one sees where it is`, async () => {
    const fake = new Fake(parts(view));
    const watched = await open(await serveFiles(), { prepare: fake.attach });
    const { page } = watched;
    await page.locator("main .card").first().waitFor();
    const wanted = await page.$$eval("a, button, input, select, summary, [tabindex='0']", (all) =>
      all
        .filter((one) => (one as HTMLElement).tabIndex >= 0 && one.checkVisibility())
        .map((one, index) => (one.setAttribute("data-stop", String(index)), index)),
    );
    const reached: number[] = [];
    for (let step = 0; step < wanted.length; step++) {
      await page.keyboard.press("Tab");
      const [stop, outline] = await page.evaluate(() => [
        document.activeElement?.getAttribute("data-stop"),
        getComputedStyle(document.activeElement as Element).outlineWidth,
      ]);
      reached.push(Number(stop));
      assert.notEqual(outline, "0px", `the focus is seen at ${stop}`);
    }
    assert.deepEqual(reached, wanted);
    const first = page.locator(view === "rig" ? ".stop" : "[data-control=decline]");
    await first.focus();
    await page.keyboard.press("Enter");
    await page.locator(".answer").evaluate(() => new Promise(requestAnimationFrame));
    assert.deepEqual(fake.asked, [{ do: view === "rig" ? "stop" : "decline" }]);
    await watched.finish();
  });
}

for (const view of ["rig", "lesson"] as const) {
  test(`on a phone a finger hits each button of the view ${view}, and reaches it`, async () => {
    const fake = new Fake([
      ...parts(view),
      { part: "page_camera", by: "Chrome on Android", rate: 15, latency: 42, problem: "" },
      { part: "stop", stopped: true, text: "stopped on the page", took: 40 },
    ]);
    const watched = await open(await serveFiles(), { width: 360, height: 740, prepare: fake.attach });
    const { page } = watched;
    await page.locator("main .card").first().waitFor();
    await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "nothing is wider than the screen");
    const small = await page.$$eval("button:not(.sticker, .paint, .view-reset)", (all) =>
      all
        .filter((one) => (one as HTMLElement).offsetParent && (one as HTMLElement).offsetHeight < 44)
        .map((one) => `${one.textContent} ${(one as HTMLElement).offsetHeight} ${one.className}`),
    );
    assert.deepEqual(small, []);
    // What lies over the page covers none of them where one has scrolled to.
    const covered = await page.$$eval("main button:not(.sticker)", (all) =>
      all
        .filter((one) => (one as HTMLElement).offsetParent)
        .filter((one) => {
          one.scrollIntoView({ block: "center" });
          const { left, top, width, height } = one.getBoundingClientRect();
          const there = document.elementFromPoint(left + width / 2, top + height / 2);
          return !one.contains(there);
        })
        .map((one) => `${one.textContent} ${one.className}`),
    );
    assert.deepEqual(covered, []);
    await watched.finish();
  });
}
