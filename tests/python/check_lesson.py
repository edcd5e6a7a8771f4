"""A foreign client takes lessons of the tutor by hand: every turn of a whole lesson, wrong turns, jumps, another cube.

The stickers that the tutor publishes are compared with a cube of the client's own after each turn.
"""

from action_msgs.msg import GoalStatus
from cuberig_msgs.action import Teach
from cuberig_msgs.msg import Lesson, LessonStatus
from cuberig_msgs.srv import GoToMove, PlayLesson, Replan, TellTutor, TurnCube
from rigclient import LATCHED, check, require
from std_srvs.srv import Trigger
from stickers import is_solved, turned

COLORS = dict(zip("URFDLB", "WRGYOB"))


class Learner:
    """A client with the tutor's newest lesson and status, and a cube of its own."""

    def __init__(self, client):
        self.client = client
        self.lessons = client.listen("lesson", Lesson, LATCHED)
        self.statuses = client.listen("lesson/status", LessonStatus, LATCHED)
        client.wait(lambda: self.lessons and self.statuses, 30, "lesson and lesson/status")

    @property
    def status(self):
        return self.statuses[-1]

    def lesson(self):
        """The lesson that the newest status is about."""
        found = lambda: self.lessons[-1].number == self.status.number and self.lessons[-1]
        return self.client.wait(found, 5, "the lesson of the newest status")

    def turns(self):
        return [turn for step in self.lesson().steps for turn in step.turns]

    def until(self, condition, what):
        self.client.wait(lambda: condition(self.status), 10, f"{what}; the status is {self.status}")

    def turn(self, turn, at=None):
        """Turns the cube; returns the answer of the tutor."""
        expected = turned(self.status.colors, turn)
        answer = self.client.call("lesson/turn", TurnCube, TurnCube.Request(turn=turn))
        require(answer.error_code == 0, f"{turn}: {answer}")
        self.until(lambda status: status.colors == expected, f"the stickers after {turn}, {expected}")
        require(at is None or self.status.moves_done == at, f"after {turn} the place is {self.status.moves_done}, not {at}")
        return answer.comment

    def trigger(self, name, success=True):
        answer = self.client.call(f"lesson/{name}", Trigger, Trigger.Request())
        require(answer.success == success and (success or answer.message), f"lesson/{name}: {answer}")

    def begin(self, **goal):
        """Begins a lesson; the goal."""
        number = self.status.number
        sent = self.client.goal("teach", Teach, Teach.Goal(**goal))
        self.until(lambda status: status.number != number, "another lesson")
        return sent

    def ends(self, goal, error_code, status=GoalStatus.STATUS_ABORTED):
        ended, result = goal.result(10)
        require((ended, result.error_code) == (status, error_code), f"the goal ended as {ended} with {result}")
        require(bool(result.error_msg) == (error_code != 0), f"no word of why: {result}")
        return result


def whole_lesson(learner, method, facelets):
    """Every move of a lesson, done by hand, with the lesson's own words."""
    goal = learner.begin(method=method, facelets=facelets, replace=True)
    lesson = learner.lesson()
    require(lesson.method == method and method in lesson.methods, f"the lesson is {lesson.method}")
    require(lesson.colors == "".join(COLORS[letter] for letter in facelets), f"the lesson is for {lesson.colors}")
    spans = [(stage.begin, stage.end) for stage in lesson.stages]
    require(all(one[1] == other[0] for one, other in zip(spans, spans[1:])), f"stages are no neighbours: {spans}")
    for step in lesson.steps:
        require(step.name and step.reason and len(step.turns) == step.end - step.begin == len(step.words), f"a step is {step}")
    turns = learner.turns()
    for done, turn in enumerate(turns, 1):
        require(learner.status.next == turn, f"the next move is {learner.status.next}, not {turn}")
        learner.turn(turn, done)
    require(is_solved(learner.status.colors) and learner.status.status == LessonStatus.ENDED, f"not solved: {learner.status}")
    result = learner.ends(goal, Teach.Result.SUCCESS, GoalStatus.STATUS_SUCCEEDED)
    require(result.moves_done == len(turns) and goal.feedback, f"{result}, {len(goal.feedback)} times feedback")
    print(f"{method}: {len(turns)} moves, {len(lesson.steps)} steps", flush=True)


