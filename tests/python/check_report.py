"""A report agrees with what foreign readers find in its recording: PyPI's mcap and rosbags. No ROS is used.

Arguments: the recording, the report as JSON, its page.
"""

import json
import math
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from mcap.reader import make_reader
from rosbags.highlevel import AnyReader

FACES = "URFDLB"
# The stage of run/status.
EXECUTING = 3
# What counts as a motion of a joint, in radians.
STEP = math.radians(2)


def require(condition, sentence):
    if not condition:
        sys.exit(sentence)


def nanoseconds(stamp):
    return stamp.sec * 1_000_000_000 + stamp.nanosec


def summary(values):
    """Count, median, 90 % and largest: percentiles are values of the sample."""
    values = sorted(values)
    rank = lambda share: values[max(math.ceil(len(values) * share) - 1, 0)]
    return {"count": len(values), "median": rank(0.5), "p90": rank(0.9), "largest": values[-1]}


def agree(what, found, expected):
    same = found["count"] == expected["count"] and all(math.isclose(found[key], expected[key], abs_tol=1e-6) for key in expected)
    require(same, f"{what}: the report has {found}, the recording {expected}")


def read(path):
    """Topic -> messages as (received, sent, message)."""
    topics = defaultdict(list)
    with AnyReader([path]) as decoder, open(path, "rb") as stream:
        for schema, channel, message in make_reader(stream).iter_messages():
            decoded = decoder.deserialize(message.data, schema.name)
            topics[channel.topic].append((message.log_time, message.publish_time, decoded))
    return topics


def positions(topics):
    """Joint -> (stamp, position) in the order of stamps."""
    joints = defaultdict(list)
    for _, _, state in topics["/joint_states"]:
        for name, position in zip(state.name, state.position):
            joints[name].append((nanoseconds(state.header.stamp), float(position)))
    return {name: sorted(readings) for name, readings in joints.items()}


def check_cube(report, topics):
    states = [(received, state) for received, _, state in topics["/cube/state"]]
    first = next((received, state) for received, state in states if state.status == 2)
    for cube, (_, state) in zip(report["cubes"], [first, states[-1]]):
        require(cube["facelets"] == state.facelets and cube["scheme"] == state.scheme, f"the report has the cube {cube}")
    # The simulator knows which cube there was.
    truth = [(abs(received - first[0]), message.facelets) for received, _, message in topics["/sim/truth"]]
    require(min(truth)[1] == report["cubes"][0]["facelets"], "the first known cube is not that of the simulator")
    require(topics["/sim/truth"][-1][2].facelets == report["cubes"][1]["facelets"], "the last cube is not that of the simulator")


def check_faces(report, topics, begin):
    """The stickers of each face are those that the simulator's cube had at that time."""
    scheme, seen = report["cubes"][0]["scheme"], set()
    for showing in report["faces"]:
        truth = min(topics["/sim/truth"], key=lambda message: abs(message[0] - begin - showing["at"] * 1e9))[2]
        first = 9 * FACES.index(showing["face"])
        colours = Counter(scheme[FACES.index(letter)] for letter in truth.facelets[first : first + 9])
        read = Counter(sticker["letter"] for sticker in showing["stickers"])
        require(read == colours, f"face {showing['face']} was seen as {read} at {showing['at']} s, it is {colours}")
        seen.add(showing["face"])
    require(seen == set(FACES), f"the report has only the faces {seen}")


def check_motions(report, topics, begin):
    joints = positions(topics)
    plans = {nanoseconds(plan.header.stamp): plan for _, _, plan in topics["/plan"]}
    # A stop with number 0 is a node that has just started.
    stops = [nanoseconds(state.header.stamp) for _, _, state in topics["/stop_state"] if state.stopped and state.number]
    require(len(report["plans"]) == len(plans), f"the report has {len(report['plans'])} plans, the recording {len(plans)}")
    for found, (stamp, plan) in zip(report["plans"], sorted(plans.items())):
        require(found["moves"] == plan.moves and len(found["planned"]) == len(plan.motions), f"another plan: {found['moves']}")
        require(math.isclose(found["planned_seconds"], plan.seconds), f"{found['planned_seconds']} s were planned")
        require(math.isclose(found["at"], (stamp - begin) / 1e9, abs_tol=1e-6), f"the plan begins at {found['at']} s")
        for deed in found["deeds"]:
            read = joints[deed["joint"]]
            for second, degrees in [(deed["start"], deed["from"]), (deed["end"], deed["to"])]:
                at, position = min(read, key=lambda reading: abs(reading[0] - stamp - second * 1e9))
                require(abs(at - stamp - second * 1e9) < 1e6, f"no reading of {deed['joint']} at {second} s")
                require(abs(math.degrees(position) - degrees) < 2.01, f"{deed['joint']} is at {math.degrees(position)}, not {degrees}")
        # A scan ends as soon as the cube is known, and a stop breaks a plan off.
        until = min([later for later in plans if stamp < later], default=math.inf)
        is_whole = plan.moves and not any(stamp < at < until for at in stops)
        for arm in "rlfb" if is_whole else "":
            planned = sum(motion.quarters for motion in plan.motions if motion.arm == arm)
            turned = sum(deed["to"] - deed["from"] for deed in found["deeds"] if deed["joint"] == f"{arm}_wrist")
            require(abs(turned - 90 * planned) < 20, f"the wrist {arm} turned by {turned} degrees in place of {planned} quarters")


