"""A foreign client takes lessons of the tutor by hand: every turn of a whole lesson, wrong turns, jumps, another cube.

The stickers that the tutor publishes are compared with a cube of the client's own after each turn.
"""

from action_msgs.msg import GoalStatus
from cuberig_msgs.action import Teach
from cuberig_msgs.msg import Lesson
from cuberig_msgs.srv import LessonCommand
from rigclient import LATCHED, check, require
from stickers import is_solved, turned

COLORS = dict(zip("URFDLB", "WRGYOB"))
Command, Answer = LessonCommand.Request, LessonCommand.Response


class Learner:
    """A client with the tutor's newest lesson, and a cube of its own."""

    def __init__(self, client):
        self.client = client
        self.lessons = client.listen("lesson", Lesson, LATCHED)
        client.wait(lambda: self.lessons, 30, "lesson")
        # A request that changes nothing may be repeated until its answer comes; from then on no answer is lost.
        require(client.call("lesson/command", LessonCommand, Command()).error_code == Answer.UNKNOWN_COMMAND, "command 0 is known")

    @property
    def lesson(self):
        return self.lessons[-1]

    def turns(self):
        return [move.turn for move in self.lesson.moves]

    def until(self, condition, what):
        self.client.wait(lambda: condition(self.lesson), 10, f"{what}; the lesson is {self.lesson}")

    def ask(self, command, error_code=Answer.SUCCESS, **fields):
        """The answer to a command: with this code, and with a reason where it is refused."""
        answer = self.client.call("lesson/command", LessonCommand, Command(command=command, **fields), once=True)
        is_refused = error_code != Answer.SUCCESS
        require((answer.error_code, bool(answer.error_msg)) == (error_code, is_refused), f"command {command} {fields}: {answer}")
        return answer

    def turn(self, turn, at=None):
        """Turns the cube; returns the comment of the tutor."""
        expected = turned(self.lesson.colors, turn)
        answer = self.ask(Command.TURN, turn=turn)
        self.until(lambda lesson: lesson.colors == expected, f"the stickers after {turn}, {expected}")
        require(at is None or self.lesson.moves_done == at, f"after {turn} the place is {self.lesson.moves_done}, not {at}")
        return answer.comment

    def begin(self, **goal):
        """Begins a lesson; the goal."""
        number = self.lesson.number
        sent = self.client.goal("teach", Teach, Teach.Goal(**goal))
        self.until(lambda lesson: lesson.number != number, "another lesson")
        return sent

    def ends(self, goal, error_code, status=GoalStatus.STATUS_ABORTED):
        ended, result = goal.result(10)
        require((ended, result.error_code) == (status, error_code), f"the goal ended as {ended} with {result}")
        require(bool(result.error_msg) == (error_code != 0), f"no word of why: {result}")
        return result


def whole_lesson(learner, method, facelets):
    """Every move of a lesson, done by hand, with the lesson's own words."""
    goal = learner.begin(method=method, facelets=facelets, replace=True)
    lesson = learner.lesson
    require(lesson.method == method and method in lesson.methods, f"the lesson is {lesson.method}")
    require(lesson.colors == "".join(COLORS[letter] for letter in facelets), f"the lesson is for {lesson.colors}")
    for spans in ([(part.begin, part.end) for part in parts] for parts in (lesson.stages, lesson.steps)):
        require(all(one[1] == other[0] for one, other in zip(spans, spans[1:])), f"they are no neighbours: {spans}")
        require((spans[0][0], spans[-1][1]) == (0, len(lesson.moves)), f"they are not the whole lesson: {spans}")
    require(all(step.name and step.reason for step in lesson.steps), "a step says nothing")
    for at, move in enumerate(lesson.moves):
        step = lesson.steps[move.step]
        require(move.written and move.words and step.begin <= at < step.end, f"move {at} is {move}")
    turns = learner.turns()
    for done, turn in enumerate(turns, 1):
        learner.turn(turn, done)
    require(is_solved(learner.lesson.colors) and learner.lesson.ended, f"not solved: {learner.lesson}")
    result = learner.ends(goal, Teach.Result.SUCCESS, GoalStatus.STATUS_SUCCEEDED)
    require(result.moves_done == len(turns) and goal.feedback, f"{result}, {len(goal.feedback)} times feedback")
    print(f"{method}: {len(turns)} moves, {len(lesson.steps)} steps", flush=True)


