//! A simulated learner for tests: the slips that they make, and what a camera sees of the cube in their hands.
//!
//! [`Shown`] gives exact views, by the group of rotations alone. A [`Studio`] renders pictures of the cube in a hand, in
//! five [`LIGHTS`].

mod shown;
mod slips;
mod studio;

pub use shown::{Shown, holds_showing, seen};
pub use slips::slips;
pub use studio::{Hold, LIGHTS, NamedLight, Studio};
