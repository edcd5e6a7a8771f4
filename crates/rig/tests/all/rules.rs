//! The rules of motion: each broken once and kept once.

use crate::support::{nxt, opposite, with_wrists};
use cube::{Face, Move, Rotation};
use rig::{Action, Arm, BrokenRule, Claw, CubeEffect, Motion, Pair, Profile, RigState, Violation, WristRange, check};

use Action::{Close, Open, Turn};
use Arm::{B, F, L, R};

/// Motions from (arm, action, start); each lasts as long as in the profile.
pub fn plan(profile: &Profile, steps: &[(Arm, Action, f64)]) -> Vec<Motion> {
    steps
        .iter()
        .map(|&(arm, action, start)| Motion { arm, action, start, end: start + profile.timing.seconds(action) })
        .collect()
}

pub fn fault(profile: &Profile, start: &RigState, steps: &[(Arm, Action, f64)]) -> BrokenRule {
    match check(profile, start, &plan(profile, steps)) {
        Err(Violation::At { fault, .. }) => fault,
        other => panic!("{steps:?}: {other:?}"),
    }
}

pub fn kept(profile: &Profile, start: &RigState, steps: &[(Arm, Action, f64)]) -> rig::Trace {
    check(profile, start, &plan(profile, steps)).unwrap_or_else(|violation| panic!("{violation}"))
}

#[test]
fn some_pair_always_holds() {
    let rig = nxt();
    // R opens while F still opens: neither pair is closed and at rest.
    assert_eq!(fault(&rig, &RigState::REST, &[(F, Open, 0.0), (R, Open, 0.3)]), BrokenRule::NotHeld);
    assert_eq!(fault(&rig, &RigState::REST, &[(F, Open, 0.0), (R, Open, 1.0)]), BrokenRule::NotHeld);
    // Opening at the very instant at which the other claw has closed is allowed, a nanosecond sooner too.
    let chain = [(F, Open, 0.0), (F, Close, 0.52), (R, Open, 1.04)];
    kept(&rig, &RigState::REST, &chain);
    kept(&rig, &RigState::REST, &[chain[0], chain[1], (R, Open, 1.04 - 0.9e-9)]);
    assert_eq!(fault(&rig, &RigState::REST, &[chain[0], chain[1], (R, Open, 1.04 - 1e-6)]), BrokenRule::NotHeld);
    let mut dropped = RigState::REST;
    dropped.arms[0].claw = Claw::Open;
    dropped.arms[2].claw = Claw::Open;
    assert!(matches!(check(&rig, &dropped, &[]), Err(Violation::At { fault: BrokenRule::NotHeld, .. })));
}

#[test]
fn wrists_stay_within_their_cables() {
    let rig = nxt();
    kept(&rig, &RigState::REST, &[(R, Turn(2), 0.0)]);
    let too_far = plan(&rig, &[(R, Turn(2), 0.0), (R, Turn(1), 1.0)]);
    assert!(matches!(
        check(&rig, &RigState::REST, &too_far),
        Err(Violation::Twisted { arm: R, quarters: 3, range: WristRange { least: -2, most: 2 }, .. })
    ));
    let mut free = rig.clone();
    free.rules.wrist_range = None;
    kept(&free, &RigState::REST, &[(R, Turn(2), 0.0), (R, Turn(1), 1.0)]);
}

#[test]
fn a_face_turns_while_three_claws_hold_and_the_neighbours_stand_vertical() {
    let rig = nxt();
    let trace = kept(&rig, &RigState::REST, &[(R, Turn(1), 0.0), (L, Turn(-1), 0.6)]);
    let turns = [Face::R, Face::L].map(Move::quarter);
    let effects = [turns[0], turns[1].inverse()].map(CubeEffect::FaceTurn);
    assert_eq!(trace.effects, effects);
    assert_eq!(trace.turns, [0, 1]);
    assert_eq!(
        fault(&rig, &RigState::REST, &[(R, Turn(1), 0.0), (F, Turn(1), 0.6)]),
        BrokenRule::NeighbourInTheWay { arm: F, neighbour: R }
    );
    assert_eq!(
        fault(&rig, &RigState::REST, &[(R, Turn(1), 0.0), (F, Turn(1), 0.3)]),
        BrokenRule::NeighbourNotHolding { arm: R, neighbour: F }
    );
    assert_eq!(
        fault(&rig, &RigState::REST, &[(L, Open, 0.0), (R, Turn(1), 0.52)]),
        BrokenRule::TooFewHolding { arm: R, holding: 2, needed: 3 }
    );
    assert!(matches!(
        fault(&rig, &RigState::REST, &[(R, Turn(1), 0.0), (L, Turn(1), 0.0)]),
        BrokenRule::OppositeTurns { .. }
    ));
    assert_eq!(
        fault(&rig, &RigState::REST, &[(F, Open, 0.0), (R, Turn(1), 0.52)]),
        BrokenRule::NeighbourNotHolding { arm: R, neighbour: F }
    );
}

#[test]
fn with_two_holding_claws_opposite_faces_turn_at_once() {
    let rig = opposite();
    let trace = kept(&rig, &RigState::REST, &[(R, Turn(1), 0.0), (L, Turn(-1), 0.2)]);
    assert_eq!(trace.turns.len(), 2);
    assert_eq!(trace.end.pose, Rotation::IDENTITY);
    // … and one claw may turn its face while the claw across takes a new grip.
    kept(&rig, &RigState::REST, &[(R, Turn(1), 0.0), (L, Open, 0.1), (L, Turn(1), 0.62), (L, Close, 1.22)]);
    assert!(matches!(
        fault(&rig, &RigState::REST, &[(R, Turn(1), 0.0), (F, Turn(1), 0.0)]),
        BrokenRule::NeighbourNotHolding { .. }
    ));
}

