"""Faults in the middle of a run: it ends solved or in a named safe stop, and no published state is wrong.

Arguments: facelets to begin with, the phase in which the faults come (`scan` or `moves`), and for each fault five: its name,
its target, its amount, seconds from the beginning of the phase, seconds after which all faults are cleared (0: when the run
has ended). The fault `kill` ends the process of this pid; `cut` takes the network from `namespace:device`.
"""

import math
import os
import signal
import subprocess
import time

from cuberig_msgs.action import RunCube
from cuberig_msgs.msg import CubePose, CubeState, RunStatus
from cuberig_msgs.srv import InjectFault
from rclpy.time import Time

from naming import same_but_for_names, same_cube
from rigclient import LATCHED, check, require


CABLE = {"cut": "down", "mend": "up"}


def put_in(client, fault, target, amount):
    """Puts a fault in."""
    if fault == "kill":
        return os.kill(int(target), signal.SIGKILL)
    if fault in CABLE:
        namespace, device = target.split(":")
        return subprocess.run(["ip", "-n", namespace, "link", "set", device, CABLE[fault]], check=True)
    injected = client.call("sim/fault", InjectFault, InjectFault.Request(fault=fault, target=target, amount=amount))
    require(injected.error_code == 0, f"sim/fault: {injected.error_msg}")


def halfway(truth):
    """The wrists that stand between two quarters."""
    off = lambda angle: abs(angle - round(angle / (math.pi / 2)) * (math.pi / 2))
    return [name for name, angle in zip(truth.joints, truth.positions) if "wrist" in name and math.radians(15) < off(angle)]


def wrong_state(truth, state, pose):
    """What is published and not true, in words. A turn that was interrupted counts as not begun, and is published as such."""
    if halfway(truth):
        return ""
    known = state.facelets if state.status == CubeState.VALID else ""
    if not truth.cube_present:
        published = known or pose.facelets
        return f"{published} is published, but no cube is there" if published else ""
    if pose.status == CubePose.UNKNOWN:
        wrong = known and not same_but_for_names(known, truth.facelets)
        return f"cube/state contains {known}, in any orientation, but it is {truth.facelets}" if wrong else ""
    lies = f"lying as {pose.faces_at_sides}, but it is {truth.facelets}, lying as {truth.faces_at_sides}"
    published = [("cube/pose", pose.facelets), ("cube/state", known)]
    for topic, facelets in published:
        if facelets and not same_cube(facelets, pose.faces_at_sides, truth.facelets, truth.faces_at_sides):
            return f"{topic} contains {facelets}, {lies}"
    return ""


def start_run(client, scan):
    """Begins a run. In a new graph the conductor may receive the cube a moment after the planner: then it refuses the run,
    and the request is repeated."""
    for _ in range(5):
        run = client.goal("run", RunCube, RunCube.Goal(scan=scan, look_again=True, max_attempts=3, solve_time_limit=1.0))
        require(run.accepted, "the run was refused")
        client.spin_for(0.5)
        if scan or not run.done() or "cube/state is incomplete" not in run.result(5)[1].error_msg:
            break
    return run


def main(client, arguments):
    facelets, phase, *rest = arguments
    faults = [(name, target, float(amount), float(after), float(lasts))
              for name, target, amount, after, lasts in zip(*[iter(rest)] * 5)]
    states = client.listen("cube/state", CubeState, LATCHED)
    poses = client.listen("cube/pose", CubePose, LATCHED)
    truth = client.put_cube(facelets)
    scan = phase == "scan"
    if not scan:
        client.set_cube(facelets)

    run = start_run(client, scan)
    stage = RunStatus.SCANNING if scan else RunStatus.EXECUTING
    began = lambda f: f.status.stage == stage and (f.status.progress > 0 if scan else f.status.moves_done >= 1)
    client.wait(lambda: any(map(began, run.feedback)) or run.done(), 60, "the beginning of the phase")
    require(not run.done(), "the run ended before the fault")
    beginning, events = time.monotonic(), []
    for name, target, amount, after, lasts in faults:
        events.append((after, lambda fault=(name, target, amount): put_in(client, *fault)))
        if lasts > 0:
            undo = ("mend", target, 0.0) if name == "cut" else ("clear", "", 0.0)
            events.append((after + lasts, lambda undo=undo: put_in(client, *undo)))
    for when, happen in sorted(events, key=lambda event: event[0]):
        client.spin_for(beginning + when - time.monotonic())
        happen()
    attempts = lambda: any(feedback.status.attempt > 1 for feedback in run.feedback)
    client.wait(lambda: attempts() or run.done(), 240, "the fault to be noticed or the run to end")
    waited = time.monotonic() - beginning
    _, result = run.result(240)
    if any(fault[0] == "kill" for fault in faults):
        texts = [feedback.status.text for feedback in run.feedback] + [result.error_msg]
        silent = [text for text in texts if "no sign of life" in text]
        require(not silent, f"the death of the node was noticed only by its silence, after {waited:.0f} s: {silent[:1]}")
    client.spin_for(1.5)

    # A client that the machine leaves waiting still has older messages before it.
    ended = client.get_clock().now().nanoseconds
    newer_truth = lambda: Time.from_msg(truth[-1].header.stamp).nanoseconds > ended
    client.wait(newer_truth, 15, "sim/truth of after the run")
    now = truth[-1]
    stands = ", ".join(f"{name} {math.degrees(angle):.1f}" for name, angle in zip(now.joints, now.positions))
    if result.solved:
        require(now.solved, f"the run reports solved, but the cube is {now.facelets or 'gone'}, with the joints at {stands} degrees")
    else:
        require(result.error_code != RunCube.Result.SUCCESS and result.error_msg, "a failed run names no reason")
    outcome = f"{'solved' if result.solved else 'stopped'} in attempt {result.attempts}: {result.error_msg}"
    # The newest message may still be on its way; only a state that stays wrong is an error.
    end = time.monotonic() + 15
    while (wrong := wrong_state(truth[-1], states[-1], poses[-1])) and time.monotonic() < end:
        client.spin_for(0.2)
    require(not wrong, f"{wrong}; {outcome}; {[f.status.text for f in run.feedback][-6:]}")
    put_in(client, "clear", "", 0.0)
    noticed = [feedback.status.text for feedback in run.feedback if "again" in feedback.status.text]
    described = ", ".join(f"{name} {target} {amount:g} at {after:.1f} s for {lasts:g} s" for name, target, amount, after, lasts in faults)
    print(f"{phase}: {described}: {'solved' if result.solved else 'stopped'} in attempt {result.attempts}; first reaction after "
          f"{waited:.1f} s: {noticed[:2]}; end: {result.error_msg}; violations: {list(now.violations)[-2:]}; "
          f"halfway: {halfway(now)}; joints at {stands} degrees")


check(main)
