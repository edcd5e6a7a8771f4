//! What came of a drill or of a solve, as the learner or a cube reports it.

use practice::{Penalty, Turns};

/// A solve that was timed.
#[derive(Default)]
pub struct Timed {
    /// Milliseconds.
    pub millis: u32,
    /// Milliseconds of inspection.
    pub inspected: Option<u32>,
    /// What is added for turns that were missing.
    pub missing: Penalty,
    /// Its turns, where they are known.
    pub turns: Turns,
}

/// How a drill went.
pub struct Drilled {
    /// Whether the case was remembered.
    pub remembered: bool,
    /// Whether help was needed.
    pub helped: bool,
    /// Milliseconds until it was recognised.
    pub recognised: Option<u32>,
    /// Milliseconds of turning.
    pub turned: Option<u32>,
}
