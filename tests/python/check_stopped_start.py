"""The rig is stopped, and a node that was killed meanwhile comes back stopped.

Arguments: `stop`, then `look` as often as a node came back, then `resume`.
"""

from control_msgs.action import FollowJointTrajectory
from cuberig_msgs.action import RunCube
from std_srvs.srv import Trigger

from brick_goals import STOPPED, trajectory
from rigclient import check, require


def refused(client):
    """No goal is taken, neither by a brick nor by the conductor."""
    brick = client.goal("rl_rotate/follow_joint_trajectory", FollowJointTrajectory, trajectory("rl_rotate", [0.4, 0.4]), 30)
    _, result = brick.result(15)
    require(result.error_code == STOPPED, f"rl_rotate takes a goal while the rig is stopped: {result}")
    _, result = client.goal("run", RunCube, RunCube.Goal(scan=True), 30).result(15)
    require(result.error_code == RunCube.Result.STOPPED, f"a run while the rig is stopped: {result.error_code} {result.error_msg}")


def main(client, arguments):
    if arguments[0] == "stop":
        stopped = client.call("stop", Trigger, Trigger.Request())
        require(stopped.success, f"stop: {stopped.message}")
    if arguments[0] == "resume":
        released = client.call("clear_stop", Trigger, Trigger.Request())
        require(released.success, f"clear_stop: {released.message}")
        brick = client.goal("rl_rotate/follow_joint_trajectory", FollowJointTrajectory, trajectory("rl_rotate", [0.0, 0.0]))
        _, result = brick.result(15)
        require(result.error_code == 0, f"rl_rotate after clear_stop: {result}")
    else:
        refused(client)


check(main)
