"""A client that subscribes exactly as RViz does from a configuration file gets what every display needs.

Arguments: the file, a cube that is put into each rig (54 letters), and the namespaces of the rigs; after --ros-args what the
launch file gives RViz. The class of a display decides which types it takes and, where the file names none, which QoS.
"""

import math
import time
import xml.etree.ElementTree as xml

import yaml
from cuberig_msgs.msg import CubePose, CubeState
from cuberig_msgs.srv import SetCubeState
from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSCompatibility, QoSProfile, ReliabilityPolicy, qos_check_compatible
from rclpy.time import Time
from sensor_msgs.msg import CameraInfo, Image, JointState
from std_msgs.msg import String
from tf2_msgs.msg import TFMessage
from visualization_msgs.msg import Marker, MarkerArray

from rigclient import LATCHED, RELIABLE, SENSOR, check, require

DURABILITY = {"Volatile": DurabilityPolicy.VOLATILE, "Transient Local": DurabilityPolicy.TRANSIENT_LOCAL}
HISTORY = {"Keep Last": HistoryPolicy.KEEP_LAST, "Keep All": HistoryPolicy.KEEP_ALL}
RELIABILITY = {"Reliable": ReliabilityPolicy.RELIABLE, "Best Effort": ReliabilityPolicy.BEST_EFFORT}

# What a display subscribes to: the key of its topic in the file, and the type.
DISPLAYS = {
    "rviz_default_plugins/RobotModel": ("Description Topic", String),
    "rviz_default_plugins/MarkerArray": ("Topic", MarkerArray),
    "rviz_default_plugins/Image": ("Topic", Image),
}
WITHOUT_TOPIC = ["rviz_default_plugins/Grid", "rviz_default_plugins/TF"]

# The listener of tf2, which RViz has whether or not the frames are shown, uses these names and no others.
TF = ("/tf", QoSProfile(depth=100))
TF_STATIC = ("/tf_static", QoSProfile(depth=100, durability=DurabilityPolicy.TRANSIENT_LOCAL))


def qos(settings):
    """The QoS of a topic in the file."""
    return QoSProfile(
        depth=settings["Depth"],
        durability=DURABILITY[settings["Durability Policy"]],
        history=HISTORY[settings["History Policy"]],
        reliability=RELIABILITY[settings["Reliability Policy"]],
    )


class Frames:
    """The tree of frames as tf2 would keep it."""

    def __init__(self):
        self.parents, self.stamps = {}, {}

    def take(self, message):
        """Notes transforms. A stamp that comes twice would make tf2 log a warning in every client."""
        for transform in message.transforms:
            child, stamp = transform.child_frame_id, transform.header.stamp
            stamps = self.stamps.setdefault(child, [])
            time_ns = Time.from_msg(stamp).nanoseconds
            require(time_ns == 0 or time_ns not in stamps, f"the transform of {child} came twice with the stamp {time_ns}")
            before = self.parents.setdefault(child, transform.header.frame_id)
            require(before == transform.header.frame_id, f"{child} has the parents {before} and {transform.header.frame_id}")
            stamps.append(time_ns)

    def reaches(self, frame, root):
        """Whether a frame hangs, over all between, on the root."""
        while frame != root:
            if frame not in self.parents:
                return False
            frame = self.parents[frame]
        return True


def put_cubes(client, namespaces, facelets):
    """Puts the cube into every rig, and waits until each is known; then nothing moves any more."""
    for namespace in namespaces:
        poses = client.listen(f"{namespace}/cube/pose", CubePose, LATCHED)
        client.wait(lambda: poses, 60, f"{namespace}/cube/pose")
        request = SetCubeState.Request(facelets=facelets, source=CubeState.SOURCE_SET)
        answer = client.call(f"{namespace}/cube/set_state", SetCubeState, request, 30)
        require(answer.error_code == 0, f"{namespace}/cube/set_state: {answer}")
        client.wait(lambda: poses[-1].facelets == facelets, 30, f"{namespace}/cube/pose with the cube")
    client.spin_for(1.0)


def subscribe(client, frames, config):
    """Subscribes as RViz does; a list of (display, topic, type, QoS, what was received)."""
    opened = []

    def open_topic(display, topic, kind, profile):
        # Only the newest message: pictures are large.
        received = []
        subscription = client.create_subscription(kind, topic, lambda message: received.__setitem__(slice(None), [message]), profile)
        opened.append((display, subscription.topic_name, kind, profile, received))

    for name, profile in (TF, TF_STATIC):
        client.create_subscription(TFMessage, name, frames.take, profile)
        open_topic({"Name": f"the listener to {name}", "Class": "tf2"}, name, TFMessage, profile)
    for display in config["Visualization Manager"]["Displays"]:
        require(display["Enabled"], f"the display {display['Name']} is off")
        if display["Class"] in WITHOUT_TOPIC:
            continue
        require(display["Class"] in DISPLAYS, f"this check does not know displays of the class {display['Class']}")
        key, kind = DISPLAYS[display["Class"]]
        open_topic(display, display[key]["Value"], kind, qos(display[key]))
    return opened


