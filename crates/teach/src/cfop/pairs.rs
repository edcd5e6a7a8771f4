//! The first two layers: four pairs of a corner and an edge, each put into its slot as a case of the catalogue.
//!
//! A piece that is trapped in another slot is taken out to the top first. The order of the slots is fixed, or the one that
//! needs the fewest turns; nothing else is weighed.

use std::sync::LazyLock;

use cube::{Corner, Cube, Edge, Face, Move, Rotation, simplified};

use crate::beginner::{UPPER_CORNERS, UPPER_EDGES, quarters, sequence, y_rotations};
use crate::catalogue::recognise_pair;
use crate::hand::{corner_place, corners_home, edge_place, edges_home};
use crate::{Advice, Order, Situation};

/// Ways to take out what is in the slot at the front right; all keep the cross and the other slots.
const TAKING_OUT: [&str; 6] = ["R U R'", "R U' R'", "R U2 R'", "F' U F", "F' U' F", "F' U2 F"];

/// The same after each turn of the top, with what they do to a cube.
static WAYS_OUT: LazyLock<Vec<(Vec<Move>, Cube)>> = LazyLock::new(|| {
    let turns = [0, 1, -1, 2].map(|count| quarters(Face::U, count));
    let ways = turns.iter().flat_map(|turn| {
        let ways = TAKING_OUT.iter();
        ways.map(move |text| [turn.clone(), sequence(text)].concat())
    });
    ways.map(|moves| {
        let effect = Cube::SOLVED.apply_all(&moves);
        (moves, effect)
    })
    .collect()
});

/// How a pair is brought home.
pub struct Plan {
    /// One step or two; the cube is turned as a whole by each step's rotation first.
    pub steps: Vec<Advice>,
    /// Turns of all steps.
    pub turns: usize,
    /// The cube afterwards, as it was held before the plan.
    pub after: Cube,
}

/// The steps for the next pair.
pub fn next(situation: &Situation) -> Vec<Advice> {
    let open = open_slots(situation.cube);
    let slot = match situation.order {
        Order::Fixed => open.first().copied(),
        Order::Shortest => shortest_order(situation.cube, &open).1,
    };
    let slot = slot.expect("a slot is open where two layers are not done");
    plan(situation.cube, slot).steps
}

/// The slots that are not solved, each as the rotation that brings it to the front right.
pub fn open_slots(cube: &Cube) -> Vec<Rotation> {
    let open = |rotation: &Rotation| {
        let held = cube.rotated(*rotation);
        !(corners_home(&held, &[Corner::Dfr]) && edges_home(&held, &[Edge::Fr]))
    };
    y_rotations().into_iter().filter(open).collect()
}

/// The fewest turns that fill these slots one by one, and the slot that comes first.
fn shortest_order(cube: &Cube, open: &[Rotation]) -> (usize, Option<Rotation>) {
    let orders = open.iter().map(|&slot| {
        let plan = plan(cube, slot);
        let rest = open_slots(&plan.after);
        (plan.turns + shortest_order(&plan.after, &rest).0, Some(slot))
    });
    orders.min_by_key(|order| order.0).unwrap_or((0, None))
}

/// How the pair of this slot is brought home.
pub fn plan(cube: &Cube, slot: Rotation) -> Plan {
    let held = cube.rotated(slot);
    let mut plan = plan_front_right(&held);
    if let Some(first) = plan.steps.first_mut() {
        first.rotation = slot.then(first.rotation);
    }
    plan.after = plan.after.rotated(slot.inverse());
    plan
}

