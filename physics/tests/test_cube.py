"""Stickers and rotations, against facts that other parts of the project and other programs know."""

import unittest

import numpy as np

from rig_physics import cases, cube

# A solved cube after R, as every solver in the world writes it.
AFTER_R = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"
SUPERFLIP = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"


class Cube(unittest.TestCase):
    def test_24_rotations_that_differ(self):
        self.assertEqual(len({tuple(matrix.ravel()) for matrix in cube.ROTATIONS}), 24)
        for matrix in cube.ROTATIONS:
            self.assertEqual(round(np.linalg.det(matrix)), 1)

    def test_a_turn_of_each_face_is_the_known_one(self):
        self.assertEqual(cases.turned("r", 1), AFTER_R)
        # The superflip in 20 moves.
        flip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
        self.assertEqual(cases.after(flip), SUPERFLIP)
        for arm in "rlfb":
            self.assertEqual(cases.turned(arm, -1), cases.turned(arm, 3))
            self.assertEqual(cases.turned(arm, 2), cases.turned(arm, -2))
            self.assertFalse(cube.is_solved(cases.turned(arm, 2)))

    def test_stickers_become_rotations_and_stickers_again(self):
        pieces = cases.pieces()
        self.assertEqual(len(pieces), 26)
        for facelets in (cube.SOLVED, AFTER_R, SUPERFLIP):
            rotations = cube.rotations_of(facelets, pieces)
            self.assertEqual(cube.facelets_of(rotations), facelets)
        flipped = cube.rotations_of(SUPERFLIP, pieces)
        for piece, rotation in flipped.items():
            # The superflip leaves all corners, and every edge in its place.
            np.testing.assert_array_equal(rotation @ cube.home(piece), cube.home(piece))
            self.assertEqual(np.array_equal(rotation, np.eye(3)), len(piece) != 2, piece)

    def test_what_is_no_cube_is_refused(self):
        with self.assertRaises(ValueError):
            cube.rotations_of("U" * 54, cases.pieces())
        with self.assertRaises(ValueError):
            cube.rotations_of(cube.SOLVED[:-1], cases.pieces())

    def test_solved_is_one_colour_a_face(self):
        self.assertTrue(cube.is_solved(cube.SOLVED))
        self.assertFalse(cube.is_solved(AFTER_R))
        self.assertFalse(cube.is_solved("?" * 54))

    def test_the_nearest_rotation_and_how_far_it_is(self):
        angle = np.radians(7)
        turn = np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])
        for rotation in cube.ROTATIONS:
            found, degrees = cube.nearest((rotation @ turn)[None])
            np.testing.assert_array_equal(found[0], rotation)
            self.assertAlmostEqual(degrees[0], 7)


if __name__ == "__main__":
    unittest.main()
