// What the nodes report, and which are silent.

import { FRESH_NODE, type App } from "../app";
import { addToHeading, card, el, every, setAttribute, setText } from "../dom";
import type { NodeHealth } from "../protocol";
import { age, count } from "../words";

const WORDS: Record<string, string> = { ok: "ok", warn: "look at it", error: "error", late: "late", stale: "silent" };

/** One node's line. */
class Line {
  readonly element: HTMLElement;
  private readonly level = el("span", { class: "level" });
  private readonly message = el("span", { class: "node-message" });
  private readonly stamp = el("span", { class: "node-age" });
  private readonly values = el("dl", { class: "values" });
  private node: NodeHealth;

  constructor(node: NodeHealth) {
    this.node = node;
    const summary = el("summary", {}, this.level, el("span", { class: "node-name" }, node.name), this.message, this.stamp);
    this.element = el("details", { class: "node" }, summary, this.values);
  }

  show(node: NodeHealth): void {
    this.node = node;
    setText(this.message, node.message);
    const now = JSON.stringify(node.values);
    if (this.values.dataset.now === now) return;
    this.values.dataset.now = now;
    this.values.replaceChildren(...node.values.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
  }

  /** Marks the node by its level and its age; returns the level. Only the server knows who is silent: a page on a busy machine may
   * receive nothing for seconds. */
  refresh(since: number): string {
    const old = this.node.age + since;
    const level = old > FRESH_NODE && this.node.level === "ok" ? "late" : this.node.level;
    setAttribute(this.element, "data-level", level);
    setAttribute(this.element, "data-old", String(old > FRESH_NODE));
    setText(this.level, WORDS[level] ?? level);
    setText(this.stamp, old > FRESH_NODE ? `${age(old)} ago` : "");
    return level;
  }
}

/** The health's panel. */
export function healthPanel(app: App): HTMLElement {
  const list = el("div", { class: "nodes" });
  const empty = el("p", { class: "empty" }, "No node has reported yet.");
  const summary = el("span", { class: "pill", role: "status" });
  const section = card("health", "Nodes", empty, list);
  addToHeading(section, summary);
  const lines = new Map<string, Line>();
  const refresh = () => {
    const levels = [...lines.values()].map((line) => line.refresh(app.store.since("health")));
    // A report that is late says nothing of its node yet.
    const bad = levels.filter((level) => level !== "ok" && level !== "late").length;
    setAttribute(summary, "data-bad", String(bad > 0));
    setText(
      summary,
      lines.size === 0 ? "" : bad === 0 ? `all ${lines.size} ok` : `${count(bad, "node needs", "nodes need")} a look`,
    );
  };
  app.store.on("health", ({ nodes }) => {
    if (empty.hidden !== nodes.length > 0) empty.hidden = nodes.length > 0;
    const names = nodes.map((node) => node.name);
    for (const [name, line] of lines) {
      if (names.includes(name)) continue;
      line.element.remove();
      lines.delete(name);
    }
    for (const node of nodes) {
      let line = lines.get(node.name);
      if (!line) lines.set(node.name, (line = new Line(node)));
      line.show(node);
      if (!line.element.parentElement) list.append(line.element);
    }
    refresh();
  });
  every(500, refresh);
  return section;
}
