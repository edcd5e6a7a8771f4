// The browser that the tests drive, and what no page of ours may do in it.

import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // WebGL without a graphics card.
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-gpu-compositing",
];

/** Next to the bundle of the tests. */
const STARTER = fileURLToPath(new URL("../kit/chromium.sh", import.meta.url));

/** What a browser reports of a server that is killed: requests under way then break off in several ways. */
export const SERVER_GONE = /WebSocket|net::ERR_|Failed to fetch/;

/** How a page is opened. */
export interface Opening {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** Whether the scene is drawn, true by default. Tests of texts and buttons leave it out: each picture takes long without a graphics card. */
  readonly isDrawn?: boolean;
  /** Called before the page is loaded, such as to stand in for its server. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Console errors that this test provokes. */
  readonly mayComplain?: RegExp;
}

/** A page and all that went wrong on it. */
export interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Fails when the page reported an error, asked another host for anything, or lost its drawing context. */
  finish(): Promise<void>;
}

let browser: Browser | undefined;

async function theBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({ executablePath: STARTER, args: FLAGS });
  return browser;
}

/** Closes the browser after all tests. */
export async function closeBrowser(): Promise<void> {
  await browser?.close();
}

/** Where SVGs are drawn, one after the other. */
let easel: Page | undefined;

/** Draws an SVG into a PNG file. */
export async function drawing(svg: string, file: string): Promise<void> {
  easel ??= await (await theBrowser()).newPage({ viewport: { width: 640, height: 480 } });
  await easel.setContent(`<body style="margin:0">${svg}</body>`);
  await easel.screenshot({ path: file });
}

/** A tab of the browser, with a memory of its own. */
interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Tabs that their tests have left tidy: a new one would cost a second of processor time. What cannot be changed of a tab is its key:
 * whether it has touch, draws, and whether a test once played its socket, which cannot be given back to a real server. */
const tidy = new Map<string, Tab>();

async function newTab(hasTouch: boolean, isDrawn: boolean): Promise<Tab> {
  const context = await (await theBrowser()).newContext({ ignoreHTTPSErrors: true, hasTouch, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript(onView, { coarse: COARSE, isDrawn });
  // As all checks do, it waits four times as long as a calm machine needs.
  page.setDefaultTimeout(120_000);
  return { context, page };
}

/** Opens a page in a tab that nobody else uses. */
export async function open(
  address: string,
  { width = 1400, height = 900, dark = false, isDrawn = true, prepare, mayComplain }: Opening = {},
): Promise<Watched> {
  const isPhone = width < 500;
  const kind = JSON.stringify([isPhone, isDrawn, prepare !== undefined]);
  const left = tidy.get(kind);
  tidy.delete(kind);
  const tab = left ?? (await newTab(isPhone, isDrawn));
  const { context, page } = tab;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  const errors: string[] = [];
  const report = (text: string) => mayComplain?.test(text) || errors.push(text);
  page.on("console", (message) => message.type() === "error" && report(message.text()));
  page.on("pageerror", (error) => report(String(error.stack ?? error)));
  const { host } = new URL(address);
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["blob:", "data:"].includes(url.protocol) && url.host !== host) report(`a request to ${url.href}`);
  });
  page.on("websocket", (socket) => new URL(socket.url()).host === host || report(`a socket to ${socket.url()}`));
  await prepare?.(page);
  await page.goto(address);
  const finish = async () => {
    const lost = await page.evaluate(
      () => (window as never as { cuberig?: { view?: { stage?: { lost: boolean } } } }).cuberig?.view?.stage?.lost ?? false,
    );
    for (const event of ["console", "pageerror", "request", "websocket"]) page.removeAllListeners(event);
    if (tidy.has(kind)) {
      await context.close();
    } else {
      await page.unrouteAll();
      await page.evaluate(() => sessionStorage.clear());
      await page.goto("about:blank");
      tidy.set(kind, tab);
    }
    assert.deepEqual(errors, [], "the page reported errors");
    assert.equal(lost, false, "the drawing context was lost");
  };
  return { page, context, finish };
}

/** Without shadows and in a quarter of the pixels each way: the middle of a sticker is seen, and it is quick. */
const COARSE = { shadows: false, ratio: 0.25 };

/** Has each view that the page builds draw so from its first picture on, or not at all. */
function onView({ coarse, isDrawn }: { coarse: typeof COARSE; isDrawn: boolean }): void {
  let [debug, view]: any[] = [];
  const build = (built: any) => {
    view = built;
    if (view.stage) view.stage.fixed = coarse;
    // All but the pixels.
    const place = (scene: any, camera: any) => (scene.updateMatrixWorld(), camera.updateMatrixWorld());
    if (view.stage && !isDrawn) view.stage.renderer.render = place;
  };
  const begin = (given: object) => {
    debug = Object.defineProperty(given, "view", { get: () => view, set: build });
  };
  Object.defineProperty(window, "cuberig", { get: () => debug, set: begin });
}

/** Draws as for people: finely when nothing moves. */
export async function drawFully(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as any).cuberig?.view?.stage, undefined, { polling: 20 });
  await page.evaluate(() => {
    const { stage } = (window as any).cuberig.view;
    stage.fixed = undefined;
    stage.draw();
  });
}

/** Waits until the first coarse picture is drawn; `ratio` is another number of pixels for each pixel of the page. */
export async function isDrawn(page: Page, ratio = COARSE.ratio): Promise<void> {
  await page.waitForFunction(() => (window as any).cuberig?.view?.stage?.frames > 0, undefined, { polling: 20 });
  if (ratio === COARSE.ratio) return;
  const before = await page.evaluate((fixed) => {
    const { stage } = (window as any).cuberig.view;
    stage.fixed = fixed;
    stage.draw();
    return stage.frames;
  }, { ...COARSE, ratio });
  await page.waitForFunction((before) => (window as any).cuberig.view.stage.frames > before, before, { polling: 20 });
}

/** Has the turns of a lesson's cube take an eighth of their time: only where they end is looked at. */
export async function hurry(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { cube } = (window as any).cuberig.view;
    const play = cube.play.bind(cube);
    cube.play = (turn: unknown, milliseconds: number, from?: number) => play(turn, milliseconds / 8, from);
  });
}
