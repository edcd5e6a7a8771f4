"""Setting the cube of the rig: good states are taken in either alphabet, impossible ones refused with the reason."""

from cuberig_msgs.msg import CubeState
from cuberig_msgs.srv import SetCubeState
from std_srvs.srv import Trigger

from rigclient import LATCHED, check, require

SOLVED = "".join(face * 9 for face in "URFDLB")
SUPERFLIP = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"


def main(client, arguments):
    states = client.listen("cube/state", CubeState, LATCHED)

    def set_state(facelets):
        return client.call("cube/set_state", SetCubeState, SetCubeState.Request(facelets=facelets, source=1))

    answer = set_state(SUPERFLIP)
    require(answer.error_code == 0, f"a good state was refused: {answer}")
    client.wait(lambda: states and states[-1].facelets == SUPERFLIP, 5, "the state that was set")
    state = states[-1]
    require(state.status == CubeState.VALID and not state.solved, f"status {state.status}, solved {state.solved}")
    require(state.source == CubeState.SOURCE_SET, f"source {state.source}")

    colors = "".join(letter * 9 for letter in "WRGYOB")
    require(set_state(colors).error_code == 0, "colour letters were refused")
    client.wait(lambda: states[-1].facelets == SOLVED, 5, "the solved cube")
    require(states[-1].solved, "a solved cube is not called solved")
    require(states[-1].scheme == "WRGYOB", f"the scheme is {states[-1].scheme}")

    kept = states[-1]
    flipped = list(SOLVED)
    flipped[7], flipped[19] = flipped[19], flipped[7]
    bad = [
        (SetCubeState.Response.IMPOSSIBLE, "".join(flipped)),
        (SetCubeState.Response.IMPOSSIBLE, "R" + SOLVED[1:]),
        (SetCubeState.Response.UNREADABLE, SOLVED[1:]),
        (SetCubeState.Response.UNREADABLE, ""),
        (SetCubeState.Response.UNREADABLE, "x" * 54),
        (SetCubeState.Response.UNREADABLE, "é" * 54),
        (SetCubeState.Response.UNREADABLE, "U" * 100000),
    ]
    for code, facelets in bad:
        answer = set_state(facelets)
        require(answer.error_code == code, f"'{facelets[:60]}' gave {answer.error_code}, not {code}: {answer.error_msg}")
        require(10 < len(answer.error_msg) < 400, f"'{facelets[:60]}' gave the reason '{answer.error_msg[:500]}'")
    client.spin_for(0.5)
    require(states[-1].facelets == kept.facelets and states[-1].status == CubeState.VALID, "a refused state changed cube/state")

    require(client.call("cube/reset", Trigger, Trigger.Request()).success, "cube/reset")
    client.wait(lambda: states[-1].status == CubeState.UNKNOWN, 5, "the state to be forgotten")


check(main)
