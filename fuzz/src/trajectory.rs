//! Goals of FollowJointTrajectory, as a brick driver takes them from any client.

use brick::control::{Reference, Tolerances};
use brick::{BrickName, TrajectoryGoal};

type Numbers = (Vec<u8>, Vec<(f64, Vec<f64>)>, f64, [Vec<(u8, f64)>; 2], f64);

const JOINTS: [&str; 5] = ["r_wrist", "l_wrist", "r_grip", "", "R_WRIST"];

/// A goal is refused, or its times rise, its positions and tolerances are numbers, and the curve through it is a curve.
pub fn run(data: &[u8]) {
    let Some((joints, points, delay, [path, goal], goal_time_tolerance)) = crate::value::<Numbers>(data) else {
        return;
    };
    let name = |index: u8| JOINTS[usize::from(index) % JOINTS.len()].to_owned();
    let bounds = |list: Vec<(u8, f64)>| list.into_iter().map(|(joint, bound)| (name(joint), bound)).collect();
    let wanted = TrajectoryGoal {
        joints: joints.into_iter().map(name).collect(),
        points,
        delay,
        path_tolerances: bounds(path),
        goal_tolerances: bounds(goal),
        goal_time_tolerance,
    };
    let goals = match wanted.joint_goals(&BrickName::RlRotate.group(), Tolerances::default()) {
        Ok(goals) => goals,
        Err(refusal) => return assert!(!refusal.to_string().is_empty()),
    };
    assert_eq!(goals.len(), wanted.joints.len());
    for goal in goals {
        let Tolerances { path, goal: at_goal, goal_time } = goal.tolerances;
        assert!(path.is_none_or(|path| 0.0 < path) && 0.0 <= at_goal, "{goal:?}");
        assert!(0.0 <= goal_time, "{goal:?}");
        let points = goal.trajectory.points();
        assert!(points.iter().all(|point| point.time.is_finite() && point.position.is_finite()));
        assert!(points.is_sorted_by(|one, next| one.time < next.time) && 0.0 <= points[0].time);
        let curve = Reference::new(0.0, 0.0, &goal.trajectory, 0.9);
        assert!(curve.end().is_finite());
        for step in 0..=8 {
            let (position, speed) = curve.at(curve.end() * f64::from(step) / 8.0);
            assert!(position.is_finite() && speed.is_finite(), "{curve:?} is at {position} with {speed}");
        }
    }
}
