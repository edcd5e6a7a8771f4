//! A goal for one brick: both of its joints, each with the way it still has to go.

use brick::BrickName;
use rig::Joint;

/// Number of a goal, unique while the node lives, so that a late or repeated result is known for what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct GoalId(pub u64);

impl GoalId {
    /// The number after this one.
    pub fn next(self) -> GoalId {
        GoalId(self.0 + 1)
    }
}

/// What one joint has to do. Radians and seconds; 0 seconds means that it holds its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPath {
    /// The joint.
    pub joint: Joint,
    /// Where it is now.
    pub from: f64,
    /// Where it goes.
    pub target: f64,
    /// How long it may take.
    pub seconds: f64,
}

impl JointPath {
    /// Where the joint should be `time` seconds from now, on a straight way.
    fn at(&self, time: f64) -> f64 {
        if self.seconds <= time {
            return self.target;
        }
        self.from + (self.target - self.from) * time / self.seconds
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

impl BrickGoal {
    /// Times and positions of both joints: one point where both end together or only one moves, else a point for each end.
    pub fn points(&self) -> Vec<(f64, [f64; 2])> {
        let mut ends: Vec<f64> = self
            .paths
            .iter()
            .map(|path| path.seconds)
            .filter(|end| 0.0 < *end)
            .collect();
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
        ends.into_iter()
            .map(|end| (end, self.paths.map(|path| path.at(end))))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(first: (f64, f64, f64), second: (f64, f64, f64)) -> BrickGoal {
        let [right, left] = rig::Pair::RL.arms().map(rig::Arm::wrist);
        let path = |joint, (from, target, seconds)| JointPath {
            joint,
            from,
            target,
            seconds,
        };
        BrickGoal {
            id: GoalId(1),
            brick: BrickName::RlRotate,
            paths: [path(right, first), path(left, second)],
        }
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
