//! One cycle of the control loop: both motors read, both powers decided; and now and then the brick looked after.

use super::{Drive, Instants, JointLaw, MotorReading, together};
use crate::clock::Instant;
use crate::{Brick, Error, OutputReading, Port};
use std::time::Duration;

/// A single reply counts as at most this many times slower than those before it.
const MOST_SLOWER: f64 = 3.0;
/// One that is this many times slower is no chance of a link whose replies take now 15, now 45 ms.
const MUCH_SLOWER: f64 = 2.0;
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
    round_trip: &mut f64,
    interval: f64,
) -> Result<Step, Error> {
    let asked = Instant::now();
    let repeats = brick.repeats();
    let powers = laws.each_ref().map(|law| law.observer.last_power());
    let readings = brick.read_motors(ports).await?;
    let answered = Instant::now();
    if let Some(braked) = brick.braked() {
        let effect = (braked - started).as_secs_f64() + *round_trip / 2.0;
        laws.iter_mut().for_each(|law| law.record_brake(Instants { effect, interval }));
    }
    if let Some(elapsed) = brick.last_round_trip() {
        // One very late reply is weaker evidence about the link than many; but a slow link that is not known does harm.
        let counted = elapsed.as_secs_f64().min(MOST_SLOWER * *round_trip);
        let share = if counted > MUCH_SLOWER * *round_trip { 0.4 } else { 0.15 };
        *round_trip += share * (counted - *round_trip);
    }
    let late = (answered - asked).min(Duration::from_secs_f64(*round_trip));
    let at = answered - late / 2;
    let time = (at - started).as_secs_f64();
    let asked_once = brick.repeats() == repeats;
    // A reply to the only question asked may have come long before somebody had the time to take it.
    let earliest = match asked_once {
        true => (asked - started).as_secs_f64() + *round_trip / 2.0,
        false => time,
    };
    for ((law, reading), power) in laws.iter_mut().zip(readings).zip(powers) {
        law.see(earliest, MotorReading { time, degrees: reading.rotation }, power, interval);
    }
    let effect = (answered - started).as_secs_f64() + *round_trip / 2.0;
    let drives = together::drive(laws, Instants { effect, interval });
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
