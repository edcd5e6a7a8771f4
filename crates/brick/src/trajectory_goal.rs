//! A goal for the joints of a group, as a client sends it, and what it means for the position loop.

use cube::outside::quoted;
use rig::JointGroup;

use crate::control::JointGoal;
use crate::control::{Point, Tolerances, Trajectory};

/// A trajectory goal as a client sends it, in seconds and radians.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrajectoryGoal {
    /// Names of the joints, in the order of the positions.
    pub joints: Vec<String>,
    /// Times from the start, each with a position for every joint.
    pub points: Vec<(f64, Vec<f64>)>,
    /// Seconds until the trajectory starts; negative where it began in the past.
    pub delay: f64,
    /// Bounds under way by joint name; 0 is the default, negative is none.
    pub path_tolerances: Vec<(String, f64)>,
    /// Bounds at the end by joint name; 0 is the default, negative is none.
    pub goal_tolerances: Vec<(String, f64)>,
    /// How long after the end the goal may be reached; 0 is the default.
    pub goal_time_tolerance: f64,
}

/// Why a goal is not carried out; the names are those of FollowJointTrajectory's error codes.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// Joints that this group does not have, or none at all.
    #[error("{0}")]
    InvalidJoints(String),
    /// Numbers that cannot be followed.
    #[error("{0}")]
    InvalidGoal(String),
    /// The whole trajectory lies in the past.
    #[error("the trajectory ended {0:.3} s before it arrived")]
    OldTimestamp(f64),
}

impl TrajectoryGoal {
    /// The goals of the joints, for the position loop of `group`. `default` holds where the goal has no value.
    ///
    /// # Errors
    /// [`Refusal`], with the number or the name that cannot be followed.
    pub fn joint_goals(&self, group: &JointGroup, default: Tolerances) -> Result<Vec<JointGoal>, Refusal> {
        if self.joints.is_empty() {
            return Err(Refusal::InvalidJoints("the trajectory names no joint".into()));
        }
        let mut motors = Vec::new();
        for name in &self.joints {
            let own = || group.joints.iter().map(|joint| joint.name()).collect::<Vec<_>>().join(", ");
            let motor = group.joints.iter().position(|own| own.name() == name).ok_or_else(|| {
                Refusal::InvalidJoints(format!("{} has no joint '{name}', it has {}", group.name, own()))
            })?;
            if motors.contains(&motor) {
                return Err(Refusal::InvalidJoints(format!("joint '{name}' is named twice")));
            }
            motors.push(motor);
        }
        if self.points.is_empty() {
            return Err(Refusal::InvalidGoal("the trajectory has no points".into()));
        }
        for (index, (_, positions)) in self.points.iter().enumerate() {
            if positions.len() != motors.len() {
                return Err(Refusal::InvalidGoal(format!(
                    "point {index} has {} positions for {} joints",
                    positions.len(),
                    motors.len()
                )));
            }
        }
        let ended = self.points.last().map_or(0.0, |(time, _)| time + self.delay);
        if ended < 0.0 {
            return Err(Refusal::OldTimestamp(-ended));
        }
        self.check_tolerances()?;
        let goal_for = |(place, motor): (usize, &usize)| {
            let name = group.joints[*motor].name();
            // What lies in the past already is skipped, but never the last point.
            let last = self.points.len() - 1;
            let points = self
                .points
                .iter()
                .enumerate()
                .filter(|(index, (time, _))| *index == last || 0.0 <= time + self.delay)
                .map(|(_, (time, at))| Point { time: time + self.delay, position: at[place] });
            let trajectory =
                Trajectory::new(name, points.collect()).map_err(|error| Refusal::InvalidGoal(error.to_string()))?;
            let tolerances = self.tolerances_of(name, default);
            Ok(JointGoal { joint: *motor, trajectory, tolerances })
        };
        motors.iter().enumerate().map(goal_for).collect()
    }

    fn check_tolerances(&self) -> Result<(), Refusal> {
        for (name, bound) in self.path_tolerances.iter().chain(&self.goal_tolerances) {
            if bound.is_nan() {
                return Err(Refusal::InvalidGoal(format!("the tolerance of {} is not a number", quoted(name))));
            }
        }
        match self.goal_time_tolerance {
            time if 0.0 <= time => Ok(()),
            time => Err(Refusal::InvalidGoal(format!("the goal's time tolerance is {time} s, and cannot be negative"))),
        }
    }

