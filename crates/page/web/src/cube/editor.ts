// The unfolded cube that people correct: pick a sticker, pick a colour, and the laws of the cube answer at once.

import type { App } from "../app";
import { guarded } from "../button";
import { el, setAttribute, setText } from "../dom";
import type { Ask } from "../protocol";
import { CubeNet, type NetState } from "./net";
import { COLORS, COLOR_NAMES, UNKNOWN, stickerName } from "./stickers";
import { sentence } from "../words";

/** A net with a palette. */
export class CubeEditor {
  readonly element: HTMLElement;
  readonly net: CubeNet;
  /** The newest that the server knows. */
  private known: NetState = { stickers: UNKNOWN };
  /** On what the changes stand: what is known, or a cube that a person entered as a whole. */
  private base: NetState = this.known;
  private readonly changes = new Map<number, string>();
  private wrong: readonly number[] = [];
  private chosen: number | undefined;
  private readonly palette: HTMLElement;
  private readonly paints = new Map<string, HTMLButtonElement>();
  private readonly verdict = el("p", { class: "verdict", role: "status", "aria-live": "polite" });
  private readonly prompt = el("p", { class: "prompt" });
  private readonly actions: HTMLElement;
  private checked = "";

  /** `request` makes the request that takes the cube; while that is off, nothing can be changed. */
  constructor(
    private readonly app: App,
    readonly submitLabel: string,
    private readonly request: (cube: string) => Ask = (cube) => ({ do: "set_cube", cube }),
  ) {
    this.net = new CubeNet("The unfolded cube. Arrow keys go from sticker to sticker, Enter picks one.", (sticker) =>
      this.pick(sticker),
    );
    this.palette = el("div", { class: "palette", role: "group", "aria-label": "Colours" });
    for (const letter of `${COLORS}?`) {
      const paint = el("button", { type: "button", class: "paint", "data-color": letter, onclick: () => this.choose(letter) });
      paint.append(el("span", { class: "paint-count" }));
      this.paints.set(letter, paint);
      this.palette.append(paint);
    }
    const submit = guarded(app, request("").do, submitLabel, "primary", () => void this.submit());
    const discard = el("button", { type: "button", class: "button quiet", onclick: () => this.discard() }, "Discard changes");
    this.actions = el("div", { class: "row" }, submit, discard);
    this.element = el(
      "div",
      { class: "editor" },
      this.net.element,
      el("div", { class: "mend" }, this.prompt, this.palette, this.verdict, this.actions),
    );
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    app.store.on("controls", () => this.draw());
    this.draw();
  }

  /** The cube with all changes. */
  get stickers(): string {
    return Array.from(this.base.stickers, (letter, sticker) => this.changes.get(sticker) ?? letter).join("");
  }

  /** Shows what is known; what a person changed stays until it is sent or discarded. */
  show(base: NetState): void {
    const isEntered = this.base !== this.known;
    this.known = base;
    if (isEntered) return;
    if (base.stickers !== this.base.stickers) this.wrong = [];
    this.base = base;
    for (const [sticker, letter] of this.changes) if (base.stickers.charAt(sticker) === letter) this.changes.delete(sticker);
    this.draw();
    if (this.changes.size > 0) void this.check();
  }

  /** Replaces the whole cube by one that a person typed or asked for. */
  enter(stickers: string): void {
    this.changes.clear();
    this.base = { stickers };
    this.chosen = this.nextUnknown(0);
    this.checked = "";
    this.draw();
    void this.check();
  }

  private get locked(): string {
    return this.app.reason(this.request("").do) ?? "Nothing can be changed on this page.";
  }

  private pick(sticker: number): void {
    if (this.locked) return this.app.say(this.locked, false);
    this.chosen = this.chosen === sticker ? undefined : sticker;
    this.draw();
  }

