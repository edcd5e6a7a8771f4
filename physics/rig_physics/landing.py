"""How near its goal a wrist lands, by the motions that `crates/sim` measures its driver with (`tests/all/bench/landing.rs`)."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import cube
from .judge import Judge
from .motions import CLAW, HALF, QUARTER, Motion
from .player import Player, Settings
from .world import World

# What each arm does in turn: quarters, or a claw's action.
EXERCISE = [1, "open", -1, "close", -2, "open", 2, "close"]
# Seconds from a landing to the look at it, as in `sim`.
REST = 0.06
# Of the noise; there are 16 landings for each.
SEEDS = range(4)
# Of the simulation, seconds.
STEP = 0.002


@dataclass(frozen=True)
class Row:
    """How far from their goals wrists ended, degrees."""

    turned: str
    miss: float  # standard deviation of the aim
    landings: int
    median: float
    within_95_percent: float
    worst: float


def exercise(model: Path, settings: Settings) -> list[float]:
    """The misses of the wrists of all arms, degrees: of a layer and of an open claw by turns."""
    world = World(model)
    world.model.opt.timestep = STEP
    world.set_arms()
    world.put_cube(cube.SOLVED)
    player = Player(world, Judge(world, "landing"), settings)
    player.press()
    misses = []
    for arm in world.arms:
        for what in EXERCISE:
            is_turn = isinstance(what, int)
            seconds = {1: QUARTER, 2: HALF}[abs(what)] if is_turn else CLAW
            motion = Motion(arm, "turn" if is_turn else what, what if is_turn else 0, 0.0, seconds)
            player.play([motion], cube.SOLVED, rest=REST)
            if is_turn:
                wanted = player.quarters[arm] * np.pi / 2
                joint = world.joint_names.index(motion.joint)
                misses.append(float(np.degrees(abs(world.positions()[joint] - wanted))))
    return misses


def measure(model: Path, noises: list[dict[str, float]]) -> list[Row]:
    """Rows for each kind of noise, with NXT motors."""
    rows = []
    for noise in noises:
        misses = []
        for seed in SEEDS:
            misses += exercise(model, Settings(by="arrival", motors=True, seed=seed, **noise))
        # Half of the turns of an arm are with a closed claw, each before one with an open claw.
        for turned, own, key in (
            ("layer", misses[::2], "aim_degrees"),
            ("open claw", misses[1::2], "open_aim_degrees"),
        ):
            figures = [round(float(np.quantile(own, share)), 2) for share in (0.5, 0.95, 1.0)]
            rows.append(Row(turned, noise[key], len(own), *figures))
    return rows
