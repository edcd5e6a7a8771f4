//! Bringing up a rig: what a brick tells of itself, and whether its motors do what they are told, before a driver trusts both.

mod answers;
mod swing;

pub use answers::{Answers, RoundTrips, ask};
pub use swing::{Swing, Trouble};
