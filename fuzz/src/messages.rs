//! Messages with any fields, to what the nodes make of them.
//!
//! A message is made of bytes field by field, so that each text is UTF-8 as the middleware ensures. Numbers, lists and their
//! lengths are arbitrary.

use std::hint::black_box;
use std::time::Duration;

use brick::BrickName;
use brick::control::{Reference, Tolerances};
use cuberig::messages::{
    cube_colors, cube_message, faces, image, lesson, node_reports, shown, trajectory, turned, work,
};
use cuberig::{conductor, dashboard, face_detector, motion_planner, rig_sim, solver_node, state_assembler, tutor_node};
use r2r::control_msgs::action::FollowJointTrajectory;
use r2r::cuberig_msgs::action::{ExecuteMoves, MoveClaws, RunCube, ScanCube, SolveCube, Teach};
use r2r::cuberig_msgs::msg::{
    CubeColors, CubePose, CubeState, FaceObservation, Lesson, LessonWatch, MotionPlan, RunStatus,
};
use r2r::cuberig_msgs::srv::{InjectFault, LearnColors, LessonCommand, Scramble};
use r2r::diagnostic_msgs::msg::DiagnosticArray;
use r2r::sensor_msgs::msg::{CompressedImage, Image, JointState};
use rig::Joint;
use rig::display::Shown;

use crate::value;

const NOW: Duration = Duration::from_secs(1_800_000_000);
const END: r2r::GoalStatus = r2r::GoalStatus::Succeeded;

/// One message, its type by the first byte.
pub fn run(data: &[u8]) {
    if let Some((&kind, bytes)) = data.split_first() {
        // Whether there was such a message is of no interest.
        let _ = message(kind, bytes);
    }
}

fn message(kind: u8, data: &[u8]) -> Option<()> {
    match kind % 22 {
        0 => goal(&value(data)?),
        1 => joints(&value(data)?),
        2 => state(&value(data)?),
        3 => pose(&value(data)?),
        4 => observation(&value(data)?),
        5 => colors(&value(data)?),
        6 => raw(&value(data)?),
        7 => compressed(value(data)?),
        8 => drop(black_box(motion_planner::convert::moves(&value::<ExecuteMoves::Goal>(data)?))),
        9 => drop(black_box(motion_planner::convert::faces(&value::<ScanCube::Goal>(data)?))),
        10 => drop(black_box(conductor::convert::scan_ended(END, value::<ScanCube::Result>(data)?))),
        11 => drop(black_box(conductor::convert::solve_ended(END, value::<SolveCube::Result>(data)?))),
        12 => drop(black_box(conductor::convert::execute_ended(END, value::<ExecuteMoves::Result>(data)?))),
        13 => drop(black_box(conductor::convert::execute_goes_on(value::<ExecuteMoves::Feedback>(data)?))),
        14 => drop(black_box(conductor::convert::claws_ended(END, value::<MoveClaws::Result>(data)?))),
        15 => drop(black_box((conductor::convert::options(&value::<RunCube::Goal>(data)?, true), teach(data)))),
        16 => status(data)?,
        17 => lesson_command(&value(data)?),
        18 => lesson_shown(data)?,
        19 => reports(&value(data)?),
        20 => requests(data)?,
        _ => drop(black_box(motion_planner::convert::outcome(END, value::<FollowJointTrajectory::Result>(data)?))),
    }
    Some(())
}

/// A goal that a driver accepts has a curve.
fn goal(goal: &FollowJointTrajectory::Goal) {
    let wanted = trajectory::trajectory_goal(goal, NOW);
    for goal in wanted.joint_goals(&BrickName::RlRotate.group(), Tolerances::default()).unwrap_or_default() {
        let (position, speed) = Reference::new(0.0, 0.0, &goal.trajectory, 0.9).at(0.01);
        assert!(position.is_finite() && speed.is_finite(), "{goal:?}");
    }
}

fn joints(state: &JointState) {
    let read = motion_planner::convert::joints(state);
    assert!(read.len() <= state.name.len() && read.iter().all(|(_, _, speed)| speed.is_none_or(f64::is_finite)));
    assert!(trajectory::joints(state).all(|(joint, ..)| Joint::ALL.contains(&joint)));
    shown::note_joints(&mut Shown::new(0.5), state, NOW);
}

