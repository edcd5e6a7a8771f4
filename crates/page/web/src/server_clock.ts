// The server's clock, estimated on this side: of the answers to questions for its time, the quickest one errs least.

/** Answers that count. Clocks drift apart by milliseconds a minute. */
const KEPT = 15;

/** The server's clock. */
export class ServerClock {
  private readonly asked = new Map<number, number>();
  private readonly samples: { readonly offset: number; readonly round: number }[] = [];

  /** A question is sent now. */
  ask(number: number): void {
    // Those of a lost connection are never answered.
    if (this.asked.size > KEPT) this.asked.clear();
    this.asked.set(number, performance.now());
  }

  /** The answer came: the server's milliseconds when it got the question. */
  note(number: number, at: number): void {
    const sent = this.asked.get(number);
    if (sent === undefined) return;
    this.asked.delete(number);
    const round = performance.now() - sent;
    this.samples.push({ offset: at - sent - round / 2, round });
    if (this.samples.length > KEPT) this.samples.shift();
  }

  /** A time of this page on the server's clock, in milliseconds; not a number before the first answer. */
  at(time: number): number {
    const [first, ...others] = this.samples;
    if (!first) return NaN;
    return time + others.reduce((best, sample) => (sample.round < best.round ? sample : best), first).offset;
  }
}
