"""The main job: a `run` goal scans, solves, executes and looks again, with feedback, until the cube is solved.

Arguments: the facelets that the launch argument `seed` must have put into the rig, facelets to solve, moves they need at most,
`unasked` where the rig looks again though nobody asks for it.
"""

import time

from action_msgs.msg import GoalStatus
from cuberig_msgs.action import RunCube
from cuberig_msgs.msg import CubeState, FaceObservation, MotionPlan, RunStatus, SimTruth
from cuberig_msgs.srv import Scramble

from rigclient import LATCHED, RELIABLE, check, require


def main(client, arguments):
    seeded, facelets, moves = arguments[0], arguments[1], int(arguments[2])
    truth = client.listen("sim/truth", SimTruth)
    states = client.listen("cube/state", CubeState, LATCHED)
    statuses = client.listen("run/status", RunStatus, LATCHED)
    plans = client.listen("plan", MotionPlan, LATCHED)
    faces = client.listen("faces", FaceObservation, RELIABLE)
    client.wait(lambda: truth, 15, "sim/truth")
    require(truth[-1].facelets == seeded, f"the seed should give {seeded}, but the rig holds {truth[-1].facelets}")

    put = client.call("sim/scramble", Scramble, Scramble.Request(facelets=facelets))
    require(put.error_code == 0 and put.facelets == facelets, f"sim/scramble: {put}")
    client.wait(lambda: truth[-1].facelets == facelets, 5, "the new cube in sim/truth")
    before = len(truth[-1].violations)

    began = time.monotonic()
    asks = "unasked" not in arguments
    run = client.goal("run", RunCube, RunCube.Goal(scan=True, look_again=asks, max_attempts=3, solve_time_limit=2.0))
    status, result = run.result(150)
    took = time.monotonic() - began
    require(result.error_code == RunCube.Result.SUCCESS, f"run failed: {result.error_code} {result.error_msg}")
    require(status == GoalStatus.STATUS_SUCCEEDED, f"the goal's status is {status}")
    require(result.solved, "the result is not solved")
    texts = list(dict.fromkeys(feedback.status.text for feedback in run.feedback))
    require(result.attempts == 1, f"a rig without faults took {result.attempts} attempts: {texts}; "
            f"broken rules: {truth[-1].violations[before:]}")
    require(0 < len(result.moves) <= 3 * moves * result.attempts, f"the moves are {result.moves}")
    for name in ["scan_seconds", "execute_seconds", "check_seconds"]:
        require(getattr(result, name) > 0, f"{name} is {getattr(result, name)}")
    # Three moves are found within a millisecond, and simulated time passes in steps of several. For many moves the solver takes its
    # limit of the machine's time, in which simulated time may pass faster.
    require(0 <= result.solve_seconds < (2 if moves <= 3 else 10), f"solve_seconds is {result.solve_seconds}")

    stages = [feedback.status.stage for feedback in run.feedback]
    wanted = [RunStatus.SCANNING, RunStatus.SOLVING, RunStatus.EXECUTING, RunStatus.CHECKING]
    firsts = [stages.index(stage) if stage in stages else None for stage in wanted]
    require(None not in firsts and firsts == sorted(firsts), f"the stages in the feedback are {stages}")
    require(any(feedback.status.moves_done for feedback in run.feedback), "the feedback never counts moves")

    client.wait(lambda: truth[-1].solved, 5, "sim/truth to be solved")
    require(len(truth[-1].violations) == before, f"the rules of motion were broken: {truth[-1].violations[before:]}")
    client.wait(lambda: states and states[-1].solved and states[-1].status == CubeState.VALID, 5, "cube/state solved")
    client.wait(lambda: statuses and statuses[-1].stage == RunStatus.SOLVED, 5, "run/status solved")
    read = [state for state in states if state.status == CubeState.VALID and state.source == CubeState.SOURCE_CAMERA]
    require(any(state.facelets == facelets for state in read), f"the cube read was {[s.facelets for s in read]}, not {facelets}")
    require(any(state.status == CubeState.PARTIAL for state in states), "no partial cube/state was published")
    require(plans and plans[-1].motions, "no plan was published")
    require(any(len(view.stickers) == 9 for face in faces for view in face.faces), "no face was ever seen")
    print(f"moves {' '.join(result.moves)}; scan {result.scan_seconds:.1f} s, execute {result.execute_seconds:.1f} s, "
          f"check {result.check_seconds:.1f} s, attempts {result.attempts}; {took:.1f} s of the machine's time")


check(main)
