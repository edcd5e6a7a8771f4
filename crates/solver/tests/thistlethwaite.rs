//! Thistlethwaite's method through its public interface.

#[path = "../../cube/tests/support/mod.rs"]
mod support;

use std::sync::LazyLock;

use cube::{Cube, Face, Move};
use proptest::prelude::*;
use solver::{Control, Limits, LoadOptions, Solver, Thistlethwaite};

static SOLVER: LazyLock<Thistlethwaite> = LazyLock::new(|| {
    Thistlethwaite::load(&LoadOptions::small(env!("CARGO_TARGET_TMPDIR")), &|_| {}).unwrap()
});

/// Solves and checks what each stage reaches, in terms of pieces.
fn check(cube: Cube) {
    let solution = SOLVER
        .solve(&cube, &Limits::default(), &Control::default())
        .unwrap();
    assert_eq!(solution.stages.len(), 4);
    let lengths: Vec<usize> = solution
        .stages
        .iter()
        .map(|stage| stage.moves.len())
        .collect();
    assert!(
        lengths
            .iter()
            .zip([7, 10, 13, 15])
            .all(|(&length, most)| length <= most),
        "{lengths:?}"
    );
    let quarters_of = |stage: usize, faces: &[Face]| {
        let quarters = |turn: &&Move| !turn.is_half_turn();
        solution.stages[stage]
            .moves
            .iter()
            .filter(quarters)
            .all(|turn| faces.contains(&turn.face()))
    };
    assert!(quarters_of(1, &[Face::U, Face::D, Face::R, Face::L]));
    assert!(quarters_of(2, &[Face::U, Face::D]));
    assert!(quarters_of(3, &[]));

    let mut at = cube.apply_all(&solution.stages[0].moves);
    assert_eq!(at.edge_orientation(), &[0; 12]);
    at = at.apply_all(&solution.stages[1].moves);
    assert_eq!(at.corner_orientation(), &[0; 8]);
    assert!(at.edge_permutation()[8..].iter().all(|&piece| piece >= 8));
    at = at.apply_all(&solution.stages[2].moves);
    // Only half turns left: every sticker shows its own face or the opposite one.
    let facelets = at.facelets();
    assert!((0..54).all(|index| facelets[index].axis() == Face::ALL[index / 9].axis()));
    at = at.apply_all(&solution.stages[3].moves);
    assert!(at.is_solved());
    assert!(cube.apply_all(&solution.moves).is_solved());
}

proptest! {
    #[test]
    fn each_stage_reaches_its_goal(seed: u64) {
        check(Cube::from_seed(seed));
    }
}

#[test]
fn the_data_is_solved() {
    for name in ["random_cubes.csv", "known_depth.csv"] {
        let Some(rows) = support::data_rows(name) else {
            return;
        };
        let column = usize::from(name == "random_cubes.csv");
        rows.iter()
            .for_each(|row| check(row[column].parse().unwrap()));
    }
}

#[test]
fn the_longest_stages_are_as_published() {
    assert_eq!(SOLVER.longest_stages(), [7, 10, 13, 15]);
}

#[test]
fn a_bound_on_the_length_is_kept() {
    let limits = Limits {
        max_length: Some(10),
        ..Limits::default()
    };
    let error = SOLVER
        .solve(&Cube::from_seed(1), &limits, &Control::default())
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("the method thistlethwaite needs"),
        "{error}"
    );
    let solution = SOLVER
        .solve(&Cube::SOLVED, &limits, &Control::default())
        .unwrap();
    assert_eq!(solution.moves, []);
}
