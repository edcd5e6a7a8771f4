//! Claws and cube without motors: what is turned is what group theory predicts, and nothing else moves.

use cube::{Cube, Face, Move, Rotation};
use rig::{Arm, Pair};
use sim::mechanics::{ArmBody, HeldCube, Mechanics, Mishap};
use std::f64::consts::FRAC_PI_2;
use testkit::proptest::prelude::*;

const OPEN: f64 = 1.0;

fn held(cube: Cube, pose: Rotation) -> Mechanics {
    let closed = ArmBody { grip: 0.0, wrist: 0.0, gripping: false };
    let mut mechanics = Mechanics::new([closed; 4], None, OPEN);
    mechanics.put_cube(HeldCube::new(cube, pose));
    mechanics
}

/// Moves joints in small steps, as motors do: by arm, how far the grip and the wrist go.
fn go(mechanics: &mut Mechanics, by: [(f64, f64); 4], mishaps: &mut Vec<Mishap>) {
    let start = mechanics.arms.map(|arm| (arm.grip, arm.wrist));
    for step in 1..=200 {
        let share = f64::from(step) / 200.0;
        let wanted = [0, 1, 2, 3].map(|arm| (start[arm].0 + share * by[arm].0, start[arm].1 + share * by[arm].1));
        mechanics.advance(wanted, mishaps);
    }
}

fn one(arm: Arm, grip: f64, quarters: f64) -> [(f64, f64); 4] {
    let mut by = [(0.0, 0.0); 4];
    by[arm.index()] = (grip, quarters * FRAC_PI_2);
    by
}

fn both(pair: Pair, grip: f64, quarters: f64) -> [(f64, f64); 4] {
    let mut by = [(0.0, 0.0); 4];
    for (arm, sign) in pair.arms().into_iter().zip([1.0, -1.0]) {
        by[arm.index()] = (grip, sign * quarters * FRAC_PI_2);
    }
    by
}

proptest! {
    #[test]
    fn a_closed_claw_turns_its_face_clockwise(seed: u64, pose in 0usize..24, arm in 0usize..4, quarters in -2i32..=2) {
        let (cube, pose, arm) = (Cube::from_seed(seed), Rotation::from_index(pose).expect("0 to 23"), Arm::ALL[arm]);
        let mut mechanics = held(cube, pose);
        let mut mishaps = Vec::new();
        go(&mut mechanics, one(arm, 0.0, f64::from(quarters)), &mut mishaps);
        let face = pose.face_at(arm.side());
        let expected = Move::new(face, quarters).map_or(cube, |turn| cube.apply(turn));
        let after = mechanics.cube.as_ref().expect("it is held");
        prop_assert_eq!((after.cube, after.pose), (expected, pose));
        prop_assert!(after.layer_turn(arm).abs() < 1e-9);
        prop_assert_eq!(mishaps, vec![]);
    }

    #[test]
    fn a_pair_turns_the_whole_cube(seed: u64, pose in 0usize..24, pair in 0usize..2, quarters in -2i32..=2) {
        let (cube, pose, pair) = (Cube::from_seed(seed), Rotation::from_index(pose).expect("0 to 23"), Pair::ALL[pair]);
        let mut mechanics = held(cube, pose);
        let mut mishaps = Vec::new();
        go(&mut mechanics, both(pair.other(), OPEN, 0.0), &mut mishaps);
        go(&mut mechanics, both(pair, 0.0, f64::from(quarters)), &mut mishaps);
        go(&mut mechanics, both(pair.other(), -OPEN, 0.0), &mut mishaps);
        let after = mechanics.cube.as_ref().expect("it is held");
        prop_assert_eq!((after.cube, after.pose), (cube, pose.then(pair.rotation(quarters))));
        prop_assert!(mechanics.arms.iter().all(|arm| arm.gripping));
        prop_assert_eq!(mishaps, vec![]);
    }

    #[test]
    fn an_open_claw_turns_nothing(seed: u64, arm in 0usize..4, quarters in -2i32..=2) {
        let (cube, arm) = (Cube::from_seed(seed), Arm::ALL[arm]);
        let mut mechanics = held(cube, Rotation::IDENTITY);
        let mut mishaps = Vec::new();
        go(&mut mechanics, one(arm, OPEN, 0.0), &mut mishaps);
        go(&mut mechanics, one(arm, 0.0, f64::from(quarters)), &mut mishaps);
        let after = mechanics.cube.as_ref().expect("it is held");
        prop_assert_eq!((after.cube, after.pose), (cube, Rotation::IDENTITY));
        prop_assert_eq!(mishaps, vec![]);
    }

    #[test]
    fn landing_errors_do_not_add_up(errors in prop::collection::vec(-2.0f64..2.0, 12)) {
        // Turn, let go, turn back, close, each a little off: wrists count absolutely, so it stays a little.
        let mut mechanics = held(Cube::SOLVED, Rotation::IDENTITY);
        let mut mishaps = Vec::new();
        for (round, pair) in errors.chunks(2).enumerate() {
            let arm = Arm::ALL[round % 4];
            let quarters = |target: f64, error: f64, mechanics: &Mechanics| {
                target + error / 90.0 - mechanics.arms[arm.index()].wrist / FRAC_PI_2
            };
            let turn = quarters(1.0, pair[0], &mechanics);
            go(&mut mechanics, one(arm, 0.0, turn), &mut mishaps);
            go(&mut mechanics, one(arm, OPEN, 0.0), &mut mishaps);
            let back = quarters(0.0, pair[1], &mechanics);
            go(&mut mechanics, one(arm, 0.0, back), &mut mishaps);
            go(&mut mechanics, one(arm, -OPEN, 0.0), &mut mishaps);
        }
        let moves: Vec<Move> =
            (0..6).map(|round| Move::quarter([Face::R, Face::L, Face::F, Face::B][round % 4])).collect();
        let after = mechanics.cube.as_ref().expect("it is held");
        prop_assert_eq!(after.cube, Cube::SOLVED.apply_all(&moves));
        for arm in Arm::ALL {
            prop_assert!(after.layer_turn(arm).to_degrees().abs() < 4.1);
        }
        prop_assert_eq!(mishaps, vec![]);
    }
}

