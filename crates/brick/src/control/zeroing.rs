//! Drift: gears creep, and no encoder behind the motor sees it. A claw that closes on the cube with its wrist
//! let go of comes to lie flat on it. There the wrist stands at a right angle, whatever the estimate.
//!
//! ```text
//!   motor ── play ── gears (creep) ── joint ── claw ═╡ cube, square by itself
//!     └ encoder: m                      └ known: at
//!
//!   at = zero + driven / ratio,   m - play <= driven <= m + play
//! ```
//!
//! When the cube has pushed the motor, the joint hangs at the end of its play that pushed it. Else of all
//! zeros that agree with the reading the nearest to the present estimate is taken: what play can explain is
//! no drift. What remains is less than the play, however long the rig runs.
//!
//! More than a few degrees at once are no drift. Either the layer is misaligned, or the estimate of the wrist is wrong:
//!
//! - A wrist whose place is only estimated, since it moved when its brick went off, accepts what it finds.
//! - Any other presses the layer square, once. When it is then as much off on *another* layer, which it cannot have
//!   left misaligned itself, its gears have skipped, and it accepts that.
//!
//! A layer that a wrong wrist has turned is as misaligned as the wrist, and shows nothing of it. So an estimated wrist stays
//! estimated until it has lain flat on another layer. Where it is further off than claws give, they are blocked: then other
//! places are assumed one after the other, for the next try.

use super::{Instants, JointLaw, Progress, Tolerances, Trajectory};
use crate::Error;

/// More than this at once is no drift, radians: the cube slipped, or somebody pushed the arm.
const MOST_DRIFT: f64 = 6.0 * std::f64::consts::PI / 180.0;
/// A wrist whose place is only estimated may be this far off, radians; more could as well be the next quarter.
const MOST_ESTIMATED: f64 = 35.0 * std::f64::consts::PI / 180.0;
/// What a wrist is found off twice is the same when it differs by less than this, radians: the play, and what layers give.
const SAME: f64 = 4.0 * std::f64::consts::PI / 180.0;

/// Seconds in which a claw that was let go of, and lies misaligned with its layer, is turned square.
const PRESSING: f64 = 0.3;

/// A motor that turned by this many counts while it was free has been pushed.
const PUSHED_COUNTS: f64 = 2.0;

/// A claw can close on a layer that is misaligned by at most 15 degrees. Where a claw is blocked, the wrist is assumed to have
/// coasted this much further, then this much less, then as it was estimated at first: radians from one to the next.
const ASSUMED: [f64; 3] = {
    let step = 22.0 * std::f64::consts::PI / 180.0;
    [step, -2.0 * step, step]
};

/// What a wrist lies flat on when it is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlatOn {
    /// The layer that its claw has held before; where that is misaligned, this wrist may have left it so.
    SameLayer,
    /// Another layer: the cube has been turned since the claw closed last.
    OtherLayer,
    /// Its claw holds the whole cube, which the claws of the other pair have just pressed square.
    Cube,
}

impl JointLaw {
    /// Lets go of the motor: something square is about to hold the joint at `position`, radians. Until
    /// [`JointLaw::zero`] the motor is not driven.
    ///
    /// Errors: [`Error::BadTrajectory`] while a goal is under way.
    pub fn release_at(&mut self, position: f64) -> Result<(), Error> {
        let reading = self.observer.reading();
        let Some(reading) = reading.filter(|_| self.progress != Progress::Moving) else {
            return Err(Error::BadTrajectory {
                joint: self.settings.name.clone(),
                reason: "it can only be let go of while it rests".to_owned(),
            });
        };
        self.compliant_at = Some((position, reading));
        Ok(())
    }

    /// Takes hold of the motor again without learning anything: the joint was not held after all.
    pub fn take_hold(&mut self) {
        self.compliant_at = None;
    }

    /// A claw was blocked, because what it closes on is off by more than it gives: where the joint's place is only
    /// estimated, another is assumed. Takes hold of the motor again where it stands. A goal that came since goes on.
    pub fn assume_elsewhere(&mut self) {
        if !self.is_compliant() {
            return;
        }
        self.hold();
        if let Some(coasted) = self.settings.coasted {
            let further = ASSUMED[self.guesses % ASSUMED.len()];
            self.guesses += 1;
            self.settings.gearing.position_at_zero += further * coasted.signum();
        }
    }

    /// Whether the motor is let go of.
    pub fn is_compliant(&self) -> bool {
        self.compliant_at.is_some()
    }

    /// The joint is held where [`JointLaw::release_at`] expects it: learns by how much it has drifted, radians, and
    /// takes hold of the motor again. Nothing happens (and 0 is returned) when it was not let go of.
    ///
    /// Errors: [`Error::NotSquare`] when the difference is too large for a drift, and nothing shows that the joint is
    /// wrong; then nothing is learnt, and the joint is driven back to where it was let go of, from then on: what it
    /// holds is pressed square.
    pub fn zero(&mut self, flat_on: FlatOn, instants: Instants) -> Result<f64, Error> {
        let compliant = self.compliant_at.take();
        let (Some((at, before)), Some(reading)) = (compliant, self.observer.reading()) else {
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
        let is_other = flat_on == FlatOn::OtherLayer;
        let is_like = |other: Option<f64>| other.is_some_and(|other| (other - drift).abs() < SAME);
        let is_confirmed = is_other && is_like(self.suspicion);
        let most = match self.settings.coasted.is_some() || is_confirmed {
            true => MOST_ESTIMATED,
            false => MOST_DRIFT,
        };
        let was_left_so = is_like(self.left_misaligned);
        if was_left_so || drift.abs() > most {
            if was_left_so {
                self.left_misaligned = None;
            } else {
                self.suspicion = Some(drift);
            }
            let back = Trajectory::to(&self.settings.name, at, PRESSING)?;
            self.follow(&back, Tolerances::default(), None, instants)?;
            return Err(Error::NotSquare {
                joint: self.settings.name.clone(),
                degrees: drift.to_degrees(),
                allowed_degrees: most.to_degrees(),
            });
        }
        if is_other {
            if is_confirmed {
                self.left_misaligned = Some(-drift);
            }
            self.suspicion = None;
            self.settings.coasted = None;
        }
        gearing.position_at_zero += drift;
        self.observer.set_driven(driven);
        self.drift += drift;
        Ok(drift)
    }
}
