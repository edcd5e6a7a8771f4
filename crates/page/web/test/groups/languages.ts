// The page in German: nothing is left in English, the choice is kept, and the host follows it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { TEXTS } from "../../src/language";
import type { DrillNow } from "../../src/protocol";
import { ended, part, started, timer, violations } from "../kit/practice";
import { soon } from "../kit/soon";
import { teach } from "../kit/teach";

const { en, de } = TEXTS;
const KEYS = Object.keys(en) as (keyof typeof en)[];
const names = (text: string) => [...text.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => name).sort();
/** Words that no German sentence has. */
const ENGLISH = /\b(the|and|of|with|is|are|you|your|this|that|which|from|not|press|turn|turns|moves?|first|next|show|each|its)\b/i;
/** Names that are the same in both languages. */
const SAME = /^(CFOP|OLL|PLL|F2L|orange|2x2x1|Smart Cube)$/;

test("every text is translated, with the same names in braces", () => {
  for (const key of KEYS) {
    assert.deepEqual(names(de[key]), names(en[key]), key);
    const isSame = de[key] === en[key] && /[a-z]{3}/.test(en[key].replace(/\{[\w-]+\}/g, ""));
    assert.ok(!isSame || SAME.test(en[key]), `${key} is not translated: ${en[key]}`);
  }
});

test("every text is used", () => {
  const sources = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? sources(path) : path.endsWith(".ts") ? [path] : [];
    });
  const code = sources("src").filter((path) => !path.includes("texts")).map((path) => readFileSync(path, "utf8")).join("\n");
  const isUsed = (key: string) => code.includes(key.startsWith("n.") ? `"${key.split(".")[1]}"` : `"${key}"`);
  assert.deepEqual(KEYS.filter((key) => !isUsed(key)), []);
});

/** All that people see or hear on the page. */
async function shown(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent && !parent.closest("script, style, noscript, code, [lang='en']")) texts.push((node.textContent ?? "").trim());
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]"))
      for (const name of ["aria-label", "title", "alt", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
    return [...new Set(texts)].filter(Boolean);
  });
}

const english = new Set<string>(KEYS.filter((key) => en[key] !== de[key]).map((key) => en[key]));
const german = new Set<string>(KEYS.map((key) => de[key]));

async function isGerman(page: Page): Promise<void> {
  const left = (await shown(page)).filter((text) => !german.has(text) && (english.has(text) || ENGLISH.test(text)));
  assert.deepEqual(left, []);
}

test("a German browser has a German lesson, and nothing of it is English", async () => {
  const { page, lesson, end } = await teach("beginner", 3, { locale: "de-DE" });
  await page.getByRole("heading", { name: "weißes Kreuz" }).waitFor();
  assert.equal(await page.getAttribute("html", "lang"), "de");
  await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
  await isGerman(page);
  // Through all stages, with turns of one's own, undone, and a question.
  const { stages, moves } = await lesson();
  for (const { begin } of stages) {
    await page.evaluate((moves) => (window as any).cuberig.app.ask({ do: "goto", moves }), begin);
    await isGerman(page);
  }
  const ask = (ask: object) => page.evaluate((ask) => (window as any).cuberig.app.ask(ask), ask);
  const other = moves[0]?.turn === "D2" ? "B2" : "D2";
  for (const request of [{ do: "goto", moves: 3 }, { do: "turn", turn: other }, { do: "turn", turn: "z" }, { do: "undo" }, { do: "replan" }, { do: "next" }]) {
    await ask(request);
    await isGerman(page);
  }
  await ask({ do: "teach", method: null, cube: "W".repeat(9) + "R".repeat(9) + "G".repeat(9) + "Y".repeat(9) + "O".repeat(9) + "B".repeat(9) });
  await page.locator(".lesson-question:not([hidden])").waitFor();
  await isGerman(page);
  await ask({ do: "decline" });
  // A cube that cannot be, typed in.
  await page.locator("#cube-text").fill(`${"W".repeat(7)}GW${"R".repeat(9)}GWG${"G".repeat(6)}${"Y".repeat(9)}${"O".repeat(9)}${"B".repeat(9)}`);
  await page.getByRole("button", { name: "Text lesen" }).click();
  await page.locator(".choice-card .verdict", { hasText: "gekippt" }).waitFor();
  await isGerman(page);
  for (const method of ["cfop", "layers"]) {
    await ask({ do: "teach", method, cube: null });
    await soon(async () => (await lesson()).method === method);
    await isGerman(page);
  }
  await page.getByRole("button", { name: "Diesen Fall üben" }).click();
  await page.getByRole("button", { name: "Zurück zu meiner Lektion" }).waitFor();
  for (const set of ["PLL", "F2L"]) {
    await page.getByRole("button", { name: set, exact: true }).click();
    await isGerman(page);
  }
  await page.getByLabel("Üben, ohne die Züge zu sehen").check();
  await isGerman(page);
  await end();
});

