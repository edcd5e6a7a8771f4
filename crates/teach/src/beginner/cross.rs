//! Stage 1: the four edges of the first colour, one after the other, around its centre.
//!
//! The cube is turned so that the edge's home is up front, UF. Where the edge lies then decides the sequence. A sequence may
//! leave out the turn that puts a side back, where that side has no solved edge yet.

use cube::{Cube, Edge, Face, Metric, Move, Rotation};

use super::{UPPER_EDGES, quarters, sequence, y_rotations};
use crate::hand::{edge_look, edges_home};
use crate::{Advice, Order, Situation, Value};

/// What to do with the edge of UF: where it lies, where its first-coloured sticker looks, the case, the sequences.
///
/// The first sequence of each line leaves the other three edges of the cross where they are.
#[rustfmt::skip]
const SEQUENCES: [(Edge, Face, &str, &[&str]); 23] = [
    (Edge::Df, Face::D, "edge-below", &["F2"]),
    (Edge::Dr, Face::D, "edge-below", &["D' F2"]),
    (Edge::Dl, Face::D, "edge-below", &["D F2"]),
    (Edge::Db, Face::D, "edge-below", &["D2 F2"]),
    (Edge::Df, Face::F, "edge-below-turned", &["D R F' R'", "D R F'", "D' L' F"]),
    (Edge::Dr, Face::R, "edge-below-turned", &["R F' R'", "R F'"]),
    (Edge::Dl, Face::L, "edge-below-turned", &["L' F L", "L' F"]),
    (Edge::Db, Face::B, "edge-below-turned", &["D' R F' R'", "D' R F'", "D L' F"]),
    (Edge::Fr, Face::R, "edge-at-side", &["F'"]),
    (Edge::Fl, Face::L, "edge-at-side", &["F"]),
    (Edge::Fr, Face::F, "edge-at-side-turned", &["U' R U"]),
    (Edge::Fl, Face::F, "edge-at-side-turned", &["U L' U'"]),
    (Edge::Br, Face::B, "edge-behind", &["U' R' U"]),
    (Edge::Bl, Face::B, "edge-behind", &["U L U'"]),
    (Edge::Br, Face::R, "edge-behind", &["U2 B U2"]),
    (Edge::Bl, Face::L, "edge-behind", &["U2 B' U2"]),
    (Edge::Ur, Face::U, "edge-on-top", &["R2 D' F2"]),
    (Edge::Ul, Face::U, "edge-on-top", &["L2 D F2"]),
    (Edge::Ub, Face::U, "edge-on-top", &["B2 D2 F2"]),
    (Edge::Uf, Face::F, "edge-flipped", &["F U' R U"]),
    (Edge::Ur, Face::R, "edge-on-top-turned", &["R' F'"]),
    (Edge::Ul, Face::L, "edge-on-top-turned", &["L F"]),
    (Edge::Ub, Face::B, "edge-on-top-turned", &["B' U' R' U"]),
];

/// Turn the cross first where that brings home more edges; then the next edge.
pub fn next(situation: &Situation) -> Vec<Advice> {
    let cube = situation.cube;
    let home = |count: i32| {
        let turned = cube.apply_all(&quarters(Face::U, count));
        let edges = UPPER_EDGES.iter();
        edges.filter(|&&edge| edges_home(&turned, &[edge])).count()
    };
    let best = [0, 1, -1, 2].into_iter().rev().max_by_key(|&count| home(count));
    if let Some(count) = best.filter(|&count| home(0) < home(count)) {
        let turns = quarters(Face::U, count);
        let turned = Advice::new("cross-turn", Rotation::IDENTITY, turns);
        let count = ["count.0", "count.1", "count.2", "count.3", "count.4"][home(count)];
        return vec![turned.saying("count", Value::Sentence(count, Vec::new()))];
    }
    let choices = choices(cube).filter(|choice| !choice.1.is_empty());
    vec![advise(choices, situation.order)]
}

/// For each edge of the cross: the rotation that brings its home up front, the moves that bring it home, and the case.
pub fn choices(cube: &Cube) -> impl Iterator<Item = (Rotation, Vec<Move>, &'static str)> {
    y_rotations().into_iter().map(move |rotation| {
        let held = cube.rotated(rotation);
        let (place, look) = edge_look(&held, Edge::Uf);
        let done: Vec<Edge> = UPPER_EDGES.into_iter().filter(|&edge| edges_home(&held, &[edge])).collect();
        let found = SEQUENCES.iter().find(|line| (line.0, line.1) == (place, look));
        let Some((_, _, case, sequences)) = found else {
            return (rotation, Vec::new(), "");
        };
        let keeping =
            sequences.iter().map(|text| sequence(text)).filter(|moves| edges_home(&held.apply_all(moves), &done));
        let moves = keeping
            .min_by_key(|moves| Metric::QuarterTurn.length(moves))
            .expect("the first sequence of a line keeps the other edges");
        (rotation, moves, *case)
    })
}

/// Advice for the first of the choices, or for the one with the fewest turns.
pub fn advise(choices: impl Iterator<Item = (Rotation, Vec<Move>, &'static str)>, order: Order) -> Advice {
    let chosen = match order {
        Order::Fixed => { choices }.next(),
        Order::Shortest => choices.min_by_key(|choice| Metric::QuarterTurn.length(&choice.1)),
    };
    let (rotation, moves, case) = chosen.expect("an edge is missing where a cross is not done");
    Advice::new(case, rotation, moves).watching_edge(Edge::Uf)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Undoing each first sequence on the solved cube must lead to the place its line names. Of the cross it may move one other
    /// edge only: the one whose home the edge takes.
    #[test]
    fn every_sequence_does_what_its_line_promises() {
        let mut seen = Vec::new();
        for (place, look, case, sequences) in SEQUENCES {
            assert!(!seen.contains(&(place, look)), "{place} {look} is there twice");
            seen.push((place, look));
            for (at, text) in sequences.iter().enumerate() {
                let moves = sequence(text);
                let before = Cube::SOLVED.apply_all(&cube::inverted(&moves));
                assert_eq!(edge_look(&before, Edge::Uf), (place, look), "{case} {text}");
                for kept in UPPER_EDGES {
                    let may_move = at != 0 || kept == Edge::Uf || kept == place;
                    assert!(may_move || edges_home(&before, &[kept]), "{text} moves {kept}");
                }
            }
        }
        assert_eq!(seen.len(), 23);
    }
}
