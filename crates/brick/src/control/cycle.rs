//! One cycle of the control loop: both motors read, both powers decided; and now and then the brick looked after.

use super::{Drive, Instants, JointLaw, MotorReading};
use crate::{Brick, Error, OutputReading, Port};
use std::time::Duration;
use tempo::Instant;

/// A single reply counts as at most so many times slower than those before it.
const MOST_SLOWER: f64 = 3.0;

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
    let readings = brick.read_motors(ports).await?;
    let answered = Instant::now();
    if let Some(elapsed) = brick.last_round_trip() {
        // One reply that is very late says less about the link than many that are.
        let counted = elapsed.as_secs_f64().min(MOST_SLOWER * *round_trip);
        *round_trip += 0.15 * (counted - *round_trip);
    }
    let late = (answered - asked).min(Duration::from_secs_f64(*round_trip));
    let at = answered - late / 2;
    let time = (at - started).as_secs_f64();
    // A reply to the only question asked may have come long before somebody had the time to take it.
    let earliest = match brick.repeats() == repeats {
        true => (asked - started).as_secs_f64() + *round_trip / 2.0,
        false => time,
    };
    let effect = (answered - started).as_secs_f64() + *round_trip / 2.0;
    let mut drives = [Drive::BRAKE; 2];
    for ((law, reading), drive) in laws.iter_mut().zip(readings).zip(&mut drives) {
        let reading = MotorReading {
            time,
            degrees: reading.rotation,
        };
        *drive = law.step_since(earliest, reading, Instants { effect, interval });
    }
    Ok(Step {
        readings,
        drives,
        at,
    })
}

/// What looking after a brick told.
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
    Ok(Looked {
        keep_alive: answered,
        volts,
    })
}
