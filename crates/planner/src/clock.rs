//! Durations in whole nanoseconds, so that sums compare exactly.

use rig::{Clearances, Profile};

/// Nanoseconds from the start of a plan.
pub(crate) type Nanos = u64;

/// A millisecond.
const MILLI: Nanos = 1_000_000;

/// How long a claw takes between the cube and the shares of its opening that [`Clearances`] names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gates {
    pub own_wrist: Nanos,
    pub cube: Nanos,
    pub beside_horizontal: Nanos,
}

/// The timing of a profile in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub open: Nanos,
    pub close: Nanos,
    pub quarter: Nanos,
    pub half: Nanos,
    /// From the start of an opening.
    pub opening: Gates,
    /// Until the end of a closing.
    pub closing: Gates,
}

impl Gates {
    /// `whole`: what the claw takes for all of its way. Rounded up to milliseconds, so that sums stay short numbers.
    fn new(clearances: &Clearances, whole: Nanos) -> Gates {
        let [own_wrist, cube, beside_horizontal] = clearances.shares().map(|share| {
            let nanos = Clearances::seconds_to(share, whole as f64).round() as Nanos;
            nanos.next_multiple_of(MILLI).min(whole)
        });
        Gates {
            own_wrist,
            cube,
            beside_horizontal,
        }
    }

    /// The gate of the own wrist beside neighbours that stand vertical, or do not.
    pub fn of_own_wrist(&self, neighbours_are_vertical: bool) -> Nanos {
        if neighbours_are_vertical {
            self.own_wrist
        } else {
            self.beside_horizontal
        }
    }
}

impl Clock {
    pub fn new(profile: &Profile) -> Clock {
        let nanos = |seconds: f64| (seconds * 1e9).round() as Nanos;
        let timing = &profile.timing;
        let (open, close) = (nanos(timing.open), nanos(timing.close));
        Clock {
            open,
            close,
            quarter: nanos(timing.quarter),
            half: nanos(timing.half),
            opening: Gates::new(&profile.clearances, open),
            closing: Gates::new(&profile.clearances, close),
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
