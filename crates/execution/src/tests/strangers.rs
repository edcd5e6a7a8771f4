//! What others publish on joint_states: a second program, or numbers that cannot be.

use std::f64::consts::TAU;

use cube::Cube;
use rig::{Arm, Joint, JointKind};

use super::bench::*;
use super::fake_bricks::Made;
use crate::events::{ClawsGoal, Event};
use crate::publishers::PublisherId;
use crate::report::Code;

/// A program as every beginner leaves it running: it publishes zeros ten times a second.
const STRANGER: PublisherId = PublisherId(2);

/// Lives with the stranger for this many tenths of a second.
fn with_stranger(rig: &mut Try, tenths: usize) {
    for _ in 0..tenths {
        let zeros = Joint::ALL.map(|joint| (joint, 0.0, Some(0.0)));
        rig.give(Event::Joints(STRANGER, zeros.to_vec()));
        rig.run(0.1);
    }
}

#[test]
fn moves_stop_within_a_second_when_a_second_program_publishes_joints() {
    for begun in 0..20 {
        let cube = Cube::from_seed(5);
        let mut rig = Try::with_cube(cube);
        let names = [(PublisherId(1), "drivers"), (STRANGER, "publisher")];
        let names = names.map(|(id, name)| (id, name.to_owned()));
        rig.give(Event::PublisherNames(names.to_vec()));
        rig.give(Event::Execute(Ok(moves("R U F' L2 D B")), 0.0));
        rig.run(f64::from(begun) / 5.0);
        with_stranger(&mut rig, 10);
        let report = rig.executed.take().expect("it has ended");
        assert_eq!(report.code, Code::NoJointStates, "{}", report.text);
        let said = "two programs publish r_wrist, r_grip";
        let said = report.text.contains(said) || report.text.contains("two programs publish r_grip");
        assert!(said && report.text.contains("joint_states: drivers, publisher"), "{}", report.text);
        // The stranger's zeros do not count: what was done is known.
        assert_eq!(report.cube, Some(cube.apply_all(&report.moves[..report.moves_done])));
        let held = rig.bricks.positions;
        with_stranger(&mut rig, 10);
        assert_eq!(rig.bricks.positions, held, "something moves");
    }
}

#[test]
fn no_goal_begins_while_two_programs_publish_joints() {
    let mut rig = Try::with_cube(Cube::from_seed(5));
    with_stranger(&mut rig, 5);
    let text = rig.execute("R").text;
    assert!(text.starts_with("two programs publish"), "{text}");
    with_stranger(&mut rig, 1);
    let text = rig.scan().text;
    assert!(text.starts_with("two programs publish"), "{text}");
    with_stranger(&mut rig, 1);
    let claws = ClawsGoal { close: false, look_only: false };
    assert!(rig.move_claws(claws).text.starts_with("two programs publish"));
    assert!(rig.bricks.goals.is_empty());
    rig.run(1.2);
    assert_eq!(rig.execute("R").code, Code::Success, "the second has gone");
}

/// While a claw holds the cube, another program turns its wrist and lets go: the joint comes back, the layer does not.
#[test]
fn a_cube_that_another_program_turns_is_not_known_any_more() {
    for (joint, degrees) in [(Arm::R.wrist(), 90.0), (Arm::F.grip(), 57.0)] {
        let mut rig = Try::with_cube(Cube::from_seed(5));
        assert_eq!(rig.execute("U").code, Code::Success);
        assert!(rig.estimated().0.is_some());
        rig.bricks.push(joint, f64::to_radians(degrees));
        rig.run(0.5);
        rig.bricks.push(joint, f64::to_radians(-degrees));
        rig.run(0.5);
        assert_eq!(rig.estimated(), (None, None), "{joint}");
        let text = rig.notes.last().expect("it is said");
        assert!(text.contains(joint.name()) && text.contains("scan the cube again"), "{text}");
        assert!(rig.execute("R").text.contains("scan the cube"));
    }
}

/// Begins moves of some seconds.
fn begun() -> Try {
    let mut rig = Try::with_cube(Cube::from_seed(5));
    rig.give(Event::Execute(Ok(moves("R U F' L2 D B")), 0.0));
    rig
}