def slips(learner, facelets):
    """Wrong turns are followed, undone, or planned from."""
    goal = learner.begin(method="layers", facelets=facelets, replace=True)
    call = learner.client.call
    first = learner.turns()[0]
    wrong = next(turn for turn in ("R", "U", "F") if turn[0] != first[0])
    require(first in learner.turn(wrong, 0), "the tutor does not name the next turn")
    require(learner.status.beside == [wrong] and learner.status.undoable == 1, f"beside: {learner.status}")
    learner.trigger("undo")
    learner.until(lambda status: not status.beside and status.next == first, "the lesson again")
    learner.trigger("undo", False)
    # Three wrong turns, and a new lesson from there.
    for turn in ("R", "U'", "F2"):
        learner.turn(turn)
    number, colors = learner.status.number, learner.status.colors
    require(call("lesson/replan", Replan, Replan.Request()).error_code == 0, "no new lesson")
    learner.until(lambda status: number < status.number and status.colors == colors, "a new lesson for the same cube")
    require(learner.lesson().colors == colors and learner.status.beside == [], f"the new lesson: {learner.status}")
    # Places: next, back, goto.
    turns = learner.turns()
    learner.trigger("back", False)
    for _ in range(2):
        learner.trigger("next")
    learner.until(lambda status: status.moves_done == 2, "two moves")
    learner.trigger("back")
    learner.until(lambda status: status.colors == turned(colors, turns[0]), "the cube after one move")
    refused = call("lesson/goto", GoToMove, GoToMove.Request(moves=len(turns) + 1))
    require(refused.error_code == GoToMove.Response.NO_SUCH_PLACE and str(len(turns)) in refused.error_msg, f"goto: {refused}")
    # Played, it goes on by itself.
    for pace in (0.01, -1.0, float("nan"), 100.0):
        refused = call("lesson/play", PlayLesson, PlayLesson.Request(play=True, pace=pace))
        require(refused.error_code == PlayLesson.Response.BAD_PACE, f"a pace of {pace} s: {refused}")
    require(call("lesson/play", PlayLesson, PlayLesson.Request(play=True, pace=0.1)).error_code == 0, "it does not play")
    learner.until(lambda status: 5 <= status.moves_done, "five moves")
    require(call("lesson/play", PlayLesson, PlayLesson.Request()).error_code == 0, "it does not hold")
    refused = call("lesson/play", PlayLesson, PlayLesson.Request())
    require(refused.error_code == PlayLesson.Response.NOT_NOW, f"it holds twice: {refused}")
    # Another cube does not take the place of this one by itself.
    other = learner.client.goal("teach", Teach, Teach.Goal(facelets=facelets))
    learner.ends(other, Teach.Result.UNDER_WAY)
    last = learner.begin(facelets=facelets, replace=True)
    learner.ends(goal, Teach.Result.REPLACED)
    last.cancel()
    learner.ends(last, Teach.Result.CANCELLED, GoalStatus.STATUS_CANCELED)
    require(call("lesson/goto", GoToMove, GoToMove.Request(moves=1)).error_code == 0, "a cancelled lesson goes on by hand")


def bad_input(learner, facelets):
    """Nothing of it changes the lesson."""
    learner.client.spin_for(0.5)
    before = learner.status
    flipped = list(facelets)
    flipped[5], flipped[10] = flipped[10], flipped[5]
    for goal, code in (
        (dict(method="petrus", facelets=facelets), Teach.Result.UNKNOWN_METHOD),
        (dict(facelets="URF"), Teach.Result.UNREADABLE),
        (dict(facelets="?" * 54), Teach.Result.UNREADABLE),
        (dict(facelets="".join(flipped)), Teach.Result.IMPOSSIBLE),
        (dict(), Teach.Result.UNKNOWN_CUBE),
        (dict(rig=True, facelets=facelets), Teach.Result.BAD_GOAL),
        (dict(rig=True, pause=9), Teach.Result.BAD_GOAL),
    ):
        learner.ends(learner.client.goal("teach", Teach, Teach.Goal(replace=True, **goal)), code)
    for turn in ("", "Q", "R U", "R''''"):
        refused = learner.client.call("lesson/turn", TurnCube, TurnCube.Request(turn=turn))
        require(refused.error_code == TurnCube.Response.UNREADABLE and refused.error_msg, f"'{turn}': {refused}")
    refused = learner.client.call("lesson/replan", Replan, Replan.Request(method="petrus"))
    require(refused.error_code == Replan.Response.UNKNOWN_METHOD, f"replan by petrus: {refused}")
    refused = learner.client.call("lesson/tell", TellTutor, TellTutor.Request(line="yes"))
    require(refused.error_code == TellTutor.Response.NOT_NOW, f"without a camera: {refused}")
    learner.client.spin_for(0.5)
    same = lambda status: (status.number, status.colors, status.moves_done, status.next)
    require(same(learner.status) == same(before), f"bad input changed {before} to {learner.status}")


def main(client, arguments):
    learner = Learner(client)
    require(is_solved(learner.status.colors), f"a tutor begins with a solved cube, not {learner.status.colors}")
    facelets = arguments[0]
    for method in ("beginner", "cfop", "layers"):
        whole_lesson(learner, method, facelets)
    slips(learner, facelets)
    bad_input(learner, facelets)


if __name__ == "__main__":
    check(main)