  private choose(letter: string): void {
    const sticker = this.chosen;
    if (sticker === undefined) return this.app.say("Pick a sticker first.", false);
    if (this.locked) return this.app.say(this.locked, false);
    if (letter === this.base.stickers.charAt(sticker)) this.changes.delete(sticker);
    else this.changes.set(sticker, letter);
    // Who fills an empty cube goes on with the next sticker.
    if (this.base.stickers.charAt(sticker) === "?" && letter !== "?") this.chosen = this.nextUnknown(sticker);
    this.draw();
    void this.check();
    this.net.focus(this.chosen ?? sticker);
  }

  private onKey(event: KeyboardEvent): void {
    const letter = event.key.toUpperCase();
    if (event.ctrlKey || event.metaKey || event.altKey || !COLORS.includes(letter) || letter.length !== 1) return;
    const focused = (event.target as HTMLElement).dataset.sticker;
    if (focused !== undefined && !this.locked) this.chosen = Number(focused);
    this.choose(letter);
  }

  private async check(): Promise<void> {
    const cube = this.stickers;
    if (cube === this.checked) return;
    this.checked = cube;
    const answer = await this.app.connection.ask({ do: "check", cube });
    const how = answer.ok && !cube.includes("?") ? `Press ${this.submitLabel}.` : "";
    if (cube === this.stickers) this.judge(`${sentence(answer.text)} ${how}`.trim(), answer.ok, answer.stickers);
  }

  private judge(text: string, ok: boolean, wrong: readonly number[]): void {
    this.wrong = wrong;
    this.verdict.dataset.ok = String(ok);
    setText(this.verdict, text);
    this.draw();
  }

  private async submit(): Promise<void> {
    const cube = this.stickers;
    const answer = await this.app.ask(this.request(cube));
    if (!answer.ok) return this.judge(answer.text, false, answer.stickers);
    // The server's next part shows it; until then it stays on the screen.
    const isEntered = this.base !== this.known;
    if (isEntered) this.known = this.base = { stickers: cube };
    if (this.known.stickers === cube) this.changes.clear();
    this.chosen = undefined;
    this.judge("", true, []);
  }

  /** The first unknown sticker from `sticker` on, round about. */
  private nextUnknown(sticker: number): number | undefined {
    const { stickers } = this;
    const order = Array.from({ length: 54 }, (_, step) => (sticker + step) % 54);
    return order.find((index) => stickers.charAt(index) === "?");
  }

  private discard(): void {
    this.changes.clear();
    this.base = this.known;
    this.checked = "";
    this.chosen = undefined;
    this.judge("", true, []);
  }

  private draw(): void {
    const { stickers } = this;
    const changed = [...this.changes.keys()];
    this.net.show({ ...this.base, stickers, wrong: this.wrong, changed });
    this.net.select(this.chosen);
    const canChange = this.locked === "";
    for (const [letter, paint] of this.paints) {
      const there = Array.from(stickers).filter((other) => other === letter).length;
      const name = COLOR_NAMES[letter] ?? letter;
      setAttribute(paint, "aria-label", letter === "?" ? `unknown, ${there}` : `${name}, ${there} of 9`);
      setAttribute(paint, "title", letter === "?" ? `unknown: ${there}` : `${name}: ${there} of 9`);
      setAttribute(paint, "aria-disabled", canChange && this.chosen !== undefined ? undefined : "true");
      const number = paint.querySelector(".paint-count");
      if (number) setText(number, String(there));
      setAttribute(paint, "data-off", letter !== "?" && there !== 9 ? "true" : undefined);
    }
    const hint = this.chosen === undefined ? "Pick a sticker that is wrong." : `Pick the colour of ${stickerName(this.chosen)}.`;
    setText(this.prompt, canChange ? hint : `Stickers cannot be changed now: ${this.locked}`);
    this.actions.hidden = this.changes.size === 0 && this.base === this.known;
    setAttribute(this.actions, "aria-label", this.submitLabel);
  }
}
