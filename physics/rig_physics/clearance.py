"""From which share of their travel open claws are free of what turns: kinematics alone, nothing moves by force."""

from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

from .world import World

# Angles at which distances are looked at, degrees; and how finely the share is found.
ANGLES = range(0, 91, 3)
HALVINGS = 7
FAR = 0.05


@dataclass(frozen=True)
class Clearance:
    """One row: what moves, and the shares of a claw's travel from which it has this many millimetres."""

    case: str
    free: float | None  # None: not even when fully open
    two_millimetres: float | None


def geoms(world: World, arms: str) -> list[int]:
    """What touches of these arms' wrists and fingers."""
    bodies = {f"{arm}_{part}" for arm in arms for part in ("wrist_link", "finger_1", "finger_2")}
    ids = {world.model.body(name).id for name in bodies}
    model = world.model
    return [g for g in range(model.ngeom) if model.geom_bodyid[g] in ids and model.geom_contype[g]]


def nearest(world: World, ones: list[int], others: list[int]) -> float:
    """The least distance between two sets of geoms, metres; at most FAR."""
    model, data = world.model, world.data
    reach = model.geom_rbound
    least = FAR
    for one in ones:
        for other in others:
            apart = np.linalg.norm(data.geom_xpos[one] - data.geom_xpos[other])
            if apart - reach[one] - reach[other] < least:
                distance = mujoco.mj_geomDistance(model, data, one, other, FAR, np.zeros(6))
                least = min(least, distance)
    return least


def pose(world: World, share: float, open_arms: str, wrists: dict[str, float], cube_turn: float) -> None:
    """Puts the claws at a share, wrists at degrees, and the cube turned about the axis of arm R."""
    world.set_arms()
    for arm in open_arms:
        world.put_claw(arm, share * world.open_grip)
    for arm, degrees in wrists.items():
        world.data.joint(f"{arm}_wrist").qpos = np.radians(degrees)
    # Clockwise as arm R sees it is a negative turn about x.
    half = -np.radians(cube_turn) / 2
    world.data.joint("cube").qpos = [*world.centre, np.cos(half), np.sin(half), 0, 0]
    mujoco.mj_kinematics(world.model, world.data)


def measure(model_file: Path) -> list[Clearance]:
    """All rows."""
    world = World(model_file)
    cube = [world.model.geom(piece).id for piece in world.pieces]
    own, pair, other = geoms(world, "f"), geoms(world, "rl"), geoms(world, "fb")

    def own_turn(first: int, neighbours: int, against: list[int]):
        """Claw F turns by a quarter from `first`, while R and L hold at an angle."""
        def distance(share: float, angle: int) -> float:
            pose(world, share, "f", {"f": first + angle, "r": neighbours, "l": neighbours}, 0)
            return nearest(world, own, against)
        return distance

    def cube_turn(held: int, against: list[int]):
        """R and L turn the cube by a quarter, while F and B stand open at an angle."""
        def distance(share: float, angle: int) -> float:
            wrists = {"f": held, "b": held, "r": angle, "l": -angle}
            pose(world, share, "fb", wrists, angle)
            return nearest(world, other, against)
        return distance

    cases = {
        "own wrist turns, against the cube": own_turn(0, 0, cube),
        "own wrist turns, neighbours closed and vertical": own_turn(0, 0, pair),
        "own wrist turns to horizontal, neighbours closed and horizontal": own_turn(0, 90, pair),
        "the cube turns, open claws vertical, against the cube": cube_turn(0, cube),
        "the cube turns, open claws vertical, against the turning claws": cube_turn(0, pair),
        "the cube turns, open claws horizontal, against the cube": cube_turn(90, cube),
        "the cube turns, open claws horizontal, against the turning claws": cube_turn(90, pair),
    }
    return [Clearance(name, free(case, 0.0), free(case, 0.002)) for name, case in cases.items()]


def free(distance, wanted: float) -> float | None:
    """The least share from which a distance is wanted at every angle; it grows with the share."""
    def is_free(share: float) -> bool:
        # Closed claws touch: that much is no collision.
        return all(wanted - 1e-5 <= distance(share, angle) for angle in ANGLES)

    if not is_free(1.0):
        return None
    if is_free(0.0):
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if is_free(middle) else (middle, high)
    return round(high, 2)
