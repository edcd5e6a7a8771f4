//! The planner's logic against pretended bricks: its estimate must be what the joints really did to the cube.

use cube::{Cube, Face, Move, Notation, Rotation, format_moves};
use rig::Joint;
use testkit::cubes::{any_cube_with_solution, drawn};

use super::bench::*;
use super::fake_bricks::Made;
use crate::events::Event;
use crate::executive::Executive;
use crate::report::Code;
use cube_state::tracker::{CubeUpdate, Knowledge, Source};

#[test]
fn moves_are_refused_until_it_is_known_how_the_cube_lies() {
    let mut rig = Try::new();
    let report = rig.execute("R");
    assert_eq!(report.code, Code::Contradiction);
    assert!(report.text.contains("unknown"), "{}", report.text);
    assert!(rig.bricks.goals.is_empty());
}

#[test]
fn an_old_cube_state_does_not_count_and_a_fresh_one_that_was_set_does() {
    let mut rig = Try::new();
    let update = |stamp, source| CubeUpdate {
        stamp,
        knowledge: Knowledge::Whole(Cube::from_seed(1)),
        source,
        doubtful: Vec::new(),
        faces_seen: Face::ALL.into(),
        turns: 0,
    };
    let lies = |rig: &Try| rig.logic.estimate().pose;
    rig.give(Event::CubeState(update(EPOCH - 5.0, Source::Set)));
    assert_eq!(lies(&rig), None, "it was set before this node started");
    rig.give(Event::CubeState(update(EPOCH + 0.1, Source::Camera)));
    assert_eq!(lies(&rig), None, "nobody knows how a cube lies that was only read");
    rig.give(Event::CubeState(update(EPOCH + 0.1, Source::Set)));
    assert_eq!(lies(&rig), Some(Rotation::IDENTITY));
}

#[test]
fn the_cube_is_followed_through_all_moves() {
    let cube = Cube::from_seed(2);
    let mut rig = Try::with_cube(cube);
    let mut expected = cube;
    for text in ["R", "U2 D' F", "B L2 U' R' D F2", ""] {
        let report = rig.execute(text);
        assert_eq!(report.code, Code::Success, "{}", report.text);
        expected = expected.apply_all(&moves(text));
        assert_eq!(report.cube, Some(expected));
        assert_eq!(report.moves_done, moves(text).len());
    }
    assert!(rig.poses.iter().any(|report| report.moving));
    assert!(!rig.poses.last().expect("some were published").moving);
}

#[test]
fn any_cube_is_followed() {
    for (cube, solution) in drawn(any_cube_with_solution(), 24) {
        // As many as the rig does in a minute.
        let turns = &solution[..solution.len().min(14)];
        let mut rig = Try::with_cube(cube);
        let report = rig.execute(&format_moves(turns, Notation::Standard));
        assert_eq!(report.code, Code::Success, "{}", report.text);
        assert_eq!(report.cube, Some(cube.apply_all(turns)));
        assert_joints_are_as_estimated(&rig);
    }
}

#[test]
fn after_a_cancel_at_any_time_the_rest_leads_to_the_same_cube() {
    let text = "R U F' L2 D B";
    for tenths in 0..90 {
        let cube = Cube::from_seed(3);
        let mut rig = Try::with_cube(cube);
        rig.give(Event::Execute(Ok(moves(text)), 0.0));
        rig.run(f64::from(tenths) / 10.0 + 0.03);
        rig.give(Event::Cancel);
        rig.run(2.0);
        let report = rig.executed.take().expect("it has stopped");
        assert_eq!(report.code, Code::Stopped);
        let (done, rest) = report.moves.split_at(report.moves_done);
        assert_eq!(report.cube, Some(cube.apply_all(done)), "after {tenths} tenths");
        let rest: Vec<String> = rest.iter().map(Move::to_string).collect();
        let report = rig.execute(&rest.join(" "));
        assert_eq!(report.code, Code::Success, "after {tenths} tenths: {}", report.text);
        assert_eq!(report.cube, Some(cube.apply_all(&moves(text))));
        assert!(rig.logic.estimate().unfinished.is_empty());
        assert_joints_are_as_estimated(&rig);
    }
}

