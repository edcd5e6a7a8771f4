//! How near its goal a joint has to land, and how long it seeks to be nearer.

use super::JointSettings;

/// Distances in degrees of the joint, times in seconds.
///
/// A wrist that ends askew leaves its layer askew, and misses of neighbours add up (docs/physics.md). So a wrist seeks to come
/// within half a count of its encoder and a little more: a count is 0.73 degrees. It goes faster, to have the time for it. Two
/// wrists that turn the cube may not go faster, because unlike motors would get apart; nor may one on a weak battery, because
/// its brick would go off. A claw presses on rubber or stands open, where a degree does not matter.
#[derive(Debug)]
pub(super) struct Landing {
    /// The reference ends this much early, but at most by the second as a share of its time.
    pub lead: f64,
    pub most_lead: f64,
    /// Good enough to report when there is no time left for the nearest count.
    pub landed: f64,
    /// Good enough to rest at, and to report while there is time, where the motor has gone too far: to come back it crosses
    /// its play, which takes long and is less exact.
    pub rest_beyond: f64,
    pub near_beyond: f64,
    /// From so long after the end of the trajectory on, anything within tolerance has landed.
    pub patience: f64,
}

impl Landing {
    const WRIST: Landing = Landing {
        lead: 0.2,
        most_lead: 0.34,
        landed: 0.75,
        rest_beyond: 0.6,
        near_beyond: 0.8,
        patience: 0.3,
    };
    const UNHURRIED_WRIST: Landing = Landing {
        lead: 0.13,
        most_lead: 0.25,
        ..Landing::WRIST
    };
    const CLAW: Landing = Landing {
        lead: 0.13,
        most_lead: 0.25,
        landed: 1.2,
        rest_beyond: 0.8,
        near_beyond: 1.0,
        patience: 0.2,
    };

    /// That of a joint, which may not hurry where it turns the cube together with another.
    pub fn of(settings: &JointSettings, keeps_pace: bool) -> &'static Landing {
        match (settings.has_ends, keeps_pace) {
            (true, _) => &Landing::CLAW,
            (false, true) => &Landing::UNHURRIED_WRIST,
            (false, false) => &Landing::WRIST,
        }
    }
}
