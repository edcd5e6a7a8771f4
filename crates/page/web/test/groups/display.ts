// How a learner wants the page: read aloud, letters on stickers, large print; and the sheet of a method on paper.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { open } from "../kit/browser";
import { Fake } from "../kit/fake";
import { serveFiles } from "../kit/files";
import { PlayedLesson, wordsOf } from "../kit/lesson";
import { colored, scrambled } from "../kit/parts";
import { folder } from "../kit/practice";
import { soon } from "../kit/soon";

const { CUBERIG_BINARIES: binaries = "../../../target/debug" } = process.env;

/** What a voice was given to say, and that it was silenced. */
type Spoken = { text: string; lang: string; voice: string | undefined } | "silence";

/** Stands in for the voices of the browser. */
function voices(): void {
  const spoken: Spoken[] = [];
  class Utterance {
    lang = "";
    voice: { name: string } | null = null;
    constructor(readonly text: string) {}
  }
  const speech = {
    cancel: () => spoken.push("silence"),
    speak: ({ text, lang, voice }: Utterance) => spoken.push({ text, lang, voice: voice?.name }),
    getVoices: () => [{ name: "Anna", lang: "de-DE" }, { name: "Ada", lang: "en-GB" }],
  };
  Object.defineProperty(window, "speechSynthesis", { value: speech });
  Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance });
  Object.assign(window, { spoken });
}

const spoken = (page: Page) => page.evaluate(() => (window as any).spoken.splice(0) as Spoken[]);

/** A played lesson in a tab of its own, so that what is chosen there is not kept for others. */
async function learner(locale: string, width = 1280) {
  const lesson = new PlayedLesson(colored(scrambled(3)), ["R", "U2", "y'", "R'", "F", "L"]);
  const parts = lesson.parts();
  const fake = new Fake(parts);
  const prepare = async (page: Page) => {
    await page.addInitScript(voices);
    await fake.attach(page);
  };
  const watched = await open(await serveFiles(), { locale, width, prepare });
  await watched.page.locator(".lesson-buttons").waitFor();
  const go = (at: number) => {
    lesson.at = at;
    fake.put(lesson.part());
  };
  return { lesson, fake, go, watched, page: watched.page };
}

test("steps are read aloud: the step in words, then each move, and a new one ends the old one", async () => {
  const { lesson, fake, go, watched, page } = await learner("de-DE");
  await page.waitForTimeout(200);
  assert.deepEqual(await spoken(page), [], "nothing is said before it is wanted");
  lesson.more = { steps: lesson.part().part === "lesson" ? (lesson.part() as any).steps.map((step: object) => ({ ...step, reason: "The moves R U2 put it in." })) : [] };
  fake.put(lesson.part());
  await page.getByLabel("Vorlesen").check();
  const [silence, first] = await spoken(page);
  assert.equal(silence, "silence");
  assert.ok(first && first !== "silence");
  assert.deepEqual([first.lang, first.voice], ["de", "Anna"]);
  const inWords = `The moves ${wordsOf("R")}, ${wordsOf("U2")} put it in.`;
  assert.equal(first.text, `An edge on top looks to the side. White above, green towards you. ${inWords} ${wordsOf("R")}.`);
  assert.ok(!/\bR\b|U2|'/.test(first.text), "no move is left in letters");
  go(1);
  await soon(async () => (await page.evaluate(() => (window as any).spoken.length)) >= 2);
  assert.deepEqual(await spoken(page), ["silence", { text: `${wordsOf("U2")}.`, lang: "de", voice: "Anna" }]);
  // The same place again says nothing.
  go(1);
  await page.waitForTimeout(200);
  assert.deepEqual(await spoken(page), []);
  // The next step is read whole.
  go(2);
  await soon(async () => (await page.evaluate(() => (window as any).spoken.length)) >= 2);
  const [, next] = await spoken(page);
  assert.ok(next && next !== "silence" && next.text.startsWith("An edge on top"));
  // A move that is hidden is not read.
  await page.getByLabel("Üben, ohne die Züge zu sehen").check();
  go(3);
  await soon(async () => (await page.evaluate(() => (window as any).spoken.length)) >= 2);
  assert.deepEqual((await spoken(page)).at(-1), { text: "Welcher Zug kommt jetzt?", lang: "de", voice: "Anna" });
  await page.getByLabel("Vorlesen").uncheck();
  assert.deepEqual(await spoken(page), ["silence"]);
  go(4);
  await page.waitForTimeout(200);
  assert.deepEqual(await spoken(page), []);
  // The choice is kept.
  await page.getByLabel("Vorlesen").check();
  await page.reload();
  await page.locator(".lesson-buttons").waitFor();
  assert.equal(await page.getByLabel("Vorlesen").isChecked(), true);
  await watched.finish();
});

/** What is written on the stickers of the drawn cube. */
const marks = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    (window as any).cuberig.view.stage.scene.traverse((object: any) => {
      if (object.userData.sticker !== undefined && object.userData.mark) found[object.userData.sticker] = object.userData.mark;
    });
    return found.join("");
  });

