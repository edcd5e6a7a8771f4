"""How near its goal a wrist lands, by the motions that `crates/sim` measures its driver with (`tests/all/bench/settling.rs`)."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import cube
from .judge import Judge
from .missed import simulated_wrists
from .motions import CLAW, HALF, QUARTER, Motion
from .player import Player, Settings
from .world import World

# What each arm does in turn: quarters, or a claw's action.
EXERCISE = [1, "open", -1, "close", -2, "open", 2, "close"]
# Seconds from a landing to the look at it, as in `sim`.
REST = 0.06
# Of the noise; each gives 16 landings, half of them of layers.
SEEDS = range(2)
# Of the simulation, seconds.
STEP = 0.002


@dataclass(frozen=True)
class Row:
    """How far from their goals wrists ended, degrees."""

    who: str
    turned: str
    landings: int
    median: float
    within_95_percent: float
    worst: float


def exercise(model: Path, settings: Settings) -> dict[str, list[float]]:
    """The misses of the wrists of all arms, degrees, by what they turned."""
    world = World(model)
    world.model.opt.timestep = STEP
    world.set_arms()
    world.put_cube(cube.SOLVED)
    player = Player(world, Judge(world, "landing"), settings)
    player.press()
    misses: dict[str, list[float]] = {"layer": [], "open claw": []}
    for arm in world.arms:
        turned = "layer"
        for what in EXERCISE:
            is_turn = isinstance(what, int)
            seconds = {1: QUARTER, 2: HALF}[abs(what)] if is_turn else CLAW
            motion = Motion(arm, "turn" if is_turn else what, what if is_turn else 0, 0.0, seconds)
            player.play([motion], cube.SOLVED, rest=REST)
            if is_turn:
                wanted = player.quarters[arm] * np.pi / 2
                joint = world.joint_names.index(motion.joint)
                misses[turned].append(float(np.degrees(world.positions()[joint] - wanted)))
            else:
                turned = "open claw" if what == "open" else "layer"
    return misses


def row(who: str, turned: str, misses: list[float]) -> Row:
    """The quantiles of misses in either direction."""
    figures = [round(float(np.quantile(np.abs(misses), share)), 2) for share in (0.5, 0.95, 1.0)]
    return Row(who, turned, len(misses), *figures)


def measure(model: Path, noise: dict[str, float], profile: str) -> list[Row]:
    """Where wrists land with NXT motors: in `sim`, and here with and without what they miss there."""
    rows = []
    for turned in ("layer", "open claw"):
        wrists = simulated_wrists(profile)
        drawn = [
            miss
            for wrist in wrists
            for (of, _), misses in wrist.items()
            for miss in misses
            if of == turned
        ]
        rows.append(row("sim", turned, drawn))
    for who, lands_as in (("noise", profile), ("noise, no misses", "")):
        misses: dict[str, list[float]] = {"layer": [], "open claw": []}
        for seed in SEEDS:
            settings = Settings(by="arrival", motors=True, seed=seed, lands_as=lands_as, **noise)
            for turned, own in exercise(model, settings).items():
                misses[turned] += own
        rows += [row(who, turned, own) for turned, own in misses.items()]
    return rows
