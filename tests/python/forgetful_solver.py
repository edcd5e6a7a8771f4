"""A solver of somebody else's that loses answers: of each goal the first request for its result is never answered, as it happens when
a server has not yet discovered where its client listens. It serves the parts of the action `solve` one by one.

Arguments: how many results are lost of each goal.
"""

import sys

import rclpy
from action_msgs.msg import GoalStatus, GoalStatusArray
from action_msgs.srv import CancelGoal
from cuberig_msgs.action import SolveCube
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from rclpy.task import Future

LATCHED = QoSProfile(depth=10, durability=DurabilityPolicy.TRANSIENT_LOCAL)


class Solver(Node):
    """Solves one cube: that of a single quarter turn of U."""

    def __init__(self, lost):
        super().__init__("somebody_elses_solver")
        self.lost, self.asked, self.ended = lost, {}, []
        self.statuses = self.create_publisher(GoalStatusArray, "solve/_action/status", LATCHED)
        self.create_publisher(SolveCube.Impl.FeedbackMessage, "solve/_action/feedback", 10)
        self.create_service(SolveCube.Impl.SendGoalService, "solve/_action/send_goal", self.accept)
        self.create_service(SolveCube.Impl.GetResultService, "solve/_action/get_result", self.answer,
                            callback_group=ReentrantCallbackGroup())
        self.create_service(CancelGoal, "solve/_action/cancel_goal", lambda _, response: response)

    def accept(self, request, response):
        """Every goal is solved at once."""
        response.accepted = True
        response.stamp = self.get_clock().now().to_msg()
        status = GoalStatus(status=GoalStatus.STATUS_SUCCEEDED)
        status.goal_info.goal_id = request.goal_id
        # All of them, as servers do: a client that sent its goal twice may hear only the newest message.
        self.ended.append(status)
        self.statuses.publish(GoalStatusArray(status_list=self.ended))
        return response

    async def answer(self, request, response):
        """Loses the first requests for the result of a goal."""
        goal = bytes(request.goal_id.uuid)
        self.asked[goal] = self.asked.get(goal, 0) + 1
        print(f"result asked for the {self.asked[goal]}. time", flush=True)
        if self.asked[goal] <= self.lost:
            await Future()
        response.status = GoalStatus.STATUS_SUCCEEDED
        response.result = SolveCube.Result(moves=["U'"], method="forgetful")
        return response


rclpy.init()
node = Solver(int(sys.argv[1]))
print("solving", flush=True)
try:
    rclpy.spin(node)
except (KeyboardInterrupt, ExternalShutdownException):
    pass
