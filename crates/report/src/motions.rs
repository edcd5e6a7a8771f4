//! When joints really moved, and what was planned.

use serde::Serialize;

use crate::taken::{Plan, Reading, Taken};

/// A joint that moves by less, in radians, rests: encoders count degrees, and motors hold their place to about one.
pub const STEP: f64 = 2.0 * std::f64::consts::PI / 180.0;
/// Motions with a shorter pause are one, in nanoseconds.
const PAUSE: i64 = 250_000_000;

/// A real motion of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// The last reading before it, in nanoseconds.
    pub start: i64,
    /// The reading at its end.
    pub end: i64,
    /// Radians at both.
    pub from: f64,
    pub to: f64,
}

/// The motions of a joint.
pub fn moved(readings: &[Reading]) -> Vec<Moved> {
    let mut motions: Vec<Moved> = Vec::new();
    let Some(first) = readings.first() else { return motions };
    // Where it rests, and the last reading there.
    let (mut rest, mut since) = (first.position, first.stamp);
    for reading in readings {
        if (reading.position - rest).abs() <= STEP {
            since = reading.stamp;
            continue;
        }
        match motions.last_mut().filter(|last| since - last.end <= PAUSE) {
            Some(last) => (last.end, last.to) = (reading.stamp, reading.position),
            None => motions.push(Moved { start: since, end: reading.stamp, from: rest, to: reading.position }),
        }
        (rest, since) = (reading.position, reading.stamp);
    }
    motions
}

/// A planned motion. Seconds count from the begin of the plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlannedMotion {
    /// `r`, `l`, `f` or `b`.
    pub arm: char,
    /// `open`, `close` or `turn`.
    pub action: String,
    /// Quarter turns of the wrist.
    pub quarters: i64,
    /// When it begins.
    pub start: f64,
    /// When it ends.
    pub end: f64,
}

/// What a joint did meanwhile. Seconds count from the begin of the plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Deed {
    /// Such as `r_wrist`.
    pub joint: String,
    /// When it began.
    pub start: f64,
    /// When it ended.
    pub end: f64,
    /// Degrees before it.
    pub from: f64,
    /// And after it.
    pub to: f64,
}

/// A plan, and what the joints did until the next one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanAndDeed {
    /// Seconds from the begin of the recording to that of the plan.
    pub at: f64,
    /// The moves that it carries out; none for a scan.
    pub moves: Vec<String>,
    /// Seconds that were planned, up to the last move.
    pub planned_seconds: f64,
    /// Seconds from the first to the last motion of a joint.
    pub seconds: Option<f64>,
    /// Planned motions.
    pub planned: Vec<PlannedMotion>,
    /// Real motions.
    pub deeds: Vec<Deed>,
}

/// All plans with what became of them.
pub fn plans(taken: &Taken, seconds: impl Fn(i64) -> f64) -> Vec<PlanAndDeed> {
    let motions: Vec<(&str, Vec<Moved>)> =
        taken.joints.iter().map(|(joint, readings)| (&**joint, moved(readings))).collect();
    let one = |(place, plan): (usize, &Plan)| {
        let until = taken.plans.get(place + 1).map_or(i64::MAX, |next| next.stamp);
        let since = |stamp: i64| (stamp - plan.stamp) as f64 / 1e9;
        let within = motions.iter().flat_map(|(joint, motions)| {
            let motions = motions.iter().filter(|motion| plan.stamp <= motion.start && motion.start < until);
            motions.map(|motion| Deed {
                joint: (*joint).to_owned(),
                start: since(motion.start),
                end: since(motion.end),
                from: motion.from.to_degrees(),
                to: motion.to.to_degrees(),
            })
        });
        let mut deeds: Vec<Deed> = within.collect();
        deeds.sort_by(|one, other| one.start.total_cmp(&other.start));
        let end = deeds.iter().map(|deed| deed.end).fold(f64::NEG_INFINITY, f64::max);
        let planned = plan.motions.iter().map(|motion| PlannedMotion {
            arm: motion.arm,
            action: motion.action.clone(),
            quarters: motion.quarters,
            start: motion.start,
            end: motion.end,
        });
        PlanAndDeed {
            at: seconds(plan.stamp),
            moves: plan.moves.clone(),
            planned_seconds: plan.seconds,
            seconds: deeds.first().map(|first| end - first.start),
            planned: planned.collect(),
            deeds,
        }
    };
    taken.plans.iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Readings every 50 ms, in degrees.
    fn readings(degrees: &[f64]) -> Vec<Reading> {
        let one = |(place, degrees): (usize, &f64)| Reading {
            stamp: place as i64 * 50_000_000,
            position: degrees.to_radians(),
        };
        degrees.iter().enumerate().map(one).collect()
    }

    fn found(degrees: &[f64]) -> Vec<(i64, i64, f64, f64)> {
        let motions = moved(&readings(degrees)).into_iter();
        motions
            .map(|one| {
                (
                    one.start / 50_000_000,
                    one.end / 50_000_000,
                    one.from.to_degrees().round(),
                    one.to.to_degrees().round(),
                )
            })
            .collect()
    }

    #[test]
    fn a_motion_begins_at_the_last_reading_at_rest() {
        assert_eq!(found(&[]), []);
        assert_eq!(found(&[0.0, 1.0, -1.0, 1.0]), []);
        assert_eq!(found(&[0.0, 0.0, 30.0, 60.0, 90.0, 91.0, 90.0]), [(1, 4, 0.0, 90.0)]);
    }

    #[test]
    fn a_short_pause_is_within_a_motion_and_a_long_one_between_two() {
        let mut degrees = vec![0.0, 45.0, 90.0, 90.0, 90.0, 45.0, 0.0];
        degrees.extend([0.0; 10]);
        degrees.extend([-45.0, -90.0]);
        assert_eq!(found(&degrees), [(0, 6, 0.0, 0.0), (16, 18, 0.0, -90.0)]);
    }
}
