//! How near its goal a joint has to settle, how long it seeks to be nearer, and how much time it gets for that.
//!
//! A wrist that ends misaligned leaves its layer misaligned, and misses of neighbours add up (docs/physics.md). So a
//! wrist seeks to come within half a count of its encoder and a little more: a count is 0.73 degrees. A claw presses on
//! rubber or stands open, where a degree does not matter.

use super::JointSettings;

/// A link is slow over which a joint is read less often than this, seconds.
const SLOW_INTERVAL: f64 = 0.05;

/// Distances in degrees of the joint, times in seconds.
#[derive(Debug)]
pub(super) struct Settling {
    /// Good enough to report when there is no time left for the nearest count.
    pub arrived: f64,
    /// Good enough to rest at, and to report while there is time, where the motor has gone too far: to come back it crosses
    /// its play, which takes long and is less exact.
    pub rest_beyond: f64,
    pub near_beyond: f64,
    /// Until this long before the end of the trajectory, seconds, a joint has time to come to the nearest count.
    pub spare: f64,
    /// From this long after the end of the trajectory on, `enough` will do.
    pub patience: f64,
    pub enough: f64,
    /// From this long after that end on, anything within tolerance will do.
    pub last: f64,
    /// Speed in degrees a second that counts as rest.
    pub rest_speed: f64,
}

impl Settling {
    const WRIST: Settling = Settling {
        arrived: 0.75,
        rest_beyond: 0.6,
        near_beyond: 0.8,
        spare: 0.07,
        patience: 0.2,
        enough: 1.2,
        last: 1.0,
        rest_speed: 9.0,
    };
    /// Two wrists that turn the cube twist it while only one of them seeks. With less patience they drift apart over some hundred turns.
    const TOGETHER: Settling = Settling { spare: 0.1, patience: 0.3, last: 0.3, rest_speed: 15.0, ..Settling::WRIST };
    const CLAW: Settling = Settling {
        arrived: 1.2,
        rest_beyond: 0.8,
        near_beyond: 1.0,
        spare: 0.1,
        patience: 0.2,
        enough: 1.2,
        last: 0.2,
        rest_speed: 15.0,
    };

    /// On a slow link a pulse ends early or late by as much as the link varies, so another pulse brings a joint no nearer.
    const SLOW_WRIST: Settling = Settling {
        arrived: 1.6,
        rest_beyond: 1.2,
        near_beyond: 1.6,
        spare: 0.3,
        patience: 0.0,
        enough: 1.8,
        last: 0.15,
        rest_speed: 15.0,
    };
    const SLOW_CLAW: Settling = Settling { spare: 0.1, enough: 2.0, last: 0.1, ..Settling::SLOW_WRIST };

    /// That of a joint, which may turn the cube together with another, and which is read every `interval` seconds.
    pub fn of(settings: &JointSettings, turns_cube: bool, interval: f64) -> &'static Settling {
        match (settings.has_ends, turns_cube) {
            (true, _) if SLOW_INTERVAL < interval => &Settling::SLOW_CLAW,
            (false, _) if SLOW_INTERVAL < interval => &Settling::SLOW_WRIST,
            (true, _) => &Settling::CLAW,
            (false, true) => &Settling::TOGETHER,
            (false, false) => &Settling::WRIST,
        }
    }
}

/// How much sooner than asked for a joint is to be at its goal, to have time for settling, where it is given `seconds`. A wrist by
/// itself hurries. Two that turn the cube may not, because unlike motors would get apart.
pub(super) fn early(is_calm: bool, seconds: f64) -> f64 {
    match is_calm {
        true => (0.25 * seconds).min(0.13),
        false => (0.34 * seconds).min(0.2),
    }
}
