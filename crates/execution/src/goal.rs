//! A goal for one brick: both of its joints, each with the way it still has to go.

use brick::{BrickName, TrajectoryGoal};
use rig::{Joint, JointKind, ramp};

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
}

impl JointPath {
    /// Where the joint should be `time` seconds from now, on its ramp.
    fn at(&self, time: f64) -> f64 {
        match self.seconds <= time {
            true => self.target.radians(),
            false => {
                let (from, target) = (self.from.radians(), self.target.radians());
                from + (target - from) * ramp(time / self.seconds)
            }
        }
    }
}

/// A goal for a brick.
#[derive(Clone, Debug, PartialEq)]
pub struct BrickGoal {
    /// Its number.
    pub id: GoalId,
    /// Who shall do it.
    pub brick: BrickName,
    /// Both joints of the brick, in the order of [`BrickName::joints`].
    pub paths: [JointPath; 2],
}

/// A claw that opens must come so near to its end, radians: horizontal fingers are clear of a turn only from 0.95 of their opening on, which
/// is 2.85 degrees short of it, and an encoder may be off by 0.6.
const OPENS_WITHIN: f64 = 1.5 * std::f64::consts::PI / 180.0;

impl BrickGoal {
    /// The goal as it is sent: it names both joints.
    pub fn trajectory(&self, settings: &Settings) -> TrajectoryGoal {
        let joints = self.paths.map(|path| path.joint.name().to_owned());
        let tolerances = joints.clone().into_iter().zip(self.tolerances(settings.goal_tolerance));
        TrajectoryGoal {
            points: self.points().into_iter().map(|(time, positions)| (time, positions.to_vec())).collect(),
            goal_tolerances: tolerances.collect(),
            goal_time_tolerance: settings.goal_time_tolerance,
            joints: joints.to_vec(),
            ..TrajectoryGoal::default()
        }
    }

    /// How near each joint must come to its target, where `usual` (radians) is enough for others than claws that open; 0 leaves it to
    /// the driver.
    fn tolerances(&self, usual: f64) -> [f64; 2] {
        let opens = |path: JointPath| path.joint.kind == JointKind::Grip && path.from < path.target;
        self.paths.map(|path| match opens(path) {
            true => usual.min(OPENS_WITHIN),
            false => usual,
        })
    }

    /// Times and positions of both joints: one point where both end together or only one moves, else a point for each end.
    pub(crate) fn points(&self) -> Vec<(f64, [f64; 2])> {
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
        ends.into_iter().map(|end| (end, self.paths.map(|path| path.at(end)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::JointLimits;

    fn goal(first: (f64, f64, f64), second: (f64, f64, f64)) -> BrickGoal {
        let [right, left] = rig::Pair::RL.arms().map(rig::Arm::wrist);
        let limits = JointLimits::of(&rig::Profile::nxt_2015());
        let path = |joint, (from, target, seconds)| JointPath {
            joint,
            from: limits.nearest(joint, from),
            target: limits.nearest(joint, target),
            seconds,
        };
        BrickGoal { id: GoalId(1), brick: BrickName::RlRotate, paths: [path(right, first), path(left, second)] }
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
        assert_eq!(points, vec![(0.6, [1.5, -1.5])]);
    }

    #[test]
    fn joints_that_end_at_different_times_get_a_point_each() {
        let points = goal((0.0, 1.0, 0.5), (0.0, 2.0, 1.0)).points();
        assert_eq!(points, vec![(0.5, [1.0, 1.0]), (1.0, [1.0, 2.0])]);
    }

    #[test]
    fn a_joint_that_ended_stays_while_the_other_goes_on() {
        let points = goal((0.3, 1.0, 0.2), (0.0, 2.0, 1.0)).points();
        assert_eq!(points[1].1[0], 1.0, "the first joint keeps its target");
        assert_eq!(points[0].1[0], 1.0);
    }
}
