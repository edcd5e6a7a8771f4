"""Where the seconds of whole runs go: scan, solve, execute against the plan, look again.

Arguments: how many cubes, the first one's seed, and `json` for one object a run instead of a table.
"""

import json
import re
import statistics
import time

from cuberig_msgs.action import RunCube
from cuberig_msgs.msg import CubePose, MotionPlan, SimTruth
from cuberig_msgs.srv import Scramble
from rcl_interfaces.msg import Log
from rclpy.time import Time

from rigclient import LATCHED, check, require

# Name in the table, unit and digits. `claws` to `cube` are by how much the execution was longer than its plan, while claws opened or
# closed, wrists of open claws turned, layers turned, and the whole cube turned. `looks` is the time for which faces were shown to the
# camera.
COLUMNS = {"seed": "d", "moves": "d", "scan": ".1f", "faces": "d", "looks": ".2f", "solve": ".1f", "planned": ".1f", "execute": ".1f",
           "ratio": ".3f", "claws": "+.2f", "wrists": "+.2f", "layers": "+.2f", "cube": "+.2f", "check": ".1f", "faces again": "d",
           "looks again": ".2f", "total": ".1f"}
LATE = re.compile(r"lateness against the plan: claws (\S+) s, free wrists (\S+) s, layers (\S+) s, turns of the cube (\S+) s")


def stamp(message):
    """Seconds of a message's header."""
    return Time.from_msg(message.header.stamp).nanoseconds / 1e9


def shown(poses):
    """How many faces were shown to the camera, and for how long together."""
    pairs = list(zip(poses, poses[1:]))
    begins = [after for before, after in pairs if after.facing_camera and after.facing_camera != before.facing_camera]
    return len(begins), sum(stamp(after) - stamp(before) for before, after in pairs if before.facing_camera)


def lateness(logs):
    """By how much the last execution was later than planned, as the motion planner logs it: by claws, wrists, layers, cube."""
    found = [match for match in (LATE.search(log.msg) for log in logs) if match]
    require(len(found) == 1, f"/rosout has {len(found)} lines with the delays against the plan, not one")
    return dict(zip(["claws", "wrists", "layers", "cube"], map(float, found[0].groups())))


def measured(client, seed, plans, poses, truth, logs):
    """One run of the cube of this seed."""
    put = client.call("sim/scramble", Scramble, Scramble.Request(seed=seed))
    require(put.error_code == 0, f"sim/scramble: {put}")
    client.wait(lambda: truth and truth[-1].facelets == put.facelets, 5, "the new cube in sim/truth")
    violations = len(truth[-1].violations)
    del plans[:], poses[:-1], logs[:]
    began = time.monotonic()
    run = client.goal("run", RunCube, RunCube.Goal(scan=True, look_again=True, max_attempts=1))
    _, result = run.result(150)
    total = time.monotonic() - began
    require(result.solved, f"the cube of seed {seed} is not solved: {result.error_msg}")
    client.spin_for(0.3)
    require(len(truth[-1].violations) == violations, f"rules were broken: {truth[-1].violations[violations:]}")

    [plan] = [plan for plan in plans if plan.moves]
    faces, looks = shown([pose for pose in poses if stamp(pose) < stamp(plan)])
    faces_again, looks_again = shown([pose for pose in poses if stamp(plan) <= stamp(pose)])
    return {"seed": seed, "moves": len(plan.moves), "scan": result.scan_seconds, "faces": faces, "looks": looks,
            "solve": result.solve_seconds, "planned": plan.seconds, "execute": result.execute_seconds,
            "ratio": result.execute_seconds / plan.seconds, **lateness(logs), "check": result.check_seconds,
            "faces again": faces_again, "looks again": looks_again, "total": total}


def line(cells):
    """A line of the table."""
    return "  ".join(f"{cell:>{max(len(name), 7)}}" for name, cell in zip(COLUMNS, cells))


def main(client, arguments):
    cubes, first, as_json = int(arguments[0]), int(arguments[1]), "json" in arguments[2:]
    plans, truth = client.listen("plan", MotionPlan), client.listen("sim/truth", SimTruth)
    poses = client.listen("cube/pose", CubePose, LATCHED)
    logs = client.listen("/rosout", Log)
    client.wait(lambda: poses, 60, "cube/pose of the motion planner")
    if not as_json:
        print(line(COLUMNS), flush=True)
    rows = []
    for seed in range(first, first + cubes):
        rows.append(measured(client, seed, plans, poses, truth, logs))
        shown_row = json.dumps(rows[-1]) if as_json else line(format(rows[-1][name], digits) for name, digits in COLUMNS.items())
        print(shown_row, flush=True)
    if as_json:
        return
    for name, summary in [("mean", statistics.fmean), ("worst", max)]:
        values = [summary(row[column] for row in rows) for column in COLUMNS]
        print(line([name, *(f"{value:{'.1f' if digits == 'd' else digits}}" for value, digits in list(zip(values, COLUMNS.values()))[1:])]))


check(main)
