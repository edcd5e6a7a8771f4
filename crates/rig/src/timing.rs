//! How long each step of an arm takes.

use serde::{Deserialize, Serialize};

use crate::Action;

/// Seconds that the steps of an arm take on a given rig.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// Closing a claw.
    pub close: f64,
    /// Opening a claw.
    pub open: f64,
    /// Turning a wrist by 90 degrees.
    pub quarter: f64,
    /// Turning a wrist by 180 degrees.
    pub half: f64,
}

impl Timing {
    /// Seconds of one action. A turn by more than two quarters counts as half turns and a rest.
    pub fn seconds(&self, action: Action) -> f64 {
        match action {
            Action::Open => self.open,
            Action::Close => self.close,
            Action::Turn(quarters) => self.turn_seconds(i32::from(quarters)),
        }
    }

    /// Seconds of a turn by any number of quarters, done as half turns and at most one quarter turn.
    pub fn turn_seconds(&self, quarters: i32) -> f64 {
        let count = quarters.unsigned_abs();
        f64::from(count / 2) * self.half + f64::from(count % 2) * self.quarter
    }
}
