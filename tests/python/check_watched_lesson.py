"""A foreign client is the camera and the learner of a lesson: it publishes the faces of a cube in its hands, and turns that cube.

The tutor has to follow each turn, name a wrong one with its way back, ask for a face where it cannot tell, and wait while no picture
comes. The corner of the cube is drawn by the client's own geometry.
"""

from action_msgs.msg import GoalStatus
from check_lesson import COLORS, Learner
from cuberig_msgs.action import Teach
from cuberig_msgs.msg import FaceObservation, FaceView, Lesson, LessonWatch, Sticker
from rigclient import RELIABLE, check, require
from stickers import is_solved, turned

PAINT = {"W": (238, 238, 238), "R": (192, 24, 32), "G": (15, 154, 72), "Y": (240, 208, 16), "O": (255, 120, 24), "B": (20, 80, 200)}
# Faces that meet in the corner nearest to the camera: first sticker's outer corner, along a row, down a column, in pixels.
CORNER = {
    "U": ((320, 75), (138.6, 80), (-138.6, 80)),
    "F": ((181.4, 155), (138.6, 80), (0, 172)),
    "R": ((320, 235), (138.6, -80), (0, 172)),
}
HOLDS = [f"{front} {spin}".split() for front in ("", "y", "y2", "y'", "x", "x'") for spin in ("", "z", "z2", "z'")]


def corner(stickers):
    """The faces that a camera sees of a cube held with a corner towards it."""
    views = []
    for face, (origin, along, down) in CORNER.items():
        seen = []
        for index, color in enumerate(stickers[9 * "URFDLB".index(face) :][:9]):
            row, column = divmod(index, 3)
            at = lambda u, v: [o + (u * a + v * d) / 3 for o, a, d in zip(origin, along, down)]
            ends = [(column + 0.07, row + 0.07), (column + 0.93, row + 0.07), (column + 0.93, row + 0.93), (column + 0.07, row + 0.93)]
            quad = [value for u, v in ends for value in at(u, v)]
            seen.append(Sticker(colour=color, confidence=0.95, quad=quad, rgb=[float(value) for value in PAINT[color]]))
        views.append(FaceView(stickers=seen, confidence=0.95))
    return views


class ShownCube:
    """The cube in the learner's hands, before a camera of 30 pictures a second."""

    def __init__(self, client, learner, stickers):
        self.client, self.learner, self.cube = client, learner, stickers
        self.faces = client.create_publisher(FaceObservation, "faces", RELIABLE)
        self.is_there, self.views = True, corner(stickers)
        client.create_timer(1 / 30, self.picture)

    def picture(self):
        if self.is_there:
            self.faces.publish(FaceObservation(width=640, height=480, faces=self.views))

    def turn(self, turns):
        for turn in turns:
            self.cube = turned(self.cube, turn)
        self.views = corner(self.cube)

    def show(self, centres):
        """Holds the cube with these centres in front and on top."""
        for hold in HOLDS:
            held = self.cube
            for turn in hold:
                held = turned(held, turn)
            if all(held[place] == centre for place, centre in zip((22, 4), centres)):
                self.views = corner(held)

    def until(self, condition, what):
        """Waits, and shows the faces that the tutor asks for meanwhile."""
        asked = []

        def answered():
            lesson = self.learner.lesson
            show = lesson.watch.show
            if lesson.watch.state == LessonWatch.CANNOT_TELL and show and show not in asked:
                asked.append(show)
                self.show(show)
            return condition(lesson)

        self.client.wait(answered, 10, f"{what}; the lesson is {self.learner.lesson}")
        return asked


def next_turns(learner):
    """The lesson's next turn, with the rotations before it: no camera sees how the whole cube lies."""
    turns = []
    for move in learner.turns()[learner.lesson.moves_done :]:
        turns += move.split()
        if move[0] not in "xyz":
            break
    return turns


def undone(turn):
    return turn if turn.endswith("2") else turn[:-1] if turn.endswith("'") else turn + "'"


def main(client, arguments):
    learner = Learner(client)
    facelets = arguments[0]
    goal = learner.begin(method="cfop", facelets=facelets, watch=True)
    shown = ShownCube(client, learner, "".join(COLORS[letter] for letter in facelets))
    shown.until(lambda lesson: lesson.watch.state == LessonWatch.NOT_YET, "the cube to be recognized")
    asked = turns = 0
    while not is_solved(shown.cube):
        if turns == 3:
            *before, right = next_turns(learner)
            wrong = "B" if right[0] != "B" else "F"
            shown.turn([*before, wrong])
            shown.until(lambda lesson: lesson.watch.state == LessonWatch.WRONG, "a wrong turn to be named")
            seen = learner.lesson.watch
            require((seen.made, seen.undo) == ([wrong], [undone(wrong)]), f"{wrong} instead of {right}: {seen}")
            shown.turn([undone(wrong)])
            shown.until(lambda lesson: not lesson.extra_turns and lesson.colors == shown.cube, "the turn to be undone")
        if turns == 6:
            shown.is_there = False
            shown.until(lambda lesson: lesson.error_code == Lesson.CAMERA_LOST, "a silent camera to be noticed")
            require(learner.lesson.colors == shown.cube, f"a lost camera changed the lesson: {learner.lesson}")
            shown.is_there = True
            shown.until(lambda lesson: lesson.error_code == Lesson.SUCCESS, "the camera to be back")
        shown.turn(next_turns(learner))
        turns += 1
        asked += len(shown.until(lambda lesson: lesson.colors == shown.cube, f"turn {turns} to be followed to {shown.cube}"))
        require(not learner.lesson.extra_turns, f"turn {turns} is outside the lesson: {learner.lesson}")
    status, result = goal.result(10)
    require((status, result.error_code) == (GoalStatus.STATUS_SUCCEEDED, Teach.Result.SUCCESS), f"the goal ended as {status}: {result}")
    print(f"{turns} turns followed, {asked} faces asked for", flush=True)


check(main)
