//! Takes the step response of a motor over the wire, within bounds that the rig can stand.

use super::identify::{Sample, StepResponse};
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
/// Standard deviation of an encoder's count, degrees: those of the motors on sale count every degree, or every second one.
const ENCODER: f64 = 0.6;
/// Nobody knows better than this when a power came, seconds: a brick looks at its motors every few milliseconds.
const LEAST_UNCERTAIN: f64 = 0.005;
/// Pause before a step, so that the motor rests.
const REST: Duration = Duration::from_millis(400);

/// Powers of the steps by which a motor is identified, percent. Claws have less room than wrists.
const WRIST_POWERS: [i8; 3] = [25, 50, 80];
const GRIP_POWERS: [i8; 3] = [25, 40, 60];
/// How far a wrist's motor turns, degrees, and a clamp's, as a share of its travel.
const WRIST_TRAVEL: f64 = 180.0;
const GRIP_SHARE: f64 = 0.75;
/// Steps are repeated until there are this many readings of a motor on its way, but at most this many times as often as asked.
const ENOUGH_READINGS: usize = 100;
const MOST_ROUNDS: u8 = 3;
/// Shorter ways are not informative, degrees.
const LEAST_TRAVEL: f64 = 30.0;
/// Degrees between two readings of a motor at rest, and of one that turns for certain, whatever its encoder and a link make of them.
const RESTS: f64 = 2.0;
const TURNS: f64 = 4.0;

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
    let opening = gearing.motor_degrees(JointKind::Grip, gearing.open_grip());
    // Where the motor turns to, and the ends beyond which something may hold it: the closed claw's is where it stands.
    let (powers, way, ends) = match joint.kind {
        JointKind::Wrist => (WRIST_POWERS, WRIST_TRAVEL, [-0.5 * WRIST_TRAVEL, 1.5 * WRIST_TRAVEL]),
        JointKind::Grip => (GRIP_POWERS, GRIP_SHARE * opening, [0.0, opening]),
    };
    let mut stands: f64 = 0.0;
    let mut responses = Vec::new();
    let readings = |responses: &[StepResponse]| responses.iter().map(|one| one.samples.len()).sum::<usize>();
    let mut round = 0;
    // Over a slow link few readings are taken on the way, and each is of an uncertain moment.
    while round < repeats || (readings(&responses) < ENOUGH_READINGS && round < MOST_ROUNDS * repeats) {
        round += 1;
        for (percent, target) in powers.into_iter().flat_map(|percent| [(percent, way), (percent, 0.0)]) {
            let distance: f64 = target - stands;
            let end = ends[usize::from(0.0 < distance)];
            let step = Step {
                joint: joint.name().to_owned(),
                port,
                power: Power::saturating(f64::from(percent).copysign(distance)),
                travel: distance.abs().max(LEAST_TRAVEL),
                room: (end - stands).abs().max(LEAST_TRAVEL),
            };
            let (response, turned) = step.measure(brick).await?;
            stands += turned;
            if response.has_turned() {
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
    /// Degrees of the motor after which the brick itself lets go of it: a late brake does not drive it into its end. Readings of
    /// what comes then tell nothing of the power.
    pub room: f64,
}

/// One reading of a step.
struct Reading {
    /// In the middle between question and answer.
    at: Instant,
    round_trip: Duration,
    degrees: f64,
    /// Degrees a second since the reading before.
    speed: f64,
}

impl Reading {
    /// The speed on the way from here to a later reading.
    fn speed_to(&self, at: Instant, degrees: f64) -> f64 {
        (degrees - self.degrees).abs() / (at - self.at).as_secs_f64().max(0.005)
    }
}

impl Step {
    /// Carries the step out and measures. Also returns how far the motor turned in all, degrees.
    ///
    /// Errors: [`Error::Timeout`], [`Error::Refused`], [`Error::Lost`], [`Error::Stalled`].
    pub async fn measure(&self, brick: &mut Brick) -> Result<(StepResponse, f64), Error> {
        brick.drive(self.port, Power::ZERO, 0).await?;
        sleep(REST).await;
        let volts = f64::from(brick.battery().await?.millivolts) / 1000.0;
        let asked = Instant::now();
        let start = self.count(brick).await?;
        let mut round_trips = vec![asked.elapsed()];
        let begun = Instant::now();
        brick.drive(self.port, self.power, self.room.ceil() as u32).await?;
        let mut readings: Vec<Reading> = Vec::new();
        let mut braked: Option<(Instant, f64)> = None;
        loop {
            let (asked, repeats) = (Instant::now(), brick.repeats());
            let degrees = f64::from(self.count(brick).await? - start);
            let round_trip = asked.elapsed();
            let at = asked + round_trip / 2;
            let speed = readings.last().map_or(0.0, |before| before.speed_to(at, degrees));
            // Else nobody knows which of the questions was answered.
            if brick.repeats() == repeats {
                round_trips.push(round_trip);
                readings.push(Reading { at, round_trip, degrees, speed });
            }
            let now = Instant::now();
            match braked {
                None => {
                    let ahead = speed * (RUN_OUT + round_trip.as_secs_f64());
                    if degrees.abs() + ahead >= self.travel || LONGEST < (now - begun).as_secs_f64() {
                        brick.drive(self.port, Power::ZERO, 0).await?;
                        braked = Some((Instant::now(), speed));
                    }
                }
                Some((braked, _)) if AFTERWARDS < (now - braked).as_secs_f64() => break,
                Some(_) => {}
            }
        }
        if readings.iter().all(|reading| reading.degrees.abs() < 3.0) {
            return Err(Error::Stalled {
                joint: self.joint.clone(),
                power: self.power.percent(),
                position_degrees: 0.0,
            });
        }
        let turned = readings.last().map_or(0.0, |reading| reading.degrees);
        let least = round_trips.iter().min().map_or(0.0, Duration::as_secs_f64);
        let mean = round_trips.iter().sum::<Duration>().as_secs_f64() / round_trips.len() as f64;
        // A message waits on its way there or back, nobody knows on which: a value within bounds that are so far apart.
        let uncertain = |round_trip: f64| (round_trip - least) / 2.0 / 3.0f64.sqrt();
        let late_deviation = uncertain(mean).max(LEAST_UNCERTAIN);
        // Power and brake both reach the motor half a round trip after they were sent.
        let brake_at = braked.map_or(LONGEST, |(at, _)| (at - begun).as_secs_f64());
        let braked_speed = braked.map_or(0.0, |(_, speed)| speed);
        let sample = |reading: &Reading| {
            let time = (reading.at - begun).as_secs_f64() - mean / 2.0;
            let of_reading = reading.speed * uncertain(reading.round_trip.as_secs_f64());
            let of_brake = if brake_at < time { braked_speed * late_deviation } else { 0.0 };
            Sample { time, degrees: reading.degrees, deviation: ENCODER.hypot(of_reading).hypot(of_brake) }
        };
        let is_driven = |sample: &Sample| sample.time > 0.0 && sample.degrees.abs() < self.room;
        let response = StepResponse {
            joint: self.joint.clone(),
            power: f64::from(self.power.percent()),
            volts,
            brake_at,
            late_deviation,
            samples: before_held(readings.iter().map(sample).filter(is_driven).collect(), brake_at),
        };
        Ok((response, turned))
    }

    async fn count(&self, brick: &mut Brick) -> Result<i32, Error> {
        let reading = brick.request(&GetOutputState { port: self.port }).await?;
        Ok(reading.rotation)
    }
}

/// The samples before something held the motor, as the end of a claw does. It was braked at a time (seconds after the power). A motor
/// that starts from rest goes on at least as fast as it went on average until then, while it is driven; one that comes to rest before
/// half of that is held.
fn before_held(mut samples: Vec<Sample>, brake_at: f64) -> Vec<Sample> {
    let Some(end) = samples.last().copied() else {
        return samples;
    };
    let stands = |sample: &Sample| (sample.degrees - end.degrees).abs() <= RESTS;
    let since = samples.iter().rposition(|sample| !stands(sample)).map_or(0, |before| before + 1);
    let is_short = |sample: &Sample| {
        let least = sample.degrees.abs() / sample.time * (end.time.min(brake_at) - sample.time);
        TURNS < least && (end.degrees - sample.degrees).abs() < least / 2.0
    };
    if samples[since.saturating_sub(1)..=since].iter().any(is_short) {
        samples.truncate(since);
    }
    samples
}
