"""Somebody else's controller: it behaves as ros2_control's joint_trajectory_controller and joint_state_broadcaster do (position
interface, legacy replacement), in front of a bus of servos.

Arguments: the TCP port of the bus, then groups: NAME=JOINT,JOINT,… An action has one goal at a time. A new one replaces it, and is
followed from where the joints are; the old one is aborted. Joints that it does not name hold. A goal succeeds when its last point is
reached. Afterwards, and after a cancel, the joints hold.
"""

import math
import socket
import sys
import threading

import rclpy
from control_msgs.action import FollowJointTrajectory
from rclpy.action import ActionServer, CancelResponse
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.node import Node
from rclpy.utilities import remove_ros_args
from sensor_msgs.msg import JointState

# The ids of the profile bus-servo.
IDS = {f"{arm}_{kind}": 1 + 2 * index + ["grip", "wrist"].index(kind)
       for index, arm in enumerate("rlfb") for kind in ["grip", "wrist"]}
RATE = 50.0
# As config/controllers.yaml has it, radians a second.
STOPPED = 0.2
EVERYBODY, SYNC_READ, SYNC_WRITE = 254, 0x82, 0x83
TORQUE_ENABLE, GOAL_POSITION, TORQUE_LIMIT, PRESENT_POSITION = 40, 42, 48, 56
# Thousandths: a claw presses softly.
LIMITS = {"grip": 500, "wrist": 1000}
STEP = math.tau / 4096


