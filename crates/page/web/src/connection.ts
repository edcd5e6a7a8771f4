// The WebSocket to the server: it comes back by itself, and each request gets one answer.

import { token } from "./address";
import { VERSION, type Answer, type Ask, type FromServer, type Picture, type PictureTaken, type Request } from "./protocol";
import { t } from "./language";

/** Milliseconds before the next attempt to connect. */
const WAITS = [250, 500, 1000, 2000];
/**
 * A server that was silent for this many seconds is asked for something, and then counts as lost. The page counts the seconds in which
 * it could receive: a busy machine may leave it no time for many, and then the answers are there but not read yet.
 */
const SILENCE = { ask: 2, lost: 6 };
/** A request that was not answered for this many of these seconds counts as lost. */
const PATIENCE = 8;
const PICTURES: readonly Picture[] = ["none", "plain", "annotated"];

/** What happens on a connection. */
export interface Events {
  part(part: FromServer): void;
  picture(kind: Picture, jpeg: Blob): void;
  connected(): void;
  /** The server's reason is empty where it gave none. */
  lost(reason: string): void;
}

/** A connection that is kept. */
export class Connection {
  /** Called for each picture of this browser's camera that arrived. */
  onTaken: (taken: PictureTaken) => void = () => {};
  private socket: WebSocket | undefined;
  private attempts = 0;
  private lastId = 0;
  private silent = 0;
  private watched: Picture = "none";
  private readonly waiting = new Map<number, { resolve: (answer: Answer) => void; seconds: number }>();

  constructor(private readonly events: Events) {
    addEventListener("online", () => this.attempts > 0 && this.open());
    setInterval(() => {
      for (const [id, asked] of this.waiting) if (++asked.seconds > PATIENCE) this.settle(failed(id, t("connection.no-answer")));
      this.watchSilence();
    }, 1000);
  }

  /** Connects, again and again. */
  open(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const address = new URL("socket", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address, token ? ["cuberig", `cuberig.${token}`] : ["cuberig"]);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.silent = 0;
      this.attempts = 0;
      this.events.connected();
    };
    socket.onmessage = ({ data }) => this.onMessage(data as string | ArrayBuffer);
    socket.onclose = ({ reason }) => this.onClose(socket, reason);
    this.socket = socket;
  }

  /** Asks for something. The answer always comes: where the server gives none, it reports that. */
  ask(ask: Ask): Promise<Answer> {
    const id = ++this.lastId;
    if (ask.do === "watch") this.watched = ask.picture;
    if (this.socket?.readyState !== WebSocket.OPEN)
      return Promise.resolve(failed(id, t("connection.not-sent")));
    this.socket.send(JSON.stringify({ id, ask } satisfies Request));
    return new Promise((resolve) => void this.waiting.set(id, { resolve, seconds: 0 }));
  }

  /** Sends a binary message; false without a connection. */
  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(bytes);
    return true;
  }

  /** Bytes that wait for the network. */
  get waitingBytes(): number {
    return this.socket?.bufferedAmount ?? 0;
  }

  /** A cable that was pulled closes no connection: only silence shows it. */
  private watchSilence(): void {
    if (this.socket?.readyState !== WebSocket.OPEN || ++this.silent < SILENCE.ask) return;
    if (this.silent < SILENCE.lost) return void this.ask({ do: "watch", picture: this.watched });
    const { socket } = this;
    socket.close();
    this.onClose(socket, "");
  }

  private onMessage(data: string | ArrayBuffer): void {
    this.silent = 0;
    if (data instanceof ArrayBuffer) {
      const kind = PICTURES[new Uint8Array(data, 0, 1)[0] ?? 0] ?? "none";
      this.events.picture(kind, new Blob([new Uint8Array(data, 1)], { type: "image/jpeg" }));
      return;
    }
    const part = JSON.parse(data) as FromServer;
    if (part.part === "hello" && part.version !== VERSION) reloadOnce(part.version);
    if (part.part === "taken") return this.onTaken(part);
    if (part.part === "answer") this.settle(part);
    this.events.part(part);
  }

  private settle(answer: Answer): void {
    const asked = this.waiting.get(answer.id);
    if (!asked) return;
    this.waiting.delete(answer.id);
    asked.resolve(answer);
  }

  private onClose(socket: WebSocket, reason: string): void {
    if (socket !== this.socket) return;
    this.socket = undefined;
    for (const id of [...this.waiting.keys()]) this.settle(failed(id, t("connection.lost")));
    this.events.lost(reason);
    const wait = WAITS[Math.min(this.attempts++, WAITS.length - 1)];
    setTimeout(() => this.open(), wait);
  }
}

function failed(id: number, text: string): Answer {
  return { id, ok: false, text, stickers: [], cube: "" };
}

/** A server of another version brings its own page; one that does not must not make the page reload forever. */
function reloadOnce(version: number): void {
  const mark = `reloaded for ${version}`;
  if (sessionStorage.getItem("cuberig") === mark) return;
  sessionStorage.setItem("cuberig", mark);
  location.reload();
}
