"""A cube that a person put in askew: is it centred after the claws have closed?"""

from pathlib import Path

import numpy as np

from . import cube
from .judge import Judge, Result
from .motions import Motion, Sequence
from .player import Player
from .world import ARMS, World

# How far off a cube is put in: millimetres sideways, degrees of yaw.
ASKEW = [(0.0, 0.0), (2.0, 0.0), (5.0, 0.0), (0.0, 5.0), (0.0, 10.0), (5.0, 10.0)]

# A cube is centred within this: millimetres, degrees.
CENTRED = (1.0, 2.0)


def all_vertical() -> tuple[dict[str, int], list[Motion]]:
    """As the action `load` closes them: R and L, then F and B, with vertical fingers."""
    return {}, Sequence().add("close", "rl").add("close", "fb").motions


def horizontal_pair_first() -> tuple[dict[str, int], list[Motion]]:
    """R and L close with horizontal fingers, then F and B; then R and L take a vertical grip."""
    sequence = Sequence().add("close", "rl").add("close", "fb").add("open", "rl")
    sequence.add("turn", {"r": -1, "l": 1}).add("close", "rl")
    return {"r": 1, "l": -1}, sequence.motions


def both_pairs_horizontal() -> tuple[dict[str, int], list[Motion]]:
    """As before, then F and B take a horizontal grip and come back."""
    wrists, motions = horizontal_pair_first()
    sequence = Sequence()
    sequence.motions, sequence.now = motions, motions[-1].end
    sequence.regrip("fb", 1).regrip("fb", -1)
    return wrists, sequence.motions


WAYS = {
    "all vertical": all_vertical,
    "R and L horizontal first": horizontal_pair_first,
    "R and L, later F and B horizontal": both_pairs_horizontal,
}


def load(model_file: Path, way: str, millimetres: float, degrees: float) -> Result:
    """Loads a cube that lies askew; a hand holds it until the first claws have closed."""
    wrists, motions = WAYS[way]()
    world = World(model_file)
    world.set_arms(open_arms=ARMS, quarters=wrists)
    away = millimetres / 1000 / np.sqrt(2)
    world.put_cube(cube.SOLVED, (away, away, 0.0), degrees)
    gravity = world.model.opt.gravity.copy()
    world.model.opt.gravity[:] = 0
    first_closed = motions[0].end

    def let_go() -> None:
        if first_closed <= world.data.time:
            world.model.opt.gravity[:] = gravity

    player = Player(world, Judge(world, way), watch=let_go)
    player.play(motions, cube.SOLVED)
    # Only how it ends counts.
    player.judge = Judge(world, f"{millimetres:.0f} mm {degrees:.0f} deg, {way}")
    player.wait(0.2)
    result = player.judge.end(cube.SOLVED, motions[-1].end, 0.0)
    if CENTRED[0] < result.worst_millimetres or CENTRED[1] < result.worst_tilt_degrees:
        player.judge.fail("the cube is not centred")
    return result