class Servos:
    """The servos of a bus."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        self.bytes = b""

    def send(self, code, data):
        body = bytes([EVERYBODY, len(data) + 2, code, *data])
        self.socket.sendall(b"\xff\xff" + body + bytes([~sum(body) & 0xFF]))

    def read(self, joints):
        """Position and speed of each joint, radians; of those that answer."""
        self.send(SYNC_READ, [PRESENT_POSITION, 4, *(IDS[joint] for joint in joints)])
        found = {}
        while len(found) < len(joints):
            start = self.bytes.find(b"\xff\xff")
            whole = self.bytes[start:]
            if start < 0 or len(whole) < 4 or len(whole) < 4 + whole[3]:
                self.bytes += self.socket.recv(4096)
                continue
            self.bytes = whole[4 + whole[3]:]
            place, speed = (int.from_bytes(whole[at:at + 2], "little") for at in (5, 7))
            speed = -(speed & 0x7FFF) if speed & 0x8000 else speed
            found.update({joint: ((place - 2048) * STEP, speed * STEP) for joint in joints if IDS[joint] == whole[2]})
        return found

    def write(self, address, size, values):
        data = [byte for joint, value in values.items() for byte in (IDS[joint], *value.to_bytes(size, "little"))]
        self.send(SYNC_WRITE, [address, size, *data])


class Follower:
    """One action: its joints, and the trajectory that they follow."""

    def __init__(self, name, joints):
        self.name, self.joints = name, joints
        # The goal under way: its handle, its time so far, its points as (seconds, {joint: position}), and its end.
        self.goal, self.elapsed, self.points, self.ended = None, 0.0, [], None
        self.command = {}

    def take(self, goal, state, ended):
        """Follows a new goal, in place of the one under way."""
        if self.goal is not None:
            self.end("aborted", FollowJointTrajectory.Result.INVALID_GOAL, "Current goal preempted by new incoming action.")
            print("replaced a goal", flush=True)
        trajectory = goal.request.trajectory
        held = {joint: self.command[joint] for joint in self.joints if joint not in trajectory.joint_names}
        seconds = lambda time: time.sec + time.nanosec / 1e9
        points = [(seconds(point.time_from_start), held | dict(zip(trajectory.joint_names, point.positions)))
                  for point in trajectory.points]
        self.goal, self.elapsed, self.ended = goal, 0.0, ended
        self.points = [(0.0, {joint: state[joint][0] for joint in self.joints}), *points]
        print(f"goal of {len(trajectory.joint_names)} joints for {self.name}", flush=True)

    def end(self, how, code=FollowJointTrajectory.Result.SUCCESSFUL, text=""):
        """Ends the goal under way."""
        self.goal, ended = None, self.ended
        ended(how, FollowJointTrajectory.Result(error_code=code, error_string=text))

    def hold(self, state):
        """The joints stay where they are."""
        self.command = {joint: state[joint][0] for joint in self.joints}

    def update(self, step, state):
        """Where the joints are to be after a step of time."""
        if not self.command:
            self.hold(state)
        if self.goal is None:
            return
        self.elapsed += step
        elapsed = self.elapsed
        later = next((index for index, (time, _) in enumerate(self.points) if elapsed < time), None)
        if later is not None:
            (begin, places), (end, targets) = self.points[later - 1], self.points[later]
            share = (elapsed - begin) / (end - begin)
            self.command = {joint: places[joint] + share * (targets[joint] - places[joint]) for joint in self.joints}
            return
        last, self.command = self.points[-1]
        request = self.goal.request
        tolerances = {tolerance.name: tolerance.position for tolerance in request.goal_tolerance}
        off = [joint for joint in self.joints
               if tolerances.get(joint, 0) and tolerances[joint] < abs(state[joint][0] - self.command[joint])
               or STOPPED < abs(state[joint][1])]
        allowed = request.goal_time_tolerance.sec + request.goal_time_tolerance.nanosec / 1e9
        if not off:
            self.end("succeeded")
        elif allowed and last + allowed < elapsed:
            code = FollowJointTrajectory.Result.GOAL_TOLERANCE_VIOLATED
            self.end("aborted", code, f"Aborted due to goal_time_tolerance exceeding by {elapsed - last - allowed} seconds: {off}")
            self.hold(state)


class Controller(Node):
    """The actions of all groups, and joint_states."""

    def __init__(self, port, groups):
        super().__init__("controller_manager")
        self.servos = Servos(port)
        self.followers = [Follower(name, joints) for name, joints in groups]
        self.joints = [joint for follower in self.followers for joint in follower.joints]
        self.lock = threading.Lock()
        self.last = self.now()
        self.state = self.servos.read(self.joints)
        self.command({joint: place for joint, (place, _) in self.state.items()})
        self.servos.write(TORQUE_LIMIT, 2, {joint: LIMITS[joint.split("_")[1]] for joint in self.joints})
        self.servos.write(TORQUE_ENABLE, 1, dict.fromkeys(self.joints, 1))
        self.states = self.create_publisher(JointState, "joint_states", 10)
        together = ReentrantCallbackGroup()
        self.servers = [
            ActionServer(
                self, FollowJointTrajectory, f"{follower.name}/follow_joint_trajectory",
                lambda goal, follower=follower: self.follow(follower, goal), callback_group=together,
                handle_accepted_callback=self.begin, cancel_callback=lambda _: CancelResponse.ACCEPT)
            for follower in self.followers]
        self.create_timer(1 / RATE, self.update, callback_group=MutuallyExclusiveCallbackGroup())

    def command(self, places):
        """Sends each joint where to be."""
        self.servos.write(GOAL_POSITION, 2, {joint: round(2048 + place / STEP) for joint, place in places.items()})

    def now(self):
        """ROS time in seconds."""
        return self.get_clock().now().nanoseconds / 1e9

    def update(self):
        """One cycle: read, follow, write, publish."""
        with self.lock:
            self.state |= self.servos.read(self.joints)
            now = self.now()
            # In Gazebo a controller is stepped with the world: nothing jumps where this process gets no processor time.
            step, self.last = min(now - self.last, 2 / RATE), now
            for follower in self.followers:
                if follower.goal is not None and follower.goal.is_cancel_requested:
                    follower.end("canceled")
                    follower.hold(self.state)
                follower.update(step, self.state)
            self.command({joint: place for follower in self.followers for joint, place in follower.command.items()})
            places, speeds = zip(*(self.state[joint] for joint in self.joints))
        message = JointState(name=self.joints, position=places, velocity=speeds)
        message.header.stamp = self.get_clock().now().to_msg()
        self.states.publish(message)

    def begin(self, goal):
        """Begins a goal. rclpy (7.1.6) raises an error where a cancel comes between its question whether the goal is cancelled and
        its beginning; asked again, it processes the cancel."""
        try:
            goal.execute()
        except rclpy_implementation.RCLError:
            goal.execute()

    def follow(self, follower, goal):
        """Waits for the end of a goal."""
        over, outcome = threading.Event(), []

        def ended(how, result):
            outcome.extend([how, result])
            over.set()

        with self.lock:
            follower.take(goal, self.state, ended)
        over.wait()
        how, result = outcome
        getattr(goal, {"succeeded": "succeed", "aborted": "abort"}.get(how, how))()
        return result


rclpy.init(args=sys.argv)
port, *groups = remove_ros_args(sys.argv)[1:]
groups = [(name, joints.split(",")) for name, joints in (group.split("=") for group in groups)]
# A thread for each goal that waits for its end, and some for the rest.
executor = MultiThreadedExecutor(8 + 2 * len(groups))
executor.add_node(Controller(int(port), groups))
print("the controller is active", flush=True)
try:
    executor.spin()
except (KeyboardInterrupt, ExternalShutdownException):
    pass
