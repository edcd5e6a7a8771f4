"""Moves are carried out on the simulated rig, and the simulator's own truth agrees with the result of the planner.

Arguments: the facelets after the moves from solved, then the moves.
"""

from cuberig_msgs.action import ExecuteMoves
from cuberig_msgs.msg import CubeState, SimTruth
from cuberig_msgs.srv import Scramble

from rigclient import LATCHED, check, require

SOLVED = "".join(face * 9 for face in "URFDLB")


def main(client, arguments):
    expected, moves = arguments[0], arguments[1:]
    truth = client.listen("sim/truth", SimTruth)
    states = client.listen("cube/state", CubeState, LATCHED)
    require(client.call("sim/scramble", Scramble, Scramble.Request(facelets=SOLVED), 30).error_code == 0, "sim/scramble")
    client.set_cube(SOLVED)

    run = client.goal("execute", ExecuteMoves, ExecuteMoves.Goal(moves=moves))
    _, result = run.result(100)
    require(result.error_code == 0, f"execute: {result.error_code} {result.error_msg}")
    require(result.moves_done == len(moves) and result.facelets == expected, f"{result.moves_done} moves, {result.facelets}")
    require(list(result.moves) == moves, f"without a search the moves are {moves}, not {result.moves}")
    require(run.feedback and run.feedback[-1].moves_total == len(moves), "no feedback with the number of moves")
    client.wait(lambda: truth and truth[-1].facelets == expected, 5, f"the simulator to hold {expected}")
    client.wait(lambda: states[-1].facelets == expected, 5, f"cube/state with {expected}")
    require(states[-1].source == CubeState.SOURCE_TRACKED, f"cube/state has the source {states[-1].source}")
    require(not truth[-1].violations, f"the rules of motion were broken: {truth[-1].violations}")


check(main)
