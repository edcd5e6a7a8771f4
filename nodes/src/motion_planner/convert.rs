//! Between ROS messages and what the motion planner works with.

use brick::TrajectoryGoal;
use cube::outside::quoted;
use cube::{Cube, Face, Move, Notation, Rotation, Sequence, fold_rotations};
use execution::events::{ExecuteProgress, JointReading, PoseReport};
use execution::plan::PreparedPlan;
use execution::report::{ClawsReport, Code, ExecuteReport, ScanReport};
use execution::steps::{GoalStatus, Outcome};
use r2r::builtin_interfaces::msg::Duration as DurationMsg;
use r2r::control_msgs::action::FollowJointTrajectory;
use r2r::control_msgs::msg::JointTolerance;
use r2r::cuberig_msgs::action::{ExecuteMoves, MoveClaws, ScanCube};
use r2r::cuberig_msgs::msg::{ArmMotion, CubePose, MotionPlan, RunStatus};
use r2r::geometry_msgs::msg::Quaternion;
use r2r::sensor_msgs::msg::JointState;
use r2r::std_msgs::msg::Header;
use r2r::trajectory_msgs::msg::{JointTrajectory, JointTrajectoryPoint};
use rig::{Joint, Motion};

use crate::messages::turned;

/// The joints of the rig in a message: position, and speed where it is given. Foreign joints are skipped.
pub fn joints(state: &JointState) -> Vec<JointReading> {
    let named = state.name.iter().zip(&state.position).enumerate();
    named
        .filter_map(|(index, (name, position))| {
            let speed = state.velocity.get(index).copied().filter(|speed| speed.is_finite());
            Some((Joint::parse(name)?, *position, speed))
        })
        .collect()
}

/// How far a goal of `execute` is.
pub fn execute_feedback(so_far: &ExecuteProgress) -> ExecuteMoves::Feedback {
    ExecuteMoves::Feedback {
        moves: letters(&so_far.moves),
        moves_done: so_far.done as u32,
        moves_total: so_far.moves.len() as u32,
        move_: so_far.moves.get(so_far.done).map(|turn| turn.to_string()).unwrap_or_default(),
        elapsed: so_far.elapsed,
        remaining: (so_far.planned - so_far.elapsed).max(0.0),
    }
}

/// The faces that a scan is to show, none for as many as are needed; an error names the letter of none.
pub fn faces(goal: &ScanCube::Goal) -> Result<Vec<Face>, String> {
    let face = |letter| {
        Face::from_letter(letter)
            .ok_or_else(|| format!("'{letter}' of faces {} is no face; there are U R F D L B", quoted(&goal.faces)))
    };
    goal.faces.chars().map(face).collect()
}

/// The moves of a goal as face turns; an error names the one that cannot be read. Each text is one turn or several, and a
/// rotation renames what follows, in the next text too.
pub fn moves(goal: &ExecuteMoves::Goal) -> Result<Vec<Move>, String> {
    let mut steps = Vec::new();
    for (index, text) in goal.moves.iter().enumerate() {
        let sequence = Sequence::parse(text, Notation::Standard)
            .map_err(|error| format!("move {} is {}: {error}", index + 1, quoted(text)))?;
        steps.extend(sequence.steps());
        if Sequence::MOST_TURNS < steps.len() {
            return Err(format!("more than {} turns", Sequence::MOST_TURNS));
        }
    }
    Ok(fold_rotations(&steps).0)
}

/// How the cube lies.
pub fn pose(report: &PoseReport, header: Header) -> CubePose {
    let status = match (report.pose, report.moving) {
        (None, _) => CubePose::UNKNOWN as u8,
        (Some(_), true) => CubePose::MOVING as u8,
        (Some(_), false) => CubePose::RESTING as u8,
    };
    let mut message = CubePose {
        header,
        status,
        faces_at_sides: report.pose.map(Rotation::faces_at_sides).unwrap_or_default(),
        orientation: report.pose.map(orientation).unwrap_or_default(),
        facelets: facelets(report.cube.as_ref()),
        facing_camera: (report.shown).map(|(face, _)| face.letter().to_string()).unwrap_or_default(),
        camera_quarters: report.shown.map_or(0, |(_, quarters)| quarters),
        ..CubePose::default()
    };
    turned::write(&report.turned, &mut message);
    message
}

fn orientation(pose: Rotation) -> Quaternion {
    let [x, y, z, w] = rig::quaternion(pose);
    Quaternion { x, y, z, w }
}

fn facelets(cube: Option<&Cube>) -> String {
    cube.map(|cube| cube.facelets().to_string()).unwrap_or_default()
}

