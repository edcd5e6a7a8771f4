// A page with nothing but a cube on it, for tests that look at its stickers.

import type { Page } from "playwright-core";
import { drawCoarsely, open, type Watched } from "./browser";
import { Fake } from "./fake";
import { serveFiles } from "./files";
import { rigAtWork, scene } from "./parts";

/** A page with nothing but a cube, so that it is drawn quickly. */
export async function openCube(ratio = 0.25): Promise<{ watched: Watched; fake: Fake }> {
  const parts = rigAtWork().map((part) => (part.part === "hello" ? { ...part, has_rig: false } : part));
  const fake = new Fake(parts.filter(({ part }) => ["hello", "cube", "controls"].includes(part)));
  const watched = await open(await serveFiles(), { width: 740, height: 640, prepare: fake.attach });
  await drawCoarsely(watched.page, ratio);
  return { watched, fake };
}

/** Shows a scene, and waits until its stickers are drawn. */
export function painter(page: Page, fake: Fake): (stickers: string, more?: Parameters<typeof scene>[2]) => Promise<void> {
  let at = 0;
  return async (stickers, more = {}) => {
    fake.put(scene((at += 1000), stickers, more));
    await page.evaluate(
      async ([stickers, layers]) => {
        const { view } = (window as any).cuberig;
        for (let frame = 0; frame < 200; frame++) {
          const shown = view.scenes.at(performance.now() + 1000)?.posture.cube;
          if (shown?.stickers === stickers && JSON.stringify(shown.layers) === layers) break;
          await new Promise(requestAnimationFrame);
        }
        view.tick(performance.now() + 1000);
      },
      [stickers, JSON.stringify(more.layers ?? [0, 0, 0, 0])],
    );
  };
}
