//! When all joints stand still after a stop.

use rig::Joint;

use crate::readings::Readings;

/// Joints that were seen at rest for this long after a stop stand still, seconds. A brake acts late over a slow link,
/// and readings are a little old.
const STANDSTILL: f64 = 0.2;
/// When no joint at all was read for this long (seconds) after a stop, the drivers have ended too and no reading will
/// come.
const NO_READINGS: f64 = 0.6;

/// A stop under way.
pub struct Standstill {
    since: f64,
    /// Since when all joints have been seen at rest.
    still_since: Option<f64>,
}

impl Standstill {
    /// All joints got the order to stop now, in seconds on the clock of the readings.
    pub fn awaited_from(now: f64) -> Standstill {
        Standstill { since: now, still_since: None }
    }

    /// Whether all joints have been seen slower than `slow` for a while, or no readings come, or `patience` seconds are
    /// over.
    pub fn is_over(&mut self, now: f64, readings: &Readings, slow: f64, patience: f64) -> bool {
        let read = Joint::ALL.map(|joint| readings.of(joint));
        let times = read.iter().flatten().map(|reading| reading.time);
        let newest = times.fold(self.since, f64::max);
        let at_rest = read
            .iter()
            .all(|reading| reading.is_some_and(|reading| self.since < reading.time && reading.speed.abs() <= slow));
        self.still_since = at_rest.then(|| self.still_since.unwrap_or(now));
        let still = (self.still_since).is_some_and(|since| STANDSTILL <= now - since);
        still || NO_READINGS < now - newest || self.since + patience < now
    }
}
