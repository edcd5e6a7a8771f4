"""A run goes on when `resume` is called at once after `stop`, and a goal whose id is sent twice is rejected and ends.
"""

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
    run = client.goal("run", RunCube, RunCube.Goal(scan=True, look_again=False))
    client.wait(lambda: run.feedback and run.feedback[-1].status.stage == RunStatus.SCANNING, 20, "a scan")
    for pause in (0.0, 0.0, 0.2, 0.0):
        client.spin_for(2.0)
        stopped = client.call("stop", Trigger, Trigger.Request())
        require(stopped.success, f"stop: {stopped.message}")
        client.spin_for(pause)
        resumed = client.call("resume", Trigger, Trigger.Request())
        require(resumed.success and "going on" in resumed.message, f"resume {pause} s after a stop: {resumed.message}")
        client.wait(lambda: statuses[-1].stage == RunStatus.SCANNING, 10, f"the run to go on; it is {statuses[-1].text}")
    client.call("stop", Trigger, Trigger.Request())
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
