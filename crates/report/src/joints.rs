//! How far joints were from where they should be.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::sample::Summary;
use crate::taken::Tracked;

/// Points of a curve, at most.
const POINTS: usize = 600;

/// The errors of a joint while goals are under way, in degrees.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tracking {
    /// Such as `r_wrist`.
    pub joint: String,
    /// Its goals.
    pub goals: usize,
    /// Sizes of all errors.
    pub moving: Summary,
    /// Sizes of the last error of each goal.
    pub at_end: Summary,
    /// Seconds from the begin, and the error: measured less desired. Of a long recording the largest of each part.
    pub curve: Vec<(f64, f64)>,
}

/// The errors of all joints.
pub fn tracking(joints: &BTreeMap<String, Vec<Tracked>>, seconds: impl Fn(i64) -> f64) -> Vec<Tracking> {
    let one = |(joint, tracked): (&String, &Vec<Tracked>)| {
        let error = |one: &Tracked| (one.actual - one.desired).to_degrees();
        let ends: BTreeMap<[u8; 16], f64> = tracked.iter().map(|one| (one.goal, error(one).abs())).collect();
        let goals = ends.len();
        let points: Vec<(f64, f64)> = tracked.iter().map(|one| (seconds(one.stamp), error(one))).collect();
        let parts = points.chunks(points.len().div_ceil(POINTS).max(1));
        let largest =
            |part: &[(f64, f64)]| part.iter().copied().max_by(|one, other| one.1.abs().total_cmp(&other.1.abs()));
        Some(Tracking {
            joint: joint.clone(),
            goals,
            moving: Summary::of(tracked.iter().map(|one| error(one).abs()).collect())?,
            at_end: Summary::of(ends.into_values().collect())?,
            curve: parts.filter_map(largest).collect(),
        })
    };
    joints.iter().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_sizes_and_the_last_of_each_goal_counts_at_its_end() {
        let one = |stamp, goal, error: f64| Tracked {
            stamp,
            goal: [goal; 16],
            desired: 1.0,
            actual: 1.0 + error.to_radians(),
        };
        let tracked = vec![one(1, 1, -30.0), one(2, 1, -1.0), one(3, 2, 20.0), one(4, 2, 2.0)];
        let found = tracking(&BTreeMap::from([("r_wrist".to_owned(), tracked)]), |at| at as f64);
        let found = &found[0];
        assert_eq!((found.goals, found.moving.count, found.at_end.count), (2, 4, 2));
        assert_eq!(
            (found.moving.largest.round(), found.at_end.largest.round(), found.at_end.median.round()),
            (30.0, 2.0, 1.0)
        );
        assert_eq!(found.curve[0].1.round(), -30.0);
    }

    #[test]
    fn a_long_curve_keeps_its_peaks() {
        let mut tracked: Vec<Tracked> =
            (0..5000).map(|stamp| Tracked { stamp, goal: [1; 16], desired: 0.0, actual: 0.001 }).collect();
        tracked[3333].actual = -1.0;
        let found = tracking(&BTreeMap::from([("r_wrist".to_owned(), tracked)]), |at| at as f64);
        assert!(found[0].curve.len() <= POINTS);
        assert!(found[0].curve.iter().any(|(at, error)| *at == 3333.0 && error.round() == -57.0));
    }
}
