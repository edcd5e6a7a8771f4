//! Durations in whole nanoseconds, so that sums compare exactly.

use rig::{Clearances, Profile};

use crate::wrists::{Domain, planned};

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
    /// By how much a turn is longer that ends at the end of a cable with a quarter [0] or a half turn [1].
    delays: [Nanos; 2],
    /// Whether a cable ends at the least and at the most of the range. Plans stay within a wide one.
    cable_ends: [bool; 2],
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
        Gates { own_wrist, cube, beside_horizontal }
    }

    /// The gate of the own wrist, next to neighbours that stand vertical or do not.
    pub fn of_own_wrist(&self, neighbours_are_vertical: bool) -> Nanos {
        if neighbours_are_vertical { self.own_wrist } else { self.beside_horizontal }
    }
}

impl Clock {
    pub fn new(profile: &Profile) -> Clock {
        let timing = &profile.timing;
        let (open, close) = (nanos(timing.open), nanos(timing.close));
        let cable_ends = profile.rules.wrist_range.map_or([false; 2], |range| {
            let within = planned(range);
            [within.least == range.least, within.most == range.most]
        });
        Clock {
            open,
            close,
            quarter: nanos(timing.quarter),
            half: nanos(timing.half),
            delays: [false, true].map(|last_is_half| nanos(timing.delay_at_cable_end(last_is_half))),
            cable_ends,
            opening: Gates::new(&profile.clearances, open),
            closing: Gates::new(&profile.clearances, close),
        }
    }

    /// Of a wrist's turn from a position by any number of quarters, in its [`parts`].
    pub fn turn(&self, domain: Domain, from: u8, quarters: i32) -> Nanos {
        let count = quarters.unsigned_abs();
        let end = domain.turned(from, quarters).and_then(|to| domain.end(to));
        let delay = match end {
            Some(end) if count != 0 && self.cable_ends[end] => self.delays[usize::from(1 < count)],
            _ => 0,
        };
        Nanos::from(count / 2) * self.half + Nanos::from(count % 2) * self.quarter + delay
    }
}

/// The motions of a turn by any number of quarters: at most one quarter turn, then half turns.
pub(crate) fn parts(quarters: i32) -> impl Iterator<Item = i32> {
    let sign = quarters.signum();
    let quarter = (quarters % 2 != 0).then_some(sign);
    let halves = (0..quarters.abs() / 2).map(move |_| 2 * sign);
    quarter.into_iter().chain(halves)
}

/// A time in seconds.
pub(crate) fn nanos(seconds: f64) -> Nanos {
    (seconds * 1e9).round() as Nanos
}

/// Seconds of a time in nanoseconds.
pub(crate) fn seconds(time: Nanos) -> f64 {
    time as f64 / 1e9
}
