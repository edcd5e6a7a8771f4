// Ways to enter a cube, and to settle what a photograph leaves in doubt. The server is played by the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Ask, Part } from "../../src/protocol";
import { open, type Opening, type Watched } from "../kit/browser";
import { Fake } from "../kit/fake";
import { serveFiles } from "../kit/files";
import { colored, handScan, rigAtWork, scrambled, controls } from "../kit/parts";
import { PlayedLesson } from "../kit/lesson";
import { soon } from "../kit/soon";

interface Opened {
  readonly page: Page;
  readonly fake: Fake;
  readonly watched: Watched;
}

/** Opens a page whose server the test plays; `behind` stands behind its address. */
async function openPage(parts: readonly Part[], opening: Opening = {}, behind = ""): Promise<Opened> {
  const fake = new Fake(parts);
  fake.answer = answerMoves;
  const watched = await open(`${await serveFiles()}${behind}`, { ...opening, prepare: fake.attach });
  await watched.page.locator(".card").first().waitFor();
  return { page: watched.page, fake, watched };
}

const RIG = [
  ...rigAtWork().filter(({ part }) => !["controls", "hello"].includes(part)),
  ...rigAtWork()
    .filter(({ part }) => part === "hello")
    .map((part) => ({ ...part, has_rig: false }) as Part),
  controls({}),
];
const shown = (page: Page) =>
  page.$$eval(".editor .net .sticker", (cells) => cells.map((cell) => cell.getAttribute("data-color")).join(""));
/** Makes a cube of moves: each text has another one. */
const cubeOf = (moves: string) => colored(scrambled(moves.length));
const answerMoves = (ask: Ask) => (ask.do === "from_moves" ? { cube: cubeOf(ask.moves), text: "this is the cube" } : {});

for (const [name, parts] of [["hand scan", handScan()], ["rig", RIG]] as const)
  test(`a cube is entered by moves on the page of a ${name}, typed or by buttons for fingers, and a link carries it`, async () => {
    const { page, watched } = await openPage(parts, { width: 390, height: 800 });
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text: string) => void ((window as any).copied = text) } });
    });
    if (name === "rig") await page.getByText("Another cube", { exact: true }).click();
    await page.getByText("By moves", { exact: true }).click();
    await page.locator("#cube-moves").fill("R U2");
    await page.getByRole("button", { name: "Read the moves" }).click();
    await soon(async () => (await shown(page)) === cubeOf("R U2"));
    await page.getByRole("group", { name: "Add a turn" }).getByRole("button", { name: "F'", exact: true }).click();
    await soon(async () => (await shown(page)) === cubeOf("R U2 F'"));
    assert.equal(await page.getByRole("group", { name: "Add a turn" }).getByRole("button").count(), 18);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, "nothing is wider than the screen");
    await page.getByRole("button", { name: "Copy a link to this cube" }).click();
    await page.locator(".answer", { hasText: "The link is copied." }).waitFor();
    const link = new URL(await page.evaluate(() => (window as any).copied));
    assert.equal(new URLSearchParams(link.hash.slice(1)).get("moves"), "R U2 F'");
    await watched.finish();

    const other = await openPage(parts, {}, link.hash);
    await soon(async () => (await shown(other.page)) === cubeOf("R U2 F'"));
    assert.equal(await other.page.locator("#cube-moves").inputValue(), "R U2 F'");
    assert.equal(await other.page.locator("#cube-moves").evaluate((input) => input.closest("details.another")?.hasAttribute("open") ?? true), true);
    await other.watched.finish();
  });

test("a link carries a cube of letters, and no token", async () => {
  const cube = colored(scrambled(6));
  const { page, watched } = await openPage(handScan(), {}, `#token=secret-secret-secret&cube=${cube}`);
  await soon(async () => (await shown(page)) === cube);
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text: string) => void ((window as any).copied = text) } });
  });
  await page.getByRole("button", { name: "Copy a link to this cube" }).click();
  await page.locator(".answer", { hasText: "The link is copied." }).waitFor();
  const link = (await page.evaluate(() => (window as any).copied)) as string;
  assert.ok(link.includes(`cube=${cube}`) && !link.includes("secret"), link);
  await watched.finish();
});

