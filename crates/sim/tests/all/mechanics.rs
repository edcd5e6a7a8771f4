//! Claws and cube without motors: what is turned is what group theory says, and nothing else moves.

use cube::{Cube, Face, Move, Rotation};
use proptest::prelude::*;
use rig::{Arm, Pair};
use sim::mechanics::{ArmBody, HeldCube, Mechanics, Mishap};
use std::f64::consts::FRAC_PI_2;

const OPEN: f64 = 1.0;

fn held(cube: Cube, pose: Rotation) -> Mechanics {
    let closed = ArmBody {
        grip: 0.0,
        wrist: 0.0,
        gripping: false,
    };
    let mut mechanics = Mechanics::new([closed; 4], None, OPEN);
    mechanics.put_cube(HeldCube::new(cube, pose));
    mechanics
}

/// Moves joints in small steps, as motors do: by arm, how far the grip and the wrist go.
fn go(mechanics: &mut Mechanics, by: [(f64, f64); 4], mishaps: &mut Vec<Mishap>) {
    let start = mechanics.arms.map(|arm| (arm.grip, arm.wrist));
    for step in 1..=200 {
        let share = f64::from(step) / 200.0;
        let wanted = [0, 1, 2, 3].map(|arm| {
            (
                start[arm].0 + share * by[arm].0,
                start[arm].1 + share * by[arm].1,
            )
        });
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
    fn landing_errors_do_not_add_up(errors in proptest::collection::vec(-2.0f64..2.0, 12)) {
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
fn claws_that_turn_the_free_cube_apart_tear_it() {
    let mut mechanics = held(Cube::SOLVED, Rotation::IDENTITY);
    let mut mishaps = Vec::new();
    go(&mut mechanics, both(Pair::FB, OPEN, 0.0), &mut mishaps);
    go(&mut mechanics, one(Arm::R, 0.0, 1.0), &mut mishaps);
    assert!(
        mishaps
            .iter()
            .any(|mishap| matches!(mishap, Mishap::Torn { pair: Pair::RL, .. })),
        "{mishaps:?}"
    );
}

#[test]
fn a_cube_cannot_turn_into_a_claw_that_is_hardly_open() {
    let mut mechanics = held(Cube::SOLVED, Rotation::IDENTITY);
    let mut mishaps = Vec::new();
    go(
        &mut mechanics,
        both(Pair::FB, 0.15 * OPEN, 0.0),
        &mut mishaps,
    );
    go(&mut mechanics, both(Pair::RL, 0.0, 1.0), &mut mishaps);
    assert!(
        matches!(mishaps[0], Mishap::CubeMeetsFingers { .. }),
        "{mishaps:?}"
    );
    assert!(
        mechanics.arms[Arm::R.index()].wrist < 6f64.to_radians(),
        "the wrist is blocked"
    );
    assert_eq!(mechanics.cube.expect("it is held").pose, Rotation::IDENTITY);
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
    assert!(
        mishaps.contains(&Mishap::FingersMeet {
            arm: Arm::F,
            neighbour: Arm::R
        }),
        "{mishaps:?}"
    );
}
