//! Stage 3: the four edges of the middle layer, inserted from above to the right or to the left.
//!
//! The last colour lies on top. An edge without it belongs to the middle layer. The top brings the edge's side sticker to
//! the centre of its colour. That looks like a T that stands on its head. The edge's upper sticker shows on which side it
//! belongs.

use cube::{Cube, Edge, Face, Metric, Move, Rotation};

use super::{MIDDLE_EDGES, QUARTERS, UPPER_EDGES, quarters, sequence, y_rotations};
use crate::hand::{edge_place, edges_home};
use crate::{Advice, Order, Situation};

/// From UF to FR, and from UF to FL.
pub const RIGHT: &str = "U R U' R' U' F' U F";
/// The mirror image of [`RIGHT`].
pub const LEFT: &str = "U' L' U L U F U' F'";

/// One way to insert an edge: which home, how to hold the cube, the moves, the case.
pub type Insertion = (Edge, Rotation, Vec<Move>, &'static str);

/// Insert an edge that lies on top; where there is none, take one out.
pub fn next(situation: &Situation) -> Vec<Advice> {
    let inserting = insertions(situation.cube);
    let chosen = match situation.order {
        Order::Fixed => inserting.into_iter().next(),
        Order::Shortest => inserting.into_iter().min_by_key(|insertion| Metric::QuarterTurn.length(&insertion.2)),
    };
    vec![match chosen {
        Some((home, rotation, moves, case)) => {
            let written = sequence(if home == Edge::Fr { RIGHT } else { LEFT });
            Advice::new(case, rotation, moves).watching_edge(home).joining(&written)
        }
        None => take_out(situation.cube),
    }]
}

/// The ways to insert the edges that lie on top.
pub fn insertions(cube: &Cube) -> Vec<Insertion> {
    let mut ways = Vec::new();
    // The edge belongs to FR (then it comes to the front first and goes right, or to the right side and goes left).
    for rotation in y_rotations() {
        let held = cube.rotated(rotation);
        for (home, text, case) in [(Edge::Fr, RIGHT, "middle-right"), (Edge::Fl, LEFT, "middle-left")] {
            let (place, flip) = edge_place(&held, home);
            // Its first sticker belongs to F: it must look to the side, so that it can meet the centre of F.
            if !UPPER_EDGES.contains(&place) || flip == 0 {
                continue;
            }
            let in_front = |count: &i32| {
                let turned = held.apply_all(&quarters(Face::U, *count));
                edge_place(&turned, home).0 == Edge::Uf
            };
            let count = QUARTERS.into_iter().find(in_front).expect("the top brings each of its edges to the front");
            let turn = quarters(Face::U, count);
            let moves = cube::simplified(&[turn, sequence(text)].concat());
            ways.push((home, rotation, moves, case));
        }
    }
    ways
}

/// Take out the edge at FR, which is wrong there, by inserting another in its place.
pub fn take_out(cube: &Cube) -> Advice {
    let wrong = y_rotations().into_iter().find_map(|rotation| {
        let held = cube.rotated(rotation);
        let lying = MIDDLE_EDGES.into_iter().find(|&edge| edge_place(&held, edge).0 == Edge::Fr)?;
        (!edges_home(&held, &[lying])).then_some((rotation, lying))
    });
    let (rotation, lying) = wrong.expect("without an edge on top and a wrong one below the stage is reached");
    let case = match lying {
        Edge::Fr => "middle-reversed",
        _ => "middle-wrong",
    };
    Advice::new(case, rotation, sequence(RIGHT)).watching_edge(lying)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beginner::two_layers;

    #[test]
    fn each_insertion_moves_one_edge_of_the_lower_layers() {
        for (text, home) in [(RIGHT, Edge::Fr), (LEFT, Edge::Fl)] {
            let before = Cube::SOLVED.apply_all(&cube::inverted(&sequence(text)));
            assert_eq!(edge_place(&before, home), (Edge::Uf, 1), "{text}");
            assert!(!two_layers(&before));
            let kept = MIDDLE_EDGES.into_iter().filter(|&edge| edge != home);
            assert!(edges_home(&before, &kept.collect::<Vec<_>>()), "{text}");
        }
    }
}
