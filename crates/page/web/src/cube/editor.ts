// The unfolded cube that people correct: pick a sticker, pick a colour, and the laws of the cube answer at once. A sticker in doubt
// is looked at: it is right, or it has another colour.

import type { App } from "../app";
import { guarded } from "../button";
import { el, setAttribute, setText } from "../dom";
import type { Ask, FacePicture } from "../protocol";
import { plain } from "../plain";
import { ringed } from "./face_picture";
import { CubeNet, type NetState } from "./net";
import { COLORS, COLOR_NAMES, UNKNOWN, faceOf, stickerName } from "./stickers";
import { sentence } from "../words";
import { counted, t } from "../language";

/** A cube, with the pictures of faces that have stickers in doubt. */
interface Shown extends NetState {
  readonly pictures?: readonly FacePicture[] | undefined;
}

/** A net with a palette. */
export class CubeEditor {
  readonly element: HTMLElement;
  readonly net: CubeNet;
  /** The newest that the server knows. */
  private known: Shown = { stickers: UNKNOWN };
  /** On what the changes stand: what is known, or a cube that a person entered as a whole. */
  private base: Shown = this.known;
  private readonly changes = new Map<number, string>();
  /** Stickers in doubt that a person has looked at and found right. */
  private readonly settled = new Set<number>();
  private wrong: readonly number[] = [];
  private chosen: number | undefined;
  private readonly palette: HTMLElement;
  private readonly paints = new Map<string, HTMLButtonElement>();
  private readonly verdict = el("p", { class: "verdict", role: "status", "aria-live": "polite" });
  private readonly prompt = el("p", { class: "prompt" });
  private readonly actions: HTMLElement;
  private checked = "";
  /** The cube that cannot be, and why. */
  private impossible = { cube: "", why: "" };
  private readonly submitButton: HTMLButtonElement;
  private readonly looked = el("div", { class: "looked", hidden: true });
  private readonly picture = el("div", { class: "photograph-place" });
  /** What is looked at there. */
  private pictured = { sticker: -1, picture: "" };

  /** `request` makes the request that takes the cube; while that is off, nothing can be changed. */
  constructor(
    private readonly app: App,
    readonly submitLabel: string,
    private readonly request: (cube: string) => Ask = (cube) => ({ do: "set_cube", cube }),
  ) {
    this.net = new CubeNet(t("editor.net"), (sticker) =>
      this.pick(sticker),
    );
    this.palette = el("div", { class: "palette", role: "group", "aria-label": t("editor.colours") });
    for (const letter of `${COLORS}?`) {
      const paint = el("button", { type: "button", class: "paint", "data-color": letter, onclick: () => this.choose(letter) });
      paint.append(el("span", { class: "paint-count" }));
      this.paints.set(letter, paint);
      this.palette.append(paint);
    }
    const submit = () => void this.submit();
    this.submitButton = guarded(app, request("").do, submitLabel, "primary", submit, () => this.unfinished());
    const right = el("button", { type: "button", class: "button plain", onclick: () => this.settle() }, t("editor.right"));
    this.looked.append(this.picture, right);
    const discard = el("button", { type: "button", class: "button quiet", onclick: () => this.discard() }, t("editor.discard"));
    this.actions = el("div", { class: "row" }, this.submitButton, discard);
    this.element = el(
      "div",
      { class: "editor" },
      this.net.element,
      el("div", { class: "mend" }, this.prompt, this.looked, this.palette, this.verdict, this.actions),
    );
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    app.store.on("controls", () => this.draw());
    this.draw();
  }

  /** Whether what is shown was entered here, and not sent yet. */
  get isUnsent(): boolean {
    return this.base !== this.known || this.changes.size > 0;
  }

  /** The cube with all changes. */
  get stickers(): string {
    return Array.from(this.base.stickers, (letter, sticker) => this.changes.get(sticker) ?? letter).join("");
  }

  /** Shows what is known; what a person changed stays until it is sent or discarded. */
  show(base: Shown): void {
    const isEntered = this.base !== this.known;
    this.known = base;
    if (isEntered) return;
    if (base.stickers !== this.base.stickers) {
      this.wrong = [];
      this.settled.clear();
    }
    this.base = base;
    for (const [sticker, letter] of this.changes) if (base.stickers.charAt(sticker) === letter) this.changes.delete(sticker);
    this.draw();
    if (this.changes.size > 0) void this.check();
  }

  /** Replaces the whole cube by one that a person typed, asked for or photographed. The first sticker in doubt is looked at first. */
  enter(stickers: string, doubtful: readonly number[] = [], pictures?: readonly FacePicture[]): void {
    this.changes.clear();
    this.settled.clear();
    this.base = { stickers, doubtful, pictures };
    this.chosen = doubtful.length > 0 ? undefined : this.nextUnknown(0);
    this.checked = "";
    this.draw();
    void this.check();
  }

  /** What was to be entered could not be read: the cube is as before, and its verdict would be taken for that. */
  refuse(text: string): void {
    this.checked = "";
    this.judge(plain(text), false, []);
  }

