//! The lab's functions for the two upper layers: align25 to align28, align1 to align4, edgesfrombottom, edgesfromsides.
//!
//! They place the pieces as the beginner's method does, without turning the cube as a whole.

use cube::{Corner, Cube, Edge, Metric};

use super::OVER;
use crate::beginner::{
    MIDDLE_EDGES, advise_corner, advise_edge, corner_choices, edge_choices, insertions, take_out, upper_layer,
};
use crate::hand::edge_place;
use crate::lab;
use crate::{Advice, Order, Piece, Situation};

/// The next edge on top, which is one of align25 to align28.
pub fn next_edge(situation: &Situation) -> Vec<Advice> {
    let choices = edge_choices(situation.cube).filter(|choice| !choice.1.is_empty());
    let mut advice = advise_edge(choices, situation.order).without_rotation();
    advice.case = "align-edge";
    let home = advice.edges.first().copied().unwrap_or(Edge::Uf);
    vec![advice.with("number", lab::number_of(Piece::Edge(home)))]
}

/// The next corner on top, which is one of align1 to align4.
pub fn next_corner(situation: &Situation) -> Vec<Advice> {
    let advice = advise_corner(corner_choices(situation.cube), situation.order);
    let out = advice.case == "corner-out";
    let mut advice = advice.without_rotation();
    advice.case = if out { "corner-out" } else { "align-corner" };
    let home = advice.corners.first().copied().unwrap_or(Corner::Urf);
    vec![advice.with("number", lab::number_of(Piece::Corner(home)))]
}

/// Whether the top is solved and no edge of the middle layer lies in the bottom layer.
pub fn none_at_the_bottom(cube: &Cube) -> bool {
    let at_the_sides = |edge| MIDDLE_EDGES.contains(&edge_place(cube, edge).0);
    upper_layer(cube) && MIDDLE_EDGES.into_iter().all(at_the_sides)
}

/// An edge of the bottom layer into the middle layer.
pub fn next_from_bottom(situation: &Situation) -> Vec<Advice> {
    let over = situation.cube.rotated(OVER);
    let ways = insertions(&over).into_iter();
    let chosen = match situation.order {
        Order::Fixed => { ways }.next(),
        Order::Shortest => ways.min_by_key(|way| Metric::QuarterTurn.length(&way.2)),
    };
    let (home, rotation, moves, _) = chosen.expect("an edge of the middle layer lies in the bottom layer");
    let advice = Advice::new("from-bottom", OVER.then(rotation), moves).watching_edge(home);
    vec![advice.without_rotation()]
}

/// A wrong edge of the middle layer to the bottom, or from there home.
pub fn next_from_sides(situation: &Situation) -> Vec<Advice> {
    if !none_at_the_bottom(situation.cube) {
        return next_from_bottom(situation);
    }
    let mut advice = take_out(&situation.cube.rotated(OVER));
    advice.rotation = OVER.then(advice.rotation);
    advice.case = "from-side";
    vec![advice.without_rotation()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edges_on_top_have_the_numbers_of_the_lab() {
        let lab_order = [Edge::Ub, Edge::Ur, Edge::Uf, Edge::Ul];
        let numbers = lab_order.map(|edge| lab::number_of(Piece::Edge(edge)));
        assert_eq!(numbers, [25, 26, 27, 28]);
    }
}