def matches(client, opened):
    """Each topic is offered with the type and a QoS that fits, and a message arrives."""
    for display, topic, kind, profile, received in opened:
        name = f"the display {display['Name']} on {topic}"
        ends = client.wait(lambda: client.get_publishers_info_by_topic(topic), 30, f"a publisher for {name}")
        for end in ends:
            wanted = f"{kind.__module__.split('.')[0]}/msg/{kind.__name__}"
            require(end.topic_type == wanted, f"{name} takes {wanted}; {end.node_name} sends {end.topic_type}")
            fits, reason = qos_check_compatible(end.qos_profile, profile)
            require(fits != QoSCompatibility.ERROR, f"{name} gets nothing from {end.node_name}: {reason}")
        client.wait(lambda: received, 15, f"a message for {name}")
        print(f"{name}: {kind.__name__} received, {profile.reliability.name}, {profile.durability.name}")


def draws(client, frames, root, opened):
    """What arrived can be drawn: every link and every marker hangs on the fixed frame, pictures have pixels, the cube 26 pieces."""
    for display, topic, kind, _, received in opened:
        name = f"the display {display['Name']}"
        if kind is String:
            links = [link.get("name") for link in xml.fromstring(received[-1].data).iter("link")]
            require(len(links) > 15, f"{name}: the robot has the links {links} only")
            prefix = f"{display['TF Prefix']}/" if display["TF Prefix"] else ""
            lost = lambda: [link for link in links if not frames.reaches(prefix + link, root)]
            client.wait(lambda: not lost(), 15, f"{name}: transforms to {root} from {lost()}")
        elif kind is MarkerArray:
            pieces = lambda: [marker for marker in received[-1].markers if marker.action == Marker.ADD]
            client.wait(lambda: len(pieces()) == 26, 15, f"{name}: the cube's 26 pieces")
            client.wait(lambda: all(frames.reaches(piece.header.frame_id, root) for piece in pieces()), 15, f"{name}: its frame")
        elif kind is Image:
            picture = received[-1]
            require(len(picture.data) == picture.step * picture.height > 0, f"{name}: a picture of {len(picture.data)} bytes")
            require(len(set(bytes(picture.data))) > 20, f"{name}: the picture is blank")


def idle_transforms(client, frames, namespaces):
    """While nothing moves transforms come 5 to 10 times a second, with the stamps of the joint states, and soon reach past each image."""
    joints, image_stamps = [], []
    for namespace in namespaces:
        joints.append(client.listen(f"{namespace}/joint_states", JointState, RELIABLE))
        infos = f"{namespace}/camera/camera_info"
        client.create_subscription(CameraInfo, infos, lambda info: image_stamps.append(info.header.stamp), SENSOR)
    client.spin_for(1.0)
    moving = sorted(child for child, stamps in frames.stamps.items() if max(stamps) > 0)
    require(len(moving) == 13 * len(namespaces), f"these frames move: {moving}")
    before = {child: len(frames.stamps[child]) for child in moving}
    seconds, begin = 4.0, time.monotonic()
    client.spin_for(seconds)
    passed = time.monotonic() - begin
    counts = {child: len(frames.stamps[child]) - before[child] for child in moving}
    rates = {child: count / passed for child, count in counts.items()}
    slowest = min(rates, key=rates.get)
    # Of those that are due, five a second, the last may come just after the end.
    enough = math.floor(5.0 * passed) <= counts[slowest] + 1
    require(enough and max(rates.values()) < 11.0, f"transforms a second while idle: {rates}")
    stamps_of = {}
    for namespace, received in zip(namespaces, joints):
        for state in received:
            driver = (namespace, tuple(state.name))
            stamps_of.setdefault(driver, []).append(Time.from_msg(state.header.stamp).nanoseconds)
    require(len(stamps_of) == 4 * len(namespaces), f"joint states come from these drivers: {list(stamps_of)}")
    published = set().union(*stamps_of.values())
    # Drivers are found one after the other, and their newest joint states may still be under way to this client.
    first, last = max(min(stamps) for stamps in stamps_of.values()), max(published) - 500_000_000
    require(first < last, "joint states of less than half a second")
    for child in moving:
        strange = [stamp for stamp in frames.stamps[child] if first < stamp < last and stamp not in published]
        require(not strange, f"{child} has stamps that no joint state has: {strange}")
    client.wait(lambda: image_stamps, 5, "a picture")
    seen_at = Time.from_msg(image_stamps[-1]).nanoseconds
    behind = lambda: [child for child in moving if frames.stamps[child][-1] < seen_at]
    client.wait(lambda: not behind(), 0.5, f"transforms that reach past the newest image, from {behind()}")
    print(f"{len(moving)} moving frames, idle: {rates[slowest]:.1f} to {max(rates.values()):.1f} a second, stamps of the joint states")


def main(client, arguments):
    file, facelets, *namespaces = arguments
    with open(file) as stream:
        config = yaml.safe_load(stream)
    # A rig in the node's own namespace is called ".".
    namespaces = [client.get_namespace().rstrip("/") if name == "." else f"/{name}" for name in namespaces]
    put_cubes(client, namespaces, facelets)
    frames = Frames()
    opened = subscribe(client, frames, config)
    matches(client, opened)
    draws(client, frames, config["Visualization Manager"]["Global Options"]["Fixed Frame"], opened)
    idle_transforms(client, frames, namespaces)


check(main)