  /** The stickers in doubt at which nobody has looked yet. */
  private get inDoubt(): readonly number[] {
    return (this.base.doubtful ?? []).filter((sticker) => !this.settled.has(sticker) && !this.changes.has(sticker));
  }

  /** The sticker that is picked, or the first one in doubt. */
  private get current(): number | undefined {
    return this.chosen ?? (this.locked ? undefined : this.inDoubt[0]);
  }

  /** Why the cube cannot be sent yet; empty when it can. */
  private unfinished(): string {
    const { stickers } = this;
    const missing = Array.from(stickers).filter((letter) => letter === "?").length;
    if (missing > 0) return t("editor.all-first", { stickers: counted("sticker", missing) });
    return stickers === this.impossible.cube ? this.impossible.why : "";
  }

  /** The sticker is right; the next one in doubt is looked at. */
  private settle(): void {
    const { current } = this;
    if (current === undefined) return;
    this.settled.add(current);
    this.chosen = undefined;
    this.draw();
    void this.check();
  }

  private get locked(): string {
    return this.app.reason(this.request("").do) ?? t("editor.nothing");
  }

  private pick(sticker: number): void {
    if (this.locked) return this.app.say(this.locked, false);
    this.chosen = this.chosen === sticker ? undefined : sticker;
    this.draw();
  }

  private choose(letter: string): void {
    const sticker = this.current;
    if (sticker === undefined) return this.app.say(t("editor.pick-first"), false);
    if (this.locked) return this.app.say(this.locked, false);
    if (letter === this.base.stickers.charAt(sticker)) this.changes.delete(sticker);
    else this.changes.set(sticker, letter);
    // Those who look at stickers in doubt, or fill an empty cube, go on with the next one.
    if (this.base.doubtful?.includes(sticker)) this.chosen = undefined;
    if (this.base.stickers.charAt(sticker) === "?" && letter !== "?") this.chosen = this.nextUnknown(sticker);
    this.draw();
    void this.check();
    this.net.focus(this.current ?? sticker);
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
    if (cube !== this.stickers) return;
    this.impossible = { cube: answer.ok ? "" : cube, why: answer.text };
    const how = answer.ok && !cube.includes("?") ? t("editor.press", { button: this.submitLabel }) : "";
    this.judge(`${sentence(answer.text)} ${how}`.trim(), answer.ok, answer.stickers);
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
    for (const sticker of this.inDoubt) this.settled.add(sticker);
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
    this.settled.clear();
    this.base = this.known;
    this.checked = "";
    this.chosen = undefined;
    this.judge("", true, []);
  }

  private draw(): void {
    const { stickers, current } = this;
    const changed = [...this.changes.keys()];
    const doubtful = this.inDoubt;
    this.net.show({ ...this.base, stickers, doubtful, wrong: this.wrong, changed });
    this.net.select(current);
    const canChange = this.locked === "";
    for (const [letter, paint] of this.paints) {
      const there = Array.from(stickers).filter((other) => other === letter).length;
      const name = COLOR_NAMES[letter] ?? letter;
      setAttribute(paint, "aria-label", letter === "?" ? t("editor.unknown-there", { count: there }) : t("editor.of-nine", { color: name, count: there }));
      setAttribute(paint, "title", letter === "?" ? t("editor.unknown-title", { count: there }) : t("editor.of-nine-title", { color: name, count: there }));
      setAttribute(paint, "aria-disabled", canChange && current !== undefined ? undefined : "true");
      const number = paint.querySelector(".paint-count");
      if (number) setText(number, String(there));
      setAttribute(paint, "data-off", letter !== "?" && there !== 9 ? "true" : undefined);
    }
    this.look(canChange && current !== undefined && doubtful.includes(current) ? current : undefined);
    const hint = this.hint(doubtful);
    setText(this.prompt, canChange ? hint : t("editor.locked", { reason: this.locked }));
    this.actions.hidden = this.changes.size === 0 && this.settled.size === 0 && this.base === this.known;
    this.submitButton.dispatchEvent(new Event("follow"));
    this.element.dispatchEvent(new Event("drawn"));
    setAttribute(this.actions, "aria-label", this.submitLabel);
  }

  /** What to do next. */
  private hint(doubtful: readonly number[]): string {
    const { current } = this;
    if (current === undefined) return t("editor.pick-wrong");
    if (!doubtful.includes(current)) return t("editor.pick-colour", { sticker: stickerName(current) });
    const color = COLOR_NAMES[this.stickers.charAt(current)] ?? "";
    const left = t("editor.in-doubt", { stickers: counted("sticker-is", doubtful.length) });
    return t("editor.look-at", { left, sticker: stickerName(current), color });
  }

  /** Shows the picture of a sticker in doubt. */
  private look(sticker: number | undefined): void {
    this.looked.hidden = sticker === undefined;
    if (sticker === undefined) return;
    const shown = this.base.pictures?.find(({ face }) => face === faceOf(sticker));
    const picture = shown?.picture ?? "";
    if (this.pictured.sticker === sticker && this.pictured.picture === picture) return;
    this.pictured = { sticker, picture };
    this.picture.replaceChildren(...(shown ? [ringed(sticker, shown)] : []));
  }
}
