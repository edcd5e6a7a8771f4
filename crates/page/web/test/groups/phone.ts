// A phone is the rig's camera: pictures arrive, the link is cut, the page is hidden, another phone comes.

import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { open, drawCoarsely } from "../kit/browser";
import { Cable, GREYS, Phone } from "../kit/camera";
import { Fake } from "../kit/fake";
import { serveFiles } from "../kit/files";
import { rigAtWork } from "../kit/parts";
import { Show } from "../kit/show";

let cable: Cable | undefined;
let show: Show;
let phone: Phone;
/** The page's address as a phone names it. */
let address: string;

before(async () => {
  cable = Cable.lay();
  show = await Show.start("phone");
  phone = await Phone.start(cable?.place);
  const own = new URL(show.address);
  if (cable) own.hostname = cable.server;
  address = own.href;
});
after(async () => {
  await phone.end();
  show.end();
  cable?.end();
});

/** The page on the phone; it is closed after the test. */
async function opened(t: TestContext): Promise<Page> {
  const page = await phone.open(address);
  t.after(() => page.context().close());
  return page;
}

const line = (page: Page) => page.locator(".camera-own");
const who = (page: Page) => page.locator(".camera-who");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** How many pictures arrived so far. */
async function arrived(page: Page): Promise<number> {
  return Number(/(\d+) pictures arrived/.exec((await line(page).textContent()) ?? "")?.[1] ?? 0);
}

/** Waits for this many more pictures. */
async function more(page: Page, count: number): Promise<void> {
  const wanted = (await arrived(page)) + count;
  await page.waitForFunction((wanted) => Number(/(\d+) pictures arrived/.exec(document.querySelector(".camera-own")?.textContent ?? "")?.[1]) >= wanted, wanted);
}

/** The grey in the middle of the camera's picture on a page. */
function grey(page: Page): Promise<number> {
  return page.locator(".picture canvas").evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    return (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(width / 2, height / 2, 1, 1).data[0] ?? 0;
  });
}

test("what the phone's camera sees is seen on the other pages, with its name, rate and age", async (t) => {
  const page = await opened(t);
  const watched = await open(show.address);
  await drawCoarsely(watched.page);
  await who(watched.page).filter({ hasText: "No browser is the camera" }).waitFor();
  await press(page, "Use this camera");
  await who(watched.page).filter({ hasText: /Chrome on Linux: \d+ pictures a second, \d+ ms old/ }).waitFor();
  // It is the film, and not one picture of it.
  const seen = new Set<number>();
  for (const until = Date.now() + 60_000; seen.size < 2; ) {
    assert.ok(Date.now() < until, `only the grey ${[...seen].join()} was seen`);
    const now = await grey(watched.page);
    const near = GREYS.find((grey) => Math.abs(now - grey) < 12);
    if (near !== undefined) seen.add(near);
  }
  await more(page, 15);
  assert.match((await line(page).textContent()) ?? "", /\d+ ms old on arrival/);
  const size = await watched.page.locator(".picture canvas").evaluate((canvas) => [(canvas as HTMLCanvasElement).width, (canvas as HTMLCanvasElement).height]);
  assert.deepEqual(size, [640, 480]);
  await press(page, "End this camera");
  await who(watched.page).filter({ hasText: "Chrome on Linux is the camera no more" }).waitFor();
  await watched.finish();
});

test("one phone at a time is the camera, and the other one reads which", async (t) => {
  const first = await opened(t);
  await press(first, "Use this camera");
  await more(first, 3);
  const second = await opened(t);
  await press(second, "Use this camera");
  await second.locator(".camera-note").filter({ hasText: "Chrome on Linux is the camera now: end it there first" }).waitFor();
  await first.context().close();
  await press(second, "Use this camera");
  await more(second, 3);
});

test("a page that was hidden says how long, and its pictures go on", async (t) => {
  const page = await opened(t);
  await press(page, "Use this camera");
  await more(page, 3);
  const hide = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  // A phone that locks its screen takes the camera away too.
  await hide(true);
  await page.evaluate(() => {
    const video = document.querySelector("video") as HTMLVideoElement;
    for (const track of (video.srcObject as MediaStream).getTracks()) track.stop();
  });
  await who(page).filter({ hasText: /No picture has come from Chrome on Linux for \d+ s: is it locked/ }).waitFor();
  await hide(false);
  await page.locator(".camera-note").filter({ hasText: /interrupted for \d+ s/ }).waitFor();
  await more(page, 5);
});

test("a link that is cut for longer than a connection lives is no end of it", async (t) => {
  if (!cable) return t.skip("network namespaces need root and iproute2");
  const page = await opened(t);
  await press(page, "Use this camera");
  await more(page, 3);
  cable.plug(false);
  await page.locator("body.lost").waitFor();
  cable.plug(true);
  await page.locator("body:not(.lost)").waitFor();
  await more(page, 5);
});

test("the page shows a code of each address, and the certificate's fingerprint", async () => {
  const watched = await open(show.address);
  const { page } = watched;
  await drawCoarsely(page);
  const offered = await page.evaluate(() => (window as any).cuberig.app.store.get("phone"));
  const button = page.getByRole("button", { name: "Open on a phone" });
  await button.click();
  const panel = page.locator(".open-phone");
  assert.equal(await panel.locator("li code").textContent(), offered.fingerprint);
  const choices = await panel.locator(".choice").all();
  assert.equal(choices.length, offered.ways.length);
  for (const [at, { address, code }] of offered.ways.entries()) {
    if (offered.ways.length > 1) await choices[at]?.click();
    assert.equal(await panel.locator(".phone-address").textContent(), address);
    const image = panel.locator(".phone-code");
    assert.equal(decodeURIComponent((await image.getAttribute("src")) ?? ""), `data:image/svg+xml,${code}`);
    await image.evaluate((image) => (image as HTMLImageElement).decode());
  }
  await panel.getByRole("button", { name: "Close" }).click();
  assert.equal(await panel.count(), 0);
  assert.ok(await button.evaluate((button) => button === document.activeElement), "the keyboard goes on from the button");
  await watched.finish();
});

test("where phones cannot reach the page, it names the launch arguments, and a button that is off gives its reason", async () => {
  const reason = "no recorder keeps the last minute: launch the rig with last_minute:=true";
  const parts = rigAtWork().map((part) => {
    if (part.part === "hello") return { ...part, has_rig: false };
    return part.part === "controls" ? { ...part, reasons: { ...part.reasons, save_recording: reason } } : part;
  });
  const fake = new Fake([...parts, { part: "phone", ways: [], fingerprint: "", instead: "such:=arguments" }]);
  const watched = await open(await serveFiles(), { prepare: fake.attach });
  const { page } = watched;
  await page.getByRole("button", { name: "Open on a phone" }).click();
  await page.locator(".open-phone code", { hasText: "such:=arguments" }).waitFor();
  await page.locator("[data-control=save_recording]").dispatchEvent("click");
  await page.locator(".answer", { hasText: "no recorder keeps the last minute" }).waitFor();
  assert.deepEqual(fake.asked.filter((ask) => ask.do === "save_recording"), []);
  const controls = parts.find((part) => part.part === "controls");
  assert.ok(controls?.part === "controls");
  fake.put({ ...controls, reasons: { ...controls.reasons, save_recording: "" } });
  fake.answer = () => ({ text: "The last minute is saved in /a.mcap." });
  await page.locator("[data-control=save_recording]:not([aria-disabled])").click();
  await page.locator(".answer", { hasText: "/a.mcap" }).waitFor();
  await watched.finish();
});
