"""Motions of the arms: what `cuberig plan --json` prints, and small cases made of the same."""

from dataclasses import dataclass
from typing import Iterable

import numpy as np

from . import cube

# Seconds of the shipped profiles (the small cases use them; plans bring their own).
CLAW, QUARTER, HALF = 0.52, 0.60, 1.00
# The neighbours of an arm.
NEIGHBOURS = {"r": "fb", "l": "fb", "f": "rl", "b": "rl"}
# Motions that begin within this of another's end begin after it, seconds.
SAME_INSTANT = 1e-6


@dataclass(frozen=True)
class Motion:
    """One motion of one arm."""

    arm: str
    action: str  # open, close or turn
    quarters: float  # of a turn; whole ones in plans
    start: float
    end: float
    # What must have come true before it starts, and how far it may go before others have ended: (motion, share of a way).
    waits: tuple[tuple[int, float], ...] | None = None
    holds: tuple[tuple[int, float], ...] = ()

    @property
    def joint(self) -> str:
        """The joint that moves."""
        return f"{self.arm}_{'wrist' if self.action == 'turn' else 'grip'}"

    @property
    def brick(self) -> str:
        """What drives the joint: one brick has the two wrists of a pair of arms, another its two claws."""
        pair = "rl" if self.arm in "rl" else "fb"
        return f"{pair}_{'rotate' if self.action == 'turn' else 'clamp'}"


def from_plan(plan: dict) -> list[Motion]:
    """The motions of a plan, which are in the order of their start."""

    def marks(listed: list[dict]) -> tuple[tuple[int, float], ...]:
        return tuple((mark["motion"], mark["share"]) for mark in listed)

    return [
        Motion(**motion | {"waits": marks(motion["waits"]), "holds": marks(motion["holds"])})
        for motion in plan["motions"]
    ]


def waits(motions: list[Motion]) -> list[tuple[tuple[int, float], ...]]:
    """What each motion waits for: other motions, and the share of its way that each must have done (1: it has arrived).

    Motions that do not say so wait for all that end before they begin.
    """

    def ended(motion: Motion) -> tuple[tuple[int, float], ...]:
        ends = [other.end for other in motions]
        return tuple((index, 1.0) for index, end in enumerate(ends) if end <= motion.start + SAME_INSTANT)

    return [ended(motion) if motion.waits is None else motion.waits for motion in motions]


class Sequence:
    """Motions written one after the other; those of one call are simultaneous."""

    def __init__(self) -> None:
        self.motions: list[Motion] = []
        self.now = 0.0

    def add(self, action: str, turns: dict[str, int] | Iterable[str]) -> "Sequence":
        """One action for several arms: arms, or arms with their quarters."""
        turns = turns if isinstance(turns, dict) else {arm: 0 for arm in turns}
        most = max(abs(quarters) for quarters in turns.values())
        end = self.now + {0: CLAW, 1: QUARTER, 2: HALF}[most]
        for arm, quarters in turns.items():
            self.motions.append(Motion(arm, action, quarters, self.now, end))
        self.now = end
        return self

    def regrip(self, arms: Iterable[str], quarters: int) -> "Sequence":
        """Claws let go, turn, and close again."""
        arms = list(arms)
        self.add("open", arms).add("turn", {arm: quarters for arm in arms})
        return self.add("close", arms)


def parsed(move: str) -> tuple[str, int]:
    """Face and quarters of a move such as `R`, `U2` or `F'`."""
    return move[0], {"": 1, "2": 2, "'": -1}[move[1:]]


def one_by_one(moves: str) -> list[Motion]:
    """Moves as the thesis' rig did them: turn, let go, turn back, close; nothing overlaps.

    A face without an arm first comes to one by a turn of the whole cube about R.
    """
    sequence, pose = Sequence(), np.eye(3, dtype=int)
    for face, quarters in map(parsed, moves.split()):
        if abs((pose @ cube.normal(face))[2]) == 1:
            turn = {"r": 1, "l": -1}
            sequence.add("open", "fb").add("turn", turn).add("close", "fb")
            sequence.add("open", "rl").add("turn", {"r": -1, "l": 1}).add("close", "rl")
            pose = cube.turn("R", 1) @ pose
        side = tuple(pose @ cube.normal(face))
        arm = next(name.lower() for name, normal in cube.NORMALS.items() if normal == side)
        sequence.add("turn", {arm: quarters}).regrip(arm, -quarters)
    return sequence.motions
