// A lesson in one file (`cuberig teach --export`): the file has all its places, and this stands in for the server.

import type { Connection, Events } from "./connection";
import { VERSION, type Answer, type Ask, type Controls, type LessonNow } from "./protocol";
import { t } from "./language";

/** What the file has. */
export interface Exported {
  /** The lesson at its begin. */
  readonly lesson: LessonNow;
  /** After each number of moves: the stickers, and those that the step is about. */
  readonly places: readonly (readonly [stickers: string, bright: number[]])[];
  readonly licences: string;
}

/** The lesson of this file; nothing on a page that a server serves. */
export const exported: Exported | undefined = JSON.parse(document.getElementById("exported")?.textContent ?? "null") ?? undefined;

const ONLY_PLAYS = t("exported.only-plays");
const CONTROLS: Controls = { reasons: { goto: "", play: "", pause: "" } };

/** Answers as the server of a lesson does, as far as a file can. */
export class ExportedLesson implements Pick<Connection, "open" | "ask" | "sendBytes" | "waitingBytes" | "onTaken"> {
  onTaken = () => {};
  readonly waitingBytes = 0;
  private at = 0;
  private pace = 0;
  private notice = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly file: Exported,
    private readonly events: Events,
  ) {}

  open(): void {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const { cube, method } = this.names;
    const isOther = (wanted.get("cube") ?? cube) !== cube || (wanted.get("method") ?? method) !== method;
    this.at = isOther ? 0 : this.within(Number(wanted.get("at") ?? 0));
    this.notice = isOther ? t("exported.other") : "";
    this.events.connected();
    const title = this.file.lesson.methods.find(([name]) => name === this.file.lesson.method)?.[1] ?? "";
    this.events.part({ part: "hello", version: VERSION, view: "lesson", title, simulated: false, faults: [], has_rig: false, cube_look: null });
    this.events.part({ part: "controls", ...CONTROLS });
    this.show();
  }

  ask(ask: Ask): Promise<Answer> {
    const isRefused = this.carryOut(ask);
    return Promise.resolve({ id: 0, ok: !isRefused, text: isRefused ? ONLY_PLAYS : "", stickers: [], cube: "" });
  }

  sendBytes(): boolean {
    return false;
  }

  /** Whether it cannot be done. */
  private carryOut(ask: Ask): boolean {
    this.notice = "";
    const next = this.file.lesson.moves[this.at]?.turn;
    if (ask.do === "goto") this.go(ask.moves);
    else if (ask.do === "turn" && ask.turn === next) this.go(this.at + 1);
    else if (ask.do === "pause") this.play(0);
    else if (ask.do === "play") this.play(1 / (ask.speed ?? 1));
    else return true;
    return false;
  }

  private play(pace: number): void {
    clearTimeout(this.timer);
    this.pace = this.at < this.file.lesson.moves.length ? pace : 0;
    if (this.pace > 0) this.timer = setTimeout(() => this.step(), 1000 * this.pace);
    this.show();
  }

  private step(): void {
    this.at = this.within(this.at + 1);
    this.play(this.pace);
  }

  private go(at: number): void {
    this.at = this.within(at);
    this.play(0);
  }

  private within(at: number): number {
    return Math.min(Math.max(0, Math.trunc(at) || 0), this.file.lesson.moves.length);
  }

  /** What names the lesson in a link. */
  private get names(): { cube: string; method: string } {
    return { cube: this.file.places[0]?.[0] ?? "", method: this.file.lesson.method };
  }

  private show(): void {
    const { lesson, places } = this.file;
    const { at, pace, notice } = this;
    const [stickers, bright] = places[at] ?? ["", []];
    this.events.part({ part: "lesson", ...lesson, at, stickers, bright, notice, playing: pace > 0, pace });
    // The address is a link to this place.
    history.replaceState(null, "", `#${new URLSearchParams({ ...this.names, at: String(at) })}`);
  }
}