pub(super) fn assert_joints_are_as_estimated(rig: &Try) {
    let arms = rig.logic.estimate().arms.expect("known after a plan");
    let expected = settings().places.all(&arms);
    for joint in Joint::ALL {
        let (real, expected) = (rig.bricks.positions[joint.index()], expected[joint.index()]);
        assert!((real - expected).abs() < TOLERANCES.of(joint), "{joint}: {real} or {expected}");
    }
}

#[test]
fn a_scan_shows_six_faces_one_after_the_other_and_knows_the_pose_afterwards() {
    let mut rig = Try::new();
    let report = rig.scan();
    assert_eq!(report.code, Code::Success, "{}", report.text);
    let mut faces = rig.views.clone();
    faces.sort_unstable();
    assert_eq!(faces, Face::ALL);
    assert!(rig.estimated().1.is_some());
    assert_joints_are_as_estimated(&rig);
    // From where the scan ended a second one works as well, and so do moves.
    rig.set(Cube::from_seed(8));
    assert_eq!(rig.execute("U R").code, Code::Success);
    assert_eq!(rig.scan().code, Code::Success);
}

#[test]
fn a_face_that_is_not_read_ends_the_scan_by_name() {
    let mut rig = Try::new();
    rig.reads = false;
    let report = rig.scan();
    assert_eq!(report.code, Code::FaceNotSeen);
    assert!(report.text.contains(rig.views[0].letter()), "{}", report.text);
    assert!(report.text.ends_with("is there a cube in the claws?"), "{}", report.text);
    assert_eq!(rig.views.len(), 1);
}

#[test]
fn faces_are_shown_again_only_of_a_cube_whose_pose_is_known() {
    let mut rig = Try::new();
    let report = rig.scan_faces(&[Face::F, Face::D]);
    assert_eq!(report.code, Code::Contradiction, "{}", report.text);
    assert!(rig.views.is_empty());
    let whole = rig.scan();
    assert_eq!(whole.code, Code::Success, "{}", whole.text);
    rig.views.clear();
    let report = rig.scan_faces(&[Face::F, Face::D]);
    assert_eq!(report.code, Code::Success, "{}", report.text);
    rig.views.sort_unstable();
    assert_eq!(rig.views, [Face::F, Face::D]);
    assert!(report.seconds < whole.seconds);
}

#[test]
fn a_face_that_was_read_before_the_scan_does_not_count() {
    let mut rig = Try::new();
    rig.reads = false;
    rig.give(Event::Scan(Ok(Face::ALL.into()), Some(1.0)));
    let old = CubeUpdate { faces_seen: Face::ALL.into(), stamp: EPOCH, ..rig.update() };
    rig.give(Event::CubeState(old));
    rig.run(8.0);
    assert_eq!(rig.scanned.take().map(|report| report.code), Some(Code::FaceNotSeen));
}

#[test]
fn a_joint_moved_by_hand_is_named_and_only_a_scan_starts_afresh() {
    let mut rig = Try::with_cube(Cube::from_seed(4));
    assert_eq!(rig.execute("R2").code, Code::Success);
    let joint = Joint::parse("f_wrist").expect("a joint");
    rig.bricks.positions[joint.index()] += std::f64::consts::FRAC_PI_2;
    rig.run(0.1);
    let report = rig.execute("U");
    assert_eq!(report.code, Code::Contradiction);
    assert!(report.text.contains("f_wrist"), "{}", report.text);
    assert_eq!(rig.estimated(), (None, None), "better no estimate than a wrong one");
    let before = rig.bricks.goals.clone();
    assert_eq!(rig.execute("U").code, Code::Contradiction);
    assert_eq!(rig.bricks.goals, before, "nothing has moved");
    assert_eq!(rig.scan().code, Code::Success);
}

