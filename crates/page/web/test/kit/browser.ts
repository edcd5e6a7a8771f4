// The browser that the tests drive, and what no page of ours may do in it.

import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

export const FLAGS = [
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
export const STARTER = fileURLToPath(new URL("../kit/chromium.sh", import.meta.url));

/** What a browser reports of a server that is killed: requests under way then break off in several ways. */
export const SERVER_GONE = /WebSocket|net::ERR_|Failed to fetch/;

/** How a page is opened. */
export interface Opening {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** The language of the browser, such as `de-DE`; a tab of its own. */
  readonly locale?: string;
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
  await (await drawn(svg)).screenshot({ path: file });
}

/** Draws an SVG into a JPEG. */
export async function drawnJpeg(svg: string): Promise<Buffer> {
  return (await drawn(svg)).screenshot({ type: "jpeg", quality: 90 });
}

async function drawn(svg: string): Promise<Page> {
  easel ??= await (await theBrowser()).newPage({ viewport: { width: 640, height: 480 } });
  await easel.setContent(`<body style="margin:0">${svg}</body>`);
  return easel;
}

/** A tab of the browser, with a memory of its own. */
interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Tabs that their tests have left tidy: a new one would cost a second of processor time. A socket that a test once played cannot
 * be given back to a real server, so there is a tab for each. */
const tidy = new Map<"played" | "real", Tab>();

async function newTab(hasTouch: boolean, locale: string | undefined): Promise<Tab> {
  const context = await (await theBrowser()).newContext({ ignoreHTTPSErrors: true, hasTouch, reducedMotion: "reduce", ...(locale ? { locale } : {}) });
  const page = await context.newPage();
  // As all checks do, it waits four times as long as a calm machine needs.
  page.setDefaultTimeout(120_000);
  return { context, page };
}

/** Opens a page in a tab that nobody else uses. */
export async function open(
  address: string,
  { width = 1400, height = 900, dark = false, locale, prepare, mayComplain }: Opening = {},
): Promise<Watched> {
  const isPhone = width < 500;
  const isOwn = isPhone || locale !== undefined;
  const server = prepare ? "played" : "real";
  const left = isOwn ? undefined : tidy.get(server);
  if (left) tidy.delete(server);
  const tab = left ?? (await newTab(isPhone, locale));
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
    if (isOwn || tidy.has(server)) {
      await context.close();
    } else {
      await page.unrouteAll();
      await page.evaluate(() => [sessionStorage, localStorage].forEach((kept) => kept.clear()));
      await page.goto("about:blank");
      tidy.set(server, tab);
    }
    assert.deepEqual(errors, [], "the page reported errors");
    assert.equal(lost, false, "the drawing context was lost");
  };
  return { page, context, finish };
}

/**
 * Draws the cube without shadows and in a quarter of the pixels each way: the middle of a sticker is seen, and it is quick.
 * From the first picture on, if it comes in time: on a busy machine a fine one takes many seconds.
 */
export async function drawCoarsely(page: Page, ratio = 0.25): Promise<void> {
  const choose = (ratio: number) => {
    const stage = (window as any).cuberig?.view?.stage;
    if (stage) stage.fixed = { shadows: false, ratio };
    return stage !== undefined;
  };
  await page.waitForFunction(choose, ratio, { polling: 20 });
  await page.waitForFunction(() => (window as any).cuberig.view.stage.frames > 0, undefined, { polling: 20 });
}
