"""How long a stop takes, from the request until every brick was sent its brake: the answer comes after that.

Arguments: how many stops. Every motor is under way when it is stopped.
"""

import statistics
import time

from control_msgs.action import FollowJointTrajectory
from rclpy.action import ActionClient
from std_srvs.srv import Trigger

from brick_goals import JOINTS, trajectory
from rigclient import check, require


def main(client, arguments):
    count = int(arguments[0])
    stop, clear = client.create_client(Trigger, "stop"), client.create_client(Trigger, "clear_stop")
    bricks = {brick: ActionClient(client, FollowJointTrajectory, f"{brick}/follow_joint_trajectory") for brick in JOINTS}
    client.wait(lambda: stop.service_is_ready() and clear.service_is_ready(), 30, "the services of the conductor")
    client.wait(lambda: all(brick.server_is_ready() for brick in bricks.values()), 30, "the drivers")
    took = []
    for number in range(count):
        # Claws open and close a little; wrists stay, for the claws may touch the cube.
        place = 0.3 if number % 2 else 0.6
        for brick in ("rl_clamp", "fb_clamp"):
            sent = bricks[brick].send_goal_async(trajectory(brick, [place, place]))
            client.wait(sent.done, 10, f"an answer of {brick}")
        client.spin_for(0.15)
        asked = time.monotonic()
        answer = stop.call_async(Trigger.Request())
        while not answer.done():
            # Not wait(): it would look only every 50 ms.
            client.spin_for(0.0005)
        took.append(1000 * (time.monotonic() - asked))
        require(answer.result().success, f"stop {number}: {answer.result().message}")
        released = clear.call_async(Trigger.Request())
        client.wait(released.done, 10, "clear_stop")
        require(released.result().success, f"clear_stop {number}: {released.result().message}")
    took.sort()
    print(
        f"{count} stops, from the request to the answer: median {statistics.median(took):.1f} ms, "
        f"99th percentile {took[int(0.99 * (count - 1))]:.1f} ms, longest {took[-1]:.1f} ms"
    )


check(main)
