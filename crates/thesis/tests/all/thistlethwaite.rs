//! Thistlethwaite's method through its public interface.

use std::collections::HashSet;
use std::sync::LazyLock;

use cube::{Cube, Face, Move, Notation, format_moves};
use solver::{Control, Limits, LoadOptions, Solver};
use testkit::proptest::prelude::*;
use testkit::stickers::Stickers;
use thesis::Thistlethwaite;

static SOLVER: LazyLock<Thistlethwaite> =
    LazyLock::new(|| Thistlethwaite::load(&LoadOptions::small(LoadOptions::user_cache()), &|_| {}).unwrap());

/// Solves and checks what each stage reaches, in terms of pieces.
fn check(cube: Cube) {
    let solution = SOLVER.solve(&cube, &Limits::default(), &Control::default()).unwrap();
    assert_eq!(solution.stages().len(), 4);
    let lengths: Vec<usize> = solution.stages().iter().map(|stage| stage.moves.len()).collect();
    assert!(lengths.iter().zip([7, 10, 13, 15]).all(|(&length, most)| length <= most), "{lengths:?}");
    let quarters_of = |stage: usize, faces: &[Face]| {
        let quarters = |turn: &&Move| !turn.is_half_turn();
        solution.stages()[stage].moves.iter().filter(quarters).all(|turn| faces.contains(&turn.face()))
    };
    assert!(quarters_of(1, &[Face::U, Face::D, Face::R, Face::L]));
    assert!(quarters_of(2, &[Face::U, Face::D]));
    assert!(quarters_of(3, &[]));

    let mut at = cube.apply_all(&solution.stages()[0].moves);
    assert_eq!(at.edge_orientation(), &[0; 12]);
    at = at.apply_all(&solution.stages()[1].moves);
    assert_eq!(at.corner_orientation(), &[0; 8]);
    assert!(at.edge_permutation()[8..].iter().all(|&piece| piece >= 8));
    at = at.apply_all(&solution.stages()[2].moves);
    // Only half turns left: every sticker shows its own face or the opposite one.
    let facelets = at.facelets();
    assert!((0..54).all(|index| facelets[index].axis() == Face::ALL[index / 9].axis()));
    at = at.apply_all(&solution.stages()[3].moves);
    assert!(at.is_solved());
    assert!(cube.apply_all(solution.moves()).is_solved());
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
        let Some(rows) = testkit::cube_rows(name) else {
            return;
        };
        let column = usize::from(name == "random_cubes.csv");
        rows.iter().for_each(|row| check(row[column].parse().unwrap()));
    }
}

#[test]
fn stages_have_the_published_sizes_and_depths() {
    // M. Thistlethwaite's groups: their indices, and the best possible lengths that D. Singmaster's
    // Notes of 1980 still ask for, 7 10? 13? 15?.
    let published = [(2048, 7), (1_082_565, 10), (29_400, 13), (663_552, 15)];
    for (stage, (positions, longest)) in published.into_iter().enumerate() {
        let counts = SOLVER.positions_by_distance(stage);
        assert_eq!(counts.iter().sum::<u64>(), positions, "stage {stage}");
        assert_eq!(counts.len() - 1, longest, "stage {stage}");
        assert_eq!(counts[0], 1);
    }
    // The group of half turns: sequence A080627 of the OEIS, after M. Longridge.
    let half_turns =
        [1, 6, 27, 120, 519, 1932, 6484, 20_310, 55_034, 113_892, 178_495, 179_196, 89_728, 16_176, 1488, 144];
    assert_eq!(SOLVER.positions_by_distance(3), half_turns);
}

/// Which edges come home only by quarter turns of F or B. Their stickers show it: such an edge shows the colour of its own U,
/// D, F or B side to the wrong axis.
fn flipped_edges(stickers: &Stickers) -> u32 {
    // Of each edge the sticker on U or D or, in the middle layer, on F or B, and the one next to it.
    let edges = [
        (5, 10),
        (7, 19),
        (3, 37),
        (1, 46),
        (32, 16),
        (28, 25),
        (30, 43),
        (34, 52),
        (23, 12),
        (21, 41),
        (50, 39),
        (48, 14),
    ];
    let bad = |(chief, other): (usize, usize)| match stickers.0[chief] {
        'U' | 'D' => false,
        'F' | 'B' => "UD".contains(stickers.0[other]),
        _ => true,
    };
    let flipped = edges.into_iter().enumerate().filter(|(_, edge)| bad(*edge));
    flipped.map(|(index, _)| 1 << index).sum()
}

#[test]
fn the_first_stage_counts_as_stickers_do() {
    // The same search on stickers in space: positions by which edges are flipped.
    let mut seen = HashSet::from([flipped_edges(&Stickers::solved())]);
    let mut layer = vec![Stickers::solved()];
    let mut counts = Vec::new();
    while !layer.is_empty() {
        counts.push(layer.len() as u64);
        let mut next = Vec::new();
        for stickers in layer {
            for turn in Move::ALL {
                let mut moved = stickers.clone();
                moved.turn(&format_moves(&[turn], Notation::Quarters));
                if seen.insert(flipped_edges(&moved)) {
                    next.push(moved);
                }
            }
        }
        layer = next;
    }
    assert_eq!(SOLVER.positions_by_distance(0), counts);
}

#[test]
fn a_bound_on_the_length_is_kept() {
    let limits = Limits { max_length: Some(10), ..Limits::default() };
    let error = SOLVER.solve(&Cube::from_seed(1), &limits, &Control::default()).unwrap_err().to_string();
    assert!(error.starts_with("the method thistlethwaite needs"), "{error}");
    let solution = SOLVER.solve(&Cube::SOLVED, &limits, &Control::default()).unwrap();
    assert_eq!(solution.moves(), []);
}
