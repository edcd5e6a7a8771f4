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


def trajectory(brick, positions):
    """A goal for both joints of a brick, to be reached in 0.4 s."""
    point = JointTrajectoryPoint(positions=positions, time_from_start=Duration(nanosec=400_000_000))
    return FollowJointTrajectory.Goal(trajectory=JointTrajectory(joint_names=JOINTS[brick], points=[point]))
