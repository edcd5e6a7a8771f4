//! Between ROS messages and what the drivers of joints work with.

use std::time::Duration;

use brick::control::JointReport;
use brick::control::runner::Report;
use brick::{EndCode, GoalEnd, TrajectoryGoal};
use r2r::builtin_interfaces::msg::Duration as DurationMsg;
use r2r::control_msgs::action::FollowJointTrajectory::{Feedback, Goal, Result};
use r2r::control_msgs::msg::JointTolerance;
use r2r::sensor_msgs::msg::JointState;
use r2r::std_msgs::msg::Header;
use r2r::trajectory_msgs::msg::JointTrajectoryPoint;
use rig::{Joint, JointGroup};

use crate::runtime::stamp_to_duration;

/// A goal in plain numbers; `now` is ROS time.
pub fn trajectory_goal(goal: &Goal, now: Duration) -> TrajectoryGoal {
    let stamp = stamp_to_duration(&goal.trajectory.header.stamp);
    let delay = if stamp == Duration::ZERO { 0.0 } else { stamp.as_secs_f64() - now.as_secs_f64() };
    let bounds = |list: &[JointTolerance]| list.iter().map(|bound| (bound.name.clone(), bound.position)).collect();
    TrajectoryGoal {
        joints: goal.trajectory.joint_names.clone(),
        points: goal
            .trajectory
            .points
            .iter()
            .map(|point| (seconds(&point.time_from_start), point.positions.clone()))
            .collect(),
        delay,
        path_tolerances: bounds(&goal.path_tolerance),
        goal_tolerances: bounds(&goal.goal_tolerance),
        goal_time_tolerance: seconds(&goal.goal_time_tolerance),
    }
}

fn seconds(duration: &DurationMsg) -> f64 {
    f64::from(duration.sec) + f64::from(duration.nanosec) * 1e-9
}

/// The action's result for the end of a goal, and whether it ended well.
pub fn result(end: GoalEnd) -> (bool, Result) {
    let result = Result { error_code: end.code as i32, error_string: end.reason };
    (end.code == EndCode::Successful, result)
}

/// The joints of a group as they stand.
pub fn joint_state(header: Header, group: &JointGroup, report: &Report) -> JointState {
    JointState {
        header,
        name: names(group),
        position: report.joints.iter().map(|joint| joint.position).collect(),
        velocity: report.joints.iter().map(|joint| joint.speed).collect(),
        effort: Vec::new(),
    }
}

/// The joints of the rig whose position and speed a message contains.
pub fn joints(state: &JointState) -> impl Iterator<Item = (Joint, f64, f64)> {
    let places = state.position.iter().zip(&state.velocity);
    let joints = state.name.iter().zip(places);
    joints.filter_map(|(name, (at, speed))| Some((Joint::parse(name)?, *at, *speed)))
}

/// Where the joints should be, where they are, and the difference.
pub fn feedback(header: Header, group: &JointGroup, report: &Report) -> Feedback {
    let point = |position: fn(&JointReport) -> f64| JointTrajectoryPoint {
        positions: report.joints.iter().map(position).collect(),
        ..JointTrajectoryPoint::default()
    };
    Feedback {
        header,
        joint_names: names(group),
        desired: point(|joint| joint.desired),
        actual: point(|joint| joint.position),
        error: point(|joint| joint.desired - joint.position),
        ..Feedback::default()
    }
}

fn names(group: &JointGroup) -> Vec<String> {
    group.joints.iter().map(|joint| joint.name().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use brick::Error;

    use super::*;

    #[test]
    fn codes_that_the_standard_knows_have_its_numbers() {
        for (code, number) in [
            (EndCode::Successful, Result::SUCCESSFUL as i32),
            (EndCode::InvalidGoal, Result::INVALID_GOAL as i32),
            (EndCode::InvalidJoints, Result::INVALID_JOINTS as i32),
            (EndCode::OldHeaderTimestamp, Result::OLD_HEADER_TIMESTAMP as i32),
            (EndCode::PathToleranceViolated, Result::PATH_TOLERANCE_VIOLATED as i32),
            (EndCode::GoalToleranceViolated, Result::GOAL_TOLERANCE_VIOLATED as i32),
        ] {
            assert_eq!(code as i32, number);
        }
    }

    #[test]
    fn a_missed_path_or_goal_is_reported_by_the_standards_codes() {
        let joint = || "r_wrist".to_owned();
        let (error_degrees, allowed_degrees) = (11.0, 10.0);
        let left = Error::PathTolerance { joint: joint(), error_degrees, allowed_degrees };
        let missed = Error::GoalTolerance { joint: joint(), error_degrees, allowed_degrees };
        for (error, code) in
            [(left, Result::PATH_TOLERANCE_VIOLATED as i32), (missed, Result::GOAL_TOLERANCE_VIOLATED as i32)]
        {
            let (went_well, outcome) = result(GoalEnd::of(Err(error)));
            assert!(!went_well);
            assert_eq!(outcome.error_code, code);
            let text = outcome.error_string;
            assert!(text.contains("r_wrist") && text.contains("11"), "{text}");
        }
    }
}
