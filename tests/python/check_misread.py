"""Stickers that the camera sees in other colours while the cube is scanned: the rig looks again and solves the cube, and
no other cube is published at any time. Then the solved cube teaches its colours.

Arguments: facelets to solve.
"""

import time

from cuberig_msgs.action import RunCube
from cuberig_msgs.msg import CubeColors, CubePose, CubeState
from cuberig_msgs.srv import InjectFault, LearnColors
from sensor_msgs.msg import Image

from rigclient import LATCHED, check, require

COLOURS = ["white", "yellow", "red", "orange", "green", "blue"]


def main(client, arguments):
    facelets = arguments[0]
    states = client.listen("cube/state", CubeState, LATCHED)
    colors = client.listen("cube/colors", CubeColors, LATCHED)
    poses = client.listen("cube/pose", CubePose, LATCHED)
    pictures = client.listen("faces/image", Image)
    truth = client.put_cube(facelets)

    # After another cube has fallen, the person may hold this one in any orientation: its faces have other names for the rig then.
    lies = poses[-1].faces_at_sides if poses and poses[-1].status != CubePose.UNKNOWN else "URFDLB"
    same_names = lies == truth[-1].faces_at_sides

    # Two stickers whose colours are exchanged: nine of each are seen, and yet it is no cube, or not surely one.
    at = {face: number for number, face in enumerate("URFDLB")}
    one, other = next((a, b) for a in range(54) for b in range(a) if a % 9 != 4 and b % 9 != 4 and a // 9 != b // 9
                      and facelets[a] != facelets[b])
    for facelet, shown in [(one, facelets[other]), (other, facelets[one])]:
        target = f"{facelet}{'WRGYOB'[at[shown]]}"
        injected = client.call("sim/fault", InjectFault, InjectFault.Request(fault="sticker_misread", target=target))
        require(injected.error_code == 0, f"sim/fault: {injected.error_msg}")

    run = client.goal("run", RunCube, RunCube.Goal(scan=True, look_again=True, max_attempts=3, solve_time_limit=1.0))
    require(run.accepted, "the run was refused")
    signs = ["in doubt", "no cube has the stickers"]
    again = lambda: [f.status.text for f in run.feedback if any(sign in f.status.text for sign in signs)]
    whole = lambda: any(state.status == CubeState.VALID and not state.doubtful for state in states)
    client.wait(lambda: again() or whole() or run.done(), 90, "the rig to look again or to be sure")
    noticed = again()[:1]
    client.call("sim/fault", InjectFault, InjectFault.Request(fault="clear"))
    began = time.monotonic()
    _, result = run.result(180)
    require(result.solved, f"the run did not solve the cube: {result.error_msg}")
    client.wait(lambda: truth[-1].solved, 5, "sim/truth to be solved")
    require(pictures, "no annotated picture was published")
    cubes = {message.facelets for message in truth}
    wrong = [state for state in states if state.status == CubeState.VALID and not state.doubtful and state.facelets not in cubes]
    require(not wrong or not same_names, f"cube/state was sure of {[state.facelets for state in wrong]}")

    learned = client.call("cube/learn_colors", LearnColors, LearnColors.Request(facelets=facelets))
    require(learned.error_code == LearnColors.Response.CONTRADICTORY, f"a cube that was not seen taught: {learned}")
    learned = client.call("cube/learn_colors", LearnColors, LearnColors.Request())
    require(learned.error_code == LearnColors.Response.SUCCESS, f"cube/learn_colors: {learned.error_msg}")
    require(any("colors_file" in text for text in learned.warnings), f"no warning about the missing file: {learned.warnings}")
    rgb = {name: tuple(getattr(learned.colors, name)) for name in COLOURS}
    require(len(set(rgb.values())) == 6, f"two colours are the same: {rgb}")
    red, green, blue = rgb["blue"]
    require(red < blue and green < blue, f"blue is {rgb['blue']}")
    client.wait(lambda: colors, 5, "cube/colors")
    require(tuple(colors[-1].blue) == rgb["blue"], "cube/colors contains other colours")
    client.wait(lambda: states[-1].status == CubeState.VALID and states[-1].solved, 5, "the same cube read with its own colours")
    print(f"{noticed or states[-1].notes}; solved {time.monotonic() - began:.0f} s later in attempt {result.attempts}")


check(main)
