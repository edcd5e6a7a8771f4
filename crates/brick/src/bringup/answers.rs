//! What a brick answers while nothing moves: firmware, battery, and how long an answer takes.

use crate::clock::Instant;
use crate::command::{FirmwareVersion, GetFirmwareVersion, GetOutputState};
use crate::{Brick, Error, Port};
use std::time::Duration;

/// How many readings are taken to judge the link.
const READINGS: usize = 40;

/// What a brick reports of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Answers {
    /// The firmware; `None` when the brick refuses to answer, as other firmwares than LEGO's do.
    pub firmware: Option<FirmwareVersion>,
    /// Battery voltage.
    pub volts: f64,
    /// How long answers take.
    pub round_trips: RoundTrips,
}

/// How long a brick takes to answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoundTrips {
    /// Half of the answers took no longer.
    pub median: Duration,
    /// No answer took longer.
    pub worst: Duration,
    /// How many requests had to be sent again.
    pub repeats: u64,
}

/// Asks a brick for all that it can report while its motors rest. It also restarts the brick's sleep timer.
///
/// Errors: [`Error::Timeout`], [`Error::Refused`], [`Error::Lost`].
pub async fn ask(brick: &mut Brick) -> Result<Answers, Error> {
    brick.keep_alive().await?;
    let firmware = match brick.request(&GetFirmwareVersion).await {
        Ok(version) => Some(version),
        Err(Error::Refused { .. }) => None,
        Err(error) => return Err(error),
    };
    let volts = f64::from(brick.battery().await?.millivolts) / 1000.0;
    let before = brick.repeats();
    let mut times = Vec::with_capacity(READINGS);
    for _ in 0..READINGS {
        let asked = Instant::now();
        brick.request(&GetOutputState { port: Port::A }).await?;
        times.push(asked.elapsed());
    }
    times.sort();
    Ok(Answers {
        firmware,
        volts,
        round_trips: RoundTrips {
            median: times[READINGS / 2],
            worst: times[READINGS - 1],
            repeats: brick.repeats() - before,
        },
    })
}
