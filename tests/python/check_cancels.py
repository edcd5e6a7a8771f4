"""A stop asks a brick without a stop service to give up its goals a few times, not once for each thing that it did before.

Argument: the brick, whose driver has gone.
"""

import time

from action_msgs.msg import GoalStatus, GoalStatusArray
from action_msgs.srv import CancelGoal
from std_srvs.srv import Trigger

from rigclient import LATCHED, check, require

# More than a server keeps of what it is asked.
MOTIONS = 12
# When it stops, when all others have stopped, and for a goal that a stranger might have given meanwhile.
MOST_CANCELS = 4


def main(client, arguments):
    action = f"{arguments[0]}/follow_joint_trajectory/_action"
    asked = []

    def cancel(_, answer):
        asked.append(time.monotonic())
        return answer

    client.create_service(CancelGoal, f"{action}/cancel_goal", cancel)
    statuses = client.create_publisher(GoalStatusArray, f"{action}/status", LATCHED)
    client.wait(lambda: statuses.get_subscription_count(), 15, "a subscriber of the status of goals")
    client.spin_for(1)
    for _ in range(MOTIONS):
        statuses.publish(GoalStatusArray(status_list=[GoalStatus(status=GoalStatus.STATUS_EXECUTING)]))
        client.spin_for(0.05)
    require(not asked, "goals are cancelled although the rig may move")
    stopped = client.call("stop", Trigger, Trigger.Request())
    require(stopped.success, f"stop: {stopped.message}")
    client.spin_for(1)
    require(0 < len(asked) <= MOST_CANCELS, f"a stop cancels {len(asked)} times")
    statuses.publish(GoalStatusArray(status_list=[GoalStatus(status=GoalStatus.STATUS_EXECUTING)]))
    before = len(asked)
    client.wait(lambda: before < len(asked), 10, "a goal after the stop to be cancelled")
    require(client.call("clear_stop", Trigger, Trigger.Request()).success, "clear_stop")


check(main)