test("a German browser has German practice", async () => {
  const { program, watched, page } = await started("german.sqlite", 1100, "de-DE");
  await timer(page, 0);
  await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
  await isGerman(page);
  await page.getByLabel("15 s Vorschau").uncheck();
  for (const key of ["down", "up"] as const) {
    await page.keyboard[key](" ");
    await page.locator(`.timer-pad[data-phase=${key === "down" ? "ready" : "running"}]`).waitFor();
    await isGerman(page);
  }
  await page.keyboard.press("k");
  await timer(page, 1);
  await isGerman(page);
  await page.getByRole("button", { name: "Mit Tasten drehen" }).click();
  await isGerman(page);
  await page.getByRole("button", { name: "Trennen" }).click();
  await page.getByRole("button", { name: "Übungen" }).click();
  await page.getByLabel("Anfänger").waitFor();
  for (const order of ["due", "weakest", "random", "attack"]) {
    await page.locator("#drill-order").selectOption(order);
    const before = (await part<DrillNow>(page, "drill")).number;
    await page.evaluate((order) => (window as any).cuberig.app.ask({ do: "drill", sets: ["pll", "beginner"], order }), order);
    await soon(async () => (await part<DrillNow>(page, "drill")).number > before);
    await isGerman(page);
  }
  await page.getByRole("button", { name: "Zeigen" }).click();
  await isGerman(page);
  await page.getByRole("button", { name: "2: Mit Hilfe" }).click();
  await page.getByRole("button", { name: "Statistik" }).click();
  await page.locator(".memory td").first().waitFor();
  await isGerman(page);
  await watched.finish();
  await ended(program);
});

test("the language is chosen on the page, kept, and the host follows it", async () => {
  const { page, lesson, end } = await teach("cfop", 5, { locale: "en-GB" });
  await soon(async () => (await lesson()).stages[0]?.name === "cross");
  await page.evaluate(() => (window as any).cuberig.app.ask({ do: "goto", moves: 2 }));
  const before = await lesson();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Language", { exact: true }).selectOption("Deutsch");
  await page.getByRole("heading", { name: "Etappen und Züge" }).waitFor();
  await soon(async () => (await lesson())?.stages[0]?.name === "Kreuz");
  const after = await lesson();
  assert.deepEqual([after.at, after.stickers, after.moves.map(({ turn }) => turn)], [before.at, before.stickers, before.moves.map(({ turn }) => turn)]);
  await page.reload();
  await page.getByRole("heading", { name: "Etappen und Züge" }).waitFor();
  assert.equal(await page.getAttribute("html", "lang"), "de");
  await end();
});

test("axe finds nothing in German, with large print, letters and the panel of the display", async () => {
  const { page, end } = await teach("layers", 4, { locale: "de-DE" });
  await page.getByRole("button", { name: "Einstellungen" }).click();
  await page.getByLabel("Große Schrift").check();
  await page.getByLabel(/^Buchstaben auf den Feldern/).check();
  await page.getByLabel("Vorlesen").check();
  await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
  assert.deepEqual(await violations(page), []);
  await end();
});
