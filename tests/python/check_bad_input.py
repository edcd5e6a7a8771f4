"""Nonsense at every boundary of the graph: each has one clear answer or warning, and the graph goes on.

Arguments: the parts to check; none for all, with a look at the graph afterwards.
"""

import math

from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from cuberig_msgs.action import ExecuteMoves, RunCube, ScanCube, SolveCube
from cuberig_msgs.msg import CubePose, CubeState, FaceObservation, FaceView, SimTruth, Sticker
from cuberig_msgs.srv import InjectFault, Scramble, SetCubeState
from rcl_interfaces.msg import Log
from sensor_msgs.msg import Image, JointState
from std_msgs.msg import Header
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from rigclient import LATCHED, RELIABLE, SENSOR, check, require

SOLVED = "".join(face * 9 for face in "URFDLB")
IMPOSSIBLE = SOLVED[:7] + "F" + SOLVED[8:19] + "U" + SOLVED[20:]
NAN, HUGE = float("nan"), 1e300


def explained(what, text):
    require(8 < len(text) < 600 and "\n" not in text.strip(), f"{what} is answered with '{text[:700]}'")


def refused(client, name, kind, goal, what, code=None, words="error_msg"):
    """The goal ends with an error code and a sentence. ROS has no words for a goal that is not accepted."""
    _, result = client.goal(name, kind, goal).result(20)
    require(result.error_code != 0, f"{name} takes {what}")
    require(code in (None, result.error_code), f"{name} answers {what} with code {result.error_code}: {getattr(result, words)}")
    explained(f"{name} given {what}", getattr(result, words))


def solver(client):
    codes = SolveCube.Result
    for facelets, code in [
        ("", codes.UNREADABLE), (SOLVED[1:], codes.UNREADABLE), ("?" * 54, codes.UNREADABLE), ("ü" * 54, codes.UNREADABLE),
        (IMPOSSIBLE, codes.IMPOSSIBLE),
    ]:
        refused(client, "solve", SolveCube, SolveCube.Goal(facelets=facelets), f"the cube '{facelets}'", code)
    refused(client, "solve", SolveCube, SolveCube.Goal(facelets=SOLVED, method="guess"), "an unknown method", codes.UNKNOWN_METHOD)
    refused(client, "solve", SolveCube, SolveCube.Goal(facelets=SOLVED, metric="miles"), "an unknown metric", codes.UNKNOWN_METRIC)
    for limit in [-1.0, NAN, HUGE, math.inf]:
        refused(client, "solve", SolveCube, SolveCube.Goal(facelets=SOLVED, time_limit=limit), f"a time limit of {limit}")


def planner(client):
    for moves in [["R9"], ["R", "ü"], ["R", "(R U"], ["3Rw"], ["Q" * 100]]:
        refused(client, "execute", ExecuteMoves, ExecuteMoves.Goal(moves=moves), f"moves {moves}", ExecuteMoves.Result.BAD_MOVES)
    for limit in [-1.0, NAN, HUGE]:
        refused(client, "execute", ExecuteMoves, ExecuteMoves.Goal(moves=["R"], search_time=limit), f"a search of {limit} s")
    for timeout in [-1.0, NAN, HUGE]:
        refused(client, "scan", ScanCube, ScanCube.Goal(timeout_per_face=timeout), f"a timeout of {timeout}")


def conductor(client):
    answer = client.call("cube/set_state", SetCubeState, SetCubeState.Request(facelets=SOLVED, source=1))
    require(answer.error_code == 0, f"cube/set_state: {answer}")
    answer = client.call("cube/set_state", SetCubeState, SetCubeState.Request(facelets=SOLVED, source=77))
    require(answer.error_code != 0, "cube/set_state takes an unknown source")
    explained("an unknown source", answer.error_msg)
    refused(client, "run", RunCube, RunCube.Goal(scan=False, solve_time_limit=NAN), "a time limit that is no number")
    refused(client, "run", RunCube, RunCube.Goal(scan=False, solve_time_limit=-3.0), "a negative time limit")


def simulator(client):
    for facelets, code in [("UUU", Scramble.Response.UNREADABLE), (IMPOSSIBLE, Scramble.Response.IMPOSSIBLE)]:
        answer = client.call("sim/scramble", Scramble, Scramble.Request(facelets=facelets))
        require(answer.error_code == code, f"sim/scramble answers '{facelets}' with {answer}")
        explained(f"sim/scramble given '{facelets}'", answer.error_msg)
    answer = client.call("sim/fault", InjectFault, InjectFault.Request(fault="earthquake"))
    require(answer.error_code == InjectFault.Response.UNKNOWN_FAULT, f"sim/fault answers an unknown fault with {answer}")
    explained("an unknown fault", answer.error_msg)
    known = client.call("sim/fault", InjectFault, InjectFault.Request(fault="list"))
    require(known.error_code == 0 and known.error_msg, f"sim/fault does not list its faults: {known}")


