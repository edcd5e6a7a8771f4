// The language of the page: the one that was chosen here, or the browser's. What a learner reads is in `texts/`, one file a language.

import { de } from "./texts/de";
import { en } from "./texts/en";

/** What each language is called in itself. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
/** The code of a language. */
export type Language = keyof typeof LANGUAGES;

type Key = keyof typeof en;
/** All texts in a language. */
export type Texts = Readonly<Record<Key, string>>;
/** The names in braces of a text. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Values<Of extends Key> = [Names<(typeof en)[Of]>] extends [never] ? [] : [Readonly<Record<Names<(typeof en)[Of]>, string | number>>];
/** What is counted. */
type Counted = Key extends infer Of ? (Of extends `n.${infer What}.other` ? What : never) : never;

/** Where the choice is kept: in this browser. */
const KEPT = "cuberig-language";
/** The texts of each language. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en, de };

/** The language of this page. A lesson in a file has its own. */
export const language: Language = wanted();
const plural = new Intl.PluralRules(language);
if (typeof document !== "undefined") document.documentElement.lang = language;

function wanted(): Language {
  // Tests read parts of the page without a browser.
  if (typeof document === "undefined") return "en";
  const isFile = document.getElementById("exported") !== null;
  const code = isFile ? document.documentElement.lang : (localStorage.getItem(KEPT) ?? navigator.language);
  return (Object.keys(LANGUAGES) as Language[]).find((known) => code.split("-")[0] === known) ?? "en";
}

/** Shows the page in another language from now on. */
export function speak(code: string): void {
  localStorage.setItem(KEPT, code);
  location.reload();
}

/** A text in the language of the page, with these values for its names in braces. */
export function t<Of extends Key>(key: Of, ...[values]: Values<Of>): string {
  const text: string = TEXTS[language][key];
  return text.replace(/\{([\w-]+)\}/g, (name, inside: string) => String((values as Record<string, string | number> | undefined)?.[inside] ?? name));
}

/** A number of things. */
export function counted(what: Counted, count: number): string {
  const form = plural.select(count) === "one" ? "one" : "other";
  return TEXTS[language][`n.${what}.${form}` as Key].replace("{count}", String(count));
}
