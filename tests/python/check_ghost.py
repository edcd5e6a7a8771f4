"""A stranger who stops the rig on `stop_state`, under a name that no node has, does not disturb later stops, while it is there or gone.
"""

import time

from cuberig_msgs.msg import StopState
from std_srvs.srv import Trigger

from rigclient import LATCHED, check, require


def main(client, arguments):
    states = client.listen("stop_state", StopState, LATCHED)
    client.call("clear_stop", Trigger, Trigger.Request())
    speaker = client.create_publisher(StopState, "stop_state", LATCHED)
    client.wait(lambda: 5 < speaker.get_subscription_count(), 15, "the nodes to subscribe to the stranger")
    client.spin_for(0.5)
    number = max(state.number for state in states) + 1
    speaker.publish(StopState(source="ghost", number=number, stopped=True, text="a ghost was here"))
    client.wait(lambda: any(s.source == "conductor" and s.stopped and s.number == number for s in states), 10, "the stop of a stranger")
    for presence in ("there", "gone"):
        if presence == "gone":
            client.destroy_publisher(speaker)
            client.spin_for(0.5)
        for service in ("clear_stop", "stop", "clear_stop"):
            asked = time.monotonic()
            answer = client.call(service, Trigger, Trigger.Request())
            took = time.monotonic() - asked
            require(answer.success, f"the stranger is {presence}, {service}: {answer.message}")
            print(f"the stranger is {presence}: {service} answered after {took:.2f} s", flush=True)


check(main)
