"""Small cases: one thing that claws do with a cube, for every arm and wrist position."""

import itertools
from dataclasses import dataclass
from typing import Iterator

import numpy as np

from . import cube
from .motions import NEIGHBOURS, Motion, Sequence, parsed
from .world import ARMS



@dataclass(frozen=True)
class Case:
    """Where wrists stand at first (quarters), what is done, the stickers that are wanted, and those at first."""

    name: str
    wrists: dict[str, int]
    motions: list[Motion]
    wanted: str
    start: str = cube.SOLVED


def turned(arm: str, quarters: int) -> str:
    """A solved cube after the face of an arm was turned clockwise by this many quarters."""
    return after(arm.upper() + {1: "", 2: "2", 3: "'"}[quarters % 4])


def after(moves: str) -> str:
    """A solved cube after moves."""
    lie = {piece: np.eye(3, dtype=int) for piece in pieces()}
    for face, quarters in map(parsed, moves.split()):
        for piece, rotation in lie.items():
            if (rotation @ cube.home(piece)) @ cube.normal(face) == 1:
                lie[piece] = cube.turn(face, quarters) @ rotation
    return cube.facelets_of(lie)


def pieces() -> list[str]:
    """The names of all 26 pieces."""
    faces = {place: [f for f in "URFDLB" if np.dot(place, cube.normal(f)) > 0] for place in places()}
    return sorted("".join(of_piece) for of_piece in faces.values() if of_piece)


def places() -> list[tuple[int, int, int]]:
    """All 27 places."""
    return list(itertools.product((-1, 0, 1), repeat=3))


def hold(pair: str, wrist: int) -> Case:
    """The other pair lets go; this one holds the cube against gravity for two seconds."""
    motions = Sequence().add("open", NEIGHBOURS[pair[0]]).motions
    late = [Motion(arm, "close", 0, 2.52, 3.04) for arm in NEIGHBOURS[pair[0]]]
    return Case(f"hold by {pair} at {wrist * 90}", {arm: wrist for arm in pair}, motions + late, cube.SOLVED)


def turn(arm: str, wrist: int, quarters: int) -> Case:
    """A claw turns its face."""
    motions = Sequence().add("turn", {arm: quarters}).motions
    name = f"turn {arm} from {wrist * 90} by {quarters * 90}"
    return Case(name, {arm: wrist}, motions, turned(arm, quarters))


def regrip(arm: str, wrist: int, quarters: int) -> Case:
    """A claw lets go, turns and closes again."""
    motions = Sequence().regrip(arm, quarters).motions
    return Case(f"regrip {arm} from {wrist * 90} by {quarters * 90}", {arm: wrist}, motions, cube.SOLVED)


def whole(pair: str, wrist: int, quarters: int) -> Case:
    """A pair turns the whole cube while the other pair is open, and the other pair closes again."""
    others = NEIGHBOURS[pair[0]]
    motions = Sequence().add("open", others).add("turn", {pair[0]: quarters, pair[1]: -quarters})
    name = f"cube by {pair} from {wrist * 90} by {quarters * 90}"
    wrists = {pair[0]: wrist, pair[1]: -wrist}
    return Case(name, wrists, motions.add("close", others).motions, cube.SOLVED)


def quick() -> list[Case]:
    """One turn and one regrip."""
    return [turn("r", 0, 1), regrip("f", 0, -1)]


def every(limit: int = 2) -> Iterator[Case]:
    """Each case with every arm and every wrist position within a twist limit (quarters)."""
    wrists = range(-limit, limit + 1)
    for pair in ("rl", "fb"):
        yield from (hold(pair, wrist) for wrist in wrists)
    for arm in ARMS:
        for wrist in wrists:
            for quarters in (-2, -1, 1, 2):
                if abs(wrist + quarters) <= limit:
                    yield turn(arm, wrist, quarters)
                    yield regrip(arm, wrist, quarters)
    for pair in ("rl", "fb"):
        for wrist in wrists:
            for quarters in (-2, -1, 1, 2):
                if abs(wrist + quarters) <= limit:
                    yield whole(pair, wrist, quarters)
