//! The simulated rig: motors, claws, cube, faults and a rendered camera; deterministic.
