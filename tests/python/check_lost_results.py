"""A run goes on although the result of an action was lost, or reports that it was.

Arguments: facelets that one quarter turn of U solves the other way, and whether the solver ever answers: `late` or `never`.
"""

import time

from cuberig_msgs.action import RunCube

from rigclient import PATIENCE, check, require


def main(client, arguments):
    facelets, answers = arguments
    truth = client.put_cube(facelets)
    client.set_cube(facelets)
    began = time.monotonic()
    run = client.goal("run", RunCube, RunCube.Goal(scan=False, look_again=False, max_attempts=1))
    _, result = run.result(60)
    took = time.monotonic() - began
    print(f"{took:.1f} s: {result.error_msg or result.moves}")
    if answers == "late":
        require(result.solved and list(result.moves) == ["U'"], f"the run ends with {result}")
        client.wait(lambda: truth[-1].solved, 5, "sim/truth to be solved")
    else:
        require(not result.solved and "the result of the solver was lost" in result.error_msg, f"the run ends with {result}")
        require(took < 10 * PATIENCE, f"this is reported after {took:.1f} s")


check(main)
