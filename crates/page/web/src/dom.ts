// Small helpers to make and change elements.

type Child = Node | string | null | undefined;
type Attributes = Record<string, string | number | boolean | EventListener | undefined>;

/** Makes an element. Attributes that begin with `on` are listeners; `true` is an empty attribute, `false` none; those of ARIA say both. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== undefined && (value !== false || name.startsWith("aria-")))
      element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined));
  return element;
}

/** Sets a text only when it is another one, so that live regions stay silent. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets or removes an attribute, only when that changes something. */
export function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** A part of the page with a heading. */
export function card(name: string, title: string, ...children: Child[]): HTMLElement {
  const heading = el("h2", { id: `${name}-title` }, title);
  return el(
    "section",
    { class: `card ${name}`, "aria-labelledby": `${name}-title` },
    el("header", { class: "card-head" }, heading),
    ...children,
  );
}

/** Adds something to a card's heading. */
export function addToHeading(section: HTMLElement, ...children: Child[]): void {
  section.querySelector(".card-head")?.append(...children.filter((child): child is Node | string => child != null));
}

/** Runs something now and then for as long as the page is there. */
export function every(milliseconds: number, work: () => void): void {
  work();
  setInterval(() => document.hidden || work(), milliseconds);
}
