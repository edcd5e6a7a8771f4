"""`python -m rig_physics`: plays small cases, or plans of scrambled cubes, and says how it went."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Callable, Iterator

# MuJoCo looks at this when it is loaded. Only films draw, and they need no display.
films = any(word.startswith("--film") for word in sys.argv)
os.environ.setdefault("MUJOCO_GL", "egl" if films else "disable")

from . import misaligned, cases, clearance, contact, cube, landing, loading, motions, report, sensitivity  # noqa: E402
from .judge import Judge, Result  # noqa: E402
from .player import Player, Settings  # noqa: E402
from .world import MODELS, World  # noqa: E402

# With --noise: late starts, the play of NXT motors (`BACKLASH_DEGREES` of `crates/brick`), and wrists that land as its driver
# lands them in `crates/sim`.
NOISE = {"latency": 0.015, "jitter": 0.015, "backlash_degrees": 2.0}

# What is measured on small set-ups, not judged.
MEASURES = {
    "clearances": [lambda given: clearance.measure(given.model), lambda given: contact.measure(given.model)],
    "misaligned": [lambda given: misaligned.measure(given.model)],
    "landings": [lambda given: landing.measure(given.model, NOISE, given.lands_as)],
}

# Plays one run, and films it if a file is named.
Run = Callable[[Path | None], Result]


def arguments() -> argparse.Namespace:
    """What was typed."""
    parser = argparse.ArgumentParser(prog="rig_physics", description=__doc__)
    add = parser.add_argument
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--quick", action="store_true", help="one turn and one regrip")
    what.add_argument("--cases", action="store_true", help="all small cases")
    what.add_argument("--sensitivity", action="store_true", help="where a move begins to fail")
    what.add_argument("--loading", action="store_true", help="cubes that are put in misaligned")
    what.add_argument("--clearances", action="store_true", help="when open claws are out of the way")
    what.add_argument("--misaligned", action="store_true", help="what a layer that is misaligned does")
    what.add_argument("--landings", action="store_true", help="how near its goal a wrist lands with motors and noise")
    what.add_argument("--cubes", type=int, default=1, help="how many scrambled cubes")
    add("--seed", type=int, default=1, help="of the first cube")
    add("--one-by-one", action="store_true", help="each move as the thesis' rig did it, not the fastest plan")
    add("--model", type=Path, default=MODELS / "rig.mjcf.xml", help="MJCF file")
    add("--cuberig", default="cuberig", help="the command that plans")
    add("--profile", default="nxt-2015", help="what plans are made for")
    add("--by", choices=["time", "arrival"], default="time", help="what starts the next motion")
    add("--motors", action="store_true", help="NXT motors instead of servos")
    add("--noise", action="store_true", help="late starts, play, and wrists that land as the driver of crates/brick lands them")
    add("--lands-as", default="nxt-2015", help="with --noise: the profile whose landings are drawn, of those in rig_physics/landings")
    add("--latency", type=float, default=0.0, help="seconds, for each motion")
    add("--play", type=float, default=0.0, help="half of the play of the motors' gears, degrees of the motor")
    add("--miss", type=float, default=0.0, help="degrees by which wrists end off (standard deviation)")
    add("--friction", type=float, default=1.0, help="factor on that of the fingers")
    add("--torque", type=float, default=1.0, help="factor on that of the servos")
    add("--step", type=float, default=1.0, help="milliseconds, of the simulation")
    add("--planned", type=Path, help="with --loading: what the example write_loading of crates/planner printed")
    add("--film", type=Path, help="MP4 file, of the first run")
    add("--json", action="store_true", help="one JSON object a line")
    return parser.parse_args()


def asked(command: list[str]) -> dict:
    """What `cuberig` answers."""
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(answer.stdout)


def run(given: argparse.Namespace, seed: int, case: cases.Case, film: Path | None) -> Result:
    """One run from closed claws."""
    world = World(given.model, given.friction, given.torque)
    world.model.opt.timestep = given.step / 1000
    world.set_arms(quarters=case.wrists)
    world.put_cube(case.start)
    noise = {"latency": given.latency, "backlash_degrees": given.play, "aim_degrees": given.miss}
    if given.noise:
        noise = NOISE | {"lands_as": given.lands_as}
    settings = Settings(by=given.by, motors=given.motors, seed=seed, **noise)
    player = Player(world, Judge(world, case.name), settings)
    recorder = None
    if film:
        from .film import Film  # Only films need what draws.

        recorder = Film(film, world)
        player.watch = recorder.watch
    player.press()
    result = player.play(case.motions, case.wanted)
    if recorder:
        recorder.close()
    return result


def solved(given: argparse.Namespace, seed: int) -> cases.Case:
    """A scrambled cube and the motions that solve it."""
    start = asked([given.cuberig, "scramble", "--seed", str(seed), "--json"])["facelets"]
    aim = "moves" if given.one_by_one else "rig-time"
    command = [given.cuberig, "plan", start, "--json", "--profile", given.profile, "--aim", aim]
    plan = asked(command)
    listed = motions.one_by_one(plan["moves"]) if given.one_by_one else motions.from_plan(plan)
    return cases.Case(f"{given.profile} seed {seed}", {}, listed, cube.SOLVED, start)


def runs(given: argparse.Namespace) -> Iterator[Run]:
    """What is to be played."""
    if given.loading:
        for name, way in loading.ways(given.planned).items():
            for misaligned in loading.MISALIGNED:
                yield lambda _, name=name, way=way, misaligned=misaligned: loading.load(given.model, name, way, misaligned)
    elif given.sensitivity:
        listed = motions.one_by_one(sensitivity.MOVES)
        for name, changed in sensitivity.changes():
            altered = argparse.Namespace(**vars(given) | changed)
            case = cases.Case(name, {}, listed, cube.SOLVED, sensitivity.START)
            yield lambda film, altered=altered, case=case: run(altered, 0, case, film)
    elif given.quick or given.cases:
        for case in cases.quick() if given.quick else cases.every():
            yield lambda film, case=case: run(given, 0, case, film)
    else:
        for seed in range(given.seed, given.seed + given.cubes):
            yield lambda film, seed=seed: run(given, seed, solved(given, seed), film)


def main() -> int:
    """0 when all went right."""
    given = arguments()
    asked_for = next((name for name in MEASURES if getattr(given, name)), None)
    if asked_for:
        for measure in MEASURES[asked_for]:
            print(report.table(measure(given), given.json), flush=True)
        return 0
    results = []
    if not given.json:
        print(report.heading())
    for index, play in enumerate(runs(given)):
        results.append(play(given.film if index == 0 else None))
        print((report.as_json if given.json else report.row)(results[-1]), flush=True)
    if not given.json:
        print(report.summary(results))
    return 0 if all(result.good for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
