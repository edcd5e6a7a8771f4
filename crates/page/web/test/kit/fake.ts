// Stands in for the server behind the page's socket: a test sets what it knows and how it answers.

import type { Page, WebSocketRoute } from "playwright-core";
import type { Answer, Ask, Part, Request } from "../../src/protocol";

/** What becomes of a request. */
export type Reply = Partial<Omit<Answer, "id">>;

/** A server that a test plays. */
export class Fake {
  /** All requests, oldest first, but those for pictures and for the language, which pages send by themselves. */
  readonly asked: Ask[] = [];
  /** Answers requests; by default all are done. */
  answer: (ask: Ask) => Reply = () => ({});
  private readonly parts = new Map<string, Part>();
  private readonly sockets = new Set<WebSocketRoute>();
  private isUp = true;

  constructor(parts: readonly Part[]) {
    for (const part of parts) this.parts.set(part.part, part);
  }

  /** Puts itself between a page and the network. */
  readonly attach = (page: Page): Promise<void> =>
    page.routeWebSocket(/\/socket$/, (socket) => {
      if (!this.isUp) return void socket.close({ code: 1001, reason: "" });
      this.sockets.add(socket);
      socket.onMessage((text) => this.onRequest(socket, JSON.parse(String(text)) as Request));
      socket.onClose(() => this.sockets.delete(socket));
      for (const part of this.parts.values()) socket.send(JSON.stringify(part));
    });

  /** Replaces a part, on all pages. */
  put(part: Part): void {
    this.parts.set(part.part, part);
    for (const socket of this.sockets) socket.send(JSON.stringify(part));
  }

  /** Sends the age of something, again and again as a real server does, until the returned function is called. */
  keepFresh(): () => void {
    const began = performance.now();
    const timer = setInterval(() => {
      for (const part of this.parts.values()) {
        if (part.part === "scene") this.put({ ...part, at: performance.now() - began });
        else if (["camera", "health"].includes(part.part)) this.put(part);
      }
    }, 250);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Sends a picture. */
  show(kind: 1 | 2, jpeg: Buffer): void {
    for (const socket of this.sockets) socket.send(Buffer.concat([Buffer.from([kind]), jpeg]));
  }

  /** Goes away, as when it was killed. */
  async drop(): Promise<void> {
    this.isUp = false;
    await Promise.all([...this.sockets].map((socket) => socket.close({ code: 1001, reason: "the server ends" })));
    this.sockets.clear();
  }

  /** Is there again. */
  comeBack(): void {
    this.isUp = true;
  }

  private onRequest(socket: WebSocketRoute, { id, ask }: Request): void {
    const isOwn = ask.do === "watch" || ask.do === "speak";
    if (!isOwn) this.asked.push(ask);
    const answer: Answer = { id, ok: true, text: "", stickers: [], cube: "", ...(isOwn ? {} : this.answer(ask)) };
    socket.send(JSON.stringify({ part: "answer", ...answer }));
  }
}
