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
    /// As `quarter`, where the turn ends at the end of the wrist's cable. Drivers go there slowly, so that a motor that nobody
    /// watches stops in time. `quarter` where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarter_to_cable_end: Option<f64>,
    /// As `half`, where the turn ends at the end of the wrist's cable. `half` where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_to_cable_end: Option<f64>,
}

impl Timing {
    /// Seconds of one action that ends at no cable's end: none takes less. A turn by more than two quarters counts as half turns and
    /// a rest.
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

    /// By how much longer a turn takes whose last part, a quarter or a half turn, ends where the cable ends; seconds.
    pub fn delay_at_cable_end(&self, last_is_half: bool) -> f64 {
        let (usual, slow) = match last_is_half {
            true => (self.half, self.half_to_cable_end),
            false => (self.quarter, self.quarter_to_cable_end),
        };
        slow.map_or(0.0, |slow| slow - usual)
    }
}
