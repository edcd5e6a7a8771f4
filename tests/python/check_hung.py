"""Each node in turn gets no processor for five seconds (SIGSTOP, SIGCONT) in the middle of a run, and no client intervenes.

Arguments: facelets, and NAME:PID of each node. A run ends solved, or with a sentence; no rule of motion is broken, and the
published state of the cube is true.
"""

import os
import signal
import time

from cuberig_msgs.action import RunCube
from cuberig_msgs.msg import CubeState, RunStatus
from std_srvs.srv import Trigger

from naming import same_but_for_names
from rigclient import LATCHED, check, require

HUNG = 5.0


def main(client, arguments):
    facelets, nodes = arguments[0], [node.split(":") for node in arguments[1:]]
    states = client.listen("cube/state", CubeState, LATCHED)
    for name, pid in nodes:
        pid = int(pid)
        truth = client.put_cube(facelets)
        broken = len(truth[-1].violations)
        began = time.monotonic()
        goal = client.goal("run", RunCube, RunCube.Goal(scan=True, look_again=True, solve_time_limit=0.5))
        stage = RunStatus.SCANNING if name in ("camera", "rig_sim", "face_detector", "state_assembler") else RunStatus.EXECUTING
        if name == "solver":
            stage = RunStatus.SOLVING
        client.wait(lambda: goal.done() or any(f.status.stage == stage for f in goal.feedback), 60, f"stage {stage} of a run")
        require(not goal.done(), f"the run ended before {name} hung")
        if name != "solver":
            client.spin_for(2.0)
        os.kill(pid, signal.SIGSTOP)
        try:
            client.spin_for(HUNG)
        finally:
            os.kill(pid, signal.SIGCONT)
        result = goal.result(120)[1]
        client.spin_for(1.0)
        print(
            f"{name:16} {'solved' if result.solved else result.error_msg}, attempt {result.attempts}, {time.monotonic() - began:.0f} s",
            flush=True,
        )
        require(result.solved or result.error_msg, f"{name}: the run failed without a reason")
        require(not result.solved or truth[-1].solved, f"{name}: called solved, and it is not")
        require(len(truth[-1].violations) == broken, f"{name}: {truth[-1].violations[broken:]}")
        known = states[-1]
        if known.status == CubeState.VALID:
            alike = same_but_for_names(known.facelets, truth[-1].facelets)
            require(alike, f"{name}: cube/state contains {known.facelets}, it is {truth[-1].facelets}")
        client.call("clear_stop", Trigger, Trigger.Request())


check(main)