/// How the pair of the slot at the front right is brought home.
fn plan_front_right(held: &Cube) -> Plan {
    if let Some((case, count)) = recognise_pair(held) {
        let moves = simplified(&[quarters(Face::U, count), case.moves.clone()].concat());
        let words = match case.number {
            1..=4 => "pair-ready",
            5..=24 => "pair-on-top",
            25..=30 => "pair-corner-in-slot",
            31..=36 => "pair-edge-in-slot",
            _ => "pair-in-slot",
        };
        let advice = Advice::new(words, Rotation::IDENTITY, moves.clone())
            .watching_corner(Corner::Dfr)
            .watching_edge(Edge::Fr)
            .of(case);
        return Plan { turns: moves.len(), after: held.apply_all(&moves), steps: vec![advice] };
    }
    let slot = trapping_slot(held).expect("a pair that is no case has a piece in another slot");
    let there = held.rotated(slot);
    let (corner, edge) = (carried_corner(slot), carried_edge(slot));
    let best = WAYS_OUT.iter().map(|(moves, effect)| {
        let after = there.then(effect).rotated(slot.inverse());
        (moves, after, estimate(&after))
    });
    let best = best.min_by_key(|(moves, _, then)| moves.len() + then);
    let (moves, after, _) = best.expect("there are ways to take a piece out");
    let case = match (
        UPPER_CORNERS.contains(&corner_place(held, Corner::Dfr).0) || corner_place(held, Corner::Dfr).0 == Corner::Dfr,
        UPPER_EDGES.contains(&edge_place(held, Edge::Fr).0) || edge_place(held, Edge::Fr).0 == Edge::Fr,
    ) {
        (false, true) => "corner-trapped",
        (true, false) => "edge-trapped",
        _ => "both-trapped",
    };
    let taking_out = Advice::new(case, slot, moves.clone()).watching_corner(corner).watching_edge(edge);
    let mut rest = plan_front_right(&after);
    if let Some(first) = rest.steps.first_mut() {
        first.rotation = slot.inverse().then(first.rotation);
    }
    Plan { turns: moves.len() + rest.turns, after: rest.after, steps: [vec![taking_out], rest.steps].concat() }
}

/// How many turns bring the pair home; where a second piece is trapped, with the least way out of it.
fn estimate(held: &Cube) -> usize {
    match recognise_pair(held) {
        Some((case, count)) => simplified(&[quarters(Face::U, count), case.moves.clone()].concat()).len(),
        // Three turns take the second piece out, and a case has 7 on average.
        None => 10,
    }
}

/// The other slot that holds the corner or else the edge, as the rotation that brings it to the front right.
fn trapping_slot(held: &Cube) -> Option<Rotation> {
    let corner = corner_place(held, Corner::Dfr).0;
    let edge = edge_place(held, Edge::Fr).0;
    let others = y_rotations().into_iter().skip(1);
    let holds_corner = |slot: &Rotation| carried_back_corner(*slot) == corner;
    let holds_edge = |slot: &Rotation| carried_back_edge(*slot) == edge;
    let mut both = others.clone().filter(holds_corner);
    both.next().or_else(|| { others }.find(holds_edge))
}

/// Where the corner of the slot at the front right lies after the rotation.
fn carried_corner(rotation: Rotation) -> Corner {
    let faces = Corner::Dfr.faces().map(|face| rotation.carry(face));
    Corner::with_faces(faces).expect("a rotation carries corners to corners")
}

fn carried_edge(rotation: Rotation) -> Edge {
    let faces = Edge::Fr.faces().map(|face| rotation.carry(face));
    Edge::with_faces(faces).expect("a rotation carries edges to edges")
}

/// The corner that the rotation brings to the front right.
fn carried_back_corner(rotation: Rotation) -> Corner {
    carried_corner(rotation.inverse())
}

fn carried_back_edge(rotation: Rotation) -> Edge {
    carried_edge(rotation.inverse())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfop::CROSS;

    #[test]
    fn taking_out_touches_one_slot_only() {
        for (moves, effect) in WAYS_OUT.iter() {
            assert_eq!(Cube::SOLVED.apply_all(moves), *effect);
            assert!(edges_home(effect, &CROSS), "{moves:?}");
            assert!(edges_home(effect, &[Edge::Fl, Edge::Bl, Edge::Br]));
            assert!(corners_home(effect, &[Corner::Dlf, Corner::Dbl, Corner::Drb]));
            assert!(!corners_home(effect, &[Corner::Dfr]), "{moves:?}");
            assert!(!edges_home(effect, &[Edge::Fr]), "{moves:?}");
        }
    }
}
