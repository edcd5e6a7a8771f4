//! What is known of a brick's joints when its connection breaks, so that the next one begins where this one ended.
//!
//! A brick that was only out of reach has gone on counting: the zeros of its joints hold, with all drift that was
//! learnt. One that was off, for want of battery or of KEEPALIVE, counts from zero again: its joints stand where they
//! were seen last, for nothing has driven them since, or where those that moved then came to rest.

use super::handle::Report;
use super::{JointSettings, Progress};
use crate::{Brick, Error, Port};

#[derive(Debug, Clone, Copy, PartialEq)]
struct Known {
    zero: f64,
    position: f64,
    coast: f64,
    rests: bool,
    coasted: Option<f64>,
}

impl Known {
    /// Where the joint comes to rest when its motor is no longer driven, nor braked: friction takes its speed, or it meets
    /// its end. Radians.
    fn rest(&self, settings: &JointSettings) -> f64 {
        if self.rests {
            return self.position;
        }
        let rest = self.position + self.coast;
        if !settings.has_ends {
            return rest;
        }
        let (least, most) = settings.limits;
        rest.clamp(least.min(self.position), most.max(self.position))
    }
}

/// The joints of a brick as in its newest report; empty before the first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Memory {
    joints: Option<[Known; 2]>,
}

impl Memory {
    /// Takes note of a report.
    pub fn note(&mut self, report: &Report) {
        self.joints = Some([0, 1].map(|index: usize| {
            let joint = &report.joints[index];
            Known {
                zero: joint.zero,
                position: joint.position,
                coast: joint.coast,
                rests: joint.progress != Progress::Moving,
                coasted: joint.coasted,
            }
        }));
    }

    /// Marks the newly connected brick, and lets the settings of its joints begin where the last connection ended.
    /// Whether the brick has been off since then; joints that moved then have `coasted` in their settings.
    ///
    /// Errors: as [`Brick::request`].
    pub async fn resume(&self, brick: &mut Brick, motors: &mut [(Port, JointSettings); 2]) -> Result<bool, Error> {
        let was_off = !brick.mark().await?;
        if let Some(joints) = self.joints {
            for ((_, settings), known) in motors.iter_mut().zip(joints) {
                settings.gearing.position_at_zero = match was_off {
                    true => known.rest(settings),
                    false => known.zero,
                };
                let coasts = (was_off && !known.rests).then_some(known.coast);
                settings.coasted = coasts.or(known.coasted);
            }
        }
        Ok(was_off && self.joints.is_some())
    }
}
