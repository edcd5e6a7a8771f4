"""The arms of the simulated rig show a lesson stage by stage, are stopped in the middle, and continue; sim/truth judges the cube."""

from action_msgs.msg import GoalStatus
from check_lesson import COLORS, Learner
from cuberig_msgs.action import ExecuteMoves, Teach
from cuberig_msgs.msg import LessonStatus
from cuberig_msgs.srv import GoToMove, PlayLesson, Replan, TurnCube
from rigclient import check, require
from std_srvs.srv import Trigger


def begin_on(learner, facelets, **goal):
    """Puts a cube in, sets its state, and begins its lesson. If the tutor has not received that state yet, the request is repeated."""
    truth = learner.client.put_cube(facelets)
    learner.client.set_cube(facelets)
    colors = "".join(COLORS[letter] for letter in facelets)
    for _ in range(5):
        begun = learner.begin(rig=True, replace=True, **goal)
        if learner.lesson().colors == colors:
            break
        learner.client.spin_for(0.5)
    return begun, truth


def main(client, arguments):
    facelets = arguments[0]
    learner = Learner(client)
    call = client.call
    goal, truth = begin_on(learner, facelets, method="beginner", pause=Teach.Goal.AFTER_STEP)
    require(learner.status.rig and not learner.status.arms_move, f"a rig's lesson waits for next: {learner.status}")
    lesson = learner.lesson()
    refused = call("lesson/turn", TurnCube, TurnCube.Request(turn="R"))
    require(refused.error_code == TurnCube.Response.NOT_NOW, f"a turn by hand: {refused}")

    # The first step, and no more.
    first = next(step for step in lesson.steps if any(turn[0] in "URFDLB" for turn in step.turns))
    learner.trigger("next")
    learner.until(lambda status: status.arms_move or first.end <= status.moves_done, "arms that move")
    client.wait(lambda: learner.status.moves_done == first.end and not learner.status.arms_move, 60, "the first step's end")
    client.spin_for(1.0)
    require(learner.status.moves_done == first.end, f"the arms did not pause: {learner.status}")

    # Back to the begin, and the cube is as it was.
    require(call("lesson/goto", GoToMove, GoToMove.Request(moves=0)).error_code == 0, "the arms do not go back")
    client.wait(lambda: learner.status.moves_done == 0 and not learner.status.arms_move, 60, "the begin of the lesson")
    client.wait(lambda: truth[-1].facelets == facelets, 10, f"the cube as it was; it is {truth[-1].facelets}")

    # Stopped in the middle of the lesson, it reports that and waits; after a resume it continues.
    require(call("lesson/play", PlayLesson, PlayLesson.Request(play=True)).error_code == 0, "the arms do not play the lesson")
    client.wait(lambda: 1 < learner.status.moves_done, 60, "two moves")
    require(call("stop", Trigger, Trigger.Request()).success, "the rig does not stop")
    client.wait(lambda: learner.status.error_code == LessonStatus.RIG_STOPPED, 20, "a lesson that was stopped")
    require(learner.status.error_msg and not learner.status.arms_move, f"stopped: {learner.status}")
    require(call("resume", Trigger, Trigger.Request()).success, "the rig does not resume")
    client.spin_for(1.0)

    # Another client turns the cube: the lesson stops, and is planned again from there.
    ended, result = client.goal("execute", ExecuteMoves, ExecuteMoves.Goal(moves=["U"])).result(60)
    require(ended == GoalStatus.STATUS_SUCCEEDED, f"execute: {result}")
    learner.trigger("next", False)
    number = learner.status.number
    require(call("lesson/replan", Replan, Replan.Request(method="layers")).error_code == 0, "no new lesson")
    learner.until(lambda status: number < status.number, "a new lesson")

    # Another cube in the claws: its lesson takes the place of this one, and is shown to the end.
    last, truth = begin_on(learner, arguments[1], method="cfop", pause=Teach.Goal.AFTER_STAGE)
    learner.ends(goal, Teach.Result.REPLACED)
    while learner.status.status != LessonStatus.ENDED:
        at = learner.status.moves_done
        learner.trigger("next")
        done = lambda: at < learner.status.moves_done and not learner.status.arms_move
        client.wait(lambda: done() or learner.status.error_code, 90, f"the stage after move {at}")
        require(learner.status.error_code == 0, f"{learner.status.error_msg}")
    learner.ends(last, Teach.Result.SUCCESS, GoalStatus.STATUS_SUCCEEDED)
    client.wait(lambda: truth[-1].solved, 10, "a solved cube in sim/truth")
    print(f"the arms showed a lesson of {learner.status.moves_total} moves", flush=True)


if __name__ == "__main__":
    check(main)