def slips(learner, facelets):
    """Wrong turns are followed, undone, or planned from."""
    goal = learner.begin(method="layers", facelets=facelets, replace=True)
    first = learner.turns()[0]
    wrong = next(turn for turn in ("R", "U", "F") if turn[0] != first[0])
    require(first in learner.turn(wrong, 0), "the tutor does not name the next turn")
    can = lambda lesson: {name for name, why in zip(lesson.controls, lesson.off_because) if not why}
    require(learner.lesson.extra_turns == [wrong] and "undo" in can(learner.lesson), f"extra_turns: {learner.lesson}")
    learner.ask(Command.UNDO)
    learner.until(lambda lesson: not lesson.extra_turns and lesson.moves_done == 0, "the lesson again")
    learner.ask(Command.UNDO, Answer.NOT_NOW)
    learner.ask(Command.REDO)
    learner.until(lambda lesson: lesson.extra_turns == [wrong], "the wrong turn again")
    learner.ask(Command.UNDO)
    # Three wrong turns, and a new lesson from there.
    for turn in ("R", "U'", "F2"):
        learner.turn(turn)
    number, colors = learner.lesson.number, learner.lesson.colors
    learner.ask(Command.REPLAN)
    learner.until(lambda lesson: number < lesson.number and lesson.colors == colors, "a new lesson for the same cube")
    require(learner.lesson.extra_turns == [], f"the new lesson: {learner.lesson}")
    # Places: next, back, goto.
    turns = learner.turns()
    learner.ask(Command.BACK, Answer.NOT_NOW)
    for _ in range(2):
        learner.ask(Command.NEXT)
    learner.until(lambda lesson: lesson.moves_done == 2, "two moves")
    learner.ask(Command.BACK)
    learner.until(lambda lesson: lesson.colors == turned(colors, turns[0]), "the cube after one move")
    refused = learner.ask(Command.GO_TO, Answer.BAD_FIELD, moves=len(turns) + 1)
    require(str(len(turns)) in refused.error_msg, f"goto: {refused}")
    # Played, it goes on by itself.
    for pace in (0.01, -1.0, float("nan"), 100.0):
        learner.ask(Command.PLAY, Answer.BAD_FIELD, pace=pace)
    learner.ask(Command.PLAY, pace=0.1)
    learner.until(lambda lesson: 5 <= lesson.moves_done, "five moves")
    learner.ask(Command.PAUSE)
    learner.until(lambda lesson: not lesson.playing, "a lesson that is held")
    learner.ask(Command.PAUSE, Answer.NOT_NOW)
    # A case is practised, and the lesson waits.
    at = learner.lesson.moves_done
    learner.ask(Command.LEAVE, Answer.NOT_NOW)
    learner.ask(Command.PRACTISE, Answer.BAD_FIELD, set_name="oll", case_name="58")
    learner.ask(Command.PRACTISE, set_name="oll", case_name="27")
    learner.until(lambda lesson: lesson.moves_done == 0 and "leave" in can(lesson), "the case")
    learner.ask(Command.LEAVE)
    learner.until(lambda lesson: lesson.moves_done == at and learner.turns() == turns, "the lesson that waited")
    # Another cube does not take the place of this one by itself.
    other = learner.client.goal("teach", Teach, Teach.Goal(facelets=facelets))
    learner.ends(other, Teach.Result.UNDER_WAY)
    last = learner.begin(facelets=facelets, replace=True)
    learner.ends(goal, Teach.Result.REPLACED)
    last.cancel()
    learner.ends(last, Teach.Result.CANCELLED, GoalStatus.STATUS_CANCELED)
    # A cancelled lesson goes on by hand.
    learner.ask(Command.GO_TO, moves=1)
    learner.until(lambda lesson: lesson.moves_done == 1, "one move")


def bad_input(learner, facelets):
    """Nothing of it changes the lesson."""
    learner.client.spin_for(0.5)
    before = learner.lesson
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
        learner.ask(Command.TURN, Answer.BAD_FIELD, turn=turn)
    learner.ask(Command.REPLAN, Answer.BAD_FIELD, method="petrus")
    # There is no camera.
    learner.ask(Command.SAY, Answer.NOT_NOW, line="yes")
    for command in (0, 99):
        learner.ask(command, Answer.UNKNOWN_COMMAND)
    learner.client.spin_for(0.5)
    same = lambda lesson: (lesson.number, lesson.colors, lesson.moves_done, lesson.extra_turns)
    require(same(learner.lesson) == same(before), f"bad input changed {before} to {learner.lesson}")


def main(client, arguments):
    learner = Learner(client)
    require(is_solved(learner.lesson.colors), f"a tutor begins with a solved cube, not {learner.lesson.colors}")
    facelets = arguments[0]
    for method in ("beginner", "cfop", "layers"):
        whole_lesson(learner, method, facelets)
    slips(learner, facelets)
    bad_input(learner, facelets)


if __name__ == "__main__":
    check(main)
