//! Durations in whole nanoseconds, so that sums compare exactly.

use rig::{Clearances, Profile};

use crate::wrists::Domain;

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
        let limit = profile.rules.twist_limit_quarters;
        // Plans stay within a wide limit.
        let is_reached = limit == Some(Domain::widest(&profile.rules));
        Clock {
            open,
            close,
            quarter: nanos(timing.quarter),
            half: nanos(timing.half),
            delays: [false, true].map(|last_is_half| match is_reached {
                true => nanos(timing.delay_at_cable_end(last_is_half)),
                false => 0,
            }),
            opening: Gates::new(&profile.clearances, open),
            closing: Gates::new(&profile.clearances, close),
        }
    }

    /// Of a wrist's turn from a position by any number of quarters, in its [`parts`].
    pub fn turn(&self, domain: Domain, from: u8, quarters: i32) -> Nanos {
        let count = quarters.unsigned_abs();
        let delay = match domain.turned(from, quarters) {
            Some(to) if count != 0 && domain.ends_cable(to) => self.delays[usize::from(1 < count)],
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
