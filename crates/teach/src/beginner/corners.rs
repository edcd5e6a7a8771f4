//! Stage 2: the four corners of the first colour, inserted from below.
//!
//! The cube is turned so that the corner's home is up front right, URF. The bottom brings the corner below its home; where its
//! first-coloured sticker looks then decides one of three sequences. A corner in the top layer is taken out first.

use cube::{Corner, Cube, Face, Metric, Move, Rotation};

use super::{QUARTERS, UPPER_CORNERS, quarters, sequence, y_rotations};
use crate::hand::{corner_look, corners_home};
use crate::{Advice, Order, Situation};

/// The corner lies below its home, DFR: where its first-coloured sticker looks, the case, the sequence.
pub const INSERTIONS: [(Face, &str, &str); 3] = [
    (Face::R, "corner-right", "R' D' R"),
    (Face::F, "corner-front", "F D F'"),
    (Face::D, "corner-down", "F L D2 L' F'"),
];

/// Ways to take the corner at URF out to the bottom; they move nothing else of the top layer.
const TAKING_OUT: [&str; 4] = ["R' D' R", "F D F'", "R' D R", "F D' F'"];

/// One way to bring a corner nearer to its home.
pub struct Choice {
    rotation: Rotation,
    moves: Vec<Move>,
    case: &'static str,
    /// How many quarter turns bring the corner home this way, with those of the next step.
    cost: usize,
    /// The home of the corner after the rotation.
    home: Corner,
}

/// Insert a corner that lies in the bottom layer; where there is none, take one out.
pub fn next(situation: &Situation) -> Vec<Advice> {
    vec![advise(choices(situation.cube), situation.order)]
}

/// Advice for the first of the choices, or for the one with the fewest turns.
pub fn advise(choices: Vec<Choice>, order: Order) -> Advice {
    let chosen = match order {
        Order::Fixed => choices.into_iter().next(),
        Order::Shortest => choices.into_iter().min_by_key(|choice| choice.cost),
    };
    let chosen = chosen.expect("a corner is missing where the layer is not done");
    Advice::new(chosen.case, chosen.rotation, chosen.moves).watching_corner(chosen.home)
}

/// All ways to insert a corner, or all ways to take one out where none can be inserted.
pub fn choices(cube: &Cube) -> Vec<Choice> {
    let inserting: Vec<Choice> =
        y_rotations().into_iter().filter_map(|rotation| insertion(&cube.rotated(rotation), rotation)).collect();
    if !inserting.is_empty() {
        return inserting;
    }
    y_rotations().into_iter().flat_map(|rotation| taking_out(&cube.rotated(rotation), rotation)).collect()
}

/// How the corner of URF is inserted, if it lies in the bottom layer.
fn insertion(held: &Cube, rotation: Rotation) -> Option<Choice> {
    let (place, _) = corner_look(held, Corner::Urf);
    if UPPER_CORNERS.contains(&place) {
        return None;
    }
    let below = |count: &i32| {
        let turned = held.apply_all(&quarters(Face::D, *count));
        corner_look(&turned, Corner::Urf).0 == Corner::Dfr
    };
    let count = QUARTERS.into_iter().find(below).expect("the bottom brings each of its corners below each home");
    let turn = quarters(Face::D, count);
    let (_, look) = corner_look(&held.apply_all(&turn), Corner::Urf);
    let found = INSERTIONS.into_iter().find(|line| line.0 == look);
    let (_, case, inserting) = found.expect("a corner at DFR looks right, front or down");
    let moves = [turn, sequence(inserting)].concat();
    Some(Choice { rotation, cost: Metric::QuarterTurn.length(&moves), moves, case, home: Corner::Urf })
}

/// The ways to take out the corner that lies at URF, if it is wrong there and belongs to the top layer.
fn taking_out(held: &Cube, rotation: Rotation) -> Vec<Choice> {
    let wrong = UPPER_CORNERS
        .into_iter()
        .find(|&corner| corner_look(held, corner).0 == Corner::Urf && !corners_home(held, &[corner]));
    let Some(home) = wrong else {
        return Vec::new();
    };
    let way = |text: &str| {
        let moves = sequence(text);
        let to_front = y_rotations()
            .into_iter()
            .find(|turn| carried(*turn, home) == Corner::Urf)
            .expect("the whole cube brings each upper corner to the front right");
        let after = held.apply_all(&moves).rotated(to_front);
        let then = insertion(&after, to_front).map_or(0, |choice| choice.cost);
        Choice { rotation, cost: Metric::QuarterTurn.length(&moves) + then, moves, case: "corner-out", home }
    };
    TAKING_OUT.into_iter().map(way).collect()
}

/// The corner place to which a rotation carries another.
fn carried(rotation: Rotation, corner: Corner) -> Corner {
    let faces = corner.faces().map(|face| rotation.carry(face));
    Corner::with_faces(faces).expect("a rotation carries corners to corners")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beginner::UPPER_EDGES;
    use crate::hand::edges_home;

    #[test]
    fn every_insertion_takes_the_corner_from_the_place_of_its_line() {
        for (look, case, text) in INSERTIONS {
            let before = Cube::SOLVED.apply_all(&cube::inverted(&sequence(text)));
            assert_eq!(corner_look(&before, Corner::Urf), (Corner::Dfr, look), "{case}");
            assert!(edges_home(&before, &UPPER_EDGES), "{case}");
            assert!(corners_home(&before, &UPPER_CORNERS[1..]), "{case}");
        }
    }

    #[test]
    fn taking_out_moves_one_corner_of_the_top_layer() {
        for text in TAKING_OUT {
            let after = Cube::SOLVED.apply_all(&sequence(text));
            assert!(edges_home(&after, &UPPER_EDGES), "{text}");
            assert!(corners_home(&after, &UPPER_CORNERS[1..]), "{text}");
            assert!(!UPPER_CORNERS.contains(&corner_look(&after, Corner::Urf).0), "{text}");
        }
    }
}
