//! A goal for one group of joints: all of them, each with the way it still has to go.

use brick::TrajectoryGoal;
use rig::{GroupId, Joint, JointKind, ramp};

use crate::events::Settings;
use crate::limits::Place;

/// Number of a goal, unique while the node lives, so that a late or repeated result is known for what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct GoalId(pub u64);

impl GoalId {
    /// The number after this one.
    pub fn next(self) -> GoalId {
        GoalId(self.0 + 1)
    }
}

/// What one joint has to do. All of it lies within the limits of the joint. 0 seconds means that it holds its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPath {
    /// The joint.
    pub joint: Joint,
    /// Where it is now.
    pub from: Place,
    /// Where it goes.
    pub target: Place,
    /// How long it may take.
    pub seconds: f64,
    /// The share of the time of its motion that is over, from 0 to 1: a goal that replaces another one goes on with what moves.
    pub elapsed: f64,
}

impl JointPath {
    /// Where the joint should be `time` seconds from now, on the rest of its ramp.
    fn at(&self, time: f64) -> f64 {
        if self.seconds <= time {
            return self.target.radians();
        }
        let (from, target) = (self.from.radians(), self.target.radians());
        let left = |share: f64| 1.0 - ramp(self.elapsed + (1.0 - self.elapsed) * share);
        target - (target - from) * left(time / self.seconds) / left(0.0)
    }
}

/// A goal for a group of joints.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupGoal {
    /// Its number.
    pub id: GoalId,
    /// Who shall do it.
    pub group: GroupId,
    /// All joints of the group, in its order.
    pub paths: Vec<JointPath>,
}

/// A claw that opens must come so near to its end, radians: horizontal fingers are clear of a turn only from 0.95 of their opening on, which
/// is 2.85 degrees short of it, and an encoder may be off by 0.6.
const OPENS_WITHIN: f64 = 1.5 * std::f64::consts::PI / 180.0;

impl GroupGoal {
    /// The goal as it is sent: it names all joints of the group.
    pub fn trajectory(&self, settings: &Settings) -> TrajectoryGoal {
        let joints: Vec<String> = self.paths.iter().map(|path| path.joint.name().to_owned()).collect();
        let tolerances = joints.clone().into_iter().zip(self.tolerances(settings.goal_tolerance));
        TrajectoryGoal {
            points: self.points(),
            goal_tolerances: tolerances.collect(),
            goal_time_tolerance: settings.goal_time_tolerance,
            joints,
            ..TrajectoryGoal::default()
        }
    }

    /// How near each joint must come to its target, where `usual` (radians) is enough for others than claws that open; 0 leaves it to
    /// the driver.
    fn tolerances(&self, usual: f64) -> Vec<f64> {
        let opens = |path: &JointPath| path.joint.kind == JointKind::Grip && path.from < path.target;
        let within = |path: &JointPath| if opens(path) { usual.min(OPENS_WITHIN) } else { usual };
        self.paths.iter().map(within).collect()
    }

    /// Times and positions of all joints: one point where all end together or only one moves, else a point for each end.
    pub(crate) fn points(&self) -> Vec<(f64, Vec<f64>)> {
        let mut ends: Vec<f64> = self.paths.iter().map(|path| path.seconds).filter(|end| 0.0 < *end).collect();
        ends.sort_by(f64::total_cmp);
        // Two ends closer together than a control period are one.
        ends.dedup_by(|later, earlier| {
            let same = *later - *earlier < 0.02;
            if same {
                *earlier = *later;
            }
            same
        });
        if ends.is_empty() {
            ends.push(0.1);
        }
        ends.into_iter().map(|end| (end, self.paths.iter().map(|path| path.at(end)).collect())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::JointLimits;
    use rig::JointGroups;

    fn goal(first: (f64, f64, f64), second: (f64, f64, f64)) -> GroupGoal {
        let [right, left] = rig::Pair::RL.arms().map(rig::Arm::wrist);
        let limits = JointLimits::of(&rig::Profile::nxt_2015());
        let path = |joint, (from, target, seconds)| JointPath {
            joint,
            from: limits.nearest(joint, from),
            target: limits.nearest(joint, target),
            seconds,
            elapsed: 0.0,
        };
        let group = JointGroups::default().of(right);
        GroupGoal { id: GoalId(1), group, paths: vec![path(right, first), path(left, second)] }
    }

    #[test]
    fn a_claw_that_opens_must_come_nearer_than_one_that_closes() {
        let grips = rig::Pair::RL.arms().map(rig::Arm::grip);
        let mut goal = goal((0.0, 1.0, 0.5), (1.0, 0.0, 0.5));
        assert_eq!(goal.tolerances(0.1), [0.1; 2], "wrists");
        goal.paths[0].joint = grips[0];
        goal.paths[1].joint = grips[1];
        assert_eq!(goal.tolerances(0.1), [OPENS_WITHIN, 0.1]);
        assert_eq!(goal.tolerances(0.0), [0.0; 2], "left to the driver");
    }

    #[test]
    fn a_joint_that_rests_is_named_with_its_place() {
        let points = goal((0.0, 1.5, 0.6), (-1.5, -1.5, 0.0)).points();
        assert_eq!(points, vec![(0.6, vec![1.5, -1.5])]);
    }

    #[test]
    fn joints_that_end_at_different_times_get_a_point_each() {
        let points = goal((0.0, 1.0, 0.5), (0.0, 2.0, 1.0)).points();
        assert_eq!(points, vec![(0.5, vec![1.0, 1.0]), (1.0, vec![1.0, 2.0])]);
    }

    #[test]
    fn a_joint_that_ended_stays_while_the_other_goes_on() {
        let points = goal((0.3, 1.0, 0.2), (0.0, 2.0, 1.0)).points();
        assert_eq!(points[1].1[0], 1.0, "the first joint keeps its target");
        assert_eq!(points[0].1[0], 1.0);
    }

    /// A joint on its way is fast where a new goal comes: on a ramp from rest it would wait for the others.
    #[test]
    fn a_motion_under_way_goes_on_along_its_own_ramp() {
        let (whole, elapsed) = (1.4, 0.25);
        let mut goal = goal((0.0, 0.2, 0.35), (ramp(elapsed), 1.0, whole * (1.0 - elapsed)));
        goal.paths[1].elapsed = elapsed;
        let (time, places) = &goal.points()[0];
        assert!((places[1] - ramp(elapsed + time / whole)).abs() < 1e-12, "{places:?} after {time} s");
        goal.paths[1].elapsed = 0.0;
        assert!(goal.points()[0].1[1] < places[1] - 0.1, "a ramp from rest lags behind");
    }
}
