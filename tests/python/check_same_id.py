"""A goal whose id is sent twice is rejected, and the first goal of that id ends."""

import uuid

from action_msgs.msg import GoalStatus
from cuberig_msgs.action import RunCube
from cuberig_msgs.msg import RunStatus
from std_srvs.srv import Trigger
from unique_identifier_msgs.msg import UUID

from rigclient import LATCHED, check, require

SEND, RESULT = RunCube.Impl.SendGoalService, RunCube.Impl.GetResultService


def main(client, arguments):
    statuses = client.listen("run/status", RunStatus, LATCHED)
    client.call("clear_stop", Trigger, Trigger.Request())
    goal = SEND.Request(goal_id=UUID(uuid=list(uuid.uuid4().bytes)), goal=RunCube.Goal(scan=True, look_again=False))
    first = client.call("run/_action/send_goal", SEND, goal)
    require(first.accepted, "a goal is not accepted")
    client.wait(lambda: statuses[-1].stage == RunStatus.SCANNING, 20, "a scan")
    second = client.call("run/_action/send_goal", SEND, goal)
    require(not second.accepted, "a second goal with the same id is accepted")
    ended = client.call("run/_action/get_result", RESULT, RESULT.Request(goal_id=goal.goal_id), 20)
    require(ended.status == GoalStatus.STATUS_CANCELED, f"the first goal ends with status {ended.status}: {ended.result}")


check(main)
