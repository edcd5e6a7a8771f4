"""The claws of rl_clamp, where the simulated rig really has them.

Arguments: `open` opens them, `close` waits until they have closed by themselves, `stay` sees that they stay as open as they are.
"""

from control_msgs.action import FollowJointTrajectory
from cuberig_msgs.msg import SimTruth
from sensor_msgs.msg import JointState

from brick_goals import JOINTS, trajectory
from rigclient import check, require

BRICK = "rl_clamp"
OPEN = 0.9


def main(client, arguments):
    truth = client.listen("sim/truth", SimTruth)
    states = client.listen("joint_states", JointState)
    claws = lambda: [truth[-1].positions[list(truth[-1].joints).index(joint)] for joint in JOINTS[BRICK]]
    client.wait(lambda: truth and states, 30, "the simulator and the driver of the brick")
    if arguments[0] == "open":
        opened = client.goal(f"{BRICK}/follow_joint_trajectory", FollowJointTrajectory, trajectory(BRICK, [OPEN, OPEN]))
        _, result = opened.result(15)
        require(result.error_code == 0, f"{BRICK} does not open: {result}")
    if arguments[0] == "close":
        client.wait(lambda: max(map(abs, claws())) < 0.07, 15, f"the claws to close; they are at {claws()}")
        require(not truth[-1].violations, f"closing went wrong: {truth[-1].violations}")
    else:
        client.spin_for(3)
        require(0.8 < min(claws()), f"the claws are not open: {claws()}")


check(main)
