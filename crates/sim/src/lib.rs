//! The simulated rig: motors, claws, cube, faults and a rendered camera; deterministic.
//!
//! [`World`] is the rig: bytes go in to four emulated bricks ([`emulator`]), a [`bus`] of servos or a [`maestro`], their motors move joints,
//! and what the claws do to the cube follows from contact ([`mechanics`]). [`render`] is its camera.
//! There is no clock, socket or thread here: time comes in by [`World::advance_to`], randomness by a seed.
//!
//! [`bench`] and [`live`] are the exceptions. The one puts a world on tokio's clock, with the real drivers in the same process. The
//! other serves its wires over TCP. Nothing else in this crate uses them.

pub mod battery;
pub mod bench;
pub mod bus;
mod controller;
pub mod drawn;
pub mod emulator;
pub mod error;
pub mod event;
pub mod fault;
mod held_cube;
mod joint;
pub mod link;
pub mod live;
pub mod maestro;
pub mod mechanics;
mod mishap;
pub mod motor;
mod options;
pub mod output;
pub mod render;
mod scene;
mod watch;
pub mod world;

pub use drawn::DrawnRig;
pub use error::Error;
pub use event::{Event, Happening};
pub use fault::{Amount, FAULTS, Fault, FaultKind, Target};
pub use mechanics::Mishap;
pub use options::Options;
pub use world::{Truth, Wire, World};
