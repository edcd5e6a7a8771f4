"""Stops of a rig whose joints one foreign action serves: nothing moves after the answer, and what was left is done afterwards.

Arguments: the name of the action's group, the facelets after the moves from solved, the program stop_rig, then the moves.
"""

import subprocess

from action_msgs.msg import GoalStatus
from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from cuberig_msgs.action import ExecuteMoves
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from rigclient import check, require

SOLVED = "".join(face * 9 for face in "URFDLB")


def main(client, arguments):
    group, expected, program, *moves = arguments
    states = client.listen("joint_states", JointState)
    truth = client.put_cube(SOLVED)
    client.set_cube(SOLVED)
    before = list(truth[-1].violations)

    def by_service():
        stopped = client.call("stop", Trigger, Trigger.Request())
        require(stopped.success, f"stop: {stopped.message}")

    def by_program():
        stopped = subprocess.run([program], capture_output=True, text=True)
        require(stopped.returncode == 0 and f"All motors hold ({group})" in stopped.stdout, f"stop_rig: {stopped}")

    for stop in [by_service, by_program]:
        goal = client.goal("execute", ExecuteMoves, ExecuteMoves.Goal(moves=moves))
        moved = lambda: any(0.1 < abs(speed) for speed in states[-1].velocity)
        client.wait(lambda: goal.feedback and states and moved(), 30, "motions")
        client.spin_for(0.7)
        stop()
        client.spin_for(0.4)
        # A goal of a stranger that moves nothing: until its cancellation has come, it is followed.
        place = JointTrajectoryPoint(positions=list(states[-1].position), time_from_start=Duration(sec=8))
        stranger = FollowJointTrajectory.Goal(trajectory=JointTrajectory(joint_names=states[-1].name, points=[place]))
        del states[:]
        status, _ = client.goal(f"{group}/follow_joint_trajectory", FollowJointTrajectory, stranger).result(20)
        require(status == GoalStatus.STATUS_CANCELED, f"the goal of a stranger ended with status {status}")
        client.spin_for(1.0)
        for index, name in enumerate(states[0].name):
            seen = [state.position[index] for state in states]
            require(max(seen) - min(seen) < 0.02, f"{name} moves after the stop, from {min(seen):.2f} to {max(seen):.2f}")
        _, result = goal.result(20)
        require(result.error_code == ExecuteMoves.Result.STOPPED, f"execute ended as {result.error_code}: {result.error_msg}")
        moves = list(result.moves[result.moves_done:]) if result.moves else moves
        released = client.call("clear_stop", Trigger, Trigger.Request())
        require(released.success, f"clear_stop: {released.message}")
        print(f"{stop.__name__}: {result.moves_done} moves were done, left are {' '.join(moves)}")

    _, result = client.goal("execute", ExecuteMoves, ExecuteMoves.Goal(moves=moves)).result(120)
    require(result.error_code == 0, f"the rest: {result.error_code} {result.error_msg}")
    client.wait(lambda: truth[-1].facelets == expected, 10, f"{expected}; the cube is {truth[-1].facelets}")
    require(list(truth[-1].violations) == before, f"the rules of motion were broken: {truth[-1].violations}")


check(main)