#[test]
fn moves_stop_when_another_program_moves_a_joint_that_rests() {
    let mut undisturbed = begun();
    undisturbed.run(60.0);
    let mut pushes = 0;
    for tenths in (1..50).map(f64::from) {
        let at = tenths / 10.0;
        let is_near = |made: &Made| made.start < at + 0.3 && at < made.end + 0.3;
        let rests = |joint: &Joint| !undisturbed.bricks.made.iter().any(|made| made.joint == *joint && is_near(made));
        for joint in Joint::ALL.into_iter().filter(rests) {
            let mut rig = begun();
            rig.run(at);
            // A closed claw does not hold the cube when it is 3.4 degrees open.
            rig.bricks.push(
                joint,
                if joint.kind == JointKind::Grip && rig.bricks.positions[joint.index()] < 0.1 { 0.07 } else { 0.5 },
            );
            let pushed = rig.bricks.positions[joint.index()];
            rig.run(0.3);
            let stopped = rig.bricks.positions;
            if stopped[joint.index()] != pushed {
                // The next goal of its brick has brought it back before anybody saw that.
                continue;
            }
            rig.run(3.0);
            assert_eq!(rig.bricks.positions, stopped, "something moves on");
            let report = rig.executed.take().expect("it has ended");
            assert_eq!((report.code, report.cube), (Code::Contradiction, None), "{}", report.text);
            assert!(report.text.contains(joint.name()), "{}", report.text);
            assert_eq!(rig.estimated(), (None, None));
            pushes += 1;
        }
    }
    assert!(100 < pushes, "{pushes}");
}

/// What drivers with a mistake publish.
type Published = fn(Joint, (f64, f64)) -> (f64, f64);

fn with_mistake(published: Published) -> Try {
    let mut rig = Try::with_cube(Cube::from_seed(5));
    rig.published = published;
    rig.run(0.1);
    rig
}

#[test]
fn full_turns_and_no_numbers_are_named_before_anything_moves() {
    fn is_wrong(joint: Joint) -> bool {
        joint == Arm::R.wrist()
    }
    let turned: Published = |joint, (at, speed)| match is_wrong(joint) {
        true => (at + TAU, speed),
        false => (at, speed),
    };
    let no_number: Published = |joint, (at, speed)| match is_wrong(joint) {
        true => (f64::NAN, speed),
        false => (at, speed),
    };
    for (published, said) in [(turned, "a full turn too many?"), (no_number, "r_wrist is reported as NaN")] {
        let mut rig = with_mistake(published);
        let text = rig.execute("R").text;
        assert!(text.contains("r_wrist") && text.contains(said), "{text}");
        assert!(rig.bricks.goals.is_empty(), "{text}");
    }
}

/// Zero degrees are zero radians, so that only a motion shows them.
#[test]
fn degrees_stop_the_first_motion_and_are_named() {
    let mut rig = with_mistake(|_, (at, speed)| (at.to_degrees(), speed));
    rig.give(Event::Execute(Ok(moves("R")), 0.0));
    rig.run(1.0);
    let text = rig.executed.take().expect("it has ended").text;
    let said = text.starts_with("r_wrist stands at") && text.contains("are these degrees?");
    assert!(said, "{text}");
    let turned = rig.bricks.positions[Arm::R.wrist().index()].to_degrees();
    assert!(turned.abs() < 20.0, "r_wrist has turned by {turned:.0} degrees");
}

#[test]
fn a_joint_that_is_no_number_on_its_way_is_named() {
    let mut rig = Try::with_cube(Cube::from_seed(5));
    rig.give(Event::Execute(Ok(moves("R2")), 0.0));
    rig.run(0.2);
    rig.published = |_, (_, speed)| (f64::NAN, speed);
    rig.run(3.0);
    let report = rig.executed.take().expect("it has ended");
    assert_eq!(report.code, Code::NoJointStates);
    assert!(report.text.contains("r_wrist is reported as NaN"), "{}", report.text);
}

#[test]
fn a_reading_that_is_frozen_while_its_driver_is_done_is_named() {
    let mut rig = Try::with_cube(Cube::from_seed(5));
    rig.published = |joint, reading| match joint == Arm::R.wrist() {
        true => (0.0, 0.0),
        false => reading,
    };
    let report = rig.execute("R");
    assert_eq!(report.code, Code::DriverFailed);
    let said = report.text.contains("r_wrist at 0.0 degrees") && report.text.contains("frozen");
    assert!(said, "{}", report.text);
}
