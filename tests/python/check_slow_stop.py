"""A `resume` waits until the stop before it has reached a brick that receives late, and a stop that comes meanwhile wins.

Argument: the brick, whose driver has gone.
"""

import threading
import time

from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from std_srvs.srv import Trigger

from rigclient import check, require

# The conductor waits for a brick's answer for longer than that.
LATE = 0.6


class LateBrick(Node):
    """A brick's stop service that answers late. It notes when it did."""

    def __init__(self, name):
        super().__init__(f"late_{name}")
        self.ended = []
        self.create_service(Trigger, f"{name}/stop", self.stop)

    def stop(self, _, answer):
        time.sleep(LATE)
        self.ended.append(time.monotonic())
        answer.success = True
        return answer


def main(client, arguments):
    brick, executor = LateBrick(arguments[0]), SingleThreadedExecutor()
    executor.add_node(brick)
    thread = threading.Thread(target=executor.spin)
    thread.start()
    try:
        check_stops(client, brick)
    finally:
        # It must have ended before ROS does.
        executor.shutdown()
        thread.join()
        brick.destroy_node()


def check_stops(client, brick):
    stop, resume = client.create_client(Trigger, "stop"), client.create_client(Trigger, "resume")
    client.wait(lambda: stop.service_is_ready() and resume.service_is_ready(), 15, "stop and resume")
    client.spin_for(0.5)

    def reached_brick():
        # Discovery takes a varying time: the brick has received a stop when it has noted one.
        client.call("stop", Trigger, Trigger.Request())
        return brick.ended

    client.wait(reached_brick, 30, "the late brick to be found")
    require(client.call("resume", Trigger, Trigger.Request()).success, "resume after a stop")

    del brick.ended[:]
    stopped = stop.call_async(Trigger.Request())
    time.sleep(LATE / 4)
    resumed = resume.call_async(Trigger.Request())
    client.wait(resumed.done, 10, "the answer of resume")
    require(brick.ended, "resume was answered before the late brick had received the stop")
    require(resumed.result().success, f"resume: {resumed.result().message}")
    client.wait(stopped.done, 10, "the answer of stop")

    stop.call_async(Trigger.Request())
    time.sleep(LATE / 4)
    resumed = resume.call_async(Trigger.Request())
    time.sleep(LATE / 4)
    again = stop.call_async(Trigger.Request())
    client.wait(lambda: resumed.done() and again.done(), 10, "the answers of resume and of the second stop")
    answer = resumed.result()
    require(not answer.success and "stopped again" in answer.message, f"resume between two stops: {answer}")
    require(client.call("clear_stop", Trigger, Trigger.Request()).success, "clear_stop")


check(main)
