"""After an answered stop no goal of any client moves a motor until `resume`: stops at random moments of runs and scans.

Arguments: facelets to begin with, how many stops, and the bricks that are foreign, with their two joints each.
"""

import random
import time

from action_msgs.msg import GoalStatus
from control_msgs.action import FollowJointTrajectory
from cuberig_msgs.action import ExecuteMoves, RunCube, ScanCube
from cuberig_msgs.msg import RunStatus
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger

from brick_goals import JOINTS, STOPPED, trajectory
from rigclient import LATCHED, check, require

# A motor coasts for a moment after its brake; an emulated link adds up to 25 ms.
COASTING = 0.4
# A driver without a stop service learns of the stop by a cancel. A goal of a stranger takes so long that the cancel meets it
# on a busy machine too.
LONG_GOAL_MS = 8000


def stamp(message):
    """When a message was stamped, seconds."""
    return message.header.stamp.sec + message.header.stamp.nanosec / 1e9


def now(client):
    """The time of stamps, seconds."""
    return client.get_clock().now().nanoseconds / 1e9


def begin(client, kind):
    """A goal that moves the arms, and what shows that it does."""
    if kind == "execute":
        goal = client.goal("execute", ExecuteMoves, ExecuteMoves.Goal(moves=["R", "U", "F'", "L2", "D"]))
        return goal, lambda: bool(goal.feedback)
    if kind == "scan":
        goal = client.goal("scan", ScanCube, ScanCube.Goal())
        return goal, lambda: bool(goal.feedback)
    goal = client.goal("run", RunCube, RunCube.Goal(scan=True, look_again=False, solve_time_limit=0.5))
    return goal, lambda: any(f.status.stage == RunStatus.SCANNING for f in goal.feedback)


def main(client, arguments):
    facelets, count, foreign = arguments[0], int(arguments[1]), arguments[2:]
    joints = client.listen("joint_states", JointState)
    truth = client.put_cube(facelets)
    before = list(truth[-1].violations)
    client.set_cube(facelets)
    draw = random.Random(11)
    refused = 0
    for number in range(count):
        kind = "execute" if foreign else ["run", "scan", "execute"][number % 3]
        if kind == "execute":
            # What the arms have turned so far is followed; a pose that was lost is set anew.
            client.set_cube(client.put_cube(facelets)[-1].facelets)
        goal, moves = begin(client, kind)
        client.wait(lambda: moves() or goal.done(), 30, f"a {kind} to begin")
        if goal.done():
            raise AssertionError(f"a {kind} ended before it was stopped: {goal.result(1)[1]}")
        client.spin_for(draw.uniform(0.0, 3.0))

        asked = time.monotonic()
        stopped = client.call("stop", Trigger, Trigger.Request())
        answered = time.monotonic() - asked
        # From when on a brick rests: readings that were on their way do not count, a client on a busy machine gets them late.
        rests = dict.fromkeys(JOINTS, now(client) + COASTING)
        require(stopped.success, f"stop {number}: {stopped.message}")
        strangers = [
            (brick, client.goal(f"{brick}/follow_joint_trajectory", FollowJointTrajectory, trajectory(brick, [0.4, -0.4], LONG_GOAL_MS)))
            for brick in JOINTS
        ]
        print(f"stop {number} of a {kind}: answered in {1000 * answered:.0f} ms", flush=True)
        for brick, stranger in strangers:
            if not stranger.accepted:
                refused += 1
                continue
            status, result = stranger.result(10)
            if brick in foreign:
                require(status == GoalStatus.STATUS_CANCELED, f"{brick}: a goal after a stop ended with status {status}")
                rests[brick] = now(client) + COASTING
            else:
                require(result.error_code == STOPPED and "resume" in result.error_string, f"{brick}: {result}")
            refused += 1
        client.spin_for(COASTING + 0.8)
        rested = lambda brick, name: [m.position[m.name.index(name)] for m in joints if name in m.name and rests[brick] < stamp(m)]
        all_rested = lambda: all(2 < len(rested(brick, name)) for brick, names in JOINTS.items() for name in names)
        client.wait(all_rested, 10, "all joints")
        for brick, names in JOINTS.items():
            for name in names:
                seen = rested(brick, name)
                if name.endswith("grip"):
                    # A brake is no hold: a claw that pressed on the cube when it was braked gives way to it, and is closed all the same.
                    seen = [max(position, 0.0) for position in seen]
                require(max(seen) - min(seen) < 0.02, f"stop {number} of a {kind}: {name} moves from {min(seen):.2f} to {max(seen):.2f}")
        del joints[:]
        status, result = goal.result(20)
        require(status != GoalStatus.STATUS_SUCCEEDED, f"a stopped {kind} succeeded")
        require(result.error_code == type(result).STOPPED, f"a stopped {kind} ended as {result.error_code}: {result.error_msg}")
        for name, action, late in [
            ("execute", ExecuteMoves, ExecuteMoves.Goal(moves=["R"])),
            ("scan", ScanCube, ScanCube.Goal()),
            ("run", RunCube, RunCube.Goal(scan=True)),
        ]:
            _, result = client.goal(name, action, late).result(10)
            require(result.error_code == action.Result.STOPPED, f"{name} after a stop: {result.error_code} {result.error_msg}")
            require("resume" in result.error_msg, f"{name} after a stop returns: {result.error_msg}")
        require(list(truth[-1].violations) == before, f"stop {number} of a {kind}: {truth[-1].violations}")
        released = client.call("clear_stop", Trigger, Trigger.Request())
        require(released.success, f"clear_stop: {released.message}")
    print(f"{count} stops, {refused} goals of a stranger refused")

    # One brick's own stop stops them all, and the rig goes on after a resume.
    stopped = client.call("rl_clamp/stop", Trigger, Trigger.Request())
    require(stopped.success, f"rl_clamp/stop: {stopped.message}")
    client.spin_for(0.5)
    stranger = client.goal("fb_clamp/follow_joint_trajectory", FollowJointTrajectory, trajectory("fb_clamp", [0.4, 0.4]))
    _, result = stranger.result(10)
    require(result.error_code == STOPPED, f"fb_clamp after rl_clamp/stop: {result}")
    resumed = client.call("resume", Trigger, Trigger.Request())
    require(resumed.success, f"resume: {resumed.message}")
    if foreign:
        return
    run = client.goal("scan", ScanCube, ScanCube.Goal())
    _, result = run.result(90)
    require(result.error_code == 0, f"a scan after all stops: {result.error_code} {result.error_msg}")
    require(list(truth[-1].violations) == before, f"a scan after all stops: {truth[-1].violations}")


check(main)
