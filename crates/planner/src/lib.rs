//! From moves, or a cube, to the fastest motion plan that the rules of motion allow.
