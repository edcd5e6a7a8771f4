"""The physics holds what must hold, and the judge sees what is wrong."""

import unittest

import numpy as np

from rig_physics import misaligned, cases, cube, loading
from rig_physics.judge import Judge
from rig_physics.missed import Missed, simulated_wrists
from rig_physics.motions import Motion, waits
from rig_physics.player import Player, Settings, smooth
from rig_physics.world import ARMS, MODELS, World

MODEL = MODELS / "rig.mjcf.xml"
SCRAMBLED = "LDUFUFDBURUBLRUDBURRFLFFLURURFDDDLURFRBRLBBLFLFDLBDBBD"


class Physics(unittest.TestCase):
    def test_a_scrambled_cube_shows_its_stickers(self):
        world = World(MODEL)
        self.assertEqual(world.facelets(), cube.SOLVED)
        world.put_cube(SCRAMBLED)
        self.assertEqual(world.facelets(), SCRAMBLED)

    def test_the_cube_falls_when_nobody_holds_it(self):
        world = World(MODEL)
        world.set_arms(open_arms=ARMS)
        world.put_cube(cube.SOLVED)
        judge = Judge(world, "dropped")
        player = Player(world, judge)
        player.wait(0.3)
        result = judge.end(cube.SOLVED, 0.3, 0.1)
        self.assertFalse(result.good)
        self.assertGreater(result.worst_millimetres, 50)

    def test_a_quarter_that_nobody_asked_for_is_seen(self):
        case = cases.turn("l", 0, -1)
        world = World(MODEL)
        world.put_cube(cube.SOLVED)
        judge = Judge(world, case.name)
        player = Player(world, judge)
        player.press()
        result = player.play(case.motions, cube.SOLVED)
        self.assertFalse(result.solved)
        self.assertEqual(result.facelets, case.wanted)
        self.assertEqual(result.failures, ["the stickers are wrong"])

    def test_neighbours_that_both_turn_to_horizontal_meet(self):
        world = World(MODEL)
        judge = Judge(world, "collision")
        player = Player(world, judge)
        player.press()
        both = [Motion(arm, "turn", 1, 0.0, 0.6) for arm in "rf"]
        self.assertFalse(player.play(both, cube.SOLVED).good)

    def test_a_layer_turns_past_a_neighbour_that_is_off_by_12_degrees(self):
        # This direction is the harder one.
        row = misaligned.play(MODEL, 12, True, -1)
        self.assertTrue(row.passes)
        self.assertGreater(row.left_degrees, 10)
        self.assertLess(row.after_degrees, 1)

    def test_a_motor_leads_by_the_play_of_its_gears(self):
        world = World(MODEL)
        settings = Settings(by="arrival", motors=True, backlash_degrees=6.0)
        player = Player(world, Judge(world, "play"), settings)
        player.press()
        for quarters in (1, -1):
            player.play([Motion("r", "turn", quarters, 0.0, 0.6)], cube.SOLVED)
            off = world.data.joint("r_wrist").qpos[0] - player.quarters["r"] * np.pi / 2
            # Half of the play would be 3 degrees.
            self.assertLess(abs(np.degrees(off)), 1)


class Misses(unittest.TestCase):
    def test_every_simulated_wrist_turned_in_every_way(self):
        turns = {(turned, quarters) for turned in ("layer", "open claw") for quarters in (-2, -1, 1, 2)}
        for wrist in simulated_wrists("nxt-2015"):
            self.assertEqual(set(wrist), turns)
            # The driver accepts 2 degrees at most, as its encoder sees them.
            self.assertTrue(all(abs(miss) < 3 for misses in wrist.values() for miss in misses))

    def test_an_arm_misses_as_one_simulated_wrist_did(self):
        missed = Missed("nxt-2015", ARMS, np.random.default_rng(1))
        self.assertEqual(len({id(wrist) for wrist in missed.wrists.values()}), len(ARMS))
        drawn = {missed.draw("r", "layer", -2) for _ in range(50)}
        self.assertEqual(drawn, set(missed.wrists["r"]["layer", -2]))


class Timing(unittest.TestCase):
    def test_a_ramp_begins_and_ends_at_rest(self):
        self.assertEqual(smooth(-1), (0, 0))
        self.assertEqual(smooth(0.5), (0.5, 1.5))
        self.assertEqual(smooth(2), (1, 0))

    def test_a_motion_waits_for_those_that_end_before_it(self):
        first, second = Motion("r", "open", 0, 0.0, 0.5), Motion("l", "open", 0, 0.2, 0.7)
        third = Motion("r", "turn", 1, 0.5, 1.1)
        self.assertEqual(waits([first, second, third]), [(), (), ((0, 1.0),)])

    def test_both_wrists_that_turn_the_cube_begin_together(self):
        listed = [Motion("f", "open", 0, 0.0, 0.5), Motion("b", "open", 0, 0.0, 0.5)]
        listed += [Motion(arm, "turn", quarters, 0.5, 1.1) for arm, quarters in (("r", 1), ("l", -1), ("f", 1))]
        world = World(MODEL)
        player = Player(world, Judge(world, "late"), Settings(jitter=0.015))
        late = player.lateness(listed, waits(listed))
        self.assertEqual(late[0], late[1])
        self.assertEqual(late[2], late[3])
        self.assertNotEqual(late[2], late[4], "another brick")

    def test_a_hand_lets_go_when_both_claws_of_a_pair_are_closed(self):
        def motion(arm, action, end):
            return Motion(arm, action, 0, end - 0.5, end)

        motions = [motion("r", "close", 0.5), motion("r", "open", 1.0), motion("l", "close", 1.5)]
        motions += [motion("r", "close", 2.0), motion("f", "close", 2.5)]
        self.assertEqual(loading.lets_go(motions, "rlfb"), 2.0)
        # A claw without an opposite holds alone.
        self.assertEqual(loading.lets_go(motions, "rf"), 0.5)


if __name__ == "__main__":
    unittest.main()
