"""A state publisher that hears of a cube and of no joint keeps the cube's pieces for who comes later."""

from cuberig_msgs.msg import CubePose
from visualization_msgs.msg import Marker, MarkerArray

from rigclient import LATCHED, check

SOLVED = "".join(9 * face for face in "URFDLB")


def main(client, arguments):
    poses = client.create_publisher(CubePose, "cube/pose", LATCHED)
    client.wait(poses.get_subscription_count, 20, "a subscriber of cube/pose")
    pose = CubePose(status=CubePose.RESTING, faces_at_sides="URFDLB", turned=SOLVED, facelets=SOLVED)
    pose.orientation.w = 1.0
    poses.publish(pose)
    # Time for it to be heard: nobody listens to the pieces yet.
    client.spin_for(2.0)
    heard = client.listen("cube/markers", MarkerArray, LATCHED)
    pieces = lambda: [marker for marker in heard[-1].markers if marker.action == Marker.ADD]
    client.wait(lambda: heard and len(pieces()) == 26, 5, "the cube's 26 pieces")


check(main)