/// All readers of a state agree on whether it is a whole cube.
fn state(state: &CubeState) {
    let update = cube_message::update(state);
    assert!(update.doubtful.iter().all(|&facelet| facelet < 54));
    if let Some((cube, _)) = tutor_node::convert::known(state) {
        assert_eq!(cube_message::cube(&state.facelets), Ok(cube));
    }
    let _ = black_box((dashboard::convert::cube(state), dashboard::convert::status(state), shown::scheme(state)));
    let _ = shown::note_state(&mut Shown::new(0.5), state);
    let _ = tutor_node::convert::cube(&state.facelets);
}

fn pose(pose: &CubePose) {
    let read = state_assembler::convert::pose(pose);
    assert!(read.shown.is_none_or(|(_, quarters)| quarters < 4));
    let mut again = pose.clone();
    turned::write(&turned::read(pose), &mut again);
    assert_eq!(turned::read(&again).cube, turned::read(pose).cube);
    let _ = shown::note_pose(&mut Shown::new(0.5), pose);
}

fn observation(message: &FaceObservation) {
    let read = state_assembler::convert::observation(message);
    for sticker in read.face.iter().flat_map(|(face, _)| &face.0) {
        assert!((0.0..=1.0).contains(&sticker.confidence) && sticker.rgb.iter().all(|value| value.is_finite()));
    }
    assert!(faces::read(message).len() <= message.faces.len());
}

fn colors(message: &CubeColors) {
    if let Ok(colors) = cube_colors::read(message) {
        assert_eq!(cube_colors::read(&cube_colors::message(&colors, message.header.clone())).ok(), Some(colors));
    }
}

fn raw(message: &Image) {
    if let Ok(picture) = image::picture(message) {
        assert_eq!((picture.width() as u32, picture.height() as u32), (message.width, message.height));
    }
}

fn compressed(message: CompressedImage) {
    let _ = face_detector::convert::Sent::Compressed(message).read(&mut vision::Image::buffer());
}

fn teach(data: &[u8]) -> Option<bool> {
    Some(tutor_node::convert::pause(&value::<Teach::Goal>(data)?).is_ok())
}

fn status(data: &[u8]) -> Option<()> {
    let run: RunStatus = value(data)?;
    let _ = black_box((dashboard::convert::run(&run), motion_planner::convert::has_run(&run)));
    let _ = black_box(dashboard::convert::plan(&value::<MotionPlan>(data)?));
    Some(())
}

/// A command that is accepted is written as a command that asks for the same.
fn lesson_command(command: &LessonCommand::Request) {
    if let Ok(request) = lesson::request(command) {
        let written = lesson::command(request.clone()).expect("a command asks for what is a command");
        let again = lesson::request(&written);
        // A pace is rounded to nanoseconds, and back to 24 bits.
        let has_pace = matches!(request, tutor::Request::Play { .. });
        assert!(if has_pace { again.is_ok() } else { again == Ok(request) }, "{again:?} of {written:?}");
    }
}

fn lesson_shown(data: &[u8]) -> Option<()> {
    let _ = black_box(lesson::read(&value::<Lesson>(data)?, ""));
    let _ = black_box(lesson::read_watch(&value::<LessonWatch>(data)?));
    Some(())
}

fn reports(array: &DiagnosticArray) {
    let _ = black_box(node_reports::reports(array).count());
    for status in &array.status {
        let _ = black_box((work::read(status), dashboard::convert::health(status, NOW, false)));
    }
}

fn requests(data: &[u8]) -> Option<()> {
    let _ = black_box(rig_sim::convert::cube_for(&value::<Scramble::Request>(data)?));
    let _ = black_box(rig_sim::convert::fault_order(&value::<InjectFault::Request>(data)?));
    let _ = black_box(dashboard::convert::learned(&value::<LearnColors::Response>(data)?));
    let _ = black_box(solver_node::convert::request(&value::<SolveCube::Goal>(data)?));
    Some(())
}
