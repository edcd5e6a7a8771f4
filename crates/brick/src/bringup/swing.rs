//! Swings a motor slowly to some places and looks whether it goes there: the first motions of a rig that nobody knows yet.
//!
//! ```text
//!   power 35 %      brake      rest  creep  brake and rest
//!     |------------->|---------->|---->|-->|
//!     start           run-out             place
//! ```
//!
//! How long a motor runs on after its brake is learnt from each brake. What is left or too much is made good at little
//! power, twice at most.

use crate::clock::{Instant, sleep};
use crate::command::GetOutputState;
use crate::{Brick, Error, Port, Power};
use std::time::Duration;

/// Power of a swing, percent: little enough that an end stops the motor without harm.
const POWER: f64 = 35.0;
/// Power of a correction, and of any motion on a slow link, percent. Where it does not turn the motor it grows in steps.
const CREEP: f64 = 14.0;
const CREEP_STEP: f64 = 3.0;
/// Degrees by which a creeping motor coasts on at its limit.
const CREEP_COAST: f64 = 4.0;
/// A creeping motor whose count does not change for this long gets more power.
const CREEP_PATIENCE: Duration = Duration::from_millis(150);
/// On a link whose answers take longer, seconds, a swing creeps from the beginning.
const SLOW_LINK: f64 = 0.08;
/// How often a rest that is off its place is corrected.
const CORRECTIONS: usize = 2;
/// Seconds that a motor runs on for, before that is learnt, at the speed that it has when the brake comes.
const RUN_OUT: f64 = 0.06;
/// Range of run-outs that count, seconds, and the least speed that shows one, degrees a second.
const RUN_OUTS: (f64, f64) = (0.01, 0.25);
const SHOWS_RUN_OUT: f64 = 40.0;
/// How near to a place is near enough not to be corrected, degrees of the motor.
const NEAR: f64 = 4.0;
/// A rest that is still off after all corrections, by at most this share of the way, has shown all that a swing is to show.
const MOSTLY: f64 = 0.2;
/// A motor that has turned this far against its power, degrees, counts backwards.
const BACKWARDS: f64 = 10.0;
/// A motor that has turned by less than this all the time, degrees, has not moved.
const MOVED: f64 = 4.0;
/// A driven motor whose count does not change for this long is held.
const HELD: Duration = Duration::from_millis(600);
/// A braked motor whose count does not change for this long rests.
const REST: Duration = Duration::from_millis(150);
/// A driven motor is looked at at most this often.
const PACE: Duration = Duration::from_millis(12);
/// No single drive takes longer, and no rest.
const LONGEST: Duration = Duration::from_secs(5);

/// Why a motor did not get where it was sent. Degrees of the motor.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SwingError {
    /// Nothing turned.
    #[error("its motor does not turn under {POWER} % of power")]
    Still,
    /// The count went against the power.
    #[error("its motor counts {counted:.0} degrees while it is driven the other way")]
    Backwards {
        /// What it counted.
        counted: f64,
    },
    /// Something held it on its way.
    #[error("its motor is held at {at:.0} degrees on its way to {target:.0}")]
    Stopped {
        /// Where it is held.
        at: f64,
        /// Where it was sent.
        target: f64,
    },
    /// It turned freely and came to rest somewhere else.
    #[error("its motor comes to rest at {at:.0} degrees instead of {target:.0}")]
    Missed {
        /// Where it rests.
        at: f64,
        /// Where it was sent.
        target: f64,
    },
    /// The brick failed.
    #[error(transparent)]
    Brick(#[from] Error),
}

/// How one drive ended, degrees of the motor.
enum End {
    /// It was braked and rests there.
    Rests(f64),
    /// It is held there.
    Held(f64),
}

/// A motor that is swung to and fro around where it stood first.
pub struct Swing<'brick> {
    brick: &'brick mut Brick,
    port: Port,
    start: f64,
    /// 1, or -1 when the motor counts backwards.
    sense: f64,
    /// Seconds that it runs on for after its brake.
    run_out: f64,
    /// Seconds that the last reading took.
    answer: f64,
}

