//! The simulated rig: motors, claws, cube, faults and a rendered camera; deterministic.

pub mod battery;
pub mod emulator;
pub mod link;
pub mod motor;
pub mod output;
pub mod render;
pub mod space;
