"""A run that is stopped once and resumed, while a recorder records it.

The rig solves the cube that it was launched with.
"""

from cuberig_msgs.action import RunCube
from cuberig_msgs.msg import RunStatus
from rigclient import LATCHED, check, require
from std_srvs.srv import Trigger

# Moves that are done when the rig is stopped.
MOVES = 6


def main(client, arguments):
    statuses = client.listen("run/status", RunStatus, LATCHED)
    client.wait(lambda: statuses, 15, "run/status")
    client.goal("run", RunCube, RunCube.Goal(scan=True, look_again=True, solve_time_limit=1.0))
    stage = lambda: statuses[-1].stage
    client.wait(lambda: stage() == RunStatus.EXECUTING and MOVES <= statuses[-1].moves_done, 60, f"{MOVES} moves")
    stopped = client.call("stop", Trigger, Trigger.Request())
    require(stopped.success, stopped.message)
    client.wait(lambda: stage() == RunStatus.STOPPED, 10, "a stopped run")
    client.spin_for(1.0)
    resumed = client.call("resume", Trigger, Trigger.Request())
    require(resumed.success, resumed.message)
    client.wait(lambda: stage() in (RunStatus.SOLVED, RunStatus.FAILED), 120, "the end of the run")
    require(stage() == RunStatus.SOLVED, statuses[-1].error_msg)
    client.spin_for(1.0)


check(main)
