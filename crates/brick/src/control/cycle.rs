//! One cycle of the control loop: both motors read, both powers decided; and now and then the brick looked after.

use super::link::Link;
use super::{Drive, Instants, JointLaw, MotorReading, together};
use crate::clock::Instant;
use crate::{Brick, Error, OutputReading, Port};
use std::time::Duration;

/// What a cycle read and decided, and when its readings were true.
pub(super) struct Step {
    pub readings: [OutputReading; 2],
    pub drives: [Drive; 2],
    pub at: Instant,
}

/// Reads both motors and decides both powers.
pub(super) async fn step(
    brick: &mut Brick,
    ports: [Port; 2],
    laws: &mut [JointLaw; 2],
    started: Instant,
    link: &mut Link,
) -> Result<Step, Error> {
    let (asked, interval) = (Instant::now(), link.interval);
    let since = |time: Instant| (time - started).as_secs_f64();
    let repeats = brick.repeats();
    let powers = laws.each_ref().map(|law| law.observer.last_power());
    let readings = brick.read_motors(ports).await?;
    let answered = Instant::now();
    if let Some(braked) = brick.braked() {
        let effect = since(braked.at) + link.round_trip / 2.0;
        laws.iter_mut().for_each(|law| law.record_brake(Instants { effect, interval }));
    }
    if let Some(elapsed) = brick.last_round_trip() {
        link.replied(elapsed);
    }
    let (earliest, at) = link.reading(asked, answered, brick.braked().is_some_and(|braked| braked.in_time));
    let time = since(at);
    // Of several questions it is not known which one was answered.
    let earliest = if brick.repeats() == repeats { since(earliest) } else { time };
    for ((law, reading), power) in laws.iter_mut().zip(readings).zip(powers) {
        law.see(earliest, MotorReading { time, degrees: reading.rotation }, power, interval);
    }
    let drives = together::drive(laws, Instants { effect: since(answered) + link.round_trip / 2.0, interval });
    Ok(Step { readings, drives, at })
}

/// What a look after a brick has read.
pub(super) struct Looked {
    /// How long the answer to KEEPALIVE took, if it was asked.
    pub keep_alive: Option<Duration>,
    /// Battery voltage.
    pub volts: f64,
}

/// Reads the battery, and keeps the brick awake where that is due.
pub(super) async fn look_after(brick: &mut Brick, keep_alive: bool) -> Result<Looked, Error> {
    let asked = Instant::now();
    let mut answered = None;
    if keep_alive {
        brick.keep_alive().await?;
        answered = Some(asked.elapsed());
    }
    let volts = f64::from(brick.battery().await?.millivolts) / 1000.0;
    Ok(Looked { keep_alive: answered, volts })
}
