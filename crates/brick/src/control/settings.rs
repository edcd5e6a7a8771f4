//! What goes into the control law of a joint and what comes out of it.

use super::{Gearing, MotorModel, Trajectory};
use crate::{Error, Power};

/// What the law has to know about a joint.
#[derive(Debug, Clone, PartialEq)]
pub struct JointSettings {
    /// Name of the joint, for errors.
    pub name: String,
    /// Gears between motor and joint.
    pub gearing: Gearing,
    /// The motor.
    pub model: MotorModel,
    /// Least and greatest position that a trajectory may ask for, radians.
    pub limits: (f64, f64),
    /// How far a cable gives beyond its end when a motor runs on unwatched, radians.
    pub cable_slack: f64,
    /// Whether the limits stop the joint, as those of a claw do; a wrist's are those of its cable.
    pub has_ends: bool,
    /// Greatest power, percent.
    pub most_power: f64,
    /// How far the joint is assumed to have coasted when its brick went off, radians. Where the motor counts zero is
    /// only estimated then.
    pub coasted: Option<f64>,
}

impl JointSettings {
    /// A position, radians, or the end that stops the joint, where it is beyond that: it need not come back from there.
    pub(super) fn within_ends(&self, position: f64) -> f64 {
        let (least, most) = self.limits;
        match self.has_ends {
            true => position.clamp(least, most),
            false => position,
        }
    }

    /// Judges whether the joint may go where a trajectory leads.
    ///
    /// Errors: [`Error::BadTrajectory`] when a point lies beyond the limits.
    pub(super) fn allow(&self, trajectory: &Trajectory) -> Result<(), Error> {
        trajectory.within(&self.name, self.limits)
    }
}

/// How far the joint may stray before a goal counts as failed. Radians and seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerances {
    /// Greatest distance from the desired position under way; `None` is any.
    pub path: Option<f64>,
    /// Greatest distance from the goal at the end.
    pub goal: f64,
    /// How long after the end of the trajectory the goal may still be reached.
    pub goal_time: f64,
}

impl Default for Tolerances {
    /// Two degrees, one second late at most, any path.
    fn default() -> Tolerances {
        Tolerances { path: None, goal: 2f64.to_radians(), goal_time: 1.0 }
    }
}

/// A rotation count and when it was true.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotorReading {
    /// Seconds; best estimated as half-way between request and reply.
    pub time: f64,
    /// Degrees of the motor.
    pub degrees: i32,
}

/// The times that belong to a step, in seconds on the clock of the readings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instants {
    /// When the power decided now will reach the motor.
    pub effect: f64,
    /// How long it will stay in force: the time to the next step.
    pub interval: f64,
}

/// An order to a motor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drive {
    /// Power, percent; 0 brakes.
    pub power: Power,
    /// Degrees of the motor after which the brick lets go of it by itself, should no further command
    /// reach it; 0 when it is braked.
    pub limit: u32,
    /// The motor turns freely instead of being braked; only with power 0.
    pub free: bool,
}

impl Drive {
    /// Brakes.
    pub const BRAKE: Drive = Drive { power: Power::ZERO, limit: 0, free: false };
    /// Lets go.
    pub const FREE: Drive = Drive { free: true, ..Drive::BRAKE };
}

/// How a joint's goal fares.
#[derive(Debug, Clone, PartialEq)]
pub enum Progress {
    /// No goal: it holds where it is.
    Holding,
    /// On the way.
    Moving,
    /// At rest within tolerance of the goal; it goes on holding there.
    Arrived,
    /// Given up; it holds where it is.
    Failed(Error),
}

/// What a joint does, for `joint_states` and feedback. Radians and seconds of the joint.
#[derive(Debug, Clone, PartialEq)]
pub struct JointReport {
    /// Where it stands, play considered, as of the newest reading.
    pub position: f64,
    /// Estimated speed.
    pub speed: f64,
    /// Where it should stand.
    pub desired: f64,
    /// How the goal fares.
    pub progress: Progress,
    /// By how much the joint was found to have drifted against its motor so far, the sum of all corrections.
    pub drift: f64,
    /// Where the joint stands when its motor counts zero, as far as is known now.
    pub zero: f64,
    /// How much further the joint would come if its brick went off now: until the loss is felt, and then against friction.
    pub coast: f64,
    /// How far it is assumed to have coasted when its brick went off, radians. Where it stands is only estimated then,
    /// and may be tens of degrees off.
    pub coasted: Option<f64>,
}
