"""Hand-overs among nodes that are frozen or dead: they end by name and soon, and no claw moves after they have.

Arguments: the facelets of the cube, the process of the motion planner.
"""

import os
import signal

from cuberig_msgs.action import HandOver
from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import SetParameters

from hand_over import Rig
from rigclient import check, require

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
    client.put_cube(facelets)
    client.set_cube(facelets)

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

    set_patience(client, ENDLESS)

    # A planner that dies: the release ends by its name, sooner than the planner's answer is given up.
    goal = rig.hand_over("release")
    rig.asks(goal, 1)
    os.kill(planner, signal.SIGSTOP)
    require(rig.confirm().success, "confirm failed")
    os.kill(planner, signal.SIGKILL)
    rig.ends(goal, HandOver.Result.EXECUTE_FAILED)
    require("motion_planner" in goal.result(1)[1].error_msg, f"it is not named: {goal.result(1)[1].error_msg}")

    # The planner comes back, and what was begun can be done. Until it has found the others it refuses; and ROS lists the dead
    # one for up to 20 s, so what the conductor asks it is lost.
    set_patience(client, 5.0)

    def comes_back():
        goal = rig.hand_over("release")
        client.wait(lambda: goal.feedback or goal.done(), 60, "an answer to the release")
        result = goal.result(1)[1] if goal.done() else None
        is_early = result and (result.error_code == HandOver.Result.NOT_READY or "has just started" in result.error_msg)
        return None if is_early else goal

    goal = client.wait(comes_back, 60, "the planner to come back")
    if not goal.done():
        require(rig.confirm().success, "confirm failed")
    rig.ends(goal)
    require(rig.are_open(), f"the claws stand at {rig.grips()}")
    set_patience(client, 20.0)


check(main)