def check_errors(report, topics):
    errors, ends = defaultdict(list), defaultdict(dict)
    for topic, messages in topics.items():
        if topic.endswith("follow_joint_trajectory/_action/feedback"):
            ordered = sorted(messages, key=lambda message: nanoseconds(message[2].feedback.header.stamp))
            for _, _, message in ordered:
                feedback = message.feedback
                points = zip(feedback.joint_names, feedback.desired.positions, feedback.actual.positions)
                for name, desired, actual in points:
                    error = abs(math.degrees(actual - desired))
                    errors[name].append(error)
                    ends[name][bytes(message.goal_id.uuid)] = error
    require({joint["joint"] for joint in report["joints"]} == set(errors), "the report has other joints")
    for joint in report["joints"]:
        agree(joint["joint"], joint["moving"], summary(errors[joint["joint"]]))
        agree(joint["joint"], joint["at_end"], summary(ends[joint["joint"]].values()))


def check_latencies(report, topics):
    found = report["latencies"]
    photons = [(sent - nanoseconds(faces.header.stamp)) / 1e6 for _, sent, faces in topics["/faces"]]
    agree("photon to face", found["photon_to_face"]["milliseconds"], summary(photons))
    joints, accepted, driven, bricks = positions(topics), {}, defaultdict(set), defaultdict(set)
    for topic, messages in topics.items():
        brick = topic.split("/follow_joint_trajectory")[0]
        for _, _, message in messages:
            if topic.endswith("follow_joint_trajectory/_action/status"):
                for status in message.status_list:
                    accepted[bytes(status.goal_info.goal_id.uuid)] = (nanoseconds(status.goal_info.stamp), brick)
            elif topic.endswith("follow_joint_trajectory/_action/feedback"):
                driven[bytes(message.goal_id.uuid)].update(message.feedback.joint_names)
                bricks[brick].update(message.feedback.joint_names)
    moved = []
    for goal, (since, brick) in accepted.items():
        firsts = []
        # A goal that ended at once has no feedback: then the joints of its brick count.
        for name in driven[goal] or bricks[brick]:
            before = [reading for reading in joints[name] if reading[0] <= since]
            rest = before[-1][1]
            if any(STEP < abs(position - rest) for at, position in before if since - at < 200_000_000):
                continue
            after = (at for at, position in joints[name] if since < at < since + 2_000_000_000 and STEP < abs(position - rest))
            firsts.extend(list(after)[:1])
        if firsts:
            moved.append((min(firsts) - since) / 1e6)
    agree("goal to motion", found["goal_to_motion"]["milliseconds"], summary(moved))
    check_standstill(report, topics, joints)
    return [latency for latency in found.values() if isinstance(latency, dict)]


def check_standstill(report, topics, joints):
    """After the time of the report no joint moves any more, and just before it one does."""
    stops = [nanoseconds(state.header.stamp) for _, _, state in topics["/stop_state"] if state.stopped and state.number]
    found = report["latencies"]["stop_to_standstill"]
    require((found is not None) == bool(stops), f"stops at {stops}, and the report has {found}")
    if not stops:
        return
    begin = min(message[0] for messages in topics.values() for message in messages)
    require([round(at, 6) for at, _ in report["stops"]] == [round((min(stops) - begin) / 1e9, 6)], f"stops: {report['stops']}")
    still = min(stops) + found["milliseconds"]["largest"] * 1e6
    moved_before, moved_after = False, False
    for readings in joints.values():
        before = [position for at, position in readings if at <= min(stops)]
        # A second later the run may go on.
        after = [position for at, position in readings if still - 1e6 <= at < min(stops) + 1_000_000_000]
        if before and after:
            moved_before |= STEP < abs(after[0] - before[-1])
            moved_after |= STEP < max(after) - min(after)
    require(moved_before, "no joint moved before the standstill")
    require(not moved_after, "a joint moved after the standstill")


def check_page(report, page, latencies):
    words = re.sub(r"<[^>]*>", " ", page)
    expected = [f"{latency['milliseconds'][key]:.0f} ms" for latency in latencies for key in ("median", "p90", "largest")]
    expected += [f"{joint[kind]['p90']:.1f}°" for joint in report["joints"] for kind in ("moving", "at_end")]
    plans = [plan for plan in report["plans"] if plan["seconds"]]
    expected += [f"planned {plan['planned_seconds']:.1f} s, took {plan['seconds']:.1f} s" for plan in plans]
    expected += [stage["name"] for stage in report["stages"]]
    for text in expected:
        require(text in words, f"the page does not have '{text}'")
    for cube in report["cubes"]:
        require(cube["facelets"] in page, "the page does not have the cube")


def main(recording, report, page):
    topics = read(Path(recording))
    report, page = json.loads(Path(report).read_text()), Path(page).read_text()
    received = [message[0] for messages in topics.values() for message in messages]
    begin = min(received)
    require(report["messages"] == len(received) and report["topics"] == len(topics), f"the report counts {report['messages']}")
    require(math.isclose(report["seconds"], (max(received) - begin) / 1e9, abs_tol=1e-6), f"it lasts {report['seconds']} s")
    require(not report["notes"], f"notes: {report['notes']}")
    check_cube(report, topics)
    check_faces(report, topics, begin)
    check_motions(report, topics, begin)
    check_errors(report, topics)
    check_page(report, page, check_latencies(report, topics))
    steps = sorted((at, status.stage) for at, _, status in topics["/run/status"])
    executing = sum(after - at for (at, stage), (after, _) in zip(steps, steps[1:]) if stage == EXECUTING) / 1e9
    found = sum(stage["end"] - stage["start"] for stage in report["stages"] if stage["name"] == "executing")
    require(math.isclose(found, executing, abs_tol=1e-6), f"it executed for {found} s in place of {executing} s")
    print(f"{len(received)} messages, {len(report['plans'])} plans, {len(report['faces'])} faces: the report agrees")


main(*sys.argv[1:])
