"""A cube is taken out of the claws and another put in, by a person who confirms; what is not confirmed moves nothing.

Arguments: the facelets of the new cube.
"""

from action_msgs.msg import GoalStatus
from cuberig_msgs.action import HandOver, RunCube
from cuberig_msgs.msg import CubePose
from cuberig_msgs.srv import InjectFault
from std_srvs.srv import Trigger

from hand_over import Rig
from rigclient import check, require


def main(client, arguments):
    rig = Rig(client)
    hand_over = rig.hand_over
    truth = client.put_cube(arguments[0])
    client.set_cube(arguments[0])
    before = len(truth[-1].violations)
    require(rig.are_closed(), "the claws do not hold the cube at the start")
    require(not rig.confirm().success, "a confirmation without a question was accepted")

    _, refused = client.goal("load", HandOver, HandOver.Goal(patience=-1.0)).result(10)
    require(refused.error_code and "patience" in refused.error_msg, f"a patience of -1 s is answered with {refused}")

    # Without a confirmation nothing moves, and the cube is known as before.
    rig.ends(hand_over("release", 1.0), HandOver.Result.NOT_CONFIRMED)
    require(rig.are_closed() and rig.poses[-1].status == CubePose.RESTING, "an unconfirmed release moved something")

    # Cancelled, and stopped, while it waits; in the meantime no run and no second hand-over begins.
    goal = hand_over("load")
    rig.asks(goal, 1)
    rig.ends(hand_over("release"), HandOver.Result.BUSY)
    _, result = client.goal("run", RunCube, RunCube.Goal()).result(10)
    require(result.error_code == RunCube.Result.BUSY, f"a run during a hand-over: {result}")
    goal.cancel()
    status, result = goal.result(10)
    require(status == GoalStatus.STATUS_CANCELED and result.error_code == HandOver.Result.STOPPED, f"{status}, {result}")
    goal = hand_over("release")
    rig.asks(goal, 1)
    require(client.call("stop", Trigger, Trigger.Request()).success, "stop failed")
    rig.ends(goal, HandOver.Result.STOPPED)
    rig.ends(hand_over("release"), HandOver.Result.STOPPED)
    require(client.call("clear_stop", Trigger, Trigger.Request()).success, "clear_stop failed")
    require(rig.are_closed(), "a hand-over that was cancelled or stopped moved something")

    # The person takes hold of the cube, and out it is.
    goal = hand_over("release")
    rig.asks(goal, 1)
    taken = client.call("sim/fault", InjectFault, InjectFault.Request(fault="cube_taken"))
    require(taken.error_code == 0, f"cube_taken: {taken}")
    require(rig.confirm().success, "confirm failed")
    require(not rig.confirm().success, "the same was confirmed twice")
    rig.ends(goal)
    require(rig.are_open(), f"the claws stand at {rig.grips()}")
    rig.knows_nothing()
    rig.ends(hand_over("release"))
    _, result = client.goal("run", RunCube, RunCube.Goal(scan=True)).result(60)
    require(result.error_code == RunCube.Result.SCAN_FAILED and "holds the cube" in result.error_msg, f"a run with open claws: {result}")

    # Open claws are asked for once: the person holds a new cube between them.
    goal = hand_over("load")
    rig.asks(goal, 1)
    client.put_cube(arguments[0])
    require(rig.confirm().success, "confirm failed")
    rig.ends(goal)
    require(sum(f.waiting for f in goal.feedback) == 1, f"open claws: {goal.feedback}")
    require(rig.are_closed(), f"the claws stand at {rig.grips()}")
    rig.knows_nothing()

    require(len(truth[-1].violations) == before, f"the rules of motion were broken: {truth[-1].violations[before:]}")


check(main)
