// The camera of this browser as the rig's: pictures go to the server, the newest only, and each says when it was taken.

import type { App } from "./app";
import { ServerClock } from "./server_clock";
import type { PictureTaken } from "./protocol";
import { t } from "./language";

/** Pixels of a picture. */
const SIZE = { width: 640, height: 480 };
/** Pictures a second. */
const RATE = 15;
/** Pictures that may be under way. More would only be older. */
const UNDER_WAY = 2;
/** Bytes that may wait in the browser for a slow network. */
const WAITING = 200_000;
const QUALITY = 0.85;
/** Milliseconds between two questions for the server's time: some at first, then now and then. */
const QUESTIONS = { first: 5, soon: 100, later: 2000 };
/** Bytes before a picture, and what the first one says. */
const HEAD = 13;
const KINDS = { clock: 0, picture: 1 };

/** What people read of it. */
export interface OwnCameraNow {
  readonly isOn: boolean;
  /** What is wrong or was, in a sentence; empty when nothing is. */
  readonly note: string;
  /** Milliseconds from the newest picture's being taken to its arrival. */
  readonly latency: number | undefined;
  /** Pictures that arrived, and that were left out. */
  readonly arrived: number;
  readonly dropped: number;
}

/** The camera of this browser. */
export class OwnCamera {
  readonly video = document.createElement("video");
  private readonly canvas = new OffscreenCanvas(SIZE.width, SIZE.height);
  private readonly clock = new ServerClock();
  /** By which the server knows this browser again after its connection was lost. */
  private readonly key = crypto.randomUUID();
  private stream: MediaStream | undefined;
  private lock: WakeLockSentinel | undefined;
  /** Pictures under way, by number: when they were taken, on the server's clock. */
  private readonly underWay = new Map<number, number>();
  private number = 0;
  private due = 0;
  private isOn = false;
  /** Whether the server takes pictures of this browser. */
  private isTaken = false;
  private hiddenAt: number | undefined;
  private note = "";
  private latency: number | undefined;
  private arrived = 0;
  private dropped = 0;

  constructor(
    private readonly app: App,
    private readonly show: (now: OwnCameraNow) => void,
  ) {
    Object.assign(this.video, { muted: true, playsInline: true });
    app.connection.onTaken = (taken) => this.onTaken(taken);
    app.onConnected((connected) => {
      this.isTaken = false;
      if (connected && this.isOn) void this.offer();
    });
    document.addEventListener("visibilitychange", () => void this.onVisible());
    this.askForTime(0);
  }

  /** Asks for the camera, and becomes the rig's. */
  async begin(): Promise<void> {
    if (this.isOn) return;
    try {
      await this.open();
    } catch (error) {
      return this.end(refusal(error));
    }
    this.isOn = true;
    if (!(await this.offer())) return;
    await this.keepAwake();
    this.follow();
  }

  /** Lets go of the camera. */
  end(note = ""): void {
    const wasOn = this.isOn;
    this.isOn = this.isTaken = false;
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = undefined;
    this.video.srcObject = null;
    this.latency = undefined;
    void this.lock?.release();
    this.lock = undefined;
    if (wasOn) void this.app.connection.ask({ do: "end_camera" });
    this.tell(note);
  }

  private tell(note: string): void {
    this.note = note;
    const { isOn, latency, arrived, dropped } = this;
    this.show({ isOn, note, latency, arrived, dropped });
  }

  private async open(): Promise<void> {
    const video = { width: { ideal: SIZE.width }, height: { ideal: SIZE.height }, frameRate: { ideal: 30 }, facingMode: { ideal: "environment" } };
    this.stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
    // While the page is hidden it is opened again as soon as people are back.
    for (const track of this.stream.getTracks()) track.onended = () => document.hidden || this.end(t("own-camera.lost"));
    this.video.srcObject = this.stream;
    await this.video.play();
  }

  /** Asks the server to take this browser's pictures. */
  private async offer(): Promise<boolean> {
    this.underWay.clear();
    const answer = await this.app.connection.ask({ do: "use_camera", name: browserName(), key: this.key });
    this.isTaken = answer.ok;
    // Without a connection it is asked for again when there is one.
    if (!answer.ok && this.app.connected) this.end(answer.text);
    else this.tell(this.note);
    return answer.ok;
  }

  /** A phone that locks its screen takes no pictures. */
  private async keepAwake(): Promise<void> {
    try {
      this.lock = await navigator.wakeLock.request("screen");
    } catch {
      if (!document.hidden) this.tell(t("own-camera.screen"));
    }
  }

