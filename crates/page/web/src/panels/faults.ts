// Makes something go wrong in the simulated rig, and ends it again. All that can be chosen is offered.

import type { App } from "../app";
import { requestButton } from "../button";
import { el, setText } from "../dom";
import type { FaultKind } from "../protocol";

type Choices = FaultKind["targets"];

/** The part; hidden where the rig has no faults. */
export function faultsPart(app: App): HTMLElement {
  const name = el("select", { id: "fault" });
  const target = choice("fault-target", "Where");
  const variant = choice("fault-variant", "Seen as");
  const amount = el("input", { type: "number", id: "fault-amount", step: "any" });
  const unit = el("label", { for: "fault-amount" });
  const amountPart = el("div", {}, unit, amount);
  const what = el("p", { class: "note" });
  const begin = requestButton(app, "fault", "Make it happen", "plain", () => {
    if (!amount.reportValidity()) return undefined;
    return { do: "fault", name: name.value, target: target.select.value + variant.select.value, amount: Number(amount.value) };
  });
  const clear = requestButton(app, "clear_faults", "Clear faults", "plain", () => ({ do: "clear_faults" }));
  const part = el(
    "details",
    { class: "faults" },
    el("summary", {}, "Faults"),
    el("label", { for: "fault" }, "Fault"),
    name,
    what,
    el("div", { class: "pair" }, target.part, variant.part, amountPart),
    el("div", { class: "row" }, begin, clear),
  );
  let known: readonly FaultKind[] = [];
  const show = () => {
    const fault = known.find((fault) => fault.name === name.value);
    setText(what, fault ? `${fault.about.charAt(0).toUpperCase()}${fault.about.slice(1)}.` : "");
    target.offer(fault?.targets ?? []);
    variant.offer(fault?.variants ?? []);
    const { unit: counted = "", least = 0, most = 0, usual = 0 } = fault?.amount ?? {};
    amountPart.hidden = !fault?.amount;
    setText(unit, `Amount (${counted})`);
    Object.assign(amount, { min: String(least), max: String(most), value: String(usual) });
  };
  name.addEventListener("change", show);
  app.store.on("hello", ({ faults }) => {
    if (JSON.stringify(known) === JSON.stringify(faults)) return;
    known = faults;
    name.replaceChildren(...known.map((fault) => el("option", { value: fault.name }, fault.name.replaceAll("_", " "))));
    part.hidden = known.length === 0;
    show();
  });
  return part;
}

/** A choice with its label, hidden while there is nothing to choose. */
function choice(id: string, label: string): { part: HTMLElement; select: HTMLSelectElement; offer(choices: Choices): void } {
  const select = el("select", { id });
  const part = el("div", {}, el("label", { for: id }, label), select);
  const offer = (choices: Choices) => {
    select.replaceChildren(...choices.map(([value, words]) => el("option", { value }, words)));
    part.hidden = choices.length === 0;
  };
  return { part, select, offer };
}