#[test]
fn a_pair_turns_the_whole_cube_together_while_the_other_is_open() {
    let rig = nxt();
    let opened = [(F, Open, 0.0), (B, Open, 0.0)];
    let with = |more: &[(Arm, Action, f64)]| [&opened[..], more].concat();
    let trace = kept(&rig, &RigState::REST, &with(&[(R, Turn(1), 0.52), (L, Turn(-1), 0.52)]));
    assert_eq!(trace.end.pose.face_at(Face::U), Face::F);
    let turned_with = |partner| CubeEffect::CubeTurn { rotation: Rotation::X, partner: Some(partner) };
    let nothing = CubeEffect::Nothing;
    assert_eq!(trace.effects, [nothing, nothing, turned_with(3), turned_with(2)]);
    assert!(trace.turns.is_empty());
    let torn = BrokenRule::CubeTorn { pair: Pair::RL };
    for apart in [
        vec![(R, Turn(1), 0.52), (L, Turn(1), 0.52)],
        vec![(R, Turn(1), 0.52)],
        vec![(R, Turn(1), 0.52), (L, Turn(-1), 0.7)],
        vec![(R, Turn(1), 0.52), (L, Turn(-2), 0.52)],
        vec![(R, Turn(2), 0.52), (L, Turn(-1), 0.52)],
    ] {
        assert_eq!(fault(&rig, &RigState::REST, &with(&apart)), torn, "{apart:?}");
    }
    assert_eq!(
        fault(&rig, &RigState::REST, &with(&[(R, Turn(1), 0.4), (L, Turn(-1), 0.4)])),
        BrokenRule::CubeTurnBlocked { pair: Pair::RL, arm: F }
    );
    // Open claws turn freely meanwhile, also past the end of the cube's turn.
    kept(
        &rig,
        &RigState::REST,
        &with(&[(R, Turn(1), 0.52), (L, Turn(-1), 0.52), (F, Turn(2), 0.6), (B, Turn(-1), 1.0)]),
    );
}

#[test]
fn neighbours_are_never_both_horizontal_on_the_cube() {
    let rig = nxt();
    let steps = |wrist: i8| [(R, Turn(1), 0.0), (F, Open, 0.6), (F, Turn(wrist), 1.12), (F, Close, 2.12)];
    assert_eq!(fault(&rig, &RigState::REST, &steps(1)), BrokenRule::FingersMeet { first: R, second: F });
    kept(&rig, &RigState::REST, &steps(2));
    assert!(check(&rig, &with_wrists([1, 0, -1, 0]), &[]).is_err());
    assert!(check(&rig, &with_wrists([1, -1, 2, 0]), &[]).is_ok());
}

#[test]
fn an_arm_does_one_thing_at_a_time_and_no_faster_than_it_can() {
    let rig = nxt();
    let busy = plan(&rig, &[(F, Open, 0.0), (F, Turn(1), 0.3)]);
    assert!(matches!(check(&rig, &RigState::REST, &busy), Err(Violation::Busy { arm: F, .. })));
    let again = plan(&rig, &[(F, Close, 0.0)]);
    assert!(matches!(check(&rig, &RigState::REST, &again), Err(Violation::NothingToDo { .. })));
    let motion = |action, start, end| Motion { arm: R, action, start, end };
    let one = |motion| check(&rig, &RigState::REST, &[motion]);
    assert!(matches!(one(motion(Turn(1), 0.0, 0.5)), Err(Violation::TooFast { .. })));
    assert!(one(motion(Turn(1), 0.0, 5.0)).is_ok(), "slower is no fault");
    assert!(matches!(one(motion(Turn(3), 0.0, 5.0)), Err(Violation::BadQuarters { quarters: 3, .. })));
    assert!(matches!(one(motion(Turn(0), 0.0, 5.0)), Err(Violation::BadQuarters { .. })));
    for (start, end) in [(-1.0, 1.0), (1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
        assert!(matches!(one(motion(Turn(1), start, end)), Err(Violation::BadTime { .. })));
    }
    let mut two = rig.clone();
    two.rules.present = [true, false, true, false];
    two.rules.min_holding_claws = 1;
    let missing = plan(&two, &[(L, Open, 0.0)]);
    assert!(matches!(check(&two, &RigState::REST, &missing), Err(Violation::NoSuchArm { arm: L, .. })));
    // With one arm on each axis a single claw holds, turns a face, or turns the cube.
    let trace = kept(&two, &RigState::REST, &[(R, Turn(1), 0.0), (R, Open, 0.6), (F, Turn(1), 1.12)]);
    assert_eq!(trace.turns, [0]);
    assert_eq!(trace.cube_turns().collect::<Vec<_>>(), [2]);
    let turned = CubeEffect::CubeTurn { rotation: Rotation::Z, partner: None };
    assert_eq!(trace.effects[2], turned);
}

#[test]
fn faces_are_named_as_they_lie_after_turns_of_the_cube() {
    let rig = nxt();
    let mut tilted = RigState::REST;
    tilted.pose = Rotation::IDENTITY.then(Pair::FB.rotation(1));
    // After a turn as F turns, face U lies at side R.
    let trace = kept(&rig, &tilted, &[(R, Turn(-1), 0.0)]);
    let turn = Move::quarter(Face::U).inverse();
    assert_eq!(trace.effects, [CubeEffect::FaceTurn(turn)]);
}
