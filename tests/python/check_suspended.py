"""The rig stops whichever node hangs: each node in turn gets no processor (SIGSTOP) in the middle of a run, and a person presses Stop.

Arguments: facelets, the page's address, the program `stop_rig`, and NAME:PID of each node to suspend. The page is suspended too: then
the stop comes from the terminal.
"""

import os
import signal
import subprocess
import time

from cuberig_msgs.action import ExecuteMoves, RunCube
from cuberig_msgs.msg import RunStatus, SimTruth, StopState
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger

from brick_goals import JOINTS
from page_press import Page
from rigclient import LATCHED, PATIENCE, RELIABLE, check, require

# Arms rest so long after the press wherever the driver lives; a busy machine gets more.
REST = 0.5
# A joint that moves less between two readings, in radians, is at rest.
STILL = 0.01
# A wrist this fast, in radians a second, turns something.
TURNING = 2.0


# A driver that was suspended gets the requests to stop that it was sent meanwhile when the middleware sends them again.
RESENT = 5.0


def release(client, states, quiet):
    """Lets the rig move again, until it was not stopped once more for so long."""
    for _ in range(8):
        released = client.call("clear_stop", Trigger, Trigger.Request())
        client.spin_for(0.2 + quiet)
        free = max(state.number for state in states if not state.stopped)
        if released.success and not any(state.stopped and free < state.number for state in states):
            return
    require(False, "the rig is stopped again and again")


def last_motion(readings, after):
    """When each joint moved last, in seconds after that time, by the readings (time, {joint: position})."""
    moved, before = {}, {}
    for at, positions in readings:
        for joint, position in positions.items():
            if joint in before and after < at and STILL < abs(position - before[joint]):
                moved[joint] = at - after
            before[joint] = position
    return moved


def main(client, arguments):
    facelets, address, program = arguments[:3]
    nodes = [node.split(":") for node in arguments[3:]]
    seen, real, speeds = [], [], {}

    def take_joints(message):
        seen.append((time.monotonic(), dict(zip(message.name, message.position))))
        speeds.update(zip(message.name, message.velocity))

    client.create_subscription(JointState, "joint_states", take_joints, RELIABLE)
    client.create_subscription(
        SimTruth, "sim/truth", lambda m: real.append((time.monotonic(), dict(zip(m.joints, m.positions)))), RELIABLE
    )
    states = client.listen("stop_state", StopState, LATCHED)
    page = Page(address)
    for name, pid in nodes:
        suspended, pid = JOINTS.get(name, []), int(pid)
        truth = client.put_cube(facelets)
        broken = len(truth[-1].violations)
        client.set_cube(facelets)
        goal = client.goal("run", RunCube, RunCube.Goal(look_again=False, solve_time_limit=0.2))
        executing = lambda: any(f.status.stage == RunStatus.EXECUTING for f in goal.feedback)
        turning = lambda: any(TURNING < abs(speed) for joint, speed in speeds.items() if "wrist" in joint)
        client.wait(lambda: goal.done() or executing() and turning(), 30, "a wrist that turns in a run")
        require(not goal.done(), f"the run ended before {name} was suspended")

        os.kill(pid, signal.SIGSTOP)
        try:
            client.spin_for(0.1)
            pressed = time.monotonic()
            if name == "dashboard":
                terminal = subprocess.Popen([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                client.wait(lambda: terminal.poll() is not None, 15, "stop_rig")
                answer, stopped = terminal.stdout.read(), terminal.returncode == 0
                # Until it has discovered the drivers, it reaches none.
                limit = None
            else:
                number = page.press("stop")
                client.wait(lambda: number in page.answers, 15, "the page's answer to a stop")
                answer, stopped = page.answers[number][0]["text"], page.answers[number][0]["ok"]
                limit = REST
            client.spin_for(0.8)
            moved = last_motion(seen, pressed)
            live = {joint: at for joint, at in moved.items() if joint not in suspended}
            dead = {joint: at for joint, at in last_motion(real, pressed).items() if joint in suspended}
        finally:
            os.kill(pid, signal.SIGCONT)
        rest = max(live.values(), default=0.0)
        own = f", its own joints after {max(dead.values(), default=0.0):.2f} s" if suspended else ""
        print(f"{name:16} arms rest after {rest:.2f} s{own}: {answer.strip().splitlines()[-1]}", flush=True)
        require(stopped == (not suspended), f"{name} suspended, and the stop answers: {answer}")
        require(limit is None or rest < limit * PATIENCE, f"{name} suspended: a joint moved on for {rest:.2f} s: {live}")
        if name != "dashboard":
            require(name in answer, f"the stop does not name {name}: {answer}")
        goal.result(20)
        release(client, states, RESENT if suspended else 0.0)
        # The wrists of a driver that hangs end their turns apart, each by its own motor: in a turn of the whole cube nothing
        # holds them together.
        faults = [fault for fault in truth[-1].violations[broken:] if not (suspended and "tears the cube" in fault)]
        require(not faults, f"{name}: {faults}")
    flooded(client, facelets, page, seen)


def flooded(client, facelets, page, seen):
    """A stranger sends a thousand goals at once, and a person presses Stop among them."""
    client.put_cube(facelets)
    client.set_cube(facelets)
    moving = client.goal("execute", ExecuteMoves, ExecuteMoves.Goal(moves=["R", "U", "F'", "L2", "D"]))
    client.wait(lambda: moving.feedback, 30, "moves under way")
    runs = client.goal("run", RunCube, RunCube.Goal()).actions
    sent = [runs.send_goal_async(RunCube.Goal()) for _ in range(500)]
    pressed = time.monotonic()
    number = page.press("stop")
    sent += [runs.send_goal_async(RunCube.Goal()) for _ in range(500)]
    client.wait(lambda: number in page.answers, 15, "the page's answer to a stop in a flood of goals")
    client.spin_for(1.0)
    answered = sum(goal.done() for goal in sent)
    rest = max(last_motion(seen, pressed).values(), default=0.0)
    after = page.answers[number][1] - pressed
    print(f"{'a flood':16} arms rest after {rest:.2f} s, answered after {after:.2f} s; {answered} of {len(sent)} goals were answered")
    require(rest < REST * PATIENCE, f"in a flood of goals a joint moved on for {rest:.2f} s")


check(main)
