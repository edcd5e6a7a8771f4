"""A person who puts cubes into the claws and takes them out: what the checks of `load` and `release` share."""

from action_msgs.msg import GoalStatus
from cuberig_msgs.action import HandOver
from cuberig_msgs.msg import CubePose, CubeState
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger

from rigclient import LATCHED, require

GRIPS = ["r_grip", "l_grip", "f_grip", "b_grip"]
# Sooner than this after a question the rig takes no `confirm`.
READING = 1.1


class Rig:
    """What the person sees of the rig."""

    def __init__(self, client):
        self.client = client
        self.joints = client.listen("joint_states", JointState)
        self.poses = client.listen("cube/pose", CubePose, LATCHED)
        self.states = client.listen("cube/state", CubeState, LATCHED)

    def grips(self):
        """Where the four grip joints stand now, in radians."""
        del self.joints[:]
        self.client.wait(lambda: {n for m in self.joints for n in m.name}.issuperset(GRIPS), 5, "joint_states of the grips")
        seen = {name: position for m in self.joints for name, position in zip(m.name, m.position)}
        return [seen[name] for name in GRIPS]

    def are_open(self):
        return all(position > 0.4 for position in self.grips())

    def are_closed(self):
        return all(abs(position) < 0.15 for position in self.grips())

    def hand_over(self, name, patience=0.0):
        """Sends a goal to `load` or `release`."""
        return self.client.goal(name, HandOver, HandOver.Goal(patience=patience))

    def confirm(self):
        """Reads what is asked, and confirms."""
        self.client.spin_for(READING)
        return self.client.call("confirm", Trigger, Trigger.Request(), once=True)

    def asks(self, goal, number):
        """Waits until the goal asks for the given time that something be confirmed."""
        asked = lambda: sum(f.waiting for f in goal.feedback) >= number
        self.client.wait(lambda: asked() or goal.done(), 30, f"question {number} of {goal.name}")
        require(asked(), f"{goal.name} ended before question {number}: {goal.done() and goal.result(1)[1]}")
        require(all(f.prompt for f in goal.feedback), "a question without words")

    def ends(self, goal, code=HandOver.Result.SUCCESS):
        status, result = goal.result(30)
        require(result.error_code == code, f"{goal.name} ended with {result.error_code}, not {code}: {result.error_msg}")
        well = code == HandOver.Result.SUCCESS
        require((status == GoalStatus.STATUS_SUCCEEDED) == well, f"the status of {goal.name} is {status}")
        require(well or result.error_msg, f"{goal.name} failed without a reason")

    def knows_nothing(self):
        lost = lambda: self.poses[-1].status == CubePose.UNKNOWN and self.states[-1].status != CubeState.VALID
        self.client.wait(lost, 5, f"the cube to be forgotten; {self.poses[-1]}, {self.states[-1]}")
