//! Cubes for tests: half of them uniform random, half structured.
//!
//! Uniform random cubes are hardly ever near solved, symmetric or in a small group. The cubes that people bring often are:
//! patterns, half-turn scrambles, one wrong corner.

use cube::symmetry::SYMMETRIES;
use cube::{Cube, Face, Move, Notation, parse_moves};
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};

/// Well-known patterns by their moves, and sequences that put few pieces at a wrong place.
pub const PATTERNS: [(&str, &str); 20] = [
    ("checkerboard", "R2 L2 U2 D2 F2 B2"),
    ("checkerboard in sixths", "U D' R L' F B' U D' R' L F' B U2 D2"),
    ("superflip", "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"),
    ("superflip with four spots", "U2 D2 L F2 U' D R2 B U' D' R L F2 R U D' R' L U F' B'"),
    ("six spots", "U D' R L' F B' U D'"),
    ("four spots", "F2 B2 U D' R2 L2 U D'"),
    ("cube in a cube", "F L F U' R U F2 L2 U' L' B D' B' L2 U"),
    ("cube in a cube in a cube", "U' L' U' F' R2 B' R F U B2 U B' L U' F U R F'"),
    ("python", "F2 R' B' U R' L F' L F' B D' R B L2"),
    ("snake", "B R L' D' R2 D R' L B' R2 U B2 U' D R2 D'"),
    ("crosses", "R2 L' D F2 R' D' R' L U' D R D B2 R' U D2"),
    ("spiral", "L' B' D U R U' R' D2 R2 D L D' L' R' F U"),
    ("stripes", "F2 R2 F2 R2 F2 R2"),
    ("three edges of a middle layer", "R2 F2 B2 L2 D2 R2 F2 B2 L2 U2"),
    ("three edges", "F2 U L R' F2 L' R U F2"),
    ("three corners", "R' F R' B2 R F' R' B2 R2"),
    ("two edges flipped", "R L' F R' L D2 R L' F R' L U2 R L' F2 R' L"),
    ("two corners twisted", "R' D' R D R' D' R D U D' R' D R D' R' D R U'"),
    ("two edges and two corners", "R U R' U' R' F R2 U' R' U' R U R' F'"),
    ("one quarter turn from the superflip", "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2 R"),
];

/// Turns that generate small groups, by their moves. Cubes of them have coordinates that uniform random cubes never have.
pub const SUBGROUPS: [(&str, &str); 12] = [
    ("half turns", "U2 R2 F2 D2 L2 B2"),
    ("phase two about U", "U D R2 L2 F2 B2"),
    ("phase two about R", "R L U2 D2 F2 B2"),
    ("phase two about F", "F B U2 D2 R2 L2"),
    ("two neighbouring faces", "U R"),
    ("two opposite faces", "U D"),
    ("two half turns", "U2 R2"),
    ("three faces at a corner", "U R F"),
    ("three faces in a row", "U R D"),
    ("without one face", "U R F D L"),
    ("no quarter turns of F and B", "U R D L F2 B2"),
    ("square of one axis", "U2 D2 R L"),
];

/// Turns of a middle layer as turns of the two outer ones: the cube is never turned as a whole.
const SLICES: [&str; 6] = ["R L'", "R' L", "R2 L2", "U D'", "U2 D2", "F B'"];

/// The moves of this text, which is in standard notation.
fn moves(text: &str) -> Vec<Move> {
    parse_moves(text, Notation::Standard).expect("the texts of this file are in standard notation")
}

/// Any cube: with equal chances uniform random, or structured as in [`structured_cube`].
pub fn any_cube() -> impl Strategy<Value = Cube> + Clone {
    prop_oneof![uniform_cube(), structured_cube()]
}

/// A cube drawn from all positions with equal chances.
pub fn uniform_cube() -> impl Strategy<Value = Cube> + Clone {
    any::<u64>().prop_map(Cube::from_seed)
}

/// A cube of a kind that uniform random ones never are: solved, few turns away, of a small group, a pattern, with few pieces
/// at a wrong place. Each may be seen from another side or in a mirror, and be the inverse.
pub fn structured_cube() -> impl Strategy<Value = Cube> + Clone {
    structured_moves().prop_map(|moves| Cube::SOLVED.apply_all(&moves))
}

/// Any cube with moves that solve it, for tests that have no solver.
pub fn any_cube_with_solution() -> impl Strategy<Value = (Cube, Vec<Move>)> + Clone {
    let random = any::<u64>().prop_map(|seed| cube::random_moves(seed, 30));
    let solution = prop_oneof![random, structured_moves()];
    solution.prop_map(|moves| (Cube::SOLVED.apply_all(&cube::inverted(&moves)), moves))
}

/// Moves from solved to a [`structured_cube`].
fn structured_moves() -> impl Strategy<Value = Vec<Move>> + Clone {
    let any_moves = select(Move::ALL.to_vec());
    let few_turns = prop::collection::vec(any_moves.clone(), 0..9);
    let of_group = select(SUBGROUPS.to_vec())
        .prop_flat_map(|(_, generators)| prop::collection::vec(select(moves(generators)), 0..40));
    let of_faces = subsequence(Face::ALL.to_vec(), 1..5).prop_flat_map(|faces| {
        let turns = Move::ALL.into_iter().filter(move |turn| faces.contains(&turn.face()));
        prop::collection::vec(select(turns.collect::<Vec<Move>>()), 0..30)
    });
    let of_slices = prop::collection::vec(select(SLICES.to_vec()), 0..12)
        .prop_map(|slices| slices.into_iter().flat_map(moves).collect());
    let pattern = select(PATTERNS.to_vec()).prop_map(|(_, text)| moves(text));
    // A conjugate moves the same few pieces of another place.
    let few_pieces = (select(PATTERNS[13..19].to_vec()), few_turns.clone())
        .prop_map(|((_, text), setup)| [setup.clone(), moves(text), cube::inverted(&setup)].concat());
    let disturbed = (pattern.clone(), prop::collection::vec(any_moves, 1..3))
        .prop_map(|(pattern, turns)| [pattern, turns].concat());
    let sequence = prop_oneof![
        1 => Just(Vec::new()),
        4 => few_turns,
        6 => of_group,
        2 => of_faces,
        2 => of_slices,
        3 => pattern,
        3 => few_pieces,
        1 => disturbed,
    ];
    (sequence, any::<Index>(), any::<bool>()).prop_map(|(moves, symmetry, inverse)| {
        let names = &SYMMETRIES.list[symmetry.index(SYMMETRIES.list.len())].moves;
        let moves: Vec<Move> = moves.iter().map(|turn| names[turn.index()]).collect();
        if inverse { cube::inverted(&moves) } else { moves }
    })
}

/// The first values of a strategy, the same in each run: for tests that go through a list and count.
pub fn drawn<S: Strategy>(strategy: S, count: usize) -> impl Iterator<Item = S::Value> {
    let algorithm = proptest::test_runner::RngAlgorithm::ChaCha;
    let random = proptest::test_runner::TestRng::deterministic_rng(algorithm);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    (0..count).map(move |_| {
        let tree = strategy.new_tree(&mut runner);
        tree.expect("no strategy of this file rejects values").current()
    })
}
