"""The arms of the simulated rig show a lesson stage by stage, are stopped in the middle, and continue; sim/truth judges the cube."""

from action_msgs.msg import GoalStatus
from check_lesson import COLORS, Answer, Command, Learner
from cuberig_msgs.action import ExecuteMoves, Teach
from cuberig_msgs.msg import Lesson
from rigclient import check, require
from std_srvs.srv import Trigger


def begin_on(learner, facelets, **goal):
    """Puts a cube in, sets its state, and begins its lesson. If the tutor has not received that state yet, the request is repeated."""
    truth = learner.client.put_cube(facelets)
    learner.client.set_cube(facelets)
    colors = "".join(COLORS[letter] for letter in facelets)
    for _ in range(5):
        begun = learner.begin(rig=True, replace=True, **goal)
        if learner.lesson.colors == colors:
            break
        learner.client.spin_for(0.5)
    return begun, truth


def main(client, arguments):
    facelets = arguments[0]
    learner = Learner(client)
    call = client.call
    goal, truth = begin_on(learner, facelets, method="beginner", pause=Teach.Goal.AFTER_STEP)
    require(learner.lesson.rig and not learner.lesson.arms_move, f"a rig's lesson waits for next: {learner.lesson}")
    lesson = learner.lesson
    # Nobody turns it by hand.
    learner.ask(Command.TURN, Answer.NOT_NOW, turn="R")

    # The first step, and no more.
    first = lesson.steps[next(move.step for move in lesson.moves if move.turn[0] in "URFDLB")]
    learner.ask(Command.NEXT)
    learner.until(lambda lesson: lesson.arms_move or first.end <= lesson.moves_done, "arms that move")
    client.wait(lambda: learner.lesson.moves_done == first.end and not learner.lesson.arms_move, 60, "the first step's end")
    client.spin_for(1.0)
    require(learner.lesson.moves_done == first.end, f"the arms did not pause: {learner.lesson}")

    # Back to the begin, and the cube is as it was.
    learner.ask(Command.GO_TO, moves=0)
    client.wait(lambda: learner.lesson.moves_done == 0 and not learner.lesson.arms_move, 60, "the begin of the lesson")
    client.wait(lambda: truth[-1].facelets == facelets, 10, f"the cube as it was; it is {truth[-1].facelets}")

    # Stopped in the middle of the lesson that it plays to the end, it reports that and waits; after a resume it continues.
    learner.ask(Command.PLAY)
    client.wait(lambda: 1 < learner.lesson.moves_done, 60, "two moves")
    require(call("stop", Trigger, Trigger.Request()).success, "the rig does not stop")
    client.wait(lambda: learner.lesson.error_code == Lesson.RIG_STOPPED, 20, "a lesson that was stopped")
    require(learner.lesson.error_msg and not learner.lesson.arms_move, f"stopped: {learner.lesson}")
    require(call("resume", Trigger, Trigger.Request()).success, "the rig does not resume")
    client.spin_for(1.0)

    # Another client turns the cube to what is no place of the lesson: the lesson stops, and is planned again from there.
    ended, result = client.goal("execute", ExecuteMoves, ExecuteMoves.Goal(moves=["F", "D2", "B"])).result(60)
    require(ended == GoalStatus.STATUS_SUCCEEDED, f"execute: {result}")
    learner.ask(Command.NEXT, Answer.NOT_NOW)
    number = learner.lesson.number
    learner.ask(Command.REPLAN, method="layers")
    learner.until(lambda lesson: number < lesson.number, "a new lesson")

    # Another cube in the claws: its lesson takes the place of this one, and is shown to the end.
    last, truth = begin_on(learner, arguments[1], method="cfop", pause=Teach.Goal.AFTER_STAGE)
    learner.ends(goal, Teach.Result.REPLACED)
    while not learner.lesson.ended:
        at = learner.lesson.moves_done
        learner.ask(Command.NEXT)
        done = lambda: at < learner.lesson.moves_done and not learner.lesson.arms_move
        client.wait(lambda: done() or learner.lesson.error_code, 90, f"the stage after move {at}")
        require(learner.lesson.error_code == 0, f"{learner.lesson.error_msg}")
    learner.ends(last, Teach.Result.SUCCESS, GoalStatus.STATUS_SUCCEEDED)
    client.wait(lambda: truth[-1].solved, 10, "a solved cube in sim/truth")
    print(f"the arms showed a lesson of {len(learner.lesson.moves)} moves", flush=True)


if __name__ == "__main__":
    check(main)
