"""From which share of their travel open claws are free of what turns: played, and judged by what touches."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import cube
from .judge import Judge
from .motions import CLAW, QUARTER, Motion
from .player import Player, smooth
from .world import ARMS, JOINTS, World

# Contacts count while the turn is further than this from its start and from its end, degrees.
ABOUT_AT_REST = 1.0
# How finely the share is found.
HALVINGS = 6


@dataclass(frozen=True)
class Case:
    """What opens or closes, and by how many quarters what turns; where wrists stand when the claw is at the cube."""

    name: str
    claws: str
    turns: dict[str, int]
    wrists: dict[str, int]


@dataclass(frozen=True)
class Clearance:
    """One row: the least shares of a claw's travel at which nothing touches while a quarter is turned."""

    case: str
    stays: float | None  # The claw stays at this share; None: not even when it is open.
    opens: float | None  # It goes on opening: the turn may begin at this share.
    closes: float | None  # The turn may end when the claw has come to this share.


SIDEWAYS = {"f": 1, "b": 1}
CASES = [
    Case("own wrist turns, neighbours vertical", "f", {"f": 1}, {}),
    Case("own wrist turns, neighbours horizontal", "f", {"f": 1}, {"r": 1, "l": -1}),
    Case("the cube turns, open claws vertical", "fb", {"r": 1, "l": -1}, {}),
    Case("the cube turns, open claws horizontal", "fb", {"r": 1, "l": -1}, SIDEWAYS),
]


def measure(model_file: Path) -> list[Clearance]:
    """All rows."""
    ways = ("stays", "opens", "closes")
    return [Clearance(case.name, *(least(model_file, case, way) for way in ways)) for case in CASES]


def least(model_file: Path, case: Case, way: str) -> float | None:
    """The least share at which nothing touches."""
    if touches(model_file, case, way, 1.0):
        return None
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if touches(model_file, case, way, middle) else (low, middle)
    return round(high, 2)


def touches(model_file: Path, case: Case, way: str, share: float) -> bool:
    """Whether the claws touch the cube or another arm during the turn. A claw that closes does so after the same way back."""
    closes = way == "closes"
    world = World(model_file)
    before = {arm: case.wrists.get(arm, 0) + closes * case.turns.get(arm, 0) for arm in ARMS}
    world.set_arms(open_arms=case.claws if closes else "", quarters=before)
    world.put_cube(cube.SOLVED)
    player = Player(world, Judge(world, case.name))
    player.press("".join(arm for arm in ARMS if arm not in case.claws or not closes))
    grips = [JOINTS.index(f"{arm}_grip") for arm in case.claws]
    if not closes:
        goal = share if way == "stays" else 1.0
        for grip in grips:
            player.ramp(grip, goal * world.open_grip, CLAW)
        while grips[0] in player.ramps and (way == "stays" or reached(world, grips) < share):
            player.step()
    for arm, quarters in case.turns.items():
        player.begin(Motion(arm, "turn", -quarters if closes else quarters, 0.0, QUARTER))
    end = world.data.time + QUARTER
    # The claw begins to close so that it comes to the share when the turn ends.
    shares = [1 - smooth(part)[0] for part in np.linspace(0, 1, 101)]
    closing_at = end - CLAW * (100 - np.interp(share, shares[::-1], range(101))) / 100
    guide = JOINTS.index(f"{next(iter(case.turns))}_wrist")
    first, last = world.positions()[guide], player.goal[guide]
    while world.data.time < end + 0.1:
        if closes and closing_at <= world.data.time:
            closes = False
            for grip in grips:
                player.ramp(grip, world.touch_angle, CLAW)
        player.step()
        place = world.positions()[guide]
        under_way = np.degrees(min(abs(place - first), abs(place - last))) > ABOUT_AT_REST
        if under_way and touching(world, case.claws):
            return True
    return False


def reached(world: World, grips: list[int]) -> float:
    """The least share of its travel to which one of these claws has come."""
    return float(world.positions()[grips].min() / world.open_grip)


def touching(world: World, claws: str) -> bool:
    """Whether these claws touch the cube or another arm."""
    owners = world.owner[world.data.contact.geom]
    ours = np.isin(owners, [1 + ARMS.index(arm) for arm in claws])
    return bool((ours.any(axis=1) & ~ours.all(axis=1) & (owners != 0).all(axis=1)).any())
