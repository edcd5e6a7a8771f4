"""What the foreign clients share: a plain rclpy node that waits, calls, and reports clearly what did not arrive.

A check is a program: it ends with status 0 when all is as it should be, else with a sentence and status 1.
"""

import sys
import time

import rclpy
from cuberig_msgs.msg import CubePose, CubeState, SimTruth
from cuberig_msgs.srv import Scramble, SetCubeState
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.action import ActionClient
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy, qos_profile_sensor_data
from rclpy.utilities import remove_ros_args

# Deep enough that a client which the machine leaves waiting for a second misses nothing.
LATCHED = QoSProfile(depth=50, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL)
SENSOR = qos_profile_sensor_data
RELIABLE = QoSProfile(depth=200)

# All limits below are for an idle machine; one that builds or tests other things at the same time gets this many times as long.
PATIENCE = 4


class Failed(Exception):
    """Something was not as it should be; the text is one sentence."""


def require(condition, sentence):
    """Ends the check with the sentence where the condition does not hold."""
    if not condition:
        raise Failed(sentence)


class Client(Node):
    """A client of the rig that knows nothing but the interfaces."""

    def __init__(self, name):
        super().__init__(name)
        # rclpy.spin_once would add the node to an executor and take it away again, each time.
        self.spinner = SingleThreadedExecutor()
        self.spinner.add_node(self)
        self.action_clients = {}
        self.service_clients = {}

    def spin_for(self, seconds):
        """Lets messages arrive for this time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.spinner.spin_once(timeout_sec=min(0.05, max(0.0, end - time.monotonic())))

    def wait(self, condition, seconds, what):
        """Returns the condition's value as soon as it is true; names `what` when it does not come in PATIENCE times `seconds`."""
        seconds *= PATIENCE
        end = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            require(time.monotonic() < end, f"waited {seconds:.0f} s for {what}")
            self.spinner.spin_once(timeout_sec=0.05)

    def listen(self, topic, kind, qos=RELIABLE):
        """The list to which every message of the topic is added."""
        received = []
        self.create_subscription(kind, topic, received.append, qos)
        return received

    def call(self, name, kind, request, seconds=15.0, once=False):
        """The answer of a service. An answer to a client that the server has not discovered yet is lost, for some seconds;
        then the request is repeated, unless it is to be sent `once` because a second one would mean something else."""
        if name not in self.service_clients:
            client = self.service_clients[name] = self.create_client(kind, name)
            self.wait(client.service_is_ready, seconds, f"the service {name}")
            self.spin_for(0.3)
        client = self.service_clients[name]
        self.wait(client.service_is_ready, seconds, f"the service {name}")
        patience = seconds * PATIENCE if once else seconds

        def answered():
            asked, end = client.call_async(request), time.monotonic() + patience
            while not asked.done() and time.monotonic() < end:
                self.spinner.spin_once(timeout_sec=0.05)
            return asked if asked.done() else None

        return self.wait(answered, seconds, f"the answer of {name}").result()

    def put_cube(self, facelets):
        """Puts a cube into the simulated rig; the list of sim/truth, which has seen it."""
        truth = self.listen("sim/truth", SimTruth)
        put = self.call("sim/scramble", Scramble, Scramble.Request(facelets=facelets))
        require(put.error_code == 0 and put.facelets == facelets, f"sim/scramble: {put}")
        self.wait(lambda: truth and truth[-1].facelets == facelets, 5, "the new cube in sim/truth")
        return truth

    def set_cube(self, facelets):
        """Sets the cube of the rig, as for a cube that is put in unturned, and waits until the planner follows it."""
        poses = self.listen("cube/pose", CubePose, LATCHED)
        # Before the planner has published a pose it is still starting, and ignores a cube that was set earlier.
        self.wait(lambda: poses, 30, "cube/pose of the motion planner")
        answer = self.call("cube/set_state", SetCubeState, SetCubeState.Request(facelets=facelets, source=CubeState.SOURCE_SET), 30)
        require(answer.error_code == 0, f"cube/set_state: {answer}")
        follows = lambda: poses[-1].status == CubePose.RESTING and poses[-1].facelets == facelets
        self.wait(follows, 15, f"cube/pose with {facelets}; it is {poses[-1]}")

    def goal(self, name, kind, goal, seconds=15.0):
        """Sends a goal; see Goal. The goal may be refused: look at `accepted`."""
        return Goal(self, name, kind, goal, seconds)


class Goal:
    """A goal that was sent, with the feedback so far."""

    def __init__(self, client, name, kind, goal, seconds):
        self.client, self.name, self.feedback = client, name, []
        if name not in client.action_clients:
            client.action_clients[name] = ActionClient(client, kind, name)
        self.actions = client.action_clients[name]
        client.wait(self.actions.server_is_ready, seconds, f"the action {name}")

        def asked():
            sent = self.actions.send_goal_async(goal, feedback_callback=lambda m: self.feedback.append(m.feedback))
            end = time.monotonic() + seconds
            while not sent.done() and time.monotonic() < end:
                client.spinner.spin_once(timeout_sec=0.05)
            return sent.done() and sent.result()

        # A server on a busy machine may not have discovered this new client yet. Then its answer is lost (RCL_RET_TIMEOUT in its
        # log), the goal is not carried out, and it is sent again.
        self.handle = client.wait(asked, seconds, f"an answer to the goal for {name}")
        self.accepted = self.handle.accepted
        self.outcome = self.handle.get_result_async() if self.accepted else None

    def done(self):
        """Whether the result is there."""
        return self.outcome.done()

    def result(self, seconds):
        """Status (GoalStatus) and result."""
        require(self.accepted, f"the goal for {self.name} was refused")
        self.client.wait(self.outcome.done, seconds, f"the result of {self.name}")
        return self.outcome.result().status, self.outcome.result().result

    def cancel(self, seconds=10.0):
        """Asks for the goal to be cancelled."""
        asked = self.handle.cancel_goal_async()
        self.client.wait(asked.done, seconds, f"an answer to cancelling {self.name}")
        require(asked.result().goals_canceling, f"{self.name} refuses to be cancelled")


def health(client):
    """What every node reports of itself, a line for each, to explain a failed check."""
    arrays = client.listen("/diagnostics", DiagnosticArray)
    client.spin_for(3)
    newest = {status.name: status for array in arrays for status in array.status}
    for name, status in sorted(newest.items()):
        print(f"  {name}: {status.message}; {', '.join(f'{value.key} {value.value}' for value in status.values)}", flush=True)


def check(main):
    """Runs a check: main(client, arguments). What follows --ros-args is for ROS, such as a namespace."""
    rclpy.init()
    client = Client("foreign_client")
    status = 0
    try:
        main(client, remove_ros_args(sys.argv)[1:])
    except Failed as failure:
        health(client)
        # Last, where a report that is cut still shows it.
        print(f"FAILED: {failure}", flush=True)
        status = 1
    finally:
        client.spinner.shutdown()
        client.destroy_node()
        rclpy.try_shutdown()
    sys.exit(status)
