//! Cubies, facelets, moves, rotations, notation, validity and scrambles of the Rubik's Cube.
