// A smart cube that speaks GAN's second protocol, by the public description of its packets and with a cube by the tests' own geometry.

import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Page } from "playwright-core";
import { PlayedDevice, type Packet } from "./bluetooth";
import { PLACES, normalOf } from "./geometry";
import { applied } from "./lesson";

export const SOLVED = Array.from("WRGYOB", (color) => color.repeat(9)).join("");
export const GAN_2 = {
  service: "6e400001-b5a3-f393-e0a9-e50e24dc4179",
  commands: "28be4a4a-cd67-11e9-a32f-2a2ae2dbcce4",
  state: "28be4cb6-cd67-11e9-a32f-2a2ae2dbcce4",
};
export const GAN_4 = {
  service: "00000010-0000-fff7-fff6-fff5fff4fff0",
  commands: "0000fff5-0000-1000-8000-00805f9b34fb",
  state: "0000fff6-0000-1000-8000-00805f9b34fb",
};
const KEY = [0x01, 0x02, 0x42, 0x28, 0x31, 0x91, 0x16, 0x07, 0x20, 0x05, 0x18, 0x54, 0x42, 0x11, 0x12, 0x53];
const VECTOR = [0x11, 0x03, 0x32, 0x28, 0x21, 0x01, 0x76, 0x27, 0x20, 0x95, 0x78, 0x14, 0x32, 0x12, 0x02, 0x43];
const COLORS = "WRGYOB";
const CORNERS = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"];
const EDGES = ["UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR"];
/** The stickers of a piece, in the order of its name. */
const stickersOf = (piece: string) => {
  const at = [0, 1, 2].map((axis) => Array.from(piece).reduce((sum, face) => sum + normalOf(face)[axis]!, 0));
  return Array.from(piece, (face) => PLACES.findIndex((place) => String(place.piece) === String(at) && String(place.normal) === String(normalOf(face))));
};

/** The cube. */
export class GanCube {
  stickers = SOLVED;
  battery = 83;
  /** What the page has asked for, by the first byte. */
  readonly asked: number[] = [];
  private serial = 250;
  private device!: PlayedDevice;
  private readonly recent: [string, number][] = [];

  private constructor(private readonly address: string) {}

  /** Puts it into a page. `advertises`: whether the browser can read its address. */
  static async on(page: Page, address = "AB:12:34:00:DE:EF", advertises = true): Promise<GanCube> {
    const cube = new GanCube(address);
    const backwards = address.split(":").map((pair) => parseInt(pair, 16)).reverse();
    const device = { ...GAN_2, name: "GANtest", ...(advertises ? { advertised: [1, [0, 0, 0, ...backwards]] as const } : {}) };
    cube.device = await PlayedDevice.on(page, device, (bytes) => cube.gets(bytes));
    return cube;
  }

  /** Turns a face; the packet arrives `after` milliseconds, and the cube's clock has gone on by `elapsed`. */
  async turn(moves: string, elapsed = 120, arrive = (at: number) => at * elapsed): Promise<void> {
    const quarters = moves.split(" ").flatMap((move) => (move.endsWith("2") ? [move.charAt(0), move.charAt(0)] : [move]));
    await this.device.send(quarters.map((move, at) => ({ bytes: this.moved(move, elapsed), after: arrive(at) })));
  }

  /** Turned while nobody listened. */
  turnSilently(moves: string): void {
    this.stickers = applied(this.stickers, moves);
  }

  leave(): Promise<void> {
    return this.device.leave();
  }

  private moved(move: string, elapsed: number): number[] {
    this.stickers = applied(this.stickers, move);
    this.serial = (this.serial + 1) % 256;
    this.recent.unshift([move, elapsed]);
    const newest = Array.from({ length: 7 }, (_, at) => this.recent[at] ?? (["U", 0] as const));
    return this.packet([
      [2, 4],
      [this.serial, 8],
      ...newest.flatMap(([move]): Bits[] => [["URFDLB".indexOf(move.charAt(0)), 4], [move.endsWith("'") ? 1 : 0, 1]]),
      ...newest.map(([, elapsed]): Bits => [elapsed, 16]),
    ]);
  }

  private facelets(): number[] {
    const [corners, edges] = [CORNERS, EDGES].map((names) => names.map((place) => {
      const shown = stickersOf(place).map((sticker) => "URFDLB"[COLORS.indexOf(this.stickers[sticker] ?? "")]);
      const piece = names.findIndex((name) => Array.from(name).sort().join() === [...shown].sort().join());
      return [piece, shown.indexOf(names[piece]?.charAt(0))] as const;
    })) as [(readonly [number, number])[], (readonly [number, number])[]];
    const [seven, eleven] = [corners.slice(0, 7), edges.slice(0, 11)];
    return this.packet([
      [4, 4],
      [this.serial, 8],
      ...seven.map(([piece]): Bits => [piece, 3]),
      ...seven.map(([, twist]): Bits => [twist, 2]),
      ...eleven.map(([piece]): Bits => [piece, 4]),
      ...eleven.map(([, flip]): Bits => [flip, 1]),
    ]);
  }

  private gets(bytes: number[]): void {
    const [what = 0] = this.ciphered(bytes, false);
    this.asked.push(what);
    if (what === 0x0a) this.stickers = SOLVED;
    const answer = what === 0x04 ? this.facelets() : what === 0x09 ? this.packet([[9, 4], [0, 4], [this.battery, 8]]) : undefined;
    // The page may have gone.
    if (answer) void this.device.send([{ bytes: answer, after: 5 }]).catch(() => {});
  }

  private packet(words: readonly Bits[]): number[] {
    const bits = words.map(([value, length]) => value.toString(2).padStart(length, "0")).join("").padEnd(160, "0");
    return this.ciphered(Array.from({ length: 20 }, (_, at) => parseInt(bits.slice(8 * at, 8 * at + 8), 2)), true);
  }

  /** Two blocks of 16 bytes that overlap in the middle. */
  private ciphered(bytes: number[], encrypts: boolean): number[] {
    const salt = this.address.split(":").map((pair) => parseInt(pair, 16)).reverse();
    const salted = (base: number[]) => Buffer.from(base.map((byte, at) => (at < 6 ? (byte + salt[at]!) % 255 : byte)));
    const out = Buffer.from(bytes);
    for (const from of encrypts ? [0, 4] : [4, 0]) {
      const make = encrypts ? createCipheriv : createDecipheriv;
      const cipher = make("aes-128-cbc", salted(KEY), salted(VECTOR)).setAutoPadding(false);
      out.set(Buffer.concat([cipher.update(out.subarray(from, from + 16)), cipher.final()]), from);
    }
    return Array.from(out);
  }
}

/** A number, and its length in bits. */
type Bits = readonly [number, number];
export type { Packet };
