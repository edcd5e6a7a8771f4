//! Swings a motor slowly to some places and looks whether it goes there: the first motions of a rig that nobody knows yet.

use crate::command::GetOutputState;
use crate::{Brick, Error, Port, Power};
use std::time::Duration;
use tempo::{Instant, sleep};

/// Power of a swing, percent: little enough that an end stops the motor without harm.
const POWER: i8 = 35;
/// Seconds that a motor runs on for, about, at the speed that it has when the brake comes.
const RUN_OUT: f64 = 0.06;
/// How near to a place is near enough, degrees of the motor.
const NEAR: f64 = 8.0;
/// A motor that has turned so far against its power, degrees, counts backwards.
const BACKWARDS: f64 = 10.0;
/// A motor that has turned by less than this all the time, degrees, has not moved.
const MOVED: f64 = 4.0;
/// A driven motor whose count does not change for so long is held.
const HELD: Duration = Duration::from_millis(600);
/// A braked motor whose count does not change for so long rests.
const REST: Duration = Duration::from_millis(150);
/// No way takes longer.
const LONGEST: Duration = Duration::from_secs(5);

/// Why a motor did not get where it was sent. Degrees of the motor.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Trouble {
    /// Nothing turned.
    #[error("its motor does not turn under {POWER} % of power")]
    Still,
    /// The count went against the power.
    #[error("its motor counts {counted:.0} degrees while it is driven the other way")]
    Backwards {
        /// What it counted.
        counted: f64,
    },
    /// It came to a stop on its way.
    #[error("its motor stops at {at:.0} degrees on its way to {target:.0}")]
    Stopped {
        /// Where it stopped.
        at: f64,
        /// Where it was sent.
        target: f64,
    },
    /// The brick failed.
    #[error(transparent)]
    Brick(#[from] Error),
}

/// A motor that is swung to and fro around where it stood first.
pub struct Swing<'brick> {
    brick: &'brick mut Brick,
    port: Port,
    start: f64,
}

impl Swing<'_> {
    /// Starts from where the motor stands.
    ///
    /// Errors: those of the brick.
    pub async fn begin(brick: &mut Brick, port: Port) -> Result<Swing<'_>, Error> {
        let start = count(brick, port).await?;
        Ok(Swing { brick, port, start })
    }

    /// Goes to a place, degrees of the motor from the start, brakes there, and gives where it came to rest. It brakes before
    /// it tells of trouble too. Each drive has a limit, at which the brick lets go of the motor by itself.
    ///
    /// Errors: [`Trouble`].
    pub async fn to(&mut self, target: f64) -> Result<f64, Trouble> {
        let outcome = self.drive_to(target).await;
        // Whatever happened, it must not run on; a brick that is lost cannot be told, and the limit ends it.
        let braked = self.brick.drive(self.port, Power::ZERO, 0).await;
        let at = outcome?;
        braked?;
        Ok(at)
    }

    async fn drive_to(&mut self, target: f64) -> Result<f64, Trouble> {
        let began = Instant::now();
        let from = self.place().await?;
        let (mut last, mut changed) = ((from, began), began);
        // The direction in which it is driven, and from where.
        let (mut driven, mut driven_from) = (0.0, from);
        let mut furthest = 0f64;
        while began.elapsed() < LONGEST {
            let asked = Instant::now();
            let at = self.place().await?;
            let now = Instant::now();
            let speed = (at - last.0).abs() / (now - last.1).as_secs_f64().max(0.005);
            if at != last.0 {
                changed = now;
            }
            last = (at, now);
            furthest = furthest.max((at - from).abs());
            let left = target - at;
            let ahead = speed * (RUN_OUT + (now - asked).as_secs_f64());
            if driven != 0.0 && (at - driven_from) * driven < -BACKWARDS {
                let counted = at - driven_from;
                return Err(Trouble::Backwards { counted });
            }
            if left.abs() <= NEAR.max(ahead) || (driven != 0.0 && left * driven < 0.0) {
                self.brick.drive(self.port, Power::ZERO, 0).await?;
                let rest = self.rest().await?;
                if (target - rest).abs() <= NEAR {
                    return Ok(rest);
                }
                (last, driven) = ((rest, Instant::now()), 0.0);
                continue;
            }
            if driven == 0.0 {
                (driven, driven_from) = (left.signum(), at);
                let power = Power::saturating(f64::from(POWER) * driven);
                self.brick
                    .drive(self.port, power, left.abs().ceil() as u32)
                    .await?;
                changed = Instant::now();
            } else if changed.elapsed() > HELD {
                break;
            }
        }
        match furthest < MOVED {
            true => Err(Trouble::Still),
            false => Err(Trouble::Stopped { at: last.0, target }),
        }
    }

    /// Where the braked motor comes to rest.
    async fn rest(&mut self) -> Result<f64, Error> {
        let mut at = self.place().await?;
        loop {
            sleep(REST).await;
            let before = std::mem::replace(&mut at, self.place().await?);
            if at == before {
                return Ok(at);
            }
        }
    }

    /// Degrees of the motor from the start.
    async fn place(&mut self) -> Result<f64, Error> {
        Ok(count(self.brick, self.port).await? - self.start)
    }
}

async fn count(brick: &mut Brick, port: Port) -> Result<f64, Error> {
    let reading = brick.request(&GetOutputState { port }).await?;
    Ok(f64::from(reading.rotation))
}