#[test]
fn a_restart_in_the_middle_of_a_turn_ends_in_a_scan_that_straightens_everything() {
    for tenths in 1..40 {
        let mut rig = Try::with_cube(Cube::from_seed(9));
        rig.give(Event::Execute(Ok(moves("U F2 R")), 0.0));
        rig.run(f64::from(tenths) / 10.0);
        for group in rig.logic.settings().groups.ids() {
            rig.bricks.take(crate::steps::Effect::CancelAll(group));
        }
        rig.logic = Executive::new(settings(), "", EPOCH);
        rig.run(0.2);
        let report = rig.scan();
        assert_eq!(report.code, Code::Success, "after {tenths} tenths: {}", report.text);
        assert_joints_are_as_estimated(&rig);
    }
}

#[test]
fn a_small_push_is_corrected_before_anything_else() {
    let mut rig = Try::with_cube(Cube::from_seed(4));
    let joint = Joint::parse("b_wrist").expect("a joint");
    rig.bricks.positions[joint.index()] += 0.15;
    rig.run(0.1);
    let report = rig.execute("F");
    assert_eq!(report.code, Code::Success, "{}", report.text);
    assert_joints_are_as_estimated(&rig);
}

#[test]
fn a_stuck_joint_fails_by_name_and_the_cube_is_still_known() {
    let cube = Cube::from_seed(5);
    let mut rig = Try::with_cube(cube);
    rig.bricks.behaviour.stuck = Joint::parse("l_wrist");
    let report = rig.execute("L");
    assert_eq!(report.code, Code::DriverFailed);
    assert!(report.text.contains("l_wrist"), "{}", report.text);
    assert_eq!((report.cube, report.moves_done), (Some(cube), 0));
    rig.bricks.behaviour.stuck = None;
    let report = rig.execute("L");
    assert_eq!(report.code, Code::Success, "{}", report.text);
    assert_eq!(report.cube, Some(cube.apply_all(&moves("L"))));
}

/// Where a brick gives up a turn halfway, all hold, the cube is known, and the rest goes well from where everything stands.
#[test]
fn a_joint_that_leaves_its_path_stops_all_and_is_taken_up_where_it_stands() {
    let (cube, text) = (Cube::from_seed(7), "R F U");
    let mut undisturbed = Try::with_cube(cube);
    undisturbed.execute(text);
    for joint in Joint::ALL {
        let moves_ever = |made: &Made| made.joint == joint;
        if !undisturbed.bricks.made.iter().any(moves_ever) {
            continue;
        }
        for share in [0.2, 0.7] {
            let mut rig = Try::with_cube(cube);
            rig.bricks.behaviour.strays = Some((joint, share));
            let report = rig.execute(text);
            assert_eq!(report.code, Code::DriverFailed, "{joint} at {share}");
            assert!(report.text.contains("left its path"), "{}", report.text);
            let held = rig.bricks.positions;
            rig.run(1.0);
            assert_eq!(rig.bricks.positions, held, "{joint} at {share}");
            let (done, rest) = report.moves.split_at(report.moves_done);
            assert_eq!(report.cube, Some(cube.apply_all(done)));
            rig.bricks.behaviour.strays = None;
            let rest = cube::format_moves(rest, cube::Notation::Standard);
            let report = rig.execute(&rest);
            let context = format!("{joint} at {share}: {}", report.text);
            assert_eq!(report.code, Code::Success, "{context}");
            assert_eq!(report.cube, Some(cube.apply_all(&moves(text))));
            assert_joints_are_as_estimated(&rig);
        }
    }
}

