//! What a wrist learns that is measured on something square, by how it was known before.

use crate::support;
use brick::Error;
use brick::control::{FlatOn, Instants, JointLaw, MotorReading, Progress, Tolerances, Trajectory};

/// A wrist at 0; if it is only estimated, it is assumed to have coasted this far, radians.
fn wrist(coasted: Option<f64>) -> JointLaw {
    let mut law = support::wrist(coasted);
    read(&mut law, 0);
    law
}

fn read(law: &mut JointLaw, degrees: i32) {
    let reading = MotorReading { time: 0.0, degrees };
    let instants = Instants { effect: 0.0, interval: 0.03 };
    law.step(reading, instants);
}

/// Measures the wrist where something has pushed its motor by this many degrees, which should stand at 0.
fn push(law: &mut JointLaw, from: i32, by: i32, flat_on: FlatOn) -> Result<f64, Error> {
    read(law, from);
    law.release_at(0.0).expect("it rests");
    read(law, from + by);
    law.zero(flat_on, Instants { effect: 1.0, interval: 0.035 }).map(f64::to_degrees)
}

fn position(law: &JointLaw) -> f64 {
    law.report().position.to_degrees()
}

#[test]
fn a_wrist_whose_place_is_estimated_accepts_what_it_finds_until_it_lies_on_another_layer() {
    let mut law = wrist(Some(0.5));
    let learnt = push(&mut law, 0, 20, FlatOn::Cube).expect("it is accepted");
    assert!((learnt + 20.0).abs() < 1e-9 && position(&law).abs() < 1e-9);
    push(&mut law, 20, -10, FlatOn::SameLayer).expect("it is accepted");
    assert!(law.report().coasted.is_some());
    push(&mut law, 10, 10, FlatOn::OtherLayer).expect("it is accepted");
    assert!(law.report().coasted.is_none() && position(&law).abs() < 1e-9);
    let error = push(&mut law, 20, 10, FlatOn::OtherLayer).expect_err("it is known now");
    assert!(matches!(error, Error::NotSquare { .. }), "{error}");
}

#[test]
fn a_known_wrist_accepts_what_it_finds_again_on_another_layer_only() {
    for (second, by, is_learnt) in [
        (FlatOn::OtherLayer, 10, true),
        (FlatOn::OtherLayer, 7, true),
        (FlatOn::OtherLayer, 15, false),
        (FlatOn::OtherLayer, -10, false),
        (FlatOn::SameLayer, 10, false),
    ] {
        let mut law = wrist(None);
        push(&mut law, 0, 10, FlatOn::OtherLayer).expect_err("it may be the layer");
        law.hold();
        let learnt = push(&mut law, 0, by, second);
        assert_eq!(learnt.is_ok(), is_learnt, "{second:?} {by}");
    }
    let mut law = wrist(None);
    push(&mut law, 0, 10, FlatOn::OtherLayer).expect_err("it may be the layer");
    law.hold();
    push(&mut law, 0, 0, FlatOn::OtherLayer).expect("this layer is square");
    push(&mut law, 0, 10, FlatOn::OtherLayer).expect_err("so it was the layer");
}

#[test]
fn other_places_are_assumed_in_turn_and_only_where_the_place_is_estimated() {
    for (coasted, wanted) in
        [(Some(0.5), [22.0, -22.0, 0.0, 22.0]), (Some(-0.5), [-22.0, 22.0, 0.0, -22.0]), (None, [0.0; 4])]
    {
        let mut law = wrist(coasted);
        for place in wanted {
            law.release_at(0.0).expect("it rests");
            law.assume_elsewhere();
            assert!((position(&law) - place).abs() < 1e-9, "{coasted:?} {place}");
        }
    }
}

/// The claw's driver may find the claw blocked after the wrist was sent on: the goal counts.
#[test]
fn a_blocked_claw_takes_no_goal_from_its_wrist() {
    let mut law = wrist(None);
    let turn = Trajectory::to("a wrist", 1.0, 0.6).expect("a good trajectory");
    law.release_at(0.0).expect("it rests");
    law.follow(&turn, Tolerances::default(), None, Instants { effect: 0.0, interval: 0.035 }).expect("it may");
    law.assume_elsewhere();
    assert_eq!(law.report().progress, Progress::Moving);
}
