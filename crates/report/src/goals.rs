//! Times from a cause to its effect.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::motions::{Moved, STEP, moved};
use crate::sample::Summary;
use crate::taken::{Reading, Stop, Taken};

/// A goal that moves nothing in this time, in nanoseconds, found its joint in place.
const PATIENCE: i64 = 2_000_000_000;

/// Milliseconds from a cause to its effect.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Latency {
    /// What is typical.
    pub milliseconds: Summary,
    /// Causes that are not counted: nothing moved, or something moved already.
    pub left_out: usize,
}

/// Three latencies; `None` where there was no such cause.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Latencies {
    /// From the stamp of a picture to the publication of what was seen in it.
    pub photon_to_face: Option<Latency>,
    /// From the acceptance of a goal to the first reading at which its joint has moved.
    pub goal_to_motion: Option<Latency>,
    /// From a stop to the last reading at which a joint has moved further.
    pub stop_to_standstill: Option<Latency>,
    /// The middle time between two readings of a joint: no latency of joints is known better.
    pub reading_every: Option<f64>,
}

/// All of them.
pub fn latencies(taken: &Taken) -> Latencies {
    let faces = taken.faces.iter().map(|seen| milliseconds(seen.stamp, seen.sent));
    let gaps = taken.joints.values().flat_map(|readings| {
        readings.windows(2).map(|two| milliseconds(two[0].stamp, two[1].stamp)).filter(|gap| 0.0 < *gap)
    });
    Latencies {
        photon_to_face: latency(faces.map(Some).collect()),
        goal_to_motion: latency(goals(taken)),
        stop_to_standstill: latency(stops(taken)),
        reading_every: Summary::of(gaps.collect()).map(|gap| gap.median),
    }
}

fn milliseconds(from: i64, to: i64) -> f64 {
    to.saturating_sub(from) as f64 / 1e6
}

fn latency(found: Vec<Option<f64>>) -> Option<Latency> {
    let left_out = found.iter().filter(|one| one.is_none()).count();
    let milliseconds = Summary::of(found.into_iter().flatten().collect())?;
    Some(Latency { milliseconds, left_out })
}

/// Of each goal; `None` where its joints did not begin to move by it.
fn goals(taken: &Taken) -> Vec<Option<f64>> {
    let of = |(id, goal): (&[u8; 16], &crate::taken::Goal)| {
        let tracked = taken.tracking.iter().filter(|(_, tracked)| tracked.iter().any(|one| one.goal == *id));
        let mut joints: BTreeSet<&String> = tracked.map(|(joint, _)| joint).collect();
        if joints.is_empty() {
            joints = taken.brick_joints.get(&goal.brick).into_iter().flatten().collect();
        }
        let moves = joints.into_iter().filter_map(|joint| first_motion(taken.joints.get(joint)?, goal.accepted));
        moves.min().map(|stamp| milliseconds(goal.accepted, stamp))
    };
    taken.goals.iter().map(of).collect()
}

/// The first reading of a joint at rest that is elsewhere.
fn first_motion(readings: &[Reading], accepted: i64) -> Option<i64> {
    let next = readings.partition_point(|reading| reading.stamp <= accepted);
    let before = &readings[..next];
    let rest = before.last()?.position;
    // It moved when the goal came: whatever follows is not the goal's.
    let recent = before.iter().rev().take_while(|reading| accepted - reading.stamp < PATIENCE / 10);
    if recent.into_iter().any(|reading| STEP < (reading.position - rest).abs()) {
        return None;
    }
    let after = readings[next..].iter().take_while(|reading| reading.stamp - accepted < PATIENCE);
    after.into_iter().find(|reading| STEP < (reading.position - rest).abs()).map(|reading| reading.stamp)
}

/// Of each stop; `None` where nothing moved.
fn stops(taken: &Taken) -> Vec<Option<f64>> {
    let motions: Vec<Moved> = taken.joints.values().flat_map(|readings| moved(readings)).collect();
    let of = |stop: &Stop| {
        let moving = motions.iter().filter(|motion| motion.start <= stop.stamp && stop.stamp < motion.end);
        moving.map(|motion| milliseconds(stop.stamp, motion.end)).reduce(f64::max)
    };
    first_stops(&taken.stops).map(of).collect()
}

/// The first message of each stop: the nodes pass it on. They are sorted by number and time.
pub fn first_stops(stops: &[Stop]) -> impl Iterator<Item = &Stop> {
    let mut last = 0;
    stops.iter().filter(move |stop| {
        let is_new = stop.stopped && last < stop.number;
        last = last.max(stop.number);
        is_new
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taken::{Goal, Seen, Tracked};

    const MS: i64 = 1_000_000;

    /// A wrist that moves from 100 ms to 300 ms, with readings every 20 ms.
    fn taken() -> Taken {
        let readings = (0..50).map(|place| {
            let share = ((place * 20 - 100) as f64 / 200.0).clamp(0.0, 1.0);
            Reading { stamp: place * 20 * MS, position: share * 1.5 }
        });
        let mut taken = Taken::default();
        taken.joints.insert("r_wrist".into(), readings.collect());
        taken.brick_joints.insert("rl_rotate".into(), BTreeSet::from(["r_wrist".into()]));
        taken
    }

    #[test]
    fn a_goal_counts_to_the_first_reading_that_is_elsewhere() {
        let mut taken = taken();
        for (id, accepted) in [(1, 45), (2, 200), (3, 700)] {
            taken.goals.insert([id; 16], Goal { brick: "rl_rotate".into(), accepted: accepted * MS });
        }
        let tracked = Tracked { stamp: 0, goal: [1; 16], desired: 0.0, actual: 0.0 };
        taken.tracking.insert("r_wrist".into(), vec![tracked]);
        let found = latencies(&taken);
        let goals = found.goal_to_motion.expect("one moved");
        // The second came while the joint moved, and the third moved nothing.
        assert_eq!((goals.milliseconds.count, goals.milliseconds.median, goals.left_out), (1, 75.0, 2));
        assert_eq!(found.reading_every, Some(20.0));
    }

    #[test]
    fn a_stop_counts_once_to_the_last_motion() {
        let mut taken = taken();
        let stop =
            |number, stopped, at| Stop { stamp: at * MS, number, stopped, source: String::new(), text: String::new() };
        taken.stops =
            vec![stop(0, true, 110), stop(1, true, 150), stop(1, true, 160), stop(2, false, 170), stop(3, true, 900)];
        let stops = latencies(&taken).stop_to_standstill.expect("one moved");
        assert_eq!((stops.milliseconds.count, stops.milliseconds.median, stops.left_out), (1, 150.0, 1));
    }

    #[test]
    fn a_face_counts_from_its_picture() {
        let faces = (1..=10).map(|sent| Seen { stamp: 0, sent: sent * 10 * MS, views: Vec::new() }).collect();
        let taken = Taken { faces, ..Taken::default() };
        let found = latencies(&taken);
        let faces = found.photon_to_face.expect("faces").milliseconds;
        assert_eq!((faces.median, faces.p90, faces.largest), (50.0, 90.0, 100.0));
        assert_eq!((found.goal_to_motion, found.stop_to_standstill, found.reading_every), (None, None, None));
    }
}