#[test]
fn without_joint_states_nothing_moves() {
    let mut rig = Try::with_cube(Cube::from_seed(6));
    rig.bricks.behaviour.publishes = false;
    rig.run(2.0);
    let begun = rig.bricks.time;
    let report = rig.execute("R");
    assert_eq!(report.code, Code::NoJointStates);
    assert!(report.text.contains("r_wrist"), "{}", report.text);
    assert!(settings().reading_wait <= rig.bricks.time - begun);
    assert!(rig.bricks.goals.is_empty());
    assert_eq!(rig.notes.len(), 1, "{:?}", rig.notes);
    assert!(rig.notes[0].contains("r_wrist"), "{:?}", rig.notes);
}

#[test]
fn a_goal_waits_for_joints_and_drivers_that_are_just_starting() {
    for (scan, joints_late) in [(false, true), (false, false), (true, true), (true, false)] {
        let mut rig = Try::with_cube(Cube::from_seed(6));
        rig.bricks.behaviour.publishes = !joints_late;
        rig.reachable = joints_late;
        rig.run(2.0);
        rig.give(if scan { Event::Scan(Ok(Face::ALL.into()), None) } else { Event::Execute(Ok(moves("R")), 0.0) });
        rig.run(settings().reading_wait - 1.0);
        assert!(rig.bricks.goals.is_empty());
        assert_eq!((&rig.executed, &rig.scanned), (&None, &None));
        assert_eq!(rig.notes.len(), 1, "{:?}", rig.notes);
        rig.bricks.behaviour.publishes = true;
        rig.reachable = true;
        rig.run(40.0);
        let executed = rig.executed.map(|report| report.code);
        let scanned = rig.scanned.map(|report| report.code);
        assert_eq!(executed.or(scanned), Some(Code::Success));
    }
}

#[test]
fn a_driver_that_never_comes_is_named() {
    let mut rig = Try::with_cube(Cube::from_seed(6));
    rig.reachable = false;
    let report = rig.execute("R");
    assert_eq!(report.code, Code::NoJointStates);
    assert!(report.text.contains("fb_rotate"), "{}", report.text);
    assert!(rig.bricks.goals.is_empty());
}

#[test]
fn a_goal_that_waits_can_be_cancelled() {
    let mut rig = Try::with_cube(Cube::from_seed(6));
    rig.reachable = false;
    rig.give(Event::Execute(Ok(moves("R")), 0.0));
    rig.run(0.5);
    rig.give(Event::Cancel);
    let code = rig.executed.take().map(|report| report.code);
    assert_eq!(code, Some(Code::Stopped));
    rig.reachable = true;
    rig.run(2.0);
    assert!(rig.bricks.goals.is_empty());
}

#[test]
fn a_second_goal_does_not_disturb_the_first() {
    let cube = Cube::from_seed(7);
    let mut rig = Try::with_cube(cube);
    rig.give(Event::Execute(Ok(moves("R U")), 0.0));
    rig.run(0.3);
    rig.give(Event::Scan(Ok(Face::ALL.into()), None));
    assert_eq!(rig.scanned.take().map(|report| report.code), Some(Code::Busy));
    rig.run(20.0);
    let report = rig.executed.take().expect("it is done");
    assert_eq!((report.code, report.cube), (Code::Success, Some(cube.apply_all(&moves("R U")))));
}

/// Nobody waits until the joints of a driver that has gone are missed.
#[test]
fn a_driver_that_goes_away_ends_the_moves_at_once() {
    let mut rig = Try::with_cube(Cube::from_seed(6));
    rig.give(Event::Execute(Ok(moves("R")), 0.0));
    while rig.bricks.goals.is_empty() {
        rig.run(0.05);
    }
    let gone = rig.now().rig;
    let group = rig.logic.settings().groups.of(rig::Arm::R.wrist());
    rig.give(Event::DriverLost(group));
    while rig.executed.is_none() {
        rig.run(0.05);
    }
    let seconds = rig.now().rig - gone;
    let report = rig.executed.take().expect("it has ended");
    assert_eq!(report.code, Code::DriverFailed);
    assert!(report.text.contains("driver rl_rotate is lost"), "{}", report.text);
    assert!(seconds < 1.0, "it took {seconds:.1} s");
}
