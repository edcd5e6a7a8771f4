"""The solver answers: a short cube exactly, a hard one with feedback, and its best so far when it is cancelled.

Arguments: the facelets after R U F' from solved.
"""

from action_msgs.msg import GoalStatus
from cuberig_msgs.action import SolveCube

from rigclient import check, require

SUPERFLIP = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"


def main(client, arguments):
    status, result = client.goal("solve", SolveCube, SolveCube.Goal(facelets=arguments[0], time_limit=1.0), 30).result(60)
    require(status == GoalStatus.STATUS_SUCCEEDED and result.error_code == 0, f"solve: {result.error_msg}")
    require(list(result.moves) == ["F", "U'", "R'"], f"the moves are {list(result.moves)}")
    require((result.htm, result.qtm) == (3, 3), f"{result.htm} half turns, {result.qtm} quarter turns")

    hard = client.goal("solve", SolveCube, SolveCube.Goal(facelets=SUPERFLIP, time_limit=120.0))
    client.wait(lambda: hard.feedback, 20, "feedback of a better solution")
    require(len(hard.feedback[-1].moves) == hard.feedback[-1].htm, "the feedback's moves and length differ")
    hard.cancel()
    status, result = hard.result(3)
    require(status == GoalStatus.STATUS_CANCELED, f"the goal's status is {status}")
    require(20 <= len(result.moves) <= 30, f"cancelled with {len(result.moves)} moves, not the best so far")
    require(len(result.moves) <= hard.feedback[0].htm, "the result is worse than the first feedback")


check(main)
