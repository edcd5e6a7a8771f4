"""Moves are carried out through somebody else's brick driver.

Arguments: the facelets after the moves from solved, two joints of that brick, then the moves.
"""

import math

from cuberig_msgs.action import ExecuteMoves
from cuberig_msgs.msg import CubePose, MotionPlan
from rcl_interfaces.srv import SetParameters
from rclpy.parameter import Parameter
from sensor_msgs.msg import JointState

from rigclient import LATCHED, check, require

SOLVED = "".join(face * 9 for face in "URFDLB")


def main(client, arguments):
    expected, own, moves = arguments[0], arguments[1:3], arguments[3:]
    plans = client.listen("plan", MotionPlan, LATCHED)
    poses = client.listen("cube/pose", CubePose, LATCHED)
    joints = client.listen("joint_states", JointState)
    client.set_cube(SOLVED)
    client.wait(lambda: set(own) <= {name for message in joints for name in message.name}, 20, f"{own} on joint_states")

    run = client.goal("execute", ExecuteMoves, ExecuteMoves.Goal(moves=moves))
    _, result = run.result(120)
    require(result.error_code == 0, f"execute: {result.error_code} {result.error_msg}")
    require(result.moves_done == len(moves), f"{result.moves_done} of {len(moves)} moves are done")
    require(result.facelets == expected, f"the facelets are {result.facelets}, not {expected}")
    client.wait(lambda: poses[-1].status == CubePose.RESTING and poses[-1].facelets == expected, 5, "the pose after the moves")
    planned = lambda: any(plan.motions and list(plan.moves) == moves for plan in plans)
    client.wait(planned, 5, "a plan of these moves")
    track = lambda: {name: [m.position[m.name.index(name)] for m in joints if name in m.name] for name in own}
    # The last joint states received may be older than the end of the last motion.
    rests = lambda seen: abs(seen[-1] / (math.pi / 2) - round(seen[-1] / (math.pi / 2))) < 0.01
    client.wait(lambda: all(map(rests, track().values())), 5, f"{own} to rest at quarters")
    moved = [name for name, seen in track().items() if max(seen) - min(seen) > 1.0]
    require(moved, f"the foreign brick never moved: {track()}")

    mistake = Parameter("mistake", value=2 * math.pi).to_parameter_msg()
    brick = "somebody_elses_fb_rotate/set_parameters"
    set_mistake = lambda value: client.call(brick, SetParameters, SetParameters.Request(parameters=[value]))
    set_mistake(mistake)
    client.spin_for(0.5)
    _, wrong = client.goal("execute", ExecuteMoves, ExecuteMoves.Goal(moves=["U"])).result(30)
    require(own[0] in wrong.error_msg and "a full turn too many" in wrong.error_msg, f"with a full turn too many execute returns {wrong}")
    set_mistake(Parameter("mistake", value=0.0).to_parameter_msg())
    client.spin_for(0.5)
    print(f"planned {result.planned_seconds:.1f} s, took {result.seconds:.1f} s")


check(main)
