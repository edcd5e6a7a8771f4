// What all parts of the page share: what is known, the connection, and the line with the outcome of the newest request.

import { Connection, type Events } from "./connection";
import { el, every, setText } from "./dom";
import { ExportedLesson, exported } from "./exported";
import type { Answer, Ask, Picture } from "./protocol";
import { plain } from "./plain";
import { Store } from "./store";
import { t } from "./language";

/** The page. */
export class App {
  readonly store = new Store();
  readonly connection: Connection | ExportedLesson;
  /** The outcome of the newest request; a live region. */
  readonly answerLine = el("p", { class: "answer", role: "status", "aria-live": "polite" });
  /** Whether the server is there. */
  connected = false;
  /** Why the server closed the connection, in its words; empty where it said nothing. */
  lostBecause = "";
  /** The status of the rig when the newest sentence was shown, and when that was. */
  private said = { status: "", at: 0 };
  private readonly pictureListeners: ((kind: Picture, jpeg: Blob) => void)[] = [];
  private readonly connectionListeners: ((connected: boolean) => void)[] = [];

  constructor() {
    const events: Events = {
      part: (part) => this.store.put(part),
      picture: (kind, jpeg) => this.pictureListeners.forEach((listener) => listener(kind, jpeg)),
      connected: () => this.onConnection(true),
      lost: (reason) => {
        this.lostBecause = reason;
        this.onConnection(false);
      },
    };
    this.connection = exported ? new ExportedLesson(exported, events) : new Connection(events);
    for (const part of ["run", "stop"] as const) this.store.on(part, () => this.forgetAnswer());
    every(250, () => this.forgetAnswer());
  }

  /** Asks, and shows the answer in a sentence. */
  async ask(ask: Ask): Promise<Answer> {
    this.say("", true);
    const answer = await this.connection.ask(ask);
    this.say(answer.text, answer.ok);
    return answer;
  }

  /** Asks for what is seen at once: only a refusal is said. Whether it was done. */
  async askQuietly(ask: Ask): Promise<boolean> {
    const { ok, text } = await this.connection.ask(ask);
    this.say(ok ? "" : text, ok);
    return ok;
  }

  /** Shows a sentence. */
  say(text: string, ok: boolean): void {
    this.answerLine.dataset.ok = String(ok);
    setText(this.answerLine, plain(text));
    // A long sentence is written small: it has the place of a short one.
    this.answerLine.toggleAttribute("data-long", plain(text).length > 60);
    this.said = { status: this.status(), at: performance.now() };
    this.forgetAnswer();
  }

  private status(): string {
    return `${this.store.get("run")?.stage} ${this.store.get("stop")?.stopped}`;
  }

  /** An answer goes when the rig does something else, and is not there where the status has the same words. */
  private forgetAnswer(): void {
    const text = this.answerLine.textContent;
    const run = this.store.get("run");
    const isOld = this.said.status !== this.status();
    const isWrong = isOld && run?.stage === "failed";
    const isRead = performance.now() - this.said.at > READ;
    const isThere = [run?.text ?? "", ...(run?.troubles ?? [])].map(plain).includes(text ?? "");
    if (text !== "" && (isWrong || (isOld && isRead) || isThere)) setText(this.answerLine, "");
  }

  /** Why a control is off: empty when it is on, nothing when this page does not have it. */
  reason(control: string): string | undefined {
    const reason = this.store.get("controls")?.reasons[control];
    return reason !== undefined && !this.connected ? t("app.no-connection") : reason;
  }

  /** Calls `listener` with each picture. */
  onPicture(listener: (kind: Picture, jpeg: Blob) => void): void {
    this.pictureListeners.push(listener);
  }

  /** Calls `listener` when the connection comes or goes. */
  onConnected(listener: (connected: boolean) => void): void {
    this.connectionListeners.push(listener);
  }

  private onConnection(connected: boolean): void {
    this.connected = connected;
    this.connectionListeners.forEach((listener) => listener(connected));
  }
}

/** An answer is read in this time (milliseconds). */
const READ = 3000;
/** A joint or a picture without an update for this long (milliseconds) is not live. */
export const FRESH = 1000;
/** Nodes report once a second, and a report is shown within another one: a node whose report is older than this is late. */
export const FRESH_NODE = 2500;