  /** Pictures pause while the page is hidden or the screen is locked. Then they go on. */
  private async onVisible(): Promise<void> {
    if (!this.isOn) return;
    if (document.hidden) {
      this.hiddenAt = performance.now();
      return;
    }
    const seconds = Math.round((performance.now() - (this.hiddenAt ?? performance.now())) / 1000);
    const [track] = this.stream?.getVideoTracks() ?? [];
    try {
      if (track?.readyState !== "live") await this.open();
      else if (this.video.paused) await this.video.play();
    } catch (error) {
      return this.end(refusal(error));
    }
    this.follow();
    this.tell(t("own-camera.interrupted", { seconds }));
    await this.keepAwake();
  }

  private generation = 0;

  /** Takes each frame of the camera into account, one after the other. */
  private follow(): void {
    const generation = ++this.generation;
    const next = () =>
      this.video.requestVideoFrameCallback((now, { captureTime }) => {
        if (!this.isOn || generation !== this.generation) return;
        next();
        // A capture time of another clock is of no use.
        const taken = captureTime !== undefined && now - captureTime >= 0 && now - captureTime < 1000 ? captureTime : now;
        void this.take(taken);
      });
    next();
  }

  private async take(taken: number): Promise<void> {
    const now = performance.now();
    // A camera's frames do not come quite evenly: one that comes a little early counts.
    if (!this.isTaken || now < this.due - 250 / RATE) return;
    this.due = Math.max(this.due + 1000 / RATE, now);
    const { connection } = this.app;
    if (this.underWay.size >= UNDER_WAY || connection.waitingBytes > WAITING) return void this.dropped++;
    const number = ++this.number;
    const at = this.clock.at(taken);
    this.underWay.set(number, at);
    const jpeg = await this.pack().catch(() => undefined);
    if (!jpeg || !this.underWay.has(number) || !connection.sendBytes(message(KINDS.picture, number, at, jpeg))) this.underWay.delete(number);
  }

  /** The middle of the frame as a JPEG. */
  private async pack(): Promise<ArrayBuffer | undefined> {
    const { videoWidth, videoHeight } = this.video;
    const context = this.canvas.getContext("2d");
    if (!context || videoWidth === 0) return undefined;
    const scale = Math.max(SIZE.width / videoWidth, SIZE.height / videoHeight);
    const [width, height] = [SIZE.width / scale, SIZE.height / scale];
    context.drawImage(this.video, (videoWidth - width) / 2, (videoHeight - height) / 2, width, height, 0, 0, SIZE.width, SIZE.height);
    const blob = await this.canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
    return blob.arrayBuffer();
  }

  private onTaken({ number, at, problem }: PictureTaken): void {
    const taken = this.underWay.get(number);
    if (taken === undefined) return this.clock.note(number, at);
    this.underWay.delete(number);
    if (problem) return this.tell(problem);
    this.arrived++;
    this.latency = Math.max(0, at - taken);
    this.tell(this.note);
  }

  /** Asks for the server's time, again and again while the camera is on. */
  private askForTime(asked: number): void {
    const number = ++this.number;
    if (this.isOn && !document.hidden && this.app.connection.sendBytes(message(KINDS.clock, number, 0))) this.clock.ask(number);
    const pause = this.isOn && asked < QUESTIONS.first ? QUESTIONS.soon : this.isOn ? QUESTIONS.later : QUESTIONS.soon;
    setTimeout(() => this.askForTime(this.isOn ? asked + 1 : 0), pause);
  }
}

/** A binary message: what it is, its number, when it was taken, and the picture. */
function message(kind: number, number: number, at: number, jpeg = new ArrayBuffer(0)): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD + jpeg.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, kind);
  view.setUint32(1, number, true);
  view.setFloat64(5, at, true);
  bytes.set(new Uint8Array(jpeg), HEAD);
  return bytes;
}

function refusal(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return t("own-camera.denied");
  if (name === "NotFoundError") return t("own-camera.none");
  if (name === "NotReadableError") return t("own-camera.busy");
  return t("own-camera.unusable", { reason: error instanceof Error ? error.message : String(error) });
}

/** What people call this browser, such as `Chrome on Android`. */
function browserName(): string {
  const agent = navigator.userAgent;
  const find = (names: readonly (readonly [string, RegExp])[]) => names.find(([, pattern]) => pattern.test(agent))?.[0];
  const browser = find([["Edge", /Edg/], ["Firefox", /Firefox|FxiOS/], ["Samsung Internet", /SamsungBrowser/], ["Chrome", /Chrom|CriOS/], ["Safari", /Safari/]]);
  const system = find([["iPhone", /iPhone/], ["iPad", /iPad/], ["Android", /Android/], ["Windows", /Windows/], ["a Mac", /Macintosh/], ["Linux", /Linux/]]);
  return `${browser ?? "A browser"}${system ? ` on ${system}` : ""}`;
}
