"""A late subscriber gets the cube's pieces and its transform from a state publisher without joint states."""

from cuberig_msgs.msg import CubePose
from tf2_msgs.msg import TFMessage
from visualization_msgs.msg import Marker, MarkerArray

from rigclient import LATCHED, RELIABLE, check

SOLVED = "".join(9 * face for face in "URFDLB")


def main(client, arguments):
    poses = client.create_publisher(CubePose, "cube/pose", LATCHED)
    client.wait(poses.get_subscription_count, 20, "a subscriber of cube/pose")
    pose = CubePose(status=CubePose.RESTING, faces_at_sides="URFDLB", turned=SOLVED, facelets=SOLVED)
    pose.orientation.w = 1.0
    poses.publish(pose)
    # Time for it to arrive: the pieces have no subscriber yet.
    client.spin_for(2.0)
    received = client.listen("cube/markers", MarkerArray, LATCHED)
    pieces = lambda: [marker for marker in received[-1].markers if marker.action == Marker.ADD]
    client.wait(lambda: received and len(pieces()) == 26, 5, "the cube's 26 pieces")
    frames = client.listen("tf", TFMessage, RELIABLE)
    children = lambda: [transform.child_frame_id for message in frames for transform in message.transforms]
    client.wait(lambda: "cube" in children(), 5, "the transform of the cube")


check(main)
