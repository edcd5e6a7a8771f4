// Keys report turns of a cube that is only drawn.

import { KEYS } from "./cube/keys";
import type { TurnListener, TurnSource } from "./held_cube";
import { isTyping } from "./shell";

/** Begins to take keys that turn a face; other keys keep their meaning. */
export async function connectKeys(listener: TurnListener): Promise<TurnSource> {
  const onKey = (event: KeyboardEvent) => {
    const move = /^[URFDLB]'?$/.exec(KEYS.get(event.key) ?? "")?.[0];
    if (!move || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Such a key does not stop a clock.
    event.stopImmediatePropagation();
    if (!event.repeat) listener.turned({ move, at: event.timeStamp });
  };
  addEventListener("keydown", onKey, { capture: true });
  return {
    name: "Keys",
    isDrawn: true,
    times: (turns) => turns.map(({ at }) => Math.round(at - (turns[0]?.at ?? 0))),
    solved: () => {},
    end: () => removeEventListener("keydown", onKey, { capture: true }),
  };
}
