"""A brick driver of somebody else's: a plain FollowJointTrajectory server and joint_states, no more.

Arguments: the brick's name and its two joints.
"""

import sys
import threading
import time

import rclpy
from control_msgs.action import FollowJointTrajectory
from rclpy.action import ActionServer, CancelResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.node import Node
from sensor_msgs.msg import JointState


class Brick(Node):
    """Joints that are always exactly where their trajectory wants them."""

    def __init__(self, name, joints):
        super().__init__(f"somebody_elses_{name}")
        self.position = dict.fromkeys(joints, 0.0)
        self.speed = dict.fromkeys(joints, 0.0)
        self.newest = 0
        self.lock = threading.Lock()
        self.states = self.create_publisher(JointState, "joint_states", 10)
        # What it adds to its positions, radians: a driver with a mistake.
        self.declare_parameter("mistake", 0.0)
        group = ReentrantCallbackGroup()
        self.create_timer(1 / 30, self.publish_joints, callback_group=group)
        self.server = ActionServer(
            self, FollowJointTrajectory, f"{name}/follow_joint_trajectory", self.follow, callback_group=group,
            handle_accepted_callback=self.begin, cancel_callback=lambda _: CancelResponse.ACCEPT)

    def publish_joints(self):
        """Publishes where the joints are."""
        mistake = self.get_parameter("mistake").value
        position = [place + mistake for place in self.position.values()]
        message = JointState(name=list(self.position), position=position, velocity=list(self.speed.values()))
        message.header.stamp = self.get_clock().now().to_msg()
        self.states.publish(message)

    def begin(self, goal):
        """Begins a goal. rclpy (7.1.6) raises an error, which ends the program, where a cancel comes between its question whether the
        goal is cancelled and its beginning; asked again, it processes the cancel."""
        try:
            goal.execute()
        except rclpy_implementation.RCLError:
            goal.execute()

    def follow(self, goal):
        """Moves along straight lines between the points; a newer goal ends this one."""
        with self.lock:
            self.newest += 1
            number = self.newest
        trajectory = goal.request.trajectory
        print("goal:", dict(zip(trajectory.joint_names, trajectory.points[-1].positions)), flush=True)
        result = FollowJointTrajectory.Result()
        start, begin = time.monotonic(), dict(self.position)
        before = 0.0
        for point in trajectory.points:
            end = point.time_from_start.sec + point.time_from_start.nanosec / 1e9
            while True:
                now = time.monotonic() - start
                share = min(1.0, (now - before) / max(end - before, 1e-6))
                with self.lock:
                    if goal.is_cancel_requested:
                        self.speed = dict.fromkeys(self.speed, 0.0)
                        goal.canceled()
                        return result
                    if number != self.newest:
                        goal.abort()
                        return result
                    for name, target in zip(trajectory.joint_names, point.positions):
                        self.position[name] = begin[name] + share * (target - begin[name])
                        self.speed[name] = (target - begin[name]) / max(end - before, 1e-6) if share < 1 else 0.0
                if share >= 1:
                    break
                time.sleep(0.01)
            before, begin = end, dict(self.position)
        goal.succeed()
        return result


rclpy.init()
executor = MultiThreadedExecutor(4)
executor.add_node(Brick(sys.argv[1], sys.argv[2:]))
try:
    executor.spin()
except (KeyboardInterrupt, ExternalShutdownException):
    pass