test("letters of colours are on the drawn cube and on flat pictures, and stay after a reload", async () => {
  const { lesson, go, watched, page } = await learner("en-GB");
  assert.equal(await marks(page), "");
  assert.equal(await page.locator(".net .letter").first().isVisible(), false);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel(/^Letters on stickers/).check();
  assert.equal(await marks(page), lesson.stickers);
  await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
  assert.equal((await page.locator(".net").first().locator(".letter").allTextContents()).join(""), lesson.stickers);
  assert.equal(await page.locator(".net .letter").first().isVisible(), true);
  go(2);
  await soon(async () => (await marks(page)) === lesson.stickers);
  await page.reload();
  await page.locator(".lesson-buttons").waitFor();
  await soon(async () => (await marks(page)) === lesson.stickers);
  await watched.finish();
});

/** The sizes of all texts of the page. */
const sizes = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: [string, number][] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = (node.textContent ?? "").trim();
      if (parent && text && !parent.closest("svg, script, .timer-time, .letter")) found.push([text, parseFloat(getComputedStyle(parent).fontSize)]);
    }
    return found;
  });

for (const width of [360, 1280]) {
  test(`at twice the size of letters all texts are twice as large, and nothing is cut off, ${width} pixels wide`, async () => {
    const { watched, page } = await learner("de-DE", width);
    await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
    const before = await sizes(page);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    const after = await sizes(page);
    const wrong = before.filter(([text, size], at) => after[at]?.[0] === text && Math.abs((after[at]?.[1] ?? 0) - 2 * size) > 0.1);
    assert.deepEqual(wrong, []);
    const wide = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = document.createRange();
        range.selectNode(node);
        const { right, height } = range.getBoundingClientRect();
        const parent = node.parentElement;
        if (height > 0 && right > innerWidth + 1 && !parent?.closest(".case-pictures, .why")) found.push(`${parent?.className} ${node.textContent?.slice(0, 40)}`);
      }
      return found;
    });
    assert.deepEqual(wide, [], "nothing is wider than the screen");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    const cut = await page.$$eval("button, label, summary, p, dd, h2, h3", (all) =>
      (all as HTMLElement[]).filter((one) => one.offsetParent && !one.matches(".sticker, .answer, h1") && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    );
    assert.deepEqual(cut, []);
    await watched.finish();
  });
}

test("large print is a choice that is kept", async () => {
  const { watched, page } = await learner("en-GB");
  const size = () => page.evaluate(() => parseFloat(getComputedStyle(document.querySelector(".lesson-text .stage-goal")!).fontSize));
  const before = await size();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Large print").check();
  assert.equal(await size(), 1.5 * before);
  await page.reload();
  await page.locator(".stage-goal").first().waitFor();
  assert.equal(await size(), 1.5 * before);
  await watched.finish();
});

/** Pages of a PDF. */
const pages = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length;

test("the sheet of each method is one page of A4 and of Letter, in both languages", async () => {
  for (const language of ["en", "de"]) {
    for (const method of ["beginner", "cfop", "layers"]) {
      const file = join(folder, `${method}-${language}.html`);
      execFileSync(`${binaries}/cuberig`, ["teach", "--sheet", file, "--method", method, "--language", language]);
      assert.match(readFileSync(file, "utf8"), new RegExp(`<html lang="${language}">`));
      const watched = await open(pathToFileURL(file).href, { width: 800, height: 1100 });
      for (const format of ["A4", "Letter"]) {
        const pdf = await watched.page.pdf({ format, preferCSSPageSize: false });
        assert.equal(pages(pdf), 1, `${method} in ${language} on ${format}`);
      }
      // Nothing is cut off at the sides.
      assert.ok(await watched.page.evaluate(() => [...document.querySelectorAll("li, section")].every((one) => one.scrollWidth <= one.clientWidth + 1)));
      await watched.finish();
    }
  }
});