test("photographs in each other's boxes are named, and put right by a click", async () => {
  const { page, watched } = await openPage(handScan());
  const cube = colored(scrambled(9));
  const swapped = Array.from(cube, (_, at) => cube.charAt(9 * [0, 4, 2, 3, 1, 5][Math.floor(at / 9)]! + (at % 9))).join("");
  const sent: string[] = [];
  await page.route("**/photos", (route) => {
    const files = [...(route.request().postDataBuffer()?.toString("latin1") ?? "").matchAll(/filename="(\w)/g)].map((match) => match[1]);
    sent.push(files.join(""));
    const ok = files.join("") === "URFDLB";
    const text = ok ? "the photographs show this cube" : "these six faces make no cube: a face may be turned, shown twice or misread";
    return route.fulfill({ json: { id: 0, ok, text, stickers: [], cube: ok ? cube : swapped } });
  });
  await page.getByText("By six photographs").click();
  const buffer = await page.screenshot({ type: "jpeg", clip: { x: 0, y: 0, width: 30, height: 30 } });
  for (const [at, face] of Array.from("URFDLB").entries())
    await page.locator(`#photo-${face}`).setInputFiles({ name: `${"ULFDRB".charAt(at)}.jpg`, mimeType: "image/jpeg", buffer });
  await page.getByRole("button", { name: "Read the photographs" }).click();
  await page.getByText("Exchange the photographs red and orange: the box red has the orange face, the box orange has the red face.").waitFor();
  await page.getByRole("button", { name: "Put them right" }).click();
  await page.getByText("the photographs show this cube").waitFor();
  assert.deepEqual(sent, ["ULFDRB", "URFDLB"]);
  await soon(async () => (await shown(page)) === cube);
  await watched.finish();
});

test("a link that is opened in the middle of a lesson brings its cube, and the lesson goes on", async () => {
  const lesson = new PlayedLesson(colored(scrambled(4)), ["R", "U", "F"]);
  lesson.at = 1;
  const { page, fake, watched } = await openPage(lesson.parts(), {}, "#lesson&moves=R+U2");
  await page.getByText("Your lesson goes on. The cube of the link waits").waitFor();
  await soon(async () => (await shown(page)) === cubeOf("R U2"));
  assert.ok(await page.getByRole("button", { name: "Teach this cube" }).isVisible());
  await page.getByText("2 moves left").waitFor();
  assert.deepEqual(fake.asked.map(({ do: what }) => what).filter((what) => !["from_moves", "check"].includes(what)), [], "nothing is taught anew");
  await watched.finish();
});

test("stickers in doubt are looked at on their photographs: right, or another colour", async () => {
  const { page, fake, watched } = await openPage(handScan());
  const cube = colored(scrambled(9));
  fake.answer = () => ({ text: "this cube exists" });
  const picture = await page.screenshot({ type: "jpeg", clip: { x: 0, y: 0, width: 30, height: 30 } });
  const pictures = Array.from("FD", (face) => ({ face, picture: `data:image/jpeg;base64,${picture.toString("base64")}`, quarters: 0 }));
  await page.route("**/photos", (route) =>
    route.fulfill({ json: { id: 0, ok: true, text: "look at two stickers", stickers: [20, 29], cube, pictures } }),
  );
  await page.getByText("By six photographs").click();
  for (const face of "URFDLB")
    await page.locator(`#photo-${face}`).setInputFiles({ name: `${face}.jpg`, mimeType: "image/jpeg", buffer: picture });
  await page.getByRole("button", { name: "Read the photographs" }).click();

  // A page without a rig learns the colours from the photographs.
  const patches = page.locator(".own-patches li");
  const rgb = [[236, 232, 222], [226, 214, 120], [216, 96, 140], [206, 62, 48], [130, 196, 120], [112, 176, 196]] as never;
  fake.put(controls({}, ["say", "set_cube", "photos", "learn_colors"]));
  fake.answer = (ask) => (ask.do === "learn_colors" ? { text: "learned", learned: { colors: rgb, warnings: [] } } : { text: "this cube exists" });
  await page.getByRole("button", { name: "Learn this cube's colours" }).click();
  await patches.first().waitFor();
  assert.equal(await patches.count(), 6);
  assert.deepEqual(fake.asked.at(-1), { do: "learn_colors", cube });
  // The first one is looked at by itself, with a ring where it is.
  const ringed = (name: string) => page.getByRole("img", { name: new RegExp(`with a ring around ${name}$`) });
  await ringed("F3").waitFor();
  const ring = page.locator(".ring");
  assert.deepEqual([await ring.getAttribute("x"), await ring.getAttribute("y")], ["1.5", "-0.5"]);
  assert.equal(await page.locator(".editor .sticker[data-doubt]").count(), 2);
  await page.getByText("Look at F3 of your cube.").waitFor();
  await page.getByRole("button", { name: "This is right" }).click();
  await ringed("D3").waitFor();
  const other = cube.charAt(29) === "R" ? "B" : "R";
  await page.locator(`.paint[data-color='${other}']`).click();
  await page.getByRole("button", { name: "This is right" }).waitFor({ state: "hidden" });
  assert.equal(await page.locator(".editor .sticker[data-doubt]").count(), 0);
  await page.locator("[data-control=set_cube]:not([aria-disabled])").click();
  const sent = cube.slice(0, 29) + other + cube.slice(30);
  await soon(() => JSON.stringify(fake.asked.at(-1)) === JSON.stringify({ do: "set_cube", cube: sent }));
  await watched.finish();
});

test("a cube that is not whole is not sent, and a sticker in doubt of a rig's cube is settled without a photograph", async () => {
  const { page, fake, watched } = await openPage(RIG);
  const cube = colored(scrambled(4));
  fake.answer = () => ({ text: "The rig knows the cube." });
  await page.getByText("2 stickers are in doubt. Look at F3").waitFor();
  await page.getByRole("button", { name: "This is right" }).click();
  await page.getByText("Look at D3 of your cube.").waitFor();
  await page.getByRole("button", { name: "This is right" }).click();
  await page.locator("[data-sticker='0']").click();
  await page.locator(".paint[data-color='?']").click();
  await page.locator("[data-control=set_cube][title='Give every sticker its colour first: 1 sticker left.']").click({ force: true });
  assert.ok(!fake.asked.some((ask) => ask.do === "set_cube"));
  await page.locator("[data-sticker='0']").click();
  if ((await page.locator("[data-sticker='0']").getAttribute("aria-pressed")) !== "true") await page.locator("[data-sticker='0']").click();
  await page.locator(`.paint[data-color='${cube.charAt(0)}']`).click();
  await page.locator("[data-control=set_cube]:not([aria-disabled])").click();
  await soon(() => JSON.stringify(fake.asked.at(-1)) === JSON.stringify({ do: "set_cube", cube }));
  await watched.finish();
});

test("moves and texts that cannot be read take the verdict on the cube before away", async () => {
  const { page, fake, watched } = await openPage(handScan());
  fake.answer = (ask) => (ask.do === "from_moves" ? { cube: cubeOf(ask.moves), text: "this is the cube" } : { text: "this cube is possible" });
  await page.getByText("By moves", { exact: true }).click();
  await page.locator("#cube-moves").fill("R U2");
  await page.getByRole("button", { name: "Read the moves" }).click();
  const verdict = page.locator(".editor .verdict");
  await verdict.filter({ hasText: "This cube is possible" }).waitFor();
  fake.answer = (ask) => (ask.do === "from_moves" ? { ok: false, text: "'h' at character 1 is not a move in standard notation" } : { text: "this cube is possible" });
  await page.locator("#cube-moves").fill("h");
  await page.getByRole("button", { name: "Read the moves" }).click();
  await verdict.filter({ hasText: "“h” is not a move" }).waitFor();
  assert.equal(await verdict.getAttribute("data-ok"), "false");
  fake.answer = () => ({ text: "this cube is possible" });
  await page.getByText("By text", { exact: true }).click();
  await page.locator("#cube-text").fill("WRG");
  await page.getByRole("button", { name: "Read the text" }).click();
  await verdict.filter({ hasText: "54 letters are needed." }).waitFor();
  await watched.finish();
});

test("a typed cube has its faces in the order of the program that it comes from, and the solved cube is a button", async () => {
  const { page, watched } = await openPage(handScan());
  const cube = cubeOf("R U2 F");
  const face = (name: string) => cube.slice(9 * "URFDLB".indexOf(name), 9 * "URFDLB".indexOf(name) + 9);
  await page.getByText("By text", { exact: true }).click();
  await page.locator("#cube-text").fill(Array.from("ULFRBD", face).join(" "));
  await page.locator("#cube-order").fill("ulfrbb");
  await page.getByRole("button", { name: "Read the text" }).click();
  await page.locator(".editor .verdict").filter({ hasText: "each of U R F D L B once" }).waitFor();
  await page.locator("#cube-order").fill("ulfrbd");
  await page.getByRole("button", { name: "Read the text" }).click();
  await soon(async () => (await shown(page)) === cube);
  await page.getByRole("button", { name: "A solved cube" }).click();
  await soon(async () => (await shown(page)) === Array.from("WRGYOB", (letter) => letter.repeat(9)).join(""));
  await watched.finish();
});

test("the second click of a double click presses nothing that has come under the pointer", async () => {
  const { page, fake, watched } = await openPage(handScan());
  fake.answer = (ask) => (ask.do === "from_moves" ? { cube: cubeOf(ask.moves), text: "this is the cube" } : { text: "done" });
  await page.getByText("By moves", { exact: true }).click();
  await page.locator("#cube-moves").fill("R U2 F");
  await page.getByRole("button", { name: "Read the moves" }).click();
  await soon(async () => (await shown(page)) === cubeOf("R U2 F"));
  const send = page.locator(".editor [data-control=set_cube]:not([aria-disabled])");
  // Something comes under the pointer with the first click.
  await send.evaluate((button) =>
    button.addEventListener("click", (event) => {
      const { clientX, clientY } = event as MouseEvent;
      const other = document.createElement("button");
      other.id = "other";
      other.style.cssText = `position: fixed; left: ${clientX - 20}px; top: ${clientY - 20}px; width: 40px; height: 40px; z-index: 99`;
      other.addEventListener("click", () => ((window as any).pressed = ((window as any).pressed ?? 0) + 1));
      document.body.append(other);
    }),
  );
  await send.dblclick();
  await soon(() => fake.asked.some((ask) => ask.do === "set_cube"));
  const pressed = () => page.evaluate(() => (window as any).pressed ?? 0);
  assert.equal(await pressed(), 0, "the second click does not count");
  await page.waitForTimeout(500);
  await page.locator("#other").click();
  assert.equal(await pressed(), 1, "later a click there counts");
  await watched.finish();
});
