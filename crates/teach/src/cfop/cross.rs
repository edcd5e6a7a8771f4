//! The cross in the fewest turns, by a table of all crosses.
//!
//! The four edges of a cross can lie in 12 * 11 * 10 * 9 * 2^4 = 190,080 ways. The table holds the number of half turns of each.
//! A fifth of a second builds it, once in a run. Facts of the whole table: at most 8 turns, 5.812 on average.

use std::sync::LazyLock;

use cube::{Cube, Edge, Face, Move, Rotation};

use super::CROSS;
use crate::beginner::y_rotations;
use crate::hand::{edge_place, edges_home};
use crate::teacher::bringing_up;
use crate::{Advice, Situation};

/// How many crosses there are.
pub const CROSSES: usize = 190_080;

/// No cross has this number of turns.
const UNKNOWN: u8 = u8::MAX;

/// Each edge of the cross is in one of 12 places, flipped or not.
const LYINGS: usize = 24;

/// The place of one edge, times two, plus its flip.
type Lying = usize;

/// Turns by the number that the four edges' lyings make.
static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let moves = lyings_after();
    let mut table = vec![UNKNOWN; LYINGS.pow(4)];
    let solved = lyings(&Cube::SOLVED);
    table[index(solved)] = 0;
    let mut front = vec![solved];
    let mut depth = 0;
    while !front.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for state in front {
            for after in &moves {
                let state = state.map(|lying| after[lying]);
                let entry = &mut table[index(state)];
                if *entry == UNKNOWN {
                    *entry = depth;
                    next.push(state);
                }
            }
        }
        front = next;
    }
    table
});

/// Where an edge lies after each of the 18 moves.
fn lyings_after() -> [[Lying; LYINGS]; Move::COUNT] {
    let mut after = [[0; LYINGS]; Move::COUNT];
    for (turn, after) in Move::ALL.into_iter().zip(&mut after) {
        let turned = Cube::SOLVED.apply(turn);
        for edge in Edge::ALL {
            let (place, flip) = edge_place(&turned, edge);
            for start in [0, 1] {
                after[2 * edge.index() + start] = 2 * place.index() + (start ^ usize::from(flip));
            }
        }
    }
    after
}

fn lyings(cube: &Cube) -> [Lying; 4] {
    CROSS.map(|edge| {
        let (place, flip) = edge_place(cube, edge);
        2 * place.index() + usize::from(flip)
    })
}

fn index(lyings: [Lying; 4]) -> usize {
    lyings.iter().fold(0, |index, lying| LYINGS * index + lying)
}

/// The fewest half turns that make the cross below.
pub fn cross_depth(cube: &Cube) -> usize {
    usize::from(TABLE[index(lyings(cube))])
}

/// A shortest way to the cross below.
pub fn shortest_cross(cube: &Cube) -> Vec<Move> {
    let (mut cube, mut moves) = (*cube, Vec::new());
    while 0 < cross_depth(&cube) {
        let nearer = |turn: &Move| cross_depth(&cube.apply(*turn)) < cross_depth(&cube);
        let turn = Move::ALL.into_iter().find(nearer);
        let turn = turn.expect("a table of all distances has a nearer neighbour everywhere");
        moves.push(turn);
        cube = cube.apply(turn);
    }
    moves
}

/// The face whose cross needs the fewest turns, for people who begin with any colour; of equal ones the first of U R F D L B.
pub fn best_first_face(cube: &Cube) -> Face {
    let depth = |face: &Face| cross_depth(&cube.rotated(bringing_up(face.opposite())));
    let faces = Face::ALL.into_iter();
    faces.min_by_key(depth).expect("there are six faces")
}

/// The cross as one step.
pub fn next(situation: &Situation) -> Vec<Advice> {
    let moves = shortest_cross(situation.cube);
    // Held so that few turns are at the back, where nobody sees them; then so that many are on the right.
    let inconvenience = |rotation: &Rotation| {
        let turns = moves.iter().map(|&turn| rotation.carry_move(turn).face());
        let (mut back, mut left) = (0, 0);
        for face in turns {
            back += usize::from(face == Face::B);
            left += usize::from(face == Face::L);
        }
        (back, left)
    };
    let rotations = y_rotations().into_iter();
    let rotation = rotations.min_by_key(inconvenience).unwrap_or(Rotation::IDENTITY);
    let turns: Vec<Move> = moves.iter().map(|&turn| rotation.carry_move(turn)).collect();
    let held = situation.cube.rotated(rotation);
    let missing = CROSS.into_iter().filter(|&edge| !edges_home(&held, &[edge]));
    let advice = Advice::new("cross", rotation, turns).with("count", moves.len());
    vec![missing.fold(advice, Advice::watching_edge)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts by number of turns that two other programs found.
    #[test]
    fn the_distribution_of_all_crosses_is_the_known_one() {
        let mut counts = [0; 9];
        let known = TABLE.iter().filter(|&&depth| depth != UNKNOWN);
        known.for_each(|&depth| counts[usize::from(depth)] += 1);
        assert_eq!(counts, [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]);
        assert_eq!(counts.iter().sum::<usize>(), CROSSES);
        let total: usize = counts.iter().enumerate().map(|(depth, count)| depth * count).sum();
        assert_eq!((1000.0 * total as f64 / CROSSES as f64).round(), 5812.0);
    }

    #[test]
    fn a_shortest_cross_is_a_cross_and_as_short_as_in_the_table() {
        for seed in 0..500 {
            let cube = Cube::from_seed(seed);
            let moves = shortest_cross(&cube);
            assert_eq!(moves.len(), cross_depth(&cube));
            assert!(edges_home(&cube.apply_all(&moves), &CROSS));
        }
    }

    #[test]
    fn the_best_first_face_has_the_shortest_cross() {
        for seed in 0..200 {
            let cube = Cube::from_seed(seed);
            let best = best_first_face(&cube);
            let depth = |face: Face| cross_depth(&cube.rotated(bringing_up(face.opposite())));
            assert!(Face::ALL.iter().all(|&face| depth(best) <= depth(face)));
        }
    }
}
