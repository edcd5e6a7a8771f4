"""A layer that is misaligned: does it spring back when it is let go of, and does its neighbour turn past it?"""

from dataclasses import dataclass
from pathlib import Path

from . import cases, cube
from .judge import Judge
from .motions import CLAW, QUARTER, Motion
from .player import Player, Settings
from .world import World

# By how much the layer of arm F is turned, degrees.
DEGREES = (2, 5, 8, 12, 16, 20)


@dataclass(frozen=True)
class Misaligned:
    """One row: a layer off by this many degrees."""

    degrees: float
    let_go: bool  # Its claw opens; else it holds the layer misaligned.
    left_degrees: float  # Before the neighbour turns.
    after_degrees: float  # After it has turned.
    passes: bool  # The neighbour has made its quarter, and the stickers are right.
    torque: float  # Greatest of the neighbour's wrist, N m.


def measure(model_file: Path) -> list[Misaligned]:
    """All rows; of the neighbour's two directions the harder one."""
    return [
        max((play(model_file, degrees, let_go, quarters) for quarters in (1, -1)), key=hardness)
        for let_go in (True, False)
        for degrees in DEGREES
    ]


def hardness(row: Misaligned) -> tuple[bool, float]:
    """What makes one of two directions the harder one."""
    return (not row.passes, row.torque)


def play(model_file: Path, degrees: float, let_go: bool, quarters: int) -> Misaligned:
    """Arm F turns its layer by an angle and may let go; then arm R turns its layer."""
    world = World(model_file)
    world.put_cube(cube.SOLVED)
    player = Player(world, Judge(world, "misaligned"), Settings(by="arrival"))
    player.press()
    motions = [Motion("f", "turn", degrees / 90, 0.0, QUARTER)]
    if let_go:
        motions.append(Motion("f", "open", 0, QUARTER, QUARTER + CLAW))
    player.play(motions, cube.SOLVED)
    left = off(world)
    player.judge = Judge(world, "misaligned")
    result = player.play([Motion("r", "turn", quarters, 0.0, QUARTER)], cases.turned("r", quarters))
    arrived = not any("arrive" in reason for reason in result.failures)
    passes = arrived and result.solved
    return Misaligned(degrees, let_go, left, off(world), passes, result.torque["r_wrist"])


def off(world: World) -> float:
    """How far the layer in front is off, degrees."""
    _, degrees = cube.nearest(world.piece_rotations())
    return round(float(degrees[world.pieces.index("F")]), 2)
