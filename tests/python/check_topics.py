"""Every topic, service and action of the graph is there, with the type and quality of service of the design.

In a namespace, nothing of the rig may lie outside it.
"""

from diagnostic_msgs.msg import DiagnosticArray
from rclpy.action import get_action_names_and_types
from rclpy.qos import DurabilityPolicy, ReliabilityPolicy
from sensor_msgs.msg import CameraInfo, Image, JointState

from rigclient import check, require

TOPICS = {
    "camera/image_raw": "sensor_msgs/msg/Image",
    "camera/camera_info": "sensor_msgs/msg/CameraInfo",
    "faces": "cuberig_msgs/msg/FaceObservation",
    "faces/image": "sensor_msgs/msg/Image",
    "cube/state": "cuberig_msgs/msg/CubeState",
    "cube/pose": "cuberig_msgs/msg/CubePose",
    "cube/colors": "cuberig_msgs/msg/CubeColors",
    "cube/markers": "visualization_msgs/msg/MarkerArray",
    "plan": "cuberig_msgs/msg/MotionPlan",
    "joint_states": "sensor_msgs/msg/JointState",
    "run/status": "cuberig_msgs/msg/RunStatus",
    "run/steps": "std_msgs/msg/String",
    "robot_description": "std_msgs/msg/String",
    "tf": "tf2_msgs/msg/TFMessage",
    "tf_static": "tf2_msgs/msg/TFMessage",
    "sim/truth": "cuberig_msgs/msg/SimTruth",
    "/diagnostics": "diagnostic_msgs/msg/DiagnosticArray",
    "/rosout": "rcl_interfaces/msg/Log",
    "/parameter_events": "rcl_interfaces/msg/ParameterEvent",
}
LATCHED = ["cube/state", "cube/pose", "cube/colors", "plan", "run/status", "robot_description", "tf_static", "cube/markers"]
BRICKS = ["rl_clamp", "rl_rotate", "fb_clamp", "fb_rotate"]
SERVICES = {
    "cube/set_state": "cuberig_msgs/srv/SetCubeState",
    "cube/reset": "std_srvs/srv/Trigger",
    "cube/learn_colors": "cuberig_msgs/srv/LearnColors",
    "stop": "std_srvs/srv/Trigger",
    "resume": "std_srvs/srv/Trigger",
    "clear_stop": "std_srvs/srv/Trigger",
    "confirm": "std_srvs/srv/Trigger",
    "sim/scramble": "cuberig_msgs/srv/Scramble",
    "sim/fault": "cuberig_msgs/srv/InjectFault",
} | {f"{brick}/stop": "std_srvs/srv/Trigger" for brick in BRICKS}
ACTIONS = {
    "solve": "cuberig_msgs/action/SolveCube",
    "execute": "cuberig_msgs/action/ExecuteMoves",
    "scan": "cuberig_msgs/action/ScanCube",
    "run": "cuberig_msgs/action/RunCube",
    "load": "cuberig_msgs/action/HandOver",
    "release": "cuberig_msgs/action/HandOver",
    "move_claws": "cuberig_msgs/action/MoveClaws",
} | {f"{brick}/follow_joint_trajectory": "control_msgs/action/FollowJointTrajectory" for brick in BRICKS}
NODES = ["rig_sim", "face_detector", "state_assembler", "solver", "motion_planner", "conductor", "dashboard", "state_publisher", "recorder"] + BRICKS


def main(client, arguments):
    prefix = client.get_namespace().rstrip("/") + "/"

    def full(names):
        return {name if name.startswith("/") else prefix + name: kind for name, kind in names.items()}

    def missing(expected, found):
        found = dict(found)
        return [f"{name} [{kind}]" for name, kind in full(expected).items() if found.get(name) != [kind]]

    kinds = [
        ("topics", TOPICS, lambda: [t for t in client.get_topic_names_and_types() if client.count_publishers(t[0])]),
        ("services", SERVICES, client.get_service_names_and_types),
        ("actions", ACTIONS, lambda: get_action_names_and_types(client)),
    ]
    for word, expected, found in kinds:
        try:
            client.wait(lambda: not missing(expected, found()), 30, f"all {word}")
        except Exception:
            require(False, f"{word} missing or of another type: {', '.join(missing(expected, found()))}; there are {found()}")

    def absent():
        there = {namespace.rstrip("/") + "/" + name for name, namespace in client.get_node_names_and_namespaces()}
        return [node for node in NODES if prefix + node not in there]

    client.wait(lambda: not absent(), 10, f"the nodes {absent()}")

    for name in LATCHED:
        for end in client.get_publishers_info_by_topic(prefix + name):
            qos = end.qos_profile
            latched = qos.reliability == ReliabilityPolicy.RELIABLE and qos.durability == DurabilityPolicy.TRANSIENT_LOCAL
            require(latched, f"{name} from {end.node_name} is not reliable and transient local")
    for end in client.get_publishers_info_by_topic(prefix + "camera/image_raw"):
        require(end.qos_profile.reliability == ReliabilityPolicy.RELIABLE, "images are not offered reliably")
    # What ros2 topic echo, image_view and most programs of one's own ask for, without a word about quality of service.
    pictures = client.listen("camera/image_raw", Image, 10)
    infos = client.listen("camera/camera_info", CameraInfo, 10)
    client.wait(lambda: pictures and infos, 10, "a picture and its camera_info for a subscriber with default settings")

    own = [name for name, _ in client.get_topic_names_and_types() if not name.startswith(prefix)]
    strays = sorted(set(own) - {"/diagnostics", "/rosout", "/parameter_events", "/clock"})
    require(not strays, f"topics outside the namespace {prefix}: {strays}")

    # What RViz, rqt_robot_monitor and aggregators look for.
    states = client.listen("joint_states", JointState)
    arrays = client.listen("/diagnostics", DiagnosticArray)
    hardware = lambda: {status.name: status.hardware_id for array in arrays for status in array.status}
    client.wait(lambda: states and len(hardware()) >= len(NODES), 10, "joint_states and the diagnostics of all nodes")
    require({state.header.frame_id for state in states} == {"base_link"}, f"joint_states have the frame '{states[-1].header.frame_id}'")
    nameless = [name for name, brick in hardware().items() if not (brick.startswith(f"{name.split('/')[-1]} at ") if name.split("/")[-1] in BRICKS else brick)]
    require(not nameless, f"without a hardware_id: {nameless}")

    for word, expected, found in kinds:
        print(word + ":")
        for name, types in sorted(found()):
            if "parameter" in name or "/_action/" in name:
                continue
            print(f"  {name} [{', '.join(types)}]")


check(main)