#[test]
fn claws_that_turn_the_free_cube_apart_tear_it_and_together_again_do_not() {
    let mut mechanics = held(Cube::SOLVED, Rotation::IDENTITY);
    let mut mishaps = Vec::new();
    go(&mut mechanics, both(Pair::FB, OPEN, 0.0), &mut mishaps);
    go(&mut mechanics, one(Arm::R, 0.0, 0.3), &mut mishaps);
    assert!(mishaps.iter().any(|mishap| matches!(mishap, Mishap::Torn { pair: Pair::RL, .. })), "{mishaps:?}");
    mishaps.clear();
    go(&mut mechanics, one(Arm::L, 0.0, -0.3), &mut mishaps);
    assert_eq!(mishaps, []);
}

/// R and L turn the cube by a quarter, past F and B with wrists at quarters and claws at a share of their travel: what goes wrong,
/// and where wrist R ends, degrees.
fn past_open_claws(quarters: f64, share: f64) -> (Vec<Mishap>, f64) {
    let mut mechanics = held(Cube::SOLVED, Rotation::IDENTITY);
    let mut mishaps = Vec::new();
    go(&mut mechanics, both(Pair::FB, OPEN, 0.0), &mut mishaps);
    go(&mut mechanics, both(Pair::FB, 0.0, quarters), &mut mishaps);
    let shut = (share - 1.0) * OPEN;
    go(&mut mechanics, both(Pair::FB, shut, 0.0), &mut mishaps);
    assert_eq!(mishaps, vec![]);
    go(&mut mechanics, both(Pair::RL, 0.0, 1.0), &mut mishaps);
    let is_turned = mechanics.cube.expect("it is held").pose != Rotation::IDENTITY;
    assert_eq!(is_turned, mishaps.is_empty());
    (mishaps, mechanics.arms[Arm::R.index()].wrist.to_degrees())
}

/// The shares are those of contact physics: free from 0.20 on; horizontal claws meet those that turn below 0.95.
#[test]
fn a_cube_turns_past_claws_only_where_they_are_open_enough() {
    let meets = |mishap: &Mishap| matches!(mishap, Mishap::CubeMeetsFingers { .. });
    let (mishaps, wrist) = past_open_claws(0.0, 0.15);
    assert!(mishaps.iter().all(meets) && !mishaps.is_empty(), "{mishaps:?}");
    assert!(wrist < 6.0, "the wrist is blocked, not at {wrist}");
    assert_eq!(past_open_claws(0.0, 0.3), (vec![], 90.0));
    let (mishaps, wrist) = past_open_claws(1.0, 0.94);
    assert!(mishaps.iter().all(meets) && !mishaps.is_empty(), "{mishaps:?}");
    assert!(wrist < 6.0, "the wrist is blocked, not at {wrist}");
    assert_eq!(past_open_claws(1.0, 1.0), (vec![], 90.0));
}

#[test]
fn two_neighbours_cannot_both_close_horizontally() {
    let mut mechanics = held(Cube::SOLVED, Rotation::IDENTITY);
    let mut mishaps = Vec::new();
    for arm in [Arm::R, Arm::F] {
        go(&mut mechanics, one(arm, OPEN, 0.0), &mut mishaps);
        go(&mut mechanics, one(arm, 0.0, 1.0), &mut mishaps);
        go(&mut mechanics, one(arm, -OPEN, 0.0), &mut mishaps);
    }
    assert!(mechanics.grips(Arm::R) && !mechanics.grips(Arm::F));
    assert!(mishaps.contains(&Mishap::FingersMeet { arm: Arm::F, neighbour: Arm::R }), "{mishaps:?}");
}

/// Another cube is put in while a pair has turned the first one halfway: when the wrists go back, it lies square.
#[test]
fn a_cube_that_takes_the_place_of_another_lies_as_that_did() {
    for pair in Pair::ALL {
        let mut mechanics = held(Cube::SOLVED, Rotation::IDENTITY);
        let mut mishaps = Vec::new();
        for arm in pair.other().arms() {
            go(&mut mechanics, one(arm, OPEN, 0.0), &mut mishaps);
        }
        go(&mut mechanics, both(pair, 0.0, 0.6), &mut mishaps);
        let pose = mechanics.cube.as_ref().expect("it is held").pose;
        let other = Cube::from_seed(5);
        mechanics.exchange_cube(HeldCube::new(other, pose));
        go(&mut mechanics, both(pair, 0.0, -0.6), &mut mishaps);
        for arm in pair.other().arms() {
            go(&mut mechanics, one(arm, -OPEN, 0.0), &mut mishaps);
        }
        let [arm, _] = pair.arms();
        go(&mut mechanics, one(arm, 0.0, 1.0), &mut mishaps);
        assert_eq!(mishaps, [], "{pair:?}");
        let face = Rotation::IDENTITY.face_at(arm.side());
        let turned = other.apply(Move::quarter(face));
        assert_eq!(mechanics.cube.map(|held| held.cube), Some(turned));
    }
}
