"""Cubes that random scrambles never give: solved already, one turn away, in a small group, symmetric. Each is solved from the state
that a person sets, and with the word `scan` also from what the camera sees.

Arguments: `set` or `scan`, then for each cube its name, its facelets and the moves that it needs.
"""

from action_msgs.msg import GoalStatus
from cuberig_msgs.action import RunCube, SolveCube
from cuberig_msgs.msg import RunStatus

from rigclient import LATCHED, check, require


def main(client, arguments):
    scan, cubes = arguments[0] == "scan", [arguments[at:at + 3] for at in range(1, len(arguments), 3)]
    statuses = client.listen("run/status", RunStatus, LATCHED)
    for name, facelets, least in cubes:
        goal = SolveCube.Goal(facelets=facelets, time_limit=2.0)
        status, solution = client.goal("solve", SolveCube, goal).result(30)
        require(status == GoalStatus.STATUS_SUCCEEDED and solution.error_code == 0, f"{name}: not solved: {solution}")
        require(int(least) <= solution.htm, f"{name}: {solution.htm} moves, though it needs {least}")
        require(not solution.optimal or solution.htm == int(least), f"{name}: {solution.htm} moves are called proven shortest")

        truth = client.put_cube(facelets)
        if not scan:
            client.set_cube(facelets)
        before = len(truth[-1].violations)
        goal = RunCube.Goal(scan=scan, look_again=scan, max_attempts=1, solve_time_limit=2.0)
        status, result = client.goal("run", RunCube, goal).result(150)
        require(result.error_code == RunCube.Result.SUCCESS and status == GoalStatus.STATUS_SUCCEEDED,
                f"{name}: run failed: {result.error_code} {result.error_msg}")
        require(result.solved, f"{name}: the result is not solved")
        require(bool(result.moves) == bool(int(least)), f"{name}: the moves are {result.moves}")
        client.wait(lambda: truth[-1].solved, 5, f"{name}: sim/truth to be solved")
        require(len(truth[-1].violations) == before, f"{name}: rules were broken: {truth[-1].violations[before:]}")
        client.wait(lambda: statuses and statuses[-1].stage == RunStatus.SOLVED, 5, f"{name}: run/status solved")
        print(f"{name}: {len(result.moves)} moves, {result.execute_seconds:.1f} s")


check(main)
