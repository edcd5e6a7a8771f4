// The newest parts that the server sent, when each came, and who wants to know.

import type { FromServer } from "./protocol";

type Part = FromServer["part"];
type Of<Name extends Part> = Extract<FromServer, { part: Name }>;
type Listener<Name extends Part> = (part: Of<Name>) => void;

/** What is known on this side of the connection. */
export class Store {
  private readonly parts = new Map<Part, { value: FromServer; came: number }>();
  private readonly listeners = new Map<Part, ((part: FromServer) => void)[]>();

  /** Takes a part, and calls its listeners. */
  put(value: FromServer): void {
    this.parts.set(value.part, { value, came: performance.now() });
    for (const listener of this.listeners.get(value.part) ?? []) listener(value);
  }

  /** The newest of its kind; nothing before the first. */
  get<Name extends Part>(name: Name): Of<Name> | undefined {
    return this.parts.get(name)?.value as Of<Name> | undefined;
  }

  /** Milliseconds since the newest of its kind came. */
  since(name: Part): number {
    const part = this.parts.get(name);
    return part ? performance.now() - part.came : Infinity;
  }

  /** Calls `listener` with each part of a kind, and at once with the newest where there is one. */
  on<Name extends Part>(name: Name, listener: Listener<Name>): void {
    const listeners = this.listeners.get(name) ?? [];
    listeners.push(listener as unknown as (part: FromServer) => void);
    this.listeners.set(name, listeners);
    const now = this.get(name);
    if (now) listener(now);
  }
}
