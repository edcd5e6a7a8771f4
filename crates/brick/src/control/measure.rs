//! Takes the step response of a motor over the wire, within bounds that the rig can stand.

use super::identify::StepResponse;
use crate::clock::{Instant, sleep};
use crate::command::GetOutputState;
use crate::{Brick, Error, Port, Power};
use rig::{Gearing, Joint, JointKind};
use std::time::Duration;

/// A step that has not come as far as it should after so long is over, seconds.
const LONGEST: f64 = 1.5;
/// How long a motor is watched while its brake works, seconds.
const AFTERWARDS: f64 = 0.35;
/// Seconds that a motor runs on for, about, at the speed that it has when the brake comes.
const RUN_OUT: f64 = 0.06;
/// Pause before a step, so that the motor rests.
const REST: Duration = Duration::from_millis(400);

/// Powers of the steps by which a motor is identified, percent. Claws have less room than wrists.
const WRIST_POWERS: [i8; 3] = [25, 50, 80];
const GRIP_POWERS: [i8; 3] = [25, 40, 60];
/// How far a wrist's motor turns, degrees, and a clamp's, as a share of its travel.
const WRIST_TRAVEL: f64 = 180.0;
const GRIP_SHARE: f64 = 0.75;
/// Shorter ways are not informative, degrees.
const LEAST_TRAVEL: f64 = 30.0;

/// Takes the steps by which the motor of a joint is identified: to and fro between where it stands and the end of its way, at
/// each of three powers, this many times. Claws stand closed and wrists neutral, without a cube.
///
/// Errors: those of [`Step::measure`].
pub async fn steps(
    brick: &mut Brick,
    port: Port,
    joint: Joint,
    gearing: &Gearing,
    repeats: u8,
) -> Result<Vec<StepResponse>, Error> {
    let (powers, way) = match joint.kind {
        JointKind::Wrist => (WRIST_POWERS, WRIST_TRAVEL),
        JointKind::Grip => (GRIP_POWERS, GRIP_SHARE * gearing.motor_degrees(JointKind::Grip, gearing.open_grip())),
    };
    let mut stands = 0.0;
    let mut responses = Vec::new();
    for percent in powers.repeat(repeats.into()) {
        for target in [way, 0.0] {
            let distance: f64 = target - stands;
            let step = Step {
                joint: joint.name().to_owned(),
                port,
                power: Power::saturating(f64::from(percent).copysign(distance)),
                travel: distance.abs().max(LEAST_TRAVEL),
            };
            let response = step.measure(brick).await?;
            let turned = response.samples.last().map_or(0.0, |(_, degrees)| *degrees);
            stands += turned;
            // What the brick let go of was driven for an unknown time.
            if turned.abs() < f64::from(step.limit()) {
                responses.push(response);
            }
        }
    }
    Ok(responses)
}

/// One step: where it may go, and how fast.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Name of the joint, for errors.
    pub joint: String,
    /// Port of its motor.
    pub port: Port,
    /// Power; its sign is the direction.
    pub power: Power,
    /// Degrees of the motor after which it should be at rest again.
    pub travel: f64,
}

impl Step {
    /// Carries the step out and measures. The brick itself lets go of the motor beyond one and a half times
    /// the travel, should the link fail.
    ///
    /// Errors: [`Error::Timeout`], [`Error::Refused`], [`Error::Lost`], [`Error::Stalled`].
    pub async fn measure(&self, brick: &mut Brick) -> Result<StepResponse, Error> {
        brick.drive(self.port, Power::ZERO, 0).await?;
        sleep(REST).await;
        let volts = f64::from(brick.battery().await?.millivolts) / 1000.0;
        let asked = Instant::now();
        let start = self.count(brick).await?;
        let mut round_trip = asked.elapsed().as_secs_f64();
        let begun = Instant::now();
        brick.drive(self.port, self.power, self.limit()).await?;
        // Times count from when the power reaches the motor, half a round trip later.
        let since = |moment: Instant, round_trip: f64| (moment - begun).as_secs_f64() - round_trip / 2.0;
        let mut samples: Vec<(f64, f64)> = Vec::new();
        let mut brake_at = None;
        loop {
            let (asked, repeats) = (Instant::now(), brick.repeats());
            let count = self.count(brick).await?;
            let elapsed = asked.elapsed();
            let asked_once = brick.repeats() == repeats;
            if asked_once {
                round_trip += 0.2 * (elapsed.as_secs_f64() - round_trip);
            }
            let time = since(asked + elapsed / 2, round_trip);
            let degrees = f64::from(count - start);
            let speed = samples.last().map_or(0.0, |(before, was)| (degrees - was).abs() / (time - before).max(0.005));
            // Else nobody knows which of the questions was answered.
            if asked_once {
                samples.push((time, degrees));
            }
            match brake_at {
                None => {
                    let ahead = speed * (RUN_OUT + elapsed.as_secs_f64());
                    if degrees.abs() + ahead >= self.travel || time > LONGEST {
                        brick.drive(self.port, Power::ZERO, 0).await?;
                        // Both powers reach the motor half a round trip after they were sent.
                        brake_at = Some(begun.elapsed().as_secs_f64());
                    }
                }
                Some(at) if time > at + AFTERWARDS => break,
                Some(_) => {}
            }
        }
        if samples.iter().all(|(_, degrees)| degrees.abs() < 3.0) {
            return Err(Error::Stalled {
                joint: self.joint.clone(),
                power: self.power.percent(),
                position_degrees: 0.0,
            });
        }
        Ok(StepResponse {
            joint: self.joint.clone(),
            power: f64::from(self.power.percent()),
            volts,
            brake_at: brake_at.unwrap_or(LONGEST),
            samples: samples.into_iter().filter(|(time, _)| *time > 0.0).collect(),
        })
    }

    /// The degrees of the motor at which the brick lets go of it.
    fn limit(&self) -> u32 {
        (1.5 * self.travel).ceil() as u32
    }

    async fn count(&self, brick: &mut Brick) -> Result<i32, Error> {
        let reading = brick.request(&GetOutputState { port: self.port }).await?;
        Ok(reading.rotation)
    }
}
