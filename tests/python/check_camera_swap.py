"""What somebody else's camera shows becomes the cube's state. Arguments: the 54 facelets that it shows."""

from cuberig_msgs.msg import CubeState
from std_srvs.srv import Trigger

from rigclient import LATCHED, check, require


def main(client, arguments):
    shown = arguments[0]
    states = client.listen("cube/state", CubeState, LATCHED)
    require(client.call("cube/reset", Trigger, Trigger.Request()).success, "cube/reset")
    client.wait(lambda: states and states[-1].status == CubeState.UNKNOWN, 5, "the state to be forgotten")
    del states[:]

    def whole():
        return [state for state in states if state.status in (CubeState.VALID, CubeState.INVALID)]

    client.wait(lambda: whole(), 40, f"a whole cube; seen so far: {[state.faces_seen for state in states[-3:]]}")
    state = whole()[0]
    require(state.status == CubeState.VALID, f"the cube is called impossible: {state.error_msg}")
    require(state.facelets == shown, f"read {state.facelets} instead of {shown}")
    require(state.source == CubeState.SOURCE_CAMERA, f"the source is {state.source}")
    seen = [state.faces_seen for state in states if state.status == CubeState.PARTIAL]
    require(len(seen) >= 5 and all(len(a) <= len(b) for a, b in zip(seen, seen[1:])), f"faces seen: {seen}")


check(main)
