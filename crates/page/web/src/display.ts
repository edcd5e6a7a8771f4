// How the page is shown to this learner: large print, letters on stickers, read aloud. The choices are kept in this browser.

/** The choices, each with where it is kept. */
const KEPT = { large: "cuberig-large", letters: "cuberig-letters", aloud: "cuberig-aloud" } as const;
/** Something that a learner can choose. */
export type Choice = keyof typeof KEPT;

const listeners: (() => void)[] = [];
/** What is chosen now. */
const chosen: Record<Choice, boolean> = { large: isKept("large"), letters: isKept("letters"), aloud: isKept("aloud") };
mark();

function isKept(choice: Choice): boolean {
  return localStorage.getItem(KEPT[choice]) === "yes";
}

/** Whether this is chosen. */
export function isChosen(choice: Choice): boolean {
  return chosen[choice];
}

/** Chooses, and keeps it. */
export function choose(choice: Choice, isOn: boolean): void {
  chosen[choice] = isOn;
  localStorage.setItem(KEPT[choice], isOn ? "yes" : "no");
  mark();
  listeners.forEach((listener) => listener());
}

/** Calls `listener` when something was chosen. */
export function onChoice(listener: () => void): void {
  listeners.push(listener);
}

/** The style sheets see the choices at the document. */
function mark(): void {
  document.documentElement.toggleAttribute("data-large", chosen.large);
  document.documentElement.toggleAttribute("data-letters", chosen.letters);
}
