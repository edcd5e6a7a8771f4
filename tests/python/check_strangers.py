"""A second publisher of joint_states, as every beginner leaves one running, ends a run by its name, and nothing moves meanwhile."""

import time

from cuberig_msgs.action import ExecuteMoves, MoveClaws, RunCube, ScanCube
from cuberig_msgs.msg import SimTruth
from sensor_msgs.msg import JointState

from rigclient import PATIENCE, RELIABLE, check, require

JOINTS = [f"{arm}_{kind}" for arm in "rlfb" for kind in ("grip", "wrist")]
NAMED = ("two programs publish", "r_wrist", "on joint_states: ", "foreign_client")


def named(what, text):
    require(all(part in text for part in NAMED), f"{what} ends with '{text}'")


def main(client, arguments):
    truth = client.listen("sim/truth", SimTruth)
    client.wait(lambda: truth, 20, "sim/truth")
    before = len(truth[-1].violations)
    at = lambda: dict(zip(truth[-1].joints, truth[-1].positions))
    stranger = client.create_publisher(JointState, "joint_states", RELIABLE)
    client.wait(lambda: stranger.get_subscription_count() >= 4, 10, "the subscribers of joint_states")
    client.spin_for(1.0)

    def meddle(seconds, until=lambda: False):
        """Publishes zeros ten times a second, as joint_state_publisher does; returns after how many seconds it ended."""
        start = time.monotonic()
        while time.monotonic() < start + seconds and not until():
            message = JointState(name=JOINTS, position=[0.0] * len(JOINTS))
            message.header.stamp = client.get_clock().now().to_msg()
            stranger.publish(message)
            client.spin_for(0.1)
        return time.monotonic() - start

    rest = at()
    run = client.goal("run", RunCube, RunCube.Goal(scan=True, max_attempts=2))
    client.wait(lambda: max(abs(at()[name] - rest[name]) for name in JOINTS) > 0.3, 30, "the scan to move the arms")
    seconds = meddle(5.0 * PATIENCE, run.done)
    _, result = run.result(1)
    named("the run", result.error_msg)
    require(result.error_code == RunCube.Result.SCAN_FAILED and result.attempts == 1, f"the run ends with {result}")
    held = at()
    for name, kind, goal in [
        ("execute", ExecuteMoves, ExecuteMoves.Goal(moves=["R"])),
        ("scan", ScanCube, ScanCube.Goal()),
        ("move_claws", MoveClaws, MoveClaws.Goal(close=True)),
    ]:
        refused = client.goal(name, kind, goal)
        meddle(5.0, refused.done)
        _, result = refused.result(1)
        require(result.error_code == kind.Result.NO_JOINT_STATES, f"{name} ends with {result}")
        named(name, result.error_msg)
    moved = {name: (held[name], at()[name]) for name in JOINTS if abs(held[name] - at()[name]) > 0.05}
    require(not moved, f"something moves meanwhile: {moved}")
    client.spin_for(1.5)
    _, result = client.goal("move_claws", MoveClaws, MoveClaws.Goal(look_only=True)).result(10)
    require(result.error_code == 0, f"after the second publisher has gone, move_claws ends with {result}")
    require(len(truth[-1].violations) == before, f"the rules of motion were broken: {truth[-1].violations[before:]}")
    print(f"the run ended {seconds:.1f} s after the first message of the second publisher")


check(main)
