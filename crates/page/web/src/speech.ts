// The steps of a lesson, read aloud by the browser: the step with its reason when it begins, then each move in words.

import { isChosen, onChoice } from "./display";
import { language, t } from "./language";
import type { Place } from "./lesson";
import type { LessonNow, StepNow } from "./protocol";

/** Several moves in a text, such as `R U R' U'`. */
const MOVES = /(?<![\w'])[RLUDFBMES]w?[2']?(?: [RLUDFBMES]w?[2']?)+(?![\w'])/g;

/** Reads a text aloud in the language of the page, instead of what is being read. */
export function say(text: string): void {
  if (!("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  if (text === "") return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  utterance.voice = speechSynthesis.getVoices().find((voice) => voice.lang.split(/[-_]/)[0] === language) ?? null;
  speechSynthesis.speak(utterance);
}

/** Follows a learner through a lesson. */
export class StepReader {
  private place: Place | undefined;
  private saidStep = "";
  private said = "";

  constructor() {
    onChoice(() => {
      [this.saidStep, this.said] = ["", ""];
      if (isChosen("aloud")) this.read();
      else say("");
    });
  }

  show(place: Place): void {
    this.place = place;
    if (isChosen("aloud")) this.read();
  }

  private read(): void {
    const { place } = this;
    if (!place || place.lesson.moves.length === 0) return;
    const { lesson, stepNumber, step, next } = place;
    const stepKey = `${lesson.method} ${stepNumber} ${step?.reason}`;
    const isNew = next !== undefined && !place.isHidden && !place.hasExtraTurns && stepKey !== this.saidStep;
    const parts = isNew && step ? [step.name, step.grip, inWords(lesson, step)] : [];
    const text = [...parts, nextWords(place)].map(ended).join(" ");
    // The server shows the same place again and again.
    const key = [lesson.at, ...lesson.extra_turns, nextWords(place)].join(" ");
    if (key === this.said) return;
    this.said = key;
    if (isNew) this.saidStep = stepKey;
    say(text);
  }
}

/** What to do now, in words. */
function nextWords({ next, isNextHidden }: Place): string {
  if (isNextHidden) return t("now.which");
  return next?.words ?? t("now.solved");
}

/** The reason of a step, with its moves in words. */
function inWords({ moves }: LessonNow, { reason, begin, end }: StepNow): string {
  const words = new Map(moves.slice(begin, end).map((move) => [move.turn, move.words]));
  return reason.replace(MOVES, (run) => run.split(" ").map((turn) => words.get(turn) ?? turn).join(", "));
}

/** A voice pauses after a sentence. */
function ended(text: string): string {
  return /[.?!:]$/.test(text) ? text : `${text}.`;
}
