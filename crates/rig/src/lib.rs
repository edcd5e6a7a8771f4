//! The four-arm machine: arms, claws, how the cube lies in them, rules of motion, profiles, geometry.
