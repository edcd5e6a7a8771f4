"""A driver that starts next to a publisher of `stop_state` without a message yet moves nothing until that message arrives.

Argument: the brick. Its driver may start as soon as this program has printed `silent`.
"""

from control_msgs.action import FollowJointTrajectory
from cuberig_msgs.msg import StopState

from brick_goals import STOPPED, trajectory
from rigclient import LATCHED, check, require


def main(client, arguments):
    brick = arguments[0]
    speaker = client.create_publisher(StopState, "stop_state", LATCHED)
    print("silent", flush=True)

    def moved():
        goal = client.goal(f"{brick}/follow_joint_trajectory", FollowJointTrajectory, trajectory(brick, [0.1, -0.1]), 30)
        return goal.result(15)[1]

    result = moved()
    require(result.error_code == STOPPED, f"{brick} accepts a goal before it has received the stop state: {result}")
    # ROS learns the name of a node a little later than that it is there.
    client.wait(lambda: client.get_name() in moved().error_string, 10, f"{brick} to name the node that it waits for: {result.error_string}")
    state = StopState(source=client.get_name(), number=3, stopped=True, text="somebody stopped it")
    speaker.publish(state)
    client.wait(lambda: state.text in moved().error_string, 10, f"{brick} to receive a stop")
    speaker.publish(StopState(source=client.get_name(), number=4, stopped=False))
    client.wait(lambda: moved().error_code == 0, 10, f"{brick} to move")


check(main)
