// A smart cube by Web Bluetooth reports its turns. `gan-web-bluetooth` knows the protocols of GAN (generations 2 to 4) and of MoYu's AI.

import { connectGanCube, cubeTimestampLinearFit, type GanCubeEvent } from "gan-web-bluetooth";
import { WESTERN, colorsOf } from "./cube/stickers";
import { SOLVED, type TimedTurn, type TurnListener, type TurnSource } from "./held_cube";
import { t } from "./language";

/** Milliseconds in which a cube answers its first question. */
const ANSWERS = 5000;
/** Milliseconds between questions how the cube is: a turn that was lost on the way shows then. */
const ASKED = 10_000;
/** Of this number of questions one is about its battery. */
const BATTERY = 6;

/** Why no cube can be connected in this browser; empty where one can. */
export function whyNoBluetooth(): string {
  if ("bluetooth" in navigator) return "";
  return isSecureContext
    ? t("bluetooth.none")
    : t("bluetooth.https");
}

/** Lets the learner choose a cube. `address`: its Bluetooth address, of which its key is made; empty where the browser can read it. */
export async function connectSmartCube(listener: TurnListener, address: string): Promise<TurnSource> {
  const connection = await connectGanCube(async () => address || null);
  let counted: number | undefined;
  let isEnding = false;
  let isRead: (is: boolean) => void = () => {};
  const first = new Promise<boolean>((done) => {
    isRead = done;
    setTimeout(() => done(false), ANSWERS);
  });
  const onEvent = (event: GanCubeEvent) => {
    if (event.type === "MOVE") {
      counted = event.serial;
      listener.turned({ move: event.move, at: event.localTimestamp ?? event.timestamp, own: event.cubeTimestamp ?? undefined });
    } else if (event.type === "FACELETS") {
      const stickers = colorsOf(event.facelets, WESTERN);
      // Without the right key, anything is read.
      if (Array.from(stickers).sort().join("") !== Array.from(SOLVED).sort().join("")) return;
      // The state can be newer than the newest turn that has arrived.
      if (counted === undefined || counted === event.serial) listener.seen(stickers);
      isRead(true);
    } else if (event.type === "BATTERY") {
      listener.battery(event.batteryLevel);
    } else if (event.type === "DISCONNECT" && !isEnding) {
      clearInterval(timer);
      isRead(false);
      listener.lost();
    }
  };
  const ask = (type: "REQUEST_FACELETS" | "REQUEST_BATTERY" | "REQUEST_RESET") =>
    // Where it fails the cube is gone, which is reported by itself.
    connection.sendCubeCommand({ type }).catch(() => {});
  let asked = 0;
  const timer = setInterval(() => void ask(++asked % BATTERY === 0 ? "REQUEST_BATTERY" : "REQUEST_FACELETS"), ASKED);
  const end = () => {
    isEnding = true;
    clearInterval(timer);
    void connection.disconnect().catch(() => {});
  };
  connection.events$.subscribe(onEvent);
  await ask("REQUEST_FACELETS");
  if (!(await first)) {
    end();
    throw new Error(t("bluetooth.silent"));
  }
  await ask("REQUEST_BATTERY");
  return {
    name: connection.deviceName.trim(),
    isDrawn: false,
    times,
    solved: () => void ask("REQUEST_RESET").then(() => ask("REQUEST_FACELETS")),
    end,
  };
}

/** By the cube's own clock, corrected by ours: its rate can be wrong, but it does not wait for the radio. */
function times(turns: readonly TimedTurn[]): number[] {
  const fitted = cubeTimestampLinearFit(
    turns.map(({ move, at, own }) => ({ face: 0, direction: 0, move, localTimestamp: at, cubeTimestamp: own ?? null })),
  );
  let last = 0;
  return turns.map(({ at }, index) => {
    const time = fitted[index]?.cubeTimestamp ?? Math.round(at - (turns[0]?.at ?? 0));
    return (last = Math.max(last, Number.isFinite(time) ? time : 0));
  });
}
