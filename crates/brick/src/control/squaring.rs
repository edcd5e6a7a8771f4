//! Drift: gears creep, and no encoder behind the motor sees it. A claw that closes on the cube with its wrist
//! let go of comes to lie flat on it, so there the wrist stands at a right angle, whatever was believed.
//!
//! ```text
//!   motor ── play ── gears (creep) ── joint ── claw ═╡ cube, square by itself
//!     └ encoder: m                      └ known: at
//!
//!   at = zero + driven / ratio,   m - play <= driven <= m + play
//! ```
//!
//! When the cube has pushed the motor, the joint hangs at the end of its play that pushed it. Else of all
//! zeros that agree with the reading the nearest to the one believed so far is taken: what play can explain is
//! no drift. What remains is less than the play, however long the rig runs.

use super::{JointLaw, Progress, Tolerances, Trajectory};
use crate::Error;

/// More than this at once is no drift, radians: the cube slipped, or somebody pushed the arm.
const MOST_DRIFT: f64 = 6.0 * std::f64::consts::PI / 180.0;

/// Seconds in which a claw that lies askew with its layer is turned square, which it was let go of.
const PRESSING: f64 = 0.3;

/// A motor that turned by so many counts while it was free has been pushed.
const PUSHED_COUNTS: f64 = 2.0;

impl JointLaw {
    /// Lets go of the motor: something square is about to hold the joint at `position`, radians. Until
    /// [`JointLaw::square_up`] the motor is not driven.
    ///
    /// Errors: [`Error::BadTrajectory`] while a goal is under way.
    pub fn yield_at(&mut self, position: f64) -> Result<(), Error> {
        let reading = self.observer.reading();
        let Some(reading) = reading.filter(|_| self.progress != Progress::Moving) else {
            return Err(Error::BadTrajectory {
                joint: self.settings.name.clone(),
                reason: "it can only be let go of while it rests".to_owned(),
            });
        };
        self.yielding_at = Some((position, reading));
        Ok(())
    }

    /// Takes hold of the motor again without learning anything: the joint was not held after all.
    pub fn take_hold(&mut self) {
        self.yielding_at = None;
    }

    /// Whether the motor is let go of.
    pub fn yields(&self) -> bool {
        self.yielding_at.is_some()
    }

    /// The joint is held where [`JointLaw::yield_at`] said: learns by how much it has drifted, radians, and
    /// takes hold of the motor again. Nothing happens (and 0 is told) when it was not let go of.
    ///
    /// Errors: [`Error::NotSquare`] when the difference is too large for a drift; then nothing is learnt, and
    /// the joint is driven back to where it was let go of, from `now` on: what it holds is pressed square.
    pub fn square_up(&mut self, now: f64) -> Result<f64, Error> {
        let yielding = self.yielding_at.take();
        let (Some((at, before)), Some(reading)) = (yielding, self.observer.reading()) else {
            return Ok(0.0);
        };
        let gearing = &mut self.settings.gearing;
        let play = gearing.backlash_degrees;
        let pushed = reading - before;
        let driven = if pushed.abs() >= PUSHED_COUNTS {
            reading + play.copysign(pushed)
        } else {
            let needed = gearing.motor_degrees(at);
            needed.clamp(reading - play, reading + play)
        };
        let drift = at - gearing.position(driven);
        if drift.abs() > MOST_DRIFT {
            let back = Trajectory::to(&self.settings.name, at, PRESSING)?;
            self.follow(&back, Tolerances::default(), now)?;
            return Err(Error::NotSquare {
                joint: self.settings.name.clone(),
                degrees: drift.to_degrees(),
                allowed_degrees: MOST_DRIFT.to_degrees(),
            });
        }
        gearing.position_at_zero += drift;
        self.observer.set_driven(driven);
        self.drift += drift;
        Ok(drift)
    }
}
