//! What a client wants of one joint.

use super::{Tolerances, Trajectory};

/// What to do with one joint, by its index.
#[derive(Debug, Clone, PartialEq)]
pub struct JointGoal {
    /// Which joint, 0 or 1.
    pub joint: usize,
    /// Its path.
    pub trajectory: Trajectory,
    /// How exact.
    pub tolerances: Tolerances,
}
