"""A cube that a person put in misaligned: is it centred after the claws have closed?"""

import json
from pathlib import Path

import numpy as np

from . import cube
from .judge import Judge, Result
from .motions import Motion, Sequence, from_plan
from .player import Player
from .world import World

# How far off a cube is put in: millimetres sideways (along x and y alike), degrees of yaw, millimetres up.
MISALIGNED = [
    (0.0, 0.0, 0.0),
    (2.0, 0.0, 0.0),
    (5.0, 0.0, 0.0),
    (0.0, 5.0, 0.0),
    (0.0, 10.0, 0.0),
    (0.0, -10.0, 0.0),
    (5.0, 10.0, 0.0),
    (5.0, -10.0, 0.0),
    (5.0, 10.0, 5.0),
]

# A cube is centred within this: millimetres, degrees.
CENTRED = (1.0, 2.0)

# Where wrists stand at first with all claws open (quarters), and what is done.
Way = tuple[dict[str, int], list[Motion]]

def as_planned(file: Path) -> Way:
    """As the action `load` does it: what `crates/planner` writes (its example `write_loading`)."""
    plan = json.loads(file.read_text())
    return plan["wrists"], from_plan(plan)


def all_vertical() -> Way:
    """R and L, then F and B, all with vertical fingers."""
    return {}, Sequence().add("close", "rl").add("close", "fb").motions


def horizontal_pair_first() -> Way:
    """R and L close with horizontal fingers, then F and B; then R and L take a vertical grip."""
    sequence = Sequence().add("close", "rl").add("close", "fb").add("open", "rl")
    sequence.add("turn", {"r": -1, "l": 1}).add("close", "rl")
    return {"r": 1, "l": -1}, sequence.motions


def both_pairs_horizontal() -> Way:
    """As before, then F and B take a horizontal grip and come back."""
    wrists, motions = horizontal_pair_first()
    sequence = Sequence()
    sequence.motions, sequence.now = motions, motions[-1].end
    sequence.regrip("fb", 1).regrip("fb", -1)
    return wrists, sequence.motions


def ways(planned: Path | None) -> dict[str, Way]:
    """The way of the action `load`, if its motions were written, or else others to compare with."""
    if planned:
        return {"load": as_planned(planned)}
    return {
        "all vertical": all_vertical(),
        "R and L horizontal first": horizontal_pair_first(),
        "R and L, later F and B horizontal": both_pairs_horizontal(),
    }


def lets_go(motions: list[Motion], arms: str) -> float:
    """When a hand lets go of the cube: the claws of a pair, as far as a rig with these arms has them, are all closed."""
    pairs = [set(pair) & set(arms) for pair in ("rl", "fb")]
    closed: set[str] = set()
    for motion in sorted(motions, key=lambda motion: motion.end):
        if motion.action == "close":
            closed.add(motion.arm)
        elif motion.action == "open":
            closed.discard(motion.arm)
        if any(pair and pair <= closed for pair in pairs):
            return motion.end
    raise ValueError("no pair holds the cube")


def load(model_file: Path, name: str, way: Way, misaligned: tuple[float, float, float]) -> Result:
    """Loads a cube that lies misaligned. The hand gives way, and carries the weight until it lets go."""
    millimetres, degrees, up = misaligned
    wrists, motions = way
    world = World(model_file)
    world.set_arms(open_arms=world.arms, quarters=wrists)
    away = millimetres / 1000 / np.sqrt(2)
    world.put_cube(cube.SOLVED, (away, away, up / 1000), degrees)
    gravity = world.model.opt.gravity.copy()
    world.model.opt.gravity[:] = 0
    held = lets_go(motions, world.arms)

    def let_go() -> None:
        if held <= world.data.time:
            world.model.opt.gravity[:] = gravity

    player = Player(world, Judge(world, name), watch=let_go)
    player.play(motions, cube.SOLVED)
    # Only how it ends counts.
    high = f", {up:.0f} mm up" if up else ""
    player.judge = Judge(world, f"{millimetres:.0f} mm {degrees:.0f} deg{high}, {name}")
    player.wait(0.2)
    result = player.judge.end(cube.SOLVED, motions[-1].end, 0.0)
    if CENTRED[0] < result.worst_millimetres or CENTRED[1] < result.worst_tilt_degrees:
        player.judge.fail("the cube is not centred")
    return result