impl Swing<'_> {
    /// Starts from where the motor stands.
    ///
    /// Errors: those of the brick.
    pub async fn begin(brick: &mut Brick, port: Port) -> Result<Swing<'_>, Error> {
        let mut swing = Swing { brick, port, start: 0.0, sense: 1.0, run_out: RUN_OUT, answer: 0.0 };
        swing.start = swing.place().await?;
        Ok(swing)
    }

    /// Goes to a place, degrees of the motor from the start, brakes there, and gives where it came to rest: near that
    /// place, or off by little of the way. It brakes before it returns an error too. Each drive has a limit, at which the
    /// brick lets go of the motor by itself.
    ///
    /// Errors: [`SwingError`].
    pub async fn to(&mut self, target: f64) -> Result<f64, SwingError> {
        self.brought(target, POWER).await
    }

    /// Creeps back to the start, as far as that goes, as after a failure.
    ///
    /// Errors: [`SwingError`].
    pub async fn back(&mut self) -> Result<f64, SwingError> {
        self.brought(0.0, CREEP).await
    }

    async fn brought(&mut self, target: f64, power: f64) -> Result<f64, SwingError> {
        let outcome = self.go(target, power).await;
        // It must not run on in any case. A brick that is lost gets no order, and the limit ends it.
        let braked = self.brick.drive(self.port, Power::ZERO, 0).await;
        let at = outcome?;
        braked?;
        Ok(at)
    }

    async fn go(&mut self, target: f64, mut power: f64) -> Result<f64, SwingError> {
        let from = self.place().await?;
        let mut at = from;
        for _ in 0..=CORRECTIONS {
            at = match self.drive(at, target, power).await? {
                End::Rests(at) => at,
                End::Held(at) if (target - at).abs() <= NEAR => at,
                End::Held(at) if (at - from).abs() < MOVED => return Err(SwingError::Still),
                End::Held(at) => return Err(SwingError::Stopped { at, target }),
            };
            if (target - at).abs() <= NEAR {
                return Ok(at);
            }
            power = CREEP;
        }
        match (target - at).abs() <= MOSTLY * (target - from).abs() {
            true => Ok(at),
            false => Err(SwingError::Missed { at, target }),
        }
    }

    /// Drives towards a place, and brakes so early that the motor comes to rest there.
    async fn drive(&mut self, from: f64, target: f64, power: f64) -> Result<End, SwingError> {
        let outward = (target - from).signum();
        let mut power = match self.answer > SLOW_LINK {
            true => power.min(CREEP),
            false => power,
        };
        if target == from {
            return Ok(End::Rests(from));
        }
        self.push(power * outward, target - from).await?;
        let began = Instant::now();
        let (mut last, mut changed, mut pushed) = ((from, began), began, began);
        while began.elapsed() < LONGEST {
            // Counts that are too near in time give no speed.
            sleep(PACE.saturating_sub(last.1.elapsed())).await;
            let at = self.place().await?;
            let now = Instant::now();
            let interval = (now - last.1).as_secs_f64().max(0.005);
            let speed = ((at - last.0) * outward / interval).max(0.0);
            if at != last.0 {
                changed = now;
            }
            last = (at, now);
            let done = (at - from) * outward;
            if done < -BACKWARDS {
                self.sense = -self.sense;
                let counted = at - from;
                return Err(SwingError::Backwards { counted });
            }
            let left = (target - at) * outward;
            // So much is left when it must be braked; where that comes before the next reading, the brake does too.
            let early = left - speed * (self.run_out + self.answer);
            if early <= (speed * interval).max(1.0) {
                let wait = (early / speed.max(1.0)).clamp(0.0, interval);
                sleep(Duration::from_secs_f64(wait)).await;
                let braked_at = at + speed * wait * outward;
                return Ok(End::Rests(self.brake(braked_at, speed * outward).await?));
            }
            let still = changed.max(pushed).elapsed();
            let answer = Duration::from_secs_f64(2.0 * self.answer);
            if left <= NEAR && still > CREEP_PATIENCE {
                // It was let go of at its limit.
                return Ok(End::Rests(at));
            }
            if power < POWER && still > CREEP_PATIENCE + answer {
                power = (power + CREEP_STEP).min(POWER);
                self.push(power * outward, left).await?;
                pushed = Instant::now();
            } else if still > HELD + answer {
                return Ok(End::Held(at));
            }
        }
        Ok(End::Rests(self.brake(last.0, 0.0).await?))
    }

    /// Drives the motor until it has turned by `way` degrees at most.
    async fn push(&mut self, power: f64, way: f64) -> Result<(), Error> {
        let coast = match power.abs() <= CREEP {
            true => CREEP_COAST,
            false => 0.0,
        };
        let limit = (way.abs() - coast).ceil().max(1.0) as u32;
        let power = Power::saturating(power * self.sense);
        self.brick.drive(self.port, power, limit).await
    }

    /// Brakes the motor that was seen at a place with a speed, and gives where it comes to rest.
    async fn brake(&mut self, at: f64, speed: f64) -> Result<f64, Error> {
        self.brick.drive(self.port, Power::ZERO, 0).await?;
        let answer = self.answer;
        let braked = Instant::now();
        let mut rest = self.place().await?;
        while braked.elapsed() < LONGEST {
            sleep(REST).await;
            let before = std::mem::replace(&mut rest, self.place().await?);
            if rest == before {
                break;
            }
        }
        if speed.abs() > SHOWS_RUN_OUT {
            let (least, most) = RUN_OUTS;
            let run_out = ((rest - at) / speed - answer).clamp(least, most);
            self.run_out = (self.run_out + run_out) / 2.0;
        }
        Ok(rest)
    }

    /// Degrees of the motor from the start.
    async fn place(&mut self) -> Result<f64, Error> {
        let asked = Instant::now();
        let reading = self.brick.request(&GetOutputState { port: self.port }).await?;
        self.answer = asked.elapsed().as_secs_f64();
        Ok(f64::from(reading.rotation) - self.start)
    }
}
