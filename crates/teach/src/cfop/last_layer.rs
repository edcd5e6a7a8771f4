//! The last layer in two cases of the catalogue: OLL turns the last colour up everywhere, PLL moves the pieces to their places.

use cube::{Cube, Face, Rotation};

use crate::beginner::{UPPER_CORNERS, UPPER_EDGES, quarters};
use crate::catalogue::{recognise_orientation, recognise_permutation};
use crate::{Advice, Situation};

/// Whether the top shows one colour.
pub fn oriented(cube: &Cube) -> bool {
    UPPER_CORNERS
        .iter()
        .all(|place| cube.corner_orientation()[place.index()] == 0)
        && UPPER_EDGES
            .iter()
            .all(|place| cube.edge_orientation()[place.index()] == 0)
}

/// The case of OLL: the turn before, and the sequence.
pub fn next_orientation(situation: &Situation) -> Vec<Advice> {
    let found = recognise_orientation(situation.cube);
    let (case, count) = found.expect("the tests prove that each of the 215 looks has a case");
    let before = quarters(Face::U, count);
    let advice = Advice::new(
        "orientation",
        Rotation::IDENTITY,
        [before, case.moves.clone()].concat(),
    );
    vec![advice.of(case)]
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
            Advice::new("permutation", Rotation::IDENTITY, moves).of(case)
        }
    }]
}
