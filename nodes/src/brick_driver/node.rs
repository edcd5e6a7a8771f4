//! What a brick driver decides: which joints are its own, what a goal asks of them, how a goal's end is told.

use brick::control::runner::JointGoal;
use brick::control::{Point, Tolerances, Trajectory};
use brick::{BrickName, Error};
use rig::Joint;

/// The names of all bricks, for messages.
pub fn all_names() -> String {
    BrickName::ALL.map(BrickName::name).join(", ")
}

/// The brick's joints in the order of its motors.
pub fn joints_of(brick: BrickName) -> [Joint; 2] {
    brick.joints().map(|(_, joint)| joint)
}

/// A trajectory goal as it came, in plain numbers: seconds and radians.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Names of the joints, in the order of the positions.
    pub joints: Vec<String>,
    /// Times from the start, each with a position for every joint.
    pub points: Vec<(f64, Vec<f64>)>,
    /// Seconds until the trajectory starts; negative when it began in the past.
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
    /// Joints that this brick does not have, or none at all.
    #[error("{0}")]
    InvalidJoints(String),
    /// Numbers that cannot be followed.
    #[error("{0}")]
    InvalidGoal(String),
    /// The whole trajectory lies in the past.
    #[error("the trajectory ended {0:.3} s before it arrived")]
    OldTimestamp(f64),
}

/// Turns a goal into one for the position loop; `default` holds where the goal says nothing.
pub fn joint_goals(
    wanted: &Wanted,
    brick: BrickName,
    default: Tolerances,
) -> Result<Vec<JointGoal>, Refusal> {
    if wanted.joints.is_empty() {
        return Err(Refusal::InvalidJoints(
            "the trajectory names no joint".into(),
        ));
    }
    let mut motors = Vec::new();
    for name in &wanted.joints {
        let joints = joints_of(brick);
        let own = joints.map(Joint::name).join(" and ");
        let motor = joints
            .iter()
            .position(|own| own.name() == name)
            .ok_or_else(|| {
                Refusal::InvalidJoints(format!(
                    "brick {} has no joint '{name}', it has {own}",
                    brick.name()
                ))
            })?;
        if motors.contains(&motor) {
            return Err(Refusal::InvalidJoints(format!(
                "joint '{name}' is named twice"
            )));
        }
        motors.push(motor);
    }
    if wanted.points.is_empty() {
        return Err(Refusal::InvalidGoal("the trajectory has no points".into()));
    }
    for (index, (_, positions)) in wanted.points.iter().enumerate() {
        if positions.len() != motors.len() {
            return Err(Refusal::InvalidGoal(format!(
                "point {index} has {} positions for {} joints",
                positions.len(),
                motors.len()
            )));
        }
    }
    let ended = wanted
        .points
        .last()
        .map_or(0.0, |(time, _)| time + wanted.delay);
    if ended < 0.0 {
        return Err(Refusal::OldTimestamp(-ended));
    }
    let goal_for = |(place, motor): (usize, &usize)| {
        let name = joints_of(brick)[*motor].name();
        // What lies in the past already is skipped, but never the last point.
        let last = wanted.points.len() - 1;
        let points = wanted
            .points
            .iter()
            .enumerate()
            .filter(|(index, (time, _))| *index == last || 0.0 <= time + wanted.delay)
            .map(|(_, (time, at))| Point {
                time: time + wanted.delay,
                position: at[place],
            });
        let trajectory = Trajectory::new(name, points.collect())
            .map_err(|error| Refusal::InvalidGoal(error.to_string()))?;
        let tolerances = tolerances_for(name, wanted, default);
        Ok(JointGoal {
            joint: *motor,
            trajectory,
            tolerances,
        })
    };
    motors.iter().enumerate().map(goal_for).collect()
}

fn tolerances_for(joint: &str, wanted: &Wanted, default: Tolerances) -> Tolerances {
    let given = |list: &[(String, f64)]| {
        list.iter()
            .find(|(name, _)| name == joint)
            .map_or(0.0, |(_, bound)| *bound)
    };
    let goal = given(&wanted.goal_tolerances);
    let path = given(&wanted.path_tolerances);
    Tolerances {
        path: if path == 0.0 {
            default.path
        } else {
            (0.0 < path).then_some(path)
        },
        goal: match goal {
            0.0 => default.goal,
            bound if bound < 0.0 => f64::INFINITY,
            bound => bound,
        },
        goal_time: if wanted.goal_time_tolerance == 0.0 {
            default.goal_time
        } else {
            wanted.goal_time_tolerance
        },
    }
}

/// How a goal ended. The codes that FollowJointTrajectory knows keep their numbers; it has none for what happens to the
/// driver itself, so those lie far outside its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCode {
    /// At the goal.
    Successful = 0,
    /// Numbers that cannot be followed.
    InvalidGoal = -1,
    /// Joints that this brick does not have, or none at all.
    InvalidJoints = -2,
    /// The whole trajectory lies in the past.
    OldHeaderTimestamp = -3,
    /// Left the path.
    PathToleranceViolated = -4,
    /// Did not reach the goal.
    GoalToleranceViolated = -5,
    /// The brick is out of reach.
    Unreachable = -101,
    /// The rig is stopped.
    Stopped = -102,
    /// A newer goal took its place.
    Superseded = -103,
    /// Its client took it back.
    Cancelled = -104,
}

/// How a goal ended, and why, in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The action's error code.
    pub code: EndCode,
    /// Empty for a goal that was reached.
    pub reason: String,
}

impl End {
    /// An end for this reason.
    pub fn new(code: EndCode, reason: impl Into<String>) -> End {
        let reason = reason.into();
        End { code, reason }
    }

