//! Bringing up a rig: what a brick reports of itself, and whether its motors obey, before a driver trusts both.

mod answers;
mod swing;

pub use answers::{Answers, RoundTrips, ask};
pub use swing::{Swing, SwingError};
