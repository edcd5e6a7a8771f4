//! The last layer in two cases of the catalogue: OLL turns the last colour up everywhere, PLL moves the pieces to their places.

use cube::{Corner, Cube, Edge, Face, LayerTurn, Layers, Rotation};

use crate::beginner::{UPPER_CORNERS, UPPER_EDGES};
use crate::catalogue::{recognise_orientation, recognise_permutation};
use crate::hand::{corner_place, edge_place};
use crate::{Advice, Situation};

/// Whether the top shows one colour.
pub fn oriented(cube: &Cube) -> bool {
    UPPER_CORNERS.iter().all(|place| cube.corner_orientation()[place.index()] == 0)
        && UPPER_EDGES.iter().all(|place| cube.edge_orientation()[place.index()] == 0)
}

/// The case of OLL: the turn before, and the sequence.
pub fn next_orientation(situation: &Situation) -> Vec<Advice> {
    let found = recognise_orientation(situation.cube);
    let (case, count) = found.expect("the tests prove that each of the 215 looks has a case");
    let moves = joined(&[&top(count), &case.taught(situation.slices)]);
    let advice = Advice::new("orientation", Rotation::IDENTITY, moves);
    vec![watching_top(advice.of(case), |_| true, |_| true)]
}

/// The case of PLL: the turn before, the sequence, and the turn after; or that turn alone.
pub fn next_permutation(situation: &Situation) -> Vec<Advice> {
    let found = recognise_permutation(situation.cube);
    vec![match found.case {
        None => Advice::new("last-turn", Rotation::IDENTITY, top(found.after)),
        Some((case, count)) => {
            let sequence = case.taught(situation.slices);
            // The case's own turn is in the sequence already.
            let own = case.auf.map_or(0, |turn| i32::from(turn.quarters()));
            let moves = joined(&[&top(count), &sequence, &top(found.after - own)]);
            let advice = Advice::new("permutation", Rotation::IDENTITY, moves).of(case);
            let cube = situation.cube;
            watching_top(advice, |home| corner_place(cube, home).0 != home, |home| edge_place(cube, home).0 != home)
        }
    }]
}

/// The turn of the top by this many quarters.
fn top(count: i32) -> Vec<LayerTurn> {
    LayerTurn::new(Face::U, Layers::Outer, count).into_iter().collect()
}

/// The turns one after the other; where a turn of the top meets another, both are one.
fn joined(parts: &[&[LayerTurn]]) -> Vec<LayerTurn> {
    let is_of_top = |turn: &LayerTurn| (turn.face(), turn.layers()) == (Face::U, Layers::Outer);
    let mut joined: Vec<LayerTurn> = Vec::new();
    for &turn in parts.iter().copied().flatten() {
        match joined.pop_if(|last| is_of_top(last) && is_of_top(&turn)) {
            Some(last) => joined.extend(top((last.quarters() + turn.quarters()).into())),
            None => joined.push(turn),
        }
    }
    joined
}

/// The same advice with those pieces of the top to watch for which these say so.
fn watching_top(advice: Advice, corner: impl Fn(Corner) -> bool, edge: impl Fn(Edge) -> bool) -> Advice {
    let corners = UPPER_CORNERS.into_iter().filter(|&home| corner(home));
    let edges = UPPER_EDGES.into_iter().filter(|&home| edge(home));
    let advice = corners.fold(advice, Advice::watching_corner);
    edges.fold(advice, Advice::watching_edge)
}
