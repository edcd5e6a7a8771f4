//! What comes in between while a goal is under way: updates of the cube, joints that are moved by hand or fall silent.

use std::f64::consts::FRAC_PI_2;

use cube::{Cube, Face};
use rig::Joint;

use super::bench::*;
use super::fake_bricks::STEP;
use crate::events::*;
use crate::report::Code;

/// Only the turns that come after an update of the cube change what it contains.
#[test]
fn a_cube_that_is_set_among_the_moves_is_followed_from_there() {
    let (cube, set, turns) = (Cube::from_seed(4), Cube::from_seed(5), moves("R U F'"));
    for tenths in 1..40 {
        let mut rig = Try::with_cube(cube);
        rig.give(Event::Execute(Ok(turns.clone()), 0.0));
        rig.run(f64::from(tenths) / 10.0);
        assert_eq!(rig.executed, None, "after {tenths} tenths");
        rig.set(set);
        rig.run(30.0);
        let report = rig.executed.take().expect("it is done");
        let mut ends = (0..=turns.len()).map(|from| Some(set.apply_all(&turns[from..])));
        assert_eq!(report.code, Code::Success);
        assert!(ends.any(|end| end == report.cube), "after {tenths} tenths");
        assert_eq!(rig.estimated().0, report.cube);
    }
}

/// Nobody owns the cube, or its owner does not answer: the moves are done all the same, and no cube is published.
#[test]
fn a_result_does_not_wait_long_for_the_owner_of_the_cube() {
    let mut rig = Try::with_cube(Cube::from_seed(4));
    rig.tracks = false;
    rig.give(Event::Execute(Ok(moves("R")), 0.0));
    while rig.poses.last().is_none_or(|pose| pose.turned.turns < 2) {
        rig.run(STEP);
    }
    let turned = rig.now().rig;
    let report = loop {
        match rig.executed.take() {
            Some(report) => break report,
            None => rig.run(STEP),
        }
    };
    assert_eq!((report.code, report.cube), (Code::Success, None));
    let waited = rig.now().rig - turned;
    assert!(waited < 3.0, "it waited {waited:.1} s, parking included");
}

/// The plan of a search comes when the wrist of an open claw has been pushed by a quarter.
#[test]
fn a_joint_that_was_moved_while_a_plan_was_sought_is_named_before_anything_moves() {
    let mut rig = Try::with_cube(Cube::from_seed(4));
    assert_eq!(rig.execute("R U").code, Code::Success);
    rig.give(Event::Execute(Ok(moves("F")), 0.0));
    while rig.pending.is_empty() {
        rig.run(STEP);
    }
    let planned = std::mem::take(&mut rig.pending);
    let (goals, joint) = (rig.bricks.goals.clone(), Joint::parse("b_wrist").expect("a joint"));
    rig.bricks.push(joint, FRAC_PI_2);
    rig.run(0.5);
    rig.pending.extend(planned);
    rig.run(0.1);
    let report = rig.executed.take().expect("it has ended");
    assert_eq!(report.code, Code::Contradiction, "{}", report.text);
    assert!(report.text.contains("b_wrist"), "{}", report.text);
    assert_eq!(rig.bricks.goals, goals, "nothing has moved");
    assert_eq!(rig.estimated(), (None, None));
}

#[test]
fn joints_that_fall_silent_while_a_plan_is_sought_are_named_before_anything_moves() {
    let cube = Cube::from_seed(4);
    let mut rig = Try::with_cube(cube);
    rig.give(Event::Execute(Ok(moves("F")), 0.0));
    while rig.pending.is_empty() {
        rig.run(STEP);
    }
    let planned = std::mem::take(&mut rig.pending);
    rig.bricks.behaviour.publishes = false;
    rig.run(settings().patience.silence + 0.5);
    rig.pending.extend(planned);
    rig.run(0.1);
    let report = rig.executed.take().expect("it has ended");
    assert_eq!(report.code, Code::DriverFailed, "{}", report.text);
    assert!(rig.bricks.goals.is_empty());
    rig.bricks.behaviour.publishes = true;
    assert_eq!(rig.execute("F").code, Code::Success, "the cube is known");
}

#[test]
fn a_joint_that_was_moved_while_a_face_was_shown_is_named_before_anything_moves() {
    let mut rig = Try::new();
    rig.reads = false;
    rig.give(Event::Scan(Ok(Face::ALL.into()), Some(20.0)));
    while rig.views.is_empty() {
        rig.run(0.1);
    }
    let (goals, joint) = (rig.bricks.goals.clone(), Joint::parse("f_wrist").expect("a joint"));
    rig.bricks.push(joint, FRAC_PI_2);
    rig.run(0.5);
    let update = rig.update();
    rig.give(Event::CubeState(update));
    rig.run(0.1);
    let report = rig.scanned.take().expect("it has ended");
    assert_eq!(report.code, Code::Contradiction, "{}", report.text);
    assert!(report.text.contains("f_wrist"), "{}", report.text);
    assert_eq!(rig.bricks.goals, goals, "nothing has moved");
}

/// A turn that was stopped halfway is being undone when no more readings of the joints come.
#[test]
fn a_turn_that_is_lost_while_it_is_undone_leaves_the_cube_unknown() {
    let mut rig = Try::with_cube(Cube::from_seed(4));
    rig.give(Event::Execute(Ok(moves("R")), 0.0));
    rig.run(0.35);
    rig.give(Event::Cancel);
    rig.run(2.0);
    let stopped = rig.executed.take().expect("it has stopped");
    assert_eq!(stopped.cube, Some(Cube::from_seed(4).apply_all(&stopped.moves[..stopped.moves_done])));
    assert_eq!(rig.logic.estimate().unfinished.len(), 1);
    rig.give(Event::Execute(Ok(moves("F")), 0.0));
    rig.run(0.2);
    assert!(!rig.bricks.goals.is_empty(), "it is being undone");
    rig.bricks.behaviour.publishes = false;
    rig.run(8.0);
    let report = rig.executed.take().expect("it has ended");
    assert_eq!(report.code, Code::DriverFailed, "{}", report.text);
    assert_eq!(report.cube, None);
    assert_eq!(rig.estimated().0, None);
}