    fn tolerances_of(&self, joint: &str, default: Tolerances) -> Tolerances {
        let given =
            |list: &[(String, f64)]| list.iter().find(|(name, _)| name == joint).map_or(0.0, |(_, bound)| *bound);
        let goal = given(&self.goal_tolerances);
        let path = given(&self.path_tolerances);
        Tolerances {
            path: if path == 0.0 { default.path } else { (0.0 < path).then_some(path) },
            goal: match goal {
                0.0 => default.goal,
                bound if bound < 0.0 => f64::INFINITY,
                bound => bound,
            },
            goal_time: if self.goal_time_tolerance == 0.0 { default.goal_time } else { self.goal_time_tolerance },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BrickName;

    fn wrists() -> JointGroup {
        BrickName::RlRotate.group()
    }

    fn wanted(joints: &[&str], points: &[(f64, &[f64])]) -> TrajectoryGoal {
        TrajectoryGoal {
            joints: joints.iter().map(|name| (*name).to_owned()).collect(),
            points: points.iter().map(|(time, at)| (*time, at.to_vec())).collect(),
            ..TrajectoryGoal::default()
        }
    }

    #[test]
    fn joints_may_come_in_any_order() {
        let wanted = wanted(&["l_wrist", "r_wrist"], &[(0.5, &[-1.0, 1.0])]);
        let goals = wanted.joint_goals(&wrists(), Tolerances::default()).expect("a good goal");
        let ends: Vec<_> = goals.iter().map(|goal| (goal.joint, goal.trajectory.goal().position)).collect();
        assert_eq!(ends, vec![(1, -1.0), (0, 1.0)]);
    }

    #[test]
    fn a_foreign_joint_is_refused_by_name() {
        let wanted = wanted(&["f_grip"], &[(0.5, &[1.0])]);
        let refusal = wanted.joint_goals(&wrists(), Tolerances::default()).expect_err("not ours");
        assert_eq!(refusal.to_string(), "rl_rotate has no joint 'f_grip', it has r_wrist, l_wrist");
        assert!(matches!(refusal, Refusal::InvalidJoints(_)));
    }

    #[test]
    fn malformed_trajectories_are_refused() {
        let cases = [
            wanted(&[], &[(0.5, &[])]),
            wanted(&["r_wrist", "r_wrist"], &[(0.5, &[1.0, 1.0])]),
            wanted(&["r_wrist"], &[]),
            wanted(&["r_wrist"], &[(0.5, &[1.0, 2.0])]),
            wanted(&["r_wrist"], &[(0.5, &[f64::NAN])]),
            wanted(&["r_wrist"], &[(0.5, &[1.0]), (0.2, &[1.0])]),
        ];
        for case in cases {
            assert!(case.joint_goals(&wrists(), Tolerances::default()).is_err(), "{case:?}");
        }
    }

    #[test]
    fn numbers_that_no_joint_can_follow_are_refused() {
        let good = wanted(&["r_wrist"], &[(0.5, &[1.0])]);
        let joint = || "r_wrist".to_owned();
        let cases = [
            wanted(&["r_wrist"], &[(0.5, &[1e308])]),
            wanted(&["r_wrist"], &[(0.5, &[0.1]), (0.5 + f64::EPSILON, &[0.9])]),
            TrajectoryGoal { delay: f64::NAN, ..good.clone() },
            TrajectoryGoal { delay: 1.8e9, ..good.clone() },
            TrajectoryGoal { path_tolerances: vec![(joint(), f64::NAN)], ..good.clone() },
            TrajectoryGoal { goal_tolerances: vec![(joint(), f64::NAN)], ..good.clone() },
            TrajectoryGoal { goal_time_tolerance: f64::NAN, ..good.clone() },
            TrajectoryGoal { goal_time_tolerance: -1.0, ..good.clone() },
        ];
        for case in cases {
            let refused = case.joint_goals(&wrists(), Tolerances::default());
            assert!(matches!(refused, Err(Refusal::InvalidGoal(_))), "{case:?}: {refused:?}");
        }
    }

    #[test]
    fn a_start_in_the_past_drops_what_has_passed_and_refuses_what_is_over() {
        let mut late = wanted(&["r_wrist"], &[(0.2, &[0.5]), (1.0, &[1.0])]);
        late.delay = -0.4;
        let goals = late.joint_goals(&wrists(), Tolerances::default()).expect("half of it is left");
        let points: Vec<_> = goals[0].trajectory.points().iter().map(|p| p.position).collect();
        assert_eq!(points, vec![1.0]);
        assert!((goals[0].trajectory.goal().time - 0.6).abs() < 1e-12);
        late.delay = -3.0;
        let refusal = late.joint_goals(&wrists(), Tolerances::default());
        assert_eq!(refusal, Err(Refusal::OldTimestamp(2.0)));
    }

    #[test]
    fn tolerances_of_the_goal_win_over_the_defaults() {
        let mut goal = wanted(&["r_wrist", "l_wrist"], &[(0.5, &[1.0, 1.0])]);
        goal.goal_tolerances = vec![("l_wrist".into(), 0.2), ("r_wrist".into(), -1.0)];
        goal.path_tolerances = vec![("l_wrist".into(), 0.3)];
        goal.goal_time_tolerance = 7.0;
        let goals = goal.joint_goals(&wrists(), Tolerances::default()).expect("a good goal");
        assert_eq!(goals[0].tolerances.goal, f64::INFINITY);
        assert_eq!(goals[0].tolerances.path, None);
        assert_eq!(goals[1].tolerances, Tolerances { path: Some(0.3), goal: 0.2, goal_time: 7.0 });
    }
}