    /// What an outcome of the position loop means for a goal.
    pub fn of(outcome: Result<(), Error>) -> End {
        let code = match &outcome {
            Ok(()) => return End::new(EndCode::Successful, ""),
            Err(Error::BadTrajectory { .. }) => EndCode::InvalidGoal,
            Err(Error::PathTolerance { .. } | Error::Apart { .. }) => {
                EndCode::PathToleranceViolated
            }
            Err(Error::GoalTolerance { .. } | Error::Restless { .. } | Error::Stalled { .. }) => {
                EndCode::GoalToleranceViolated
            }
            Err(Error::Stopped { .. }) => EndCode::Stopped,
            Err(Error::Superseded { .. }) => EndCode::Superseded,
            Err(Error::Cancelled { .. }) => EndCode::Cancelled,
            Err(_) => EndCode::Unreachable,
        };
        End::new(
            code,
            outcome
                .err()
                .map_or(String::new(), |error| error.to_string()),
        )
    }

    /// The same end; where it is a failure that a weak battery may explain, its reason tells of that too.
    pub fn with_battery(mut self, weak: Option<f64>) -> End {
        let may_explain = matches!(
            self.code,
            EndCode::PathToleranceViolated
                | EndCode::GoalToleranceViolated
                | EndCode::Unreachable
                | EndCode::InvalidGoal
        );
        if let (Some(volts), true) = (weak, may_explain) {
            self.reason += &format!("; its battery is down to {volts:.1} V");
        }
        self
    }
}

impl From<Refusal> for End {
    fn from(refusal: Refusal) -> End {
        let code = match refusal {
            Refusal::InvalidJoints(_) => EndCode::InvalidJoints,
            Refusal::InvalidGoal(_) => EndCode::InvalidGoal,
            Refusal::OldTimestamp(_) => EndCode::OldHeaderTimestamp,
        };
        End::new(code, refusal.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brick() -> BrickName {
        BrickName::RlRotate
    }

    fn wanted(joints: &[&str], points: &[(f64, &[f64])]) -> Wanted {
        Wanted {
            joints: joints.iter().map(|name| (*name).to_owned()).collect(),
            points: points
                .iter()
                .map(|(time, at)| (*time, at.to_vec()))
                .collect(),
            ..Wanted::default()
        }
    }

    #[test]
    fn joints_may_come_in_any_order() {
        let wanted = wanted(&["l_wrist", "r_wrist"], &[(0.5, &[-1.0, 1.0])]);
        let goals = joint_goals(&wanted, brick(), Tolerances::default()).expect("a good goal");
        let ends: Vec<_> = goals
            .iter()
            .map(|goal| (goal.joint, goal.trajectory.goal().position))
            .collect();
        assert_eq!(ends, vec![(1, -1.0), (0, 1.0)]);
    }

    #[test]
    fn a_foreign_joint_is_refused_by_name() {
        let wanted = wanted(&["f_grip"], &[(0.5, &[1.0])]);
        let refusal = joint_goals(&wanted, brick(), Tolerances::default()).expect_err("not ours");
        assert_eq!(
            refusal.to_string(),
            "brick rl_rotate has no joint 'f_grip', it has r_wrist and l_wrist"
        );
        assert!(matches!(refusal, Refusal::InvalidJoints(_)));
    }

    #[test]
    fn a_failure_on_a_weak_battery_names_it() {
        let failed = End::new(EndCode::GoalToleranceViolated, "joint r_wrist is blocked");
        let told = failed.clone().with_battery(Some(5.42)).reason;
        assert_eq!(
            told,
            "joint r_wrist is blocked; its battery is down to 5.4 V"
        );
        assert_eq!(failed.clone().with_battery(None), failed);
        let well = End::of(Ok(()));
        assert_eq!(well.clone().with_battery(Some(5.4)), well);
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
            assert!(
                joint_goals(&case, brick(), Tolerances::default()).is_err(),
                "{case:?}"
            );
        }
    }

    #[test]
    fn a_start_in_the_past_drops_what_has_passed_and_refuses_what_is_over() {
        let mut late = wanted(&["r_wrist"], &[(0.2, &[0.5]), (1.0, &[1.0])]);
        late.delay = -0.4;
        let goals = joint_goals(&late, brick(), Tolerances::default()).expect("half of it is left");
        let points: Vec<_> = goals[0]
            .trajectory
            .points()
            .iter()
            .map(|p| p.position)
            .collect();
        assert_eq!(points, vec![1.0]);
        assert!((goals[0].trajectory.goal().time - 0.6).abs() < 1e-12);
        late.delay = -3.0;
        let refusal = joint_goals(&late, brick(), Tolerances::default());
        assert_eq!(refusal, Err(Refusal::OldTimestamp(2.0)));
    }

    #[test]
    fn tolerances_of_the_goal_win_over_the_defaults() {
        let mut goal = wanted(&["r_wrist", "l_wrist"], &[(0.5, &[1.0, 1.0])]);
        goal.goal_tolerances = vec![("l_wrist".into(), 0.2), ("r_wrist".into(), -1.0)];
        goal.path_tolerances = vec![("l_wrist".into(), 0.3)];
        goal.goal_time_tolerance = 7.0;
        let goals = joint_goals(&goal, brick(), Tolerances::default()).expect("a good goal");
        assert_eq!(goals[0].tolerances.goal, f64::INFINITY);
        assert_eq!(goals[0].tolerances.path, None);
        assert_eq!(
            goals[1].tolerances,
            Tolerances {
                path: Some(0.3),
                goal: 0.2,
                goal_time: 7.0
            }
        );
    }
}
