"""A fault in the middle of a run: it ends solved or in a named safe stop, and nobody believes anything wrong.

Arguments: facelets to begin with, the fault, its target, its amount, seconds after which it is cleared (0: when the
run has ended). The fault `kill` ends the process of this pid.
"""

import os
import signal
import time

from cuberig_msgs.action import RunCube
from cuberig_msgs.msg import CubeState, RunStatus, SimTruth
from cuberig_msgs.srv import InjectFault, Scramble

from rigclient import LATCHED, check, require


def main(client, arguments):
    facelets, fault, target, amount, lasts = *arguments[:3], float(arguments[3]), float(arguments[4])
    truth = client.listen("sim/truth", SimTruth)
    states = client.listen("cube/state", CubeState, LATCHED)
    put = client.call("sim/scramble", Scramble, Scramble.Request(facelets=facelets))
    require(put.error_code == 0, f"sim/scramble: {put.error_msg}")
    client.wait(lambda: truth and truth[-1].facelets == facelets, 5, "the new cube in sim/truth")
    client.tell_cube(facelets)

    run = client.goal("run", RunCube, RunCube.Goal(scan=False, look_again=True, max_attempts=3, solve_time_limit=1.0))
    require(run.accepted, "the run was refused")
    under_way = lambda: any(f.status.stage == RunStatus.EXECUTING and f.status.moves_done >= 1 for f in run.feedback)
    client.wait(lambda: under_way() or run.done(), 60, "the first move done")
    require(not run.done(), "the run ended before the fault")
    if fault == "kill":
        os.kill(int(target), signal.SIGKILL)
    else:
        request = InjectFault.Request(fault=fault, target=target, amount=amount)
        injected = client.call("sim/fault", InjectFault, request)
        require(injected.error_code == 0, f"sim/fault: {injected.error_msg}")
    struck = time.monotonic()
    if lasts > 0:
        client.spin_for(lasts)
        client.call("sim/fault", InjectFault, InjectFault.Request(fault="clear"))
    attempts = lambda: any(feedback.status.attempt > 1 for feedback in run.feedback)
    client.wait(lambda: attempts() or run.done(), 240, "the fault to be noticed or the run to end")
    waited = time.monotonic() - struck
    _, result = run.result(240)
    if fault == "kill":
        require(waited < 30, f"the death of the node was noticed only after {waited:.0f} s")
    client.call("sim/fault", InjectFault, InjectFault.Request(fault="clear"))
    if result.solved:
        client.wait(lambda: truth[-1].solved, 5, "a cube that is solved, as the run says; it is " + (truth[-1].facelets or "gone"))
    else:
        require(result.error_code != RunCube.Result.SUCCESS and result.error_msg, "a failed run names no reason")
    client.spin_for(1.5)
    agrees = lambda: states[-1].status != CubeState.VALID or states[-1].facelets == truth[-1].facelets
    client.wait(agrees, 5, f"cube/state, {states[-1].facelets}, to tell what the cube is, {truth[-1].facelets or 'gone'}")
    now = truth[-1]
    noticed = [feedback.status.text for feedback in run.feedback if "again" in feedback.status.text]
    print(f"{fault} {target} {amount:g}: {'solved' if result.solved else 'stopped'} in attempt {result.attempts}; "
          f"first reaction after {waited:.1f} s: {noticed[:2]}; end: {result.error_msg}; violations: {list(now.violations)[-2:]}")


check(main)
