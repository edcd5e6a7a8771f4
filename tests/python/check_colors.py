"""The state assembler alone, shown the faces of a pastel cube by their frames: the cube teaches its colours, which are
published, kept in the file of this name and used at once; wrong calibrations are refused by code.

Arguments: the file, its facelets.
"""

import os

from cuberig_msgs.msg import CubeColors, CubeState, FaceObservation, FaceView, Sticker
from cuberig_msgs.srv import LearnColors

from rigclient import LATCHED, RELIABLE, check, require

# A cube whose red is pink and whose orange is nearly what red is elsewhere.
PAINT = {"U": [236.0, 232.0, 222.0], "R": [216.0, 96.0, 140.0], "F": [130.0, 196.0, 120.0],
         "D": [226.0, 214.0, 120.0], "L": [206.0, 62.0, 48.0], "B": [112.0, 176.0, 196.0]}
NAMES = {"U": "white", "R": "red", "F": "green", "D": "yellow", "L": "orange", "B": "blue"}
Codes = LearnColors.Response


def observation(client, face, letters):
    """The message of a detector for this face."""
    sticker = lambda letter: Sticker(colour="?", confidence=0.2, rgb=PAINT[letter])
    seen = FaceObservation(faces=[FaceView(stickers=[sticker(letter) for letter in letters], confidence=0.9)])
    seen.header.frame_id = f"face_{face}"
    seen.header.stamp = client.get_clock().now().to_msg()
    return seen


def main(client, arguments):
    file, facelets = arguments
    states = client.listen("cube/state", CubeState, LATCHED)
    colors = client.listen("cube/colors", CubeColors, LATCHED)
    faces = client.create_publisher(FaceObservation, "faces", RELIABLE)
    client.wait(lambda: faces.get_subscription_count() and states, 30, "the state assembler")
    learn = lambda facelets: client.call("cube/learn_colors", LearnColors, LearnColors.Request(facelets=facelets))
    require(learn("").error_code == Codes.NOT_SEEN, "colours were learned of nothing")

    for at, face in enumerate("URFDLB"):
        own = facelets[9 * at:9 * at + 9]

        def shown():
            faces.publish(observation(client, face, own))
            return face in states[-1].faces_seen

        client.wait(shown, 15, f"face {face} to be taken")
    scheme = "".join(NAMES[face][0].upper() for face in "URFDLB")
    coloured = "".join(scheme["URFDLB".index(letter)] for letter in facelets)
    turned = coloured[:9] + coloured[18:27] + coloured[9:18] + coloured[27:]
    for wrong, code in [("UUU", Codes.UNREADABLE), (turned, Codes.IMPOSSIBLE), ("", Codes.CONTRADICTORY)]:
        answer = learn(wrong)
        require(answer.error_code == code and answer.error_msg, f"learning from '{wrong}' answers {answer}")
    require(not colors and not os.path.exists(file), "a wrong calibration taught something")

    learned = learn(coloured)
    require(learned.error_code == Codes.SUCCESS, f"cube/learn_colors: {learned.error_msg}")
    client.wait(lambda: colors, 15, "cube/colors")
    for face, name in NAMES.items():
        published = list(getattr(colors[-1], name))
        require(published == list(getattr(learned.colors, name)), f"cube/colors has {published} for {name}")
        require(all(abs(a - b) < 1 for a, b in zip(published, PAINT[face])), f"{name} was learned as {published}")
    with open(file, encoding="utf-8") as written:
        text = written.read()
    require("orange = [206.0, 62.0, 48.0]" in text, f"the file holds {text}")
    # By usual colours it was read too, but in another scheme.
    known = lambda: states[-1].status == CubeState.VALID and not states[-1].doubtful and states[-1].scheme == scheme
    client.wait(known, 15, f"the cube to be read by its own colours, in the scheme {scheme}")
    require(states[-1].facelets == facelets, f"it was read as {states[-1].facelets}")
    print(f"warnings: {learned.warnings}")


check(main)