/// Moves in standard notation.
fn letters(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// A plan as it is shown to others.
pub fn plan(prepared: &PreparedPlan, header: Header) -> MotionPlan {
    let motion = |motion: &Motion| ArmMotion {
        arm: motion.arm.letter().to_string(),
        action: motion.action.name().into(),
        quarters: motion.action.quarters(),
        start: motion.start,
        end: motion.end,
    };
    MotionPlan {
        header,
        moves: letters(prepared.plan.moves()),
        profile: prepared.plan.profile().to_owned(),
        seconds: prepared.plan.seconds(),
        baseline_seconds: prepared.baseline_seconds,
        motions: prepared.motions().iter().map(motion).collect(),
    }
}

/// A goal for a brick, in radians of its joints.
pub fn trajectory(goal: TrajectoryGoal) -> FollowJointTrajectory::Goal {
    let point = |(seconds, positions)| JointTrajectoryPoint {
        positions,
        time_from_start: duration(seconds),
        ..JointTrajectoryPoint::default()
    };
    let tolerance = |(name, position)| JointTolerance { name, position, ..JointTolerance::default() };
    FollowJointTrajectory::Goal {
        trajectory: JointTrajectory {
            joint_names: goal.joints,
            points: goal.points.into_iter().map(point).collect(),
            ..JointTrajectory::default()
        },
        goal_tolerance: goal.goal_tolerances.into_iter().map(tolerance).collect(),
        goal_time_tolerance: duration(goal.goal_time_tolerance),
        ..FollowJointTrajectory::Goal::default()
    }
}

fn duration(seconds: f64) -> DurationMsg {
    // Trajectories last seconds, so nothing overflows; rounding up keeps times distinct.
    let whole = seconds.floor();
    DurationMsg { sec: whole as i32, nanosec: ((seconds - whole) * 1e9) as u32 }
}

/// What a brick driver's result means.
pub fn outcome(status: r2r::GoalStatus, result: FollowJointTrajectory::Result) -> Outcome {
    let status = match status {
        r2r::GoalStatus::Succeeded => GoalStatus::Succeeded,
        r2r::GoalStatus::Canceled => GoalStatus::Cancelled,
        _ => GoalStatus::Aborted,
    };
    Outcome::of(status, result.error_code, result.error_string)
}

/// The result of `execute`.
pub fn execute_result(report: &ExecuteReport) -> ExecuteMoves::Result {
    ExecuteMoves::Result {
        error_code: code(report.code),
        error_msg: report.text.clone(),
        moves_done: report.moves_done as u32,
        moves: letters(&report.moves),
        planned_seconds: report.planned_seconds,
        seconds: report.seconds,
        facelets: facelets(report.cube.as_ref()),
    }
}

/// The result of `scan`.
pub fn scan_result(report: &ScanReport) -> ScanCube::Result {
    ScanCube::Result {
        error_code: code(report.code),
        error_msg: report.text.clone(),
        faces_seen: report.faces_seen.iter().map(|face| face.letter()).collect(),
        seconds: report.seconds,
    }
}

/// The result of `move_claws`.
pub fn claws_result(report: &ClawsReport) -> MoveClaws::Result {
    MoveClaws::Result {
        error_code: code(report.code),
        error_msg: report.text.clone(),
        claws_done: report.claws.done as u32,
        claws_total: report.claws.total as u32,
        seconds: report.seconds,
    }
}

/// The codes of all three actions; a test holds them to the message constants.
fn code(code: Code) -> i32 {
    match code {
        Code::Success => 0,
        Code::BadGoal => 1,
        Code::NoPlan => 2,
        Code::DriverFailed => 3,
        Code::Contradiction => 4,
        Code::Stopped => 5,
        Code::NoJointStates => 6,
        Code::FaceNotSeen => 7,
        Code::Busy => 8,
    }
}

/// Whether a run is under way that asks for motions.
pub fn has_run(status: &RunStatus) -> bool {
    let stages = [RunStatus::SCANNING as u8, RunStatus::EXECUTING as u8, RunStatus::CHECKING as u8];
    stages.contains(&status.stage)
}

#[cfg(test)]
mod tests {
    use execution::report::ClawCount;

    use super::*;

    #[test]
    fn codes_are_those_of_the_interfaces() {
        type Execute = ExecuteMoves::Result;
        type Scan = ScanCube::Result;
        for (ours, execute, scan) in [
            (Code::Success, Execute::SUCCESS as i32, Scan::SUCCESS as i32),
            (Code::BadGoal, Execute::BAD_MOVES as i32, Scan::BAD_FACES as i32),
            (Code::NoPlan, Execute::NO_PLAN as i32, Scan::NO_PLAN as i32),
            (Code::Busy, Execute::BUSY as i32, Scan::BUSY as i32),
            (Code::DriverFailed, Execute::DRIVER_FAILED as i32, Scan::DRIVER_FAILED as i32),
            (Code::Contradiction, Execute::CONTRADICTION as i32, Scan::CONTRADICTION as i32),
            (Code::Stopped, Execute::STOPPED as i32, Scan::STOPPED as i32),
            (Code::NoJointStates, Execute::NO_JOINT_STATES as i32, Scan::NO_JOINT_STATES as i32),
        ] {
            assert_eq!((code(ours), code(ours)), (execute, scan));
        }
        assert_eq!(code(Code::FaceNotSeen), Scan::FACE_NOT_SEEN as i32);
        type Claws = MoveClaws::Result;
        for (ours, claws) in [
            (Code::Success, Claws::SUCCESS as i32),
            (Code::Busy, Claws::BUSY as i32),
            (Code::DriverFailed, Claws::DRIVER_FAILED as i32),
            (Code::Contradiction, Claws::CONTRADICTION as i32),
            (Code::Stopped, Claws::STOPPED as i32),
            (Code::NoJointStates, Claws::NO_JOINT_STATES as i32),
        ] {
            let report = ClawsReport { code: ours, text: String::new(), claws: ClawCount::default(), seconds: 0.0 };
            assert_eq!(claws_result(&report).error_code, claws);
        }
    }

    #[test]
    fn goals_have_moves_as_people_write_them() {
        let read = |texts: &[&str]| {
            moves(&ExecuteMoves::Goal {
                moves: texts.iter().map(|text| text.to_string()).collect(),
                ..ExecuteMoves::Goal::default()
            })
        };
        let written = |texts| letters(&read(texts).expect("moves"));
        assert_eq!(written(&["R", "U2", "F'"]), ["R", "U2", "F'"]);
        assert_eq!(written(&["(R U)2", "[R, U]"]).len(), 8);
        // A wide turn rotates the cube, so the next text means another face.
        assert_eq!(written(&["r", "U"]), ["L", "F"]);
        assert_eq!(
            read(&["R", "3Rw"]).expect_err("a rotation"),
            "move 2 is '3Rw': '3Rw' at character 1 turns all three layers: write x"
        );
        let long = ["(R)99999", "(U)99999"];
        assert_eq!(read(&long).expect_err("too long"), "more than 100000 turns");
    }

    #[test]
    fn a_scan_shows_the_faces_that_it_names_or_as_many_as_are_needed() {
        let named = |letters: &str| faces(&ScanCube::Goal { faces: letters.into(), ..ScanCube::Goal::default() });
        assert_eq!(named(""), Ok(Vec::new()));
        assert_eq!(named("URFDLB"), Ok(Face::ALL.into()));
        assert_eq!(named("FU"), Ok(vec![Face::F, Face::U]));
        let error = named("UX").expect_err("X is no face");
        assert!(error.contains("'X'"), "{error}");
    }

    #[test]
    fn a_move_that_cannot_be_read_is_named() {
        let goal = ExecuteMoves::Goal { moves: vec!["R".into(), "Q7".into()], ..ExecuteMoves::Goal::default() };
        let error = moves(&goal).expect_err("Q7 is no move");
        assert!(error.contains("move 2") && error.contains("'Q7'"), "{error}");
        for length in [100_000, 10_000_000] {
            let goal =
                ExecuteMoves::Goal { moves: vec![format!("R{}", "2".repeat(length))], ..ExecuteMoves::Goal::default() };
            let error = moves(&goal).expect_err("no turn has such a number");
            assert!(error.contains(&format!("({} characters)", length + 1)) && error.len() < 500, "{error}");
        }
    }

    #[test]
    fn joint_states_with_foreign_joints_and_too_few_numbers_are_read_as_far_as_they_go() {
        let state = JointState {
            name: ["elbow", "r_wrist", "l_wrist"].map(str::to_owned).to_vec(),
            position: vec![9.0, 1.5],
            velocity: vec![0.0, f64::NAN],
            ..JointState::default()
        };
        let read = joints(&state);
        assert_eq!(read, vec![(rig::Arm::R.wrist(), 1.5, None)]);
    }

    #[test]
    fn the_quaternion_turns_the_cube_as_the_letters_say() {
        for pose in Rotation::all() {
            let q = orientation(pose);
            let rotation =
                rig::nalgebra::UnitQuaternion::from_quaternion(rig::nalgebra::Quaternion::new(q.w, q.x, q.y, q.z));
            for face in Face::ALL {
                let carried = rotation * rig::nalgebra::Vector3::from(face.direction());
                let side = rig::nalgebra::Vector3::from(pose.carry(face).direction());
                assert!((carried - side).norm() < 1e-9, "{pose}: {face}");
            }
        }
    }
}
