"""A run that is cancelled half-way stops safely, knows where it stands, and can be resumed.

Arguments: facelets to begin with.
"""

from action_msgs.msg import GoalStatus
from cuberig_msgs.action import RunCube
from cuberig_msgs.msg import RunStatus
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger

from rigclient import LATCHED, check, require


def main(client, arguments):
    facelets = arguments[0]
    statuses = client.listen("run/status", RunStatus, LATCHED)
    joints = client.listen("joint_states", JointState)
    truth = client.put_cube(facelets)
    before = len(truth[-1].violations)
    client.set_cube(facelets)

    run = client.goal("run", RunCube, RunCube.Goal(scan=False, look_again=False, solve_time_limit=1.0))
    require(run.accepted, "the run was refused")
    under_way = lambda: any(f.status.stage == RunStatus.EXECUTING and f.status.moves_done >= 1 for f in run.feedback)
    client.wait(lambda: under_way() or run.done(), 60, "the first move done")
    if run.done():
        require(False, f"the run ended before it could be cancelled: {run.result(1)[1]}")
    run.cancel()
    status, result = run.result(20)
    require(status == GoalStatus.STATUS_CANCELED, f"the goal's status is {status}, {result.error_msg}")
    require(result.error_code == RunCube.Result.STOPPED, f"error code {result.error_code}: {result.error_msg}")
    require(not result.solved, "a cancelled run reports solved")
    client.wait(lambda: statuses[-1].stage == RunStatus.STOPPED, 5, "run/status stopped")

    client.spin_for(1.0)
    del joints[:]
    client.spin_for(1.5)
    client.wait(lambda: len({name for message in joints for name in message.name}) == 8, 5, "joint_states of all joints")
    for name in {name for message in joints for name in message.name}:
        seen = [m.position[m.name.index(name)] for m in joints if name in m.name]
        require(max(seen) - min(seen) < 0.02, f"{name} still moves after the stop: {min(seen)} to {max(seen)} rad")
    require(len(truth[-1].violations) == before, f"the rules of motion were broken: {truth[-1].violations[before:]}")
    require(not truth[-1].solved, "the cube was already solved when the run was cancelled")

    resumed = client.call("resume", Trigger, Trigger.Request())
    require(resumed.success, f"resume: {resumed.message}")
    client.wait(lambda: statuses[-1].stage not in (RunStatus.STOPPED, RunStatus.IDLE), 10, "the run to go on")
    client.wait(lambda: statuses[-1].stage in (RunStatus.SOLVED, RunStatus.FAILED), 120, "the resumed run to end")
    require(statuses[-1].stage == RunStatus.SOLVED, f"the resumed run failed: {statuses[-1].error_msg}")
    client.wait(lambda: truth[-1].solved, 5, "sim/truth to be solved")
    require(len(truth[-1].violations) == before, f"the rules of motion were broken: {truth[-1].violations[before:]}")


check(main)
