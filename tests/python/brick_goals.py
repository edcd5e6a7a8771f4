"""Goals of a stranger for the bricks, and how a stopped brick answers them."""

from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

JOINTS = {
    "rl_clamp": ["r_grip", "l_grip"],
    "rl_rotate": ["r_wrist", "l_wrist"],
    "fb_clamp": ["f_grip", "b_grip"],
    "fb_rotate": ["f_wrist", "b_wrist"],
}
STOPPED = -102


def trajectory(brick, positions, milliseconds=400):
    """A goal for both joints of a brick, to be reached in this time."""
    arrival = Duration(sec=milliseconds // 1000, nanosec=milliseconds % 1000 * 1_000_000)
    point = JointTrajectoryPoint(positions=positions, time_from_start=arrival)
    return FollowJointTrajectory.Goal(trajectory=JointTrajectory(joint_names=JOINTS[brick], points=[point]))
