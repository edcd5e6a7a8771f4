"""A cube is taken out of the claws and another put in, by a person who confirms; what is not confirmed moves nothing.

Arguments: the facelets of the new cube.
"""

from action_msgs.msg import GoalStatus
from cuberig_msgs.action import HandOver, RunCube
from cuberig_msgs.msg import CubePose, CubeState
from cuberig_msgs.srv import InjectFault
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger

from rigclient import LATCHED, check, require

GRIPS = ["r_grip", "l_grip", "f_grip", "b_grip"]


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

    def confirm(self):
        return self.client.call("confirm", Trigger, Trigger.Request())

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


def main(client, arguments):
    rig = Rig(client)
    hand_over = lambda name, patience=0.0: client.goal(name, HandOver, HandOver.Goal(patience=patience))
    truth = client.put_cube(arguments[0])
    client.tell_cube(arguments[0])
    before = len(truth[-1].violations)
    require(rig.are_closed(), "the claws do not hold the cube at the start")
    require(not rig.confirm().success, "something was confirmed that nobody asked")

    # Nobody confirms: nothing moves, and the cube is known as before.
    rig.ends(hand_over("release", 1.0), HandOver.Result.NOT_CONFIRMED)
    require(rig.are_closed() and rig.poses[-1].status == CubePose.RESTING, "an unconfirmed release moved something")

    # Cancelled, and stopped, while it waits; beside it no run and no second hand-over begins.
    goal = hand_over("load")
    rig.asks(goal, 1)
    rig.ends(hand_over("release"), HandOver.Result.BUSY)
    _, result = client.goal("run", RunCube, RunCube.Goal()).result(10)
    require(result.error_code == RunCube.Result.BUSY, f"a run beside a hand-over: {result}")
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

    # Open claws are asked for once: the person holds a new cube between them.
    goal = hand_over("load")
    rig.asks(goal, 1)
    client.put_cube(arguments[0])
    require(rig.confirm().success, "confirm failed")
    rig.ends(goal)
    require(sum(f.waiting for f in goal.feedback) == 1, f"open claws: {goal.feedback}")
    require(rig.are_closed(), f"the claws stand at {rig.grips()}")
    rig.knows_nothing()

    # Closed claws are asked for twice. A stop while they open leaves them, and the next attempt does it.
    goal = hand_over("load")
    rig.asks(goal, 1)
    client.call("sim/fault", InjectFault, InjectFault.Request(fault="cube_taken"))
    require(rig.confirm().success, "confirm failed")
    client.wait(lambda: any(0.1 < position for position in rig.grips()), 5, "a claw to open")
    require(client.call("stop", Trigger, Trigger.Request()).success, "stop failed")
    rig.ends(goal, HandOver.Result.STOPPED)
    require(client.call("clear_stop", Trigger, Trigger.Request()).success, "clear_stop failed")
    goal = hand_over("load")
    rig.asks(goal, 1)
    if "will open" in goal.feedback[-1].prompt:
        require(rig.confirm().success, "confirm failed")
        rig.asks(goal, 2)
    client.put_cube(arguments[0])
    require(rig.confirm().success, "confirm failed")
    rig.ends(goal)
    require(rig.are_closed(), f"the claws stand at {rig.grips()}")
    require(len(truth[-1].violations) == before, f"the rules of motion were broken: {truth[-1].violations[before:]}")

    # What was put in can be scanned and solved at once.
    _, result = client.goal("run", RunCube, RunCube.Goal(scan=True, solve_time_limit=1.0)).result(150)
    require(result.solved, f"the cube that was put in is not solved: {result}")
    client.wait(lambda: truth[-1].solved, 5, "the simulator to say that the cube is solved")


check(main)
