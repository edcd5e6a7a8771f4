//! The last layer in two cases of the catalogue: OLL turns the last colour up everywhere, PLL moves the pieces to their places.

use cube::{Corner, Cube, Edge, Face, Rotation};

use crate::beginner::{UPPER_CORNERS, UPPER_EDGES, quarters};
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
    let before = quarters(Face::U, count);
    let advice = Advice::new("orientation", Rotation::IDENTITY, [before, case.moves.clone()].concat());
    vec![watching_top(advice.of(case), |_| true, |_| true)]
}

/// The case of PLL: the turn before, the sequence, and the turn after; or that turn alone.
pub fn next_permutation(situation: &Situation) -> Vec<Advice> {
    let found = recognise_permutation(situation.cube);
    let after = quarters(Face::U, found.after);
    vec![match found.case {
        None => Advice::new("last-turn", Rotation::IDENTITY, after),
        Some((case, count)) => {
            let before = quarters(Face::U, count);
            let moves = [before, case.moves.clone(), after].concat();
            let advice = Advice::new("permutation", Rotation::IDENTITY, moves).of(case);
            let cube = situation.cube;
            watching_top(advice, |home| corner_place(cube, home).0 != home, |home| edge_place(cube, home).0 != home)
        }
    }]
}

/// The same advice with those pieces of the top to watch for which these say so.
fn watching_top(advice: Advice, corner: impl Fn(Corner) -> bool, edge: impl Fn(Edge) -> bool) -> Advice {
    let corners = UPPER_CORNERS.into_iter().filter(|&home| corner(home));
    let edges = UPPER_EDGES.into_iter().filter(|&home| edge(home));
    let advice = corners.fold(advice, Advice::watching_corner);
    edges.fold(advice, Advice::watching_edge)
}
