"""What somebody else's camera shows becomes the cube's state. Arguments: the 54 facelets that it shows."""

from cuberig_msgs.msg import CubeState
from std_srvs.srv import Trigger

from rigclient import LATCHED, check, require


def main(client, arguments):
    shown = arguments[0]
    states = client.listen("cube/state", CubeState, LATCHED)
    asked = client.get_clock().now().to_msg()
    require(client.call("cube/reset", Trigger, Trigger.Request()).success, "cube/reset")
    # The camera shows faces all the time, so that what was forgotten is soon followed by what is seen again.
    of_after = lambda state: (asked.sec, asked.nanosec) <= (state.header.stamp.sec, state.header.stamp.nanosec)
    forgotten = lambda: [n for n, state in enumerate(states) if state.status == CubeState.UNKNOWN and of_after(state)]
    client.wait(forgotten, 5, "the state to be forgotten")
    del states[:forgotten()[-1] + 1]

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
