//! Durations in whole nanoseconds, so that sums compare exactly.

use rig::Timing;

/// Nanoseconds from the start of a plan.
pub(crate) type Nanos = u64;

/// The timing of a profile in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub open: Nanos,
    pub close: Nanos,
    pub quarter: Nanos,
    pub half: Nanos,
}

impl Clock {
    pub fn new(timing: &Timing) -> Clock {
        let nanos = |seconds: f64| (seconds * 1e9).round() as Nanos;
        Clock {
            open: nanos(timing.open),
            close: nanos(timing.close),
            quarter: nanos(timing.quarter),
            half: nanos(timing.half),
        }
    }

    /// Of a turn by any number of quarters, as half turns and at most one quarter turn.
    pub fn turn(&self, quarters: i32) -> Nanos {
        let count = quarters.unsigned_abs();
        Nanos::from(count / 2) * self.half + Nanos::from(count % 2) * self.quarter
    }
}

/// Seconds of a time in nanoseconds.
pub(crate) fn seconds(time: Nanos) -> f64 {
    time as f64 / 1e9
}
