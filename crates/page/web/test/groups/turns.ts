// The page's own table of moves against two others: that of the command line, and the tests' own geometry.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readTurn, turned } from "../../src/cube/turns";
import table from "../data/moves.txt";
import { moved, tipped } from "../kit/geometry";

/** The page's picture after some moves. */
function after(stickers: string, moves: string): string {
  return moves.split(" ").reduce((cube, move) => {
    const turn = readTurn(move);
    assert.ok(turn, `${move} is a move`);
    return turned(cube, turn);
  }, stickers);
}

/** 54 letters, all different. */
const LETTERS = Array.from({ length: 54 }, (_, index) => String.fromCodePoint(0x100 + index)).join("");

test("the 18 moves carry stickers as the command line does", () => {
  const lines = table.split("\n").filter((line) => line && !line.startsWith("#"));
  assert.equal(lines.length, 36);
  for (const line of lines) {
    const [move = "", before = "", expected] = line.split(" ");
    assert.equal(after(before, move), expected, move);
    const quarters = move.endsWith("2") ? 2 : move.endsWith("'") ? -1 : 1;
    assert.equal(moved(before, move.charAt(0), quarters), expected, `the tests' own geometry, ${move}`);
  }
});

test("slices, wide moves and rotations are what they are made of", () => {
  for (const [one, other] of [
    ["x", "R M' L'"],
    ["y", "U E' D'"],
    ["z", "F S B'"],
    ["Rw", "L x"],
    ["f2", "B2 z2"],
    ["u'", "U' E"],
    ["M2", "R2 L2 x2"],
  ] as const) {
    assert.equal(after(LETTERS, one), after(LETTERS, other), `${one} is ${other}`);
  }
  for (const [rotation, face] of [
    ["x", "R"],
    ["y", "U"],
    ["z'", "F"],
  ] as const) {
    assert.equal(after(LETTERS, rotation), tipped(LETTERS, face, rotation.endsWith("'") ? -1 : 1), rotation);
  }
});

test("what is no move is none", () => {
  for (const text of ["", "Q", "R3", "R''", "Mw", "R2 2", "xw"]) assert.equal(readTurn(text), undefined, text);
});
