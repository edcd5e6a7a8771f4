"""A learner practises with the arms of the simulated rig: takes the cube when asked, does the case, and puts the cube back.

At the begin the claws are empty. In the second drill the rig is stopped while the arms turn; in the last one the learner gives up.
Arguments: the moves of each case, as pll:T="R U ...". Prints for each drill the case and the seconds that the learner took, by /clock as this client receives it.
"""

import json

from action_msgs.msg import GoalStatus
from check_lesson import Answer, Command, Learner
from cuberig_msgs.action import Practise
from cuberig_msgs.msg import CubePose, RunStatus
from cuberig_msgs.srv import InjectFault
from hand_over import Rig
from rigclient import LATCHED, SENSOR, check, require
from rosgraph_msgs.msg import Clock
from std_srvs.srv import Trigger
from stickers import is_solved, turned

Stage = Practise.Feedback
SOLVED = "".join(9 * face for face in "URFDLB")


class Drills:
    """The goal of a learner, and the cube that they hold."""

    def __init__(self, client, learner, rig, goal):
        self.client, self.learner, self.rig, self.goal = client, learner, rig, goal
        self.runs = client.listen("run/status", RunStatus, LATCHED)
        self.now = 0.0
        client.create_subscription(Clock, "/clock", self.tick, SENSOR)

    def tick(self, message):
        self.now = message.clock.sec + message.clock.nanosec / 1e9

    def until(self, stage, seconds):
        reached = lambda: self.goal.feedback and self.goal.feedback[-1].stage == stage
        self.client.wait(lambda: reached() or self.goal.done(), seconds, f"stage {stage}; the newest is {self.goal.feedback[-1:]}")
        require(reached(), f"the drills ended: {self.goal.done() and self.goal.result(1)}")
        return self.goal.feedback[-1]

    def confirm(self, act):
        """Waits for the question, does what it asks for, and confirms."""
        self.client.wait(lambda: self.runs and self.runs[-1].asks, 30, "a question to confirm")
        act()
        require(self.rig.confirm().success, "confirm failed")

    def say(self, line, code=Answer.SUCCESS):
        self.learner.ask(Command.SAY, code, line=line)

    def reason(self, control):
        lesson = self.learner.lesson
        return dict(zip(lesson.controls, lesson.off_because)).get(control)


def by_hand(facelets, moves):
    """The stickers after the case's moves, with white below and turns of the top before and after."""
    top = ["", "U", "U2", "U'"]
    for side in ["", "y", "y2", "y'"]:
        held = facelets
        for turn in ["z2", side]:
            held = turned(held, turn) if turn else held
        for before in top:
            done = held
            for turn in [before, *moves.split()]:
                done = turned(done, turn) if turn else done
            for after in top:
                end = turned(done, after) if after else done
                if is_solved(end):
                    return end
    return None


def main(client, arguments):
    moves = dict(argument.split("=", 1) for argument in arguments)
    learner, rig = Learner(client), Rig(client)
    truth = client.put_cube(SOLVED)
    take = lambda: client.call("sim/fault", InjectFault, InjectFault.Request(fault="cube_taken"))
    # The claws are open, and the learner has the cube.
    given = rig.hand_over("release")
    rig.asks(given, 1)
    take()
    require(rig.confirm().success, "confirm failed")
    rig.ends(given)
    goal = client.goal("practise", Practise, Practise.Goal(learner="Ada", drills=len(moves)))
    drills = Drills(client, learner, rig, goal)
    # While the arms practise, nothing else begins.
    _, refused = client.goal("practise", Practise, Practise.Goal()).result(10)
    require(refused.error_code == Practise.Result.UNDER_WAY and refused.error_msg, f"a second goal: {refused}")
    drills.until(Stage.TAKING_BACK, 60)
    drills.confirm(lambda: client.put_cube(SOLVED))
    for number in range(len(moves)):
        if number == 1:
            drills.until(Stage.SETTING_UP, 60)
            client.wait(lambda: rig.poses[-1].status == CubePose.MOVING, 60, "arms that move")
            require(client.call("stop", Trigger, Trigger.Request()).success, "the rig does not stop")
            require(drills.until(Stage.PAUSED, 20).text, "a pause without a reason")
            require(client.call("resume", Trigger, Trigger.Request()).success, "the rig does not resume")
            learner.ask(Command.NEXT)
        drills.until(Stage.HANDING_OVER, 120)
        drills.say("done", Answer.NOT_NOW)
        client.spin_for(0.3)
        facelets = truth[-1].facelets
        drills.confirm(take)
        shown = drills.until(Stage.RECOGNISING, 30)
        case, seen = f"{shown.set_name}:{shown.case_name}", drills.now
        require(case in moves, f"{case} is not due")
        learner.until(lambda _: drills.reason("recognised") == "" and drills.reason("turn"), "the learner's words on the lesson")
        client.spin_for(1.0)
        drills.say("recognised")
        turning = drills.now
        end = by_hand(facelets, moves[case])
        require(end is not None, f"{facelets} does not show {case}")
        client.spin_for(1.5)
        gives_up = number + 1 == len(moves)
        drills.say("forgotten" if gives_up else "done")
        ended = drills.now
        back = facelets if gives_up else SOLVED
        drills.until(Stage.TAKING_BACK, 10)
        drills.confirm(lambda: client.put_cube(back))
        print(json.dumps([case, turning - seen, ended - turning, gives_up]), flush=True)
    status, result = goal.result(120)
    require((status, result.error_code) == (GoalStatus.STATUS_SUCCEEDED, 0) and result.drills == len(moves), f"{status}: {result}")


if __name__ == "__main__":
    check(main)
