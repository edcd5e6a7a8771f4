"""Hand-overs among nodes that are busy, frozen or dead: they end by name and soon, and no claw moves after they have.

Arguments: the facelets of the cube, the process of the motion planner.
"""

import os
import signal

from cuberig_msgs.action import HandOver, RunCube, ScanCube
from cuberig_msgs.msg import RunStatus
from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import SetParameters
from std_srvs.srv import Trigger

from hand_over import Rig
from rigclient import LATCHED, check, require

# Longer than this check waits for the end of a hand-over, so that one that waits for the planner's answer fails the check.
ENDLESS = 600.0


def set_patience(client, seconds):
    """Has the conductor wait only so long for nodes."""
    value = ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=seconds)
    request = SetParameters.Request(parameters=[Parameter(name="ready_timeout", value=value)])
    answer = client.call("conductor/set_parameters", SetParameters, request)
    require(all(result.successful for result in answer.results), f"ready_timeout: {answer}")


def main(client, arguments):
    facelets, planner = arguments[0], int(arguments[1])
    rig = Rig(client)
    statuses = client.listen("run/status", RunStatus, LATCHED)
    client.put_cube(facelets)
    client.set_cube(facelets)
    _, refused = client.goal("load", HandOver, HandOver.Goal(patience=-1.0)).result(10)
    require(refused.error_code and "patience" in refused.error_msg, f"a patience of -1 s is answered with {refused}")

    # A run that was cancelled is still there after a hand-over that moved nothing.
    run = client.goal("run", RunCube, RunCube.Goal(scan=False, look_again=False, solve_time_limit=0.5))
    client.wait(lambda: any(f.status.moves_done for f in run.feedback) or run.done(), 60, "the first move")
    run.cancel()
    run.result(20)
    rig.ends(rig.hand_over("release", 1.0), HandOver.Result.NOT_CONFIRMED)
    resumed = client.call("resume", Trigger, Trigger.Request())
    require(resumed.success, f"resume after an unconfirmed release: {resumed.message}")
    client.wait(lambda: statuses[-1].stage == RunStatus.SOLVED, 120, "the resumed run to solve the cube")

    # While the planner has another goal of a stranger.
    scan = client.goal("scan", ScanCube, ScanCube.Goal(timeout_per_face=30.0))
    client.wait(lambda: scan.feedback or scan.done(), 30, "the scan to begin")
    rig.ends(rig.hand_over("load"), HandOver.Result.BUSY)
    scan.cancel()
    scan.result(30)

    # A frozen planner: the hand-over ends, and when the planner goes on no claw moves.
    set_patience(client, 3.0)
    client.put_cube(facelets)
    before = rig.grips()
    goal = rig.hand_over("release")
    rig.asks(goal, 1)
    os.kill(planner, signal.SIGSTOP)
    require(rig.confirm().success, "confirm failed")
    rig.ends(goal, HandOver.Result.NOT_READY)
    os.kill(planner, signal.SIGCONT)
    client.spin_for(4.0)
    moved = max(abs(now - then) for now, then in zip(rig.grips(), before))
    require(moved < 0.05, f"claws moved by {moved:.2f} rad after the release had ended")

    # A stop takes effect at once while the planner does not answer.
    set_patience(client, ENDLESS)
    goal = rig.hand_over("release")
    rig.asks(goal, 1)
    os.kill(planner, signal.SIGSTOP)
    require(rig.confirm().success, "confirm failed")
    client.spin_for(0.5)
    client.call("stop", Trigger, Trigger.Request())
    rig.ends(goal, HandOver.Result.STOPPED)
    os.kill(planner, signal.SIGCONT)
    client.spin_for(3.0)
    moved = max(abs(now - then) for now, then in zip(rig.grips(), before))
    require(moved < 0.05, f"claws moved by {moved:.2f} rad after the stop")
    released = client.call("clear_stop", Trigger, Trigger.Request())
    require(released.success, f"clear_stop: {released.message}")

    # A planner that dies: the release ends by its name, sooner than the planner's answer is given up.
    goal = rig.hand_over("release")
    rig.asks(goal, 1)
    os.kill(planner, signal.SIGSTOP)
    require(rig.confirm().success, "confirm failed")
    os.kill(planner, signal.SIGKILL)
    rig.ends(goal, HandOver.Result.EXECUTE_FAILED)
    require("motion_planner" in goal.result(1)[1].error_msg, f"it is not named: {goal.result(1)[1].error_msg}")

    # The planner comes back, and what was begun can be done. Until it has found the others it refuses, and says so.
    def comes_back():
        goal = rig.hand_over("release")
        client.wait(lambda: goal.feedback or goal.done(), 60, "an answer to the release")
        starts = goal.done() and "has just started" in goal.result(1)[1].error_msg
        return None if starts else goal

    goal = client.wait(comes_back, 60, "the planner to come back")
    if not goal.done():
        require(rig.confirm().success, "confirm failed")
    rig.ends(goal)
    require(rig.are_open(), f"the claws stand at {rig.grips()}")
    set_patience(client, 20.0)


check(main)