def bricks(client):
    def trajectory(names, points):
        made = [JointTrajectoryPoint(positions=p, time_from_start=Duration(sec=int(t), nanosec=int(t % 1 * 1e9))) for t, p in points]
        return FollowJointTrajectory.Goal(trajectory=JointTrajectory(joint_names=names, points=made))

    own = ["r_wrist", "l_wrist"]
    here = lambda: {name: where for message in joints for name, where in zip(message.name, message.position)}
    client.wait(lambda: set(own) <= set(here()), 10, "joint_states of both wrists")
    rest = [here()[name] for name in own]
    for what, goal in [
        ("no joints", trajectory([], [(1.0, [])])),
        ("a joint of another brick", trajectory(["f_wrist"], [(1.0, [0.0])])),
        ("a joint named twice", trajectory(["r_wrist", "r_wrist"], [(1.0, [0.0, 0.0])])),
        ("no points", trajectory(own, [])),
        ("too few positions", trajectory(own, [(1.0, [0.0])])),
        ("a position that is no number", trajectory(own, [(1.0, [NAN, rest[1]])])),
        ("a position beyond all limits", trajectory(own, [(1.0, [HUGE, rest[1]])])),
        ("times that run backwards", trajectory(own, [(2.0, rest), (1.0, rest)])),
    ]:
        refused(client, "rl_rotate/follow_joint_trajectory", FollowJointTrajectory, goal, what, words="error_string")


def images(client):
    publisher = client.create_publisher(Image, "camera/image_raw", SENSOR)
    client.wait(publisher.get_subscription_count, 10, "a subscriber of camera/image_raw")
    good = dict(width=8, height=4, encoding="bgr8", step=24, data=bytes(96))
    bad = [
        dict(good, encoding="klingon8"),
        dict(good, encoding=""),
        dict(good, data=bytes(95)),
        dict(good, data=b""),
        dict(good, step=3),
        dict(good, width=0, height=0, step=0, data=b""),
        dict(good, width=4294967295, height=4294967295, step=4294967295),
        dict(good, step=0),
    ]
    for image in bad:
        del log[:]
        for _ in range(10):
            publisher.publish(Image(header=Header(frame_id="camera_optical_frame"), **image))
            client.spin_for(0.02)
        client.spin_for(0.3)
        warnings = [line.msg for line in log if line.name.endswith("face_detector") and line.level >= 30]
        require(len(warnings) <= 3, f"{len(warnings)} warnings for ten times the same bad image: {warnings[:4]}")
        warned.update(warnings)
    several = lambda: warned.update(line.msg for line in log if line.name.endswith("face_detector") and line.level >= 30) or len(warned) >= 2
    client.wait(several, 5, f"more than one kind of warning for bad images; there are {warned}")
    for warning in warned:
        explained("a bad image", warning)
    del faces[:]
    client.wait(lambda: faces, 10, "faces after bad images")


def nonsense(client):
    """Messages that make no sense. No node has to answer, but all must continue."""
    sticker = Sticker(colour="X", confidence=NAN, quad=[math.inf] * 8, rgb=[NAN, -5.0, HUGE / 1e270], recovered=True)
    views = [FaceView(stickers=[sticker] * count, confidence=NAN) for count in (0, 1, 9, 10)]
    face = client.create_publisher(FaceObservation, "faces", RELIABLE)
    state = client.create_publisher(CubeState, "cube/state", LATCHED)
    pose = client.create_publisher(CubePose, "cube/pose", LATCHED)
    joint = client.create_publisher(JointState, "joint_states", RELIABLE)
    client.wait(lambda: all(p.get_subscription_count() for p in (face, state, pose, joint)), 10, "subscribers of all topics")
    for frame in ["face_U", "face_X", "face_", "", "ü"]:
        face.publish(FaceObservation(header=Header(frame_id=frame), faces=views))
        face.publish(FaceObservation(header=Header(frame_id=frame), faces=[]))
    for facelets in ["", "U" * 54, "?" * 54, "ü" * 54, SOLVED[1:]]:
        state.publish(CubeState(status=CubeState.VALID, facelets=facelets, scheme="WWWWWW", doubtful=[255], source=9))
        pose.publish(CubePose(status=CubePose.RESTING, facelets=facelets, faces_at_sides="UUUUUU", facing_camera="X"))
    pose.publish(CubePose(status=200, faces_at_sides="ü"))
    for names, positions in [(["r_wrist"], []), ([], [1.0]), (["moon"], [0.0]), (["r_wrist"], [NAN]), (["r_wrist", "r_wrist"], [math.inf])]:
        joint.publish(JointState(name=names, position=positions))
    client.spin_for(1.0)


def main(client, arguments):
    global log, joints, faces, warned
    log = client.listen("/rosout", Log)
    joints = client.listen("joint_states", JointState)
    faces = client.listen("faces", FaceObservation)
    truth = client.listen("sim/truth", SimTruth)
    warned = set()
    client.wait(lambda: truth, 10, "sim/truth")
    before = len(truth[-1].violations)
    parts = [solver, conductor, simulator, bricks, planner, images, nonsense]
    for part in [part for part in parts if not arguments or part.__name__ in arguments]:
        print(part.__name__, flush=True)
        part(client)
    if arguments:
        return
    require(client.call("cube/set_state", SetCubeState, SetCubeState.Request(facelets=SOLVED, source=1)).error_code == 0,
            "cube/set_state no longer works")
    _, result = client.goal("solve", SolveCube, SolveCube.Goal(facelets=SOLVED)).result(20)
    require(result.error_code == 0, f"the solver no longer works: {result.error_msg}")
    require(len(truth[-1].violations) == before, f"the rules of motion were broken: {truth[-1].violations[before:]}")


check(main)
