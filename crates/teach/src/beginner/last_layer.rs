//! Stages 4 to 7: the last layer, which now lies on top: cross, edges, places of the corners, orientation of the corners.

use cube::{Corner, Cube, Edge, Face, Move, Rotation};

use super::{QUARTERS, UPPER_CORNERS, UPPER_EDGES, quarters, sequence, y_rotations};
use crate::hand::{corner_place, edge_place};
use crate::{Advice, Situation};

/// Stage 4: turns a line into a cross, a corner of two into a line, nothing into a corner of two.
pub const CROSS: &str = "F R U R' U' F'";
/// Stage 5: with a turn of U it exchanges the edges at UF and UL.
pub const EDGES: &str = "R U R' U R U2 R' U";
/// Stage 6: keeps the corner at URF and moves the other three around.
pub const PLACING: &str = "U R U' L' U R' U' L";
/// Stage 7: done twice or four times it twists the corner at URF.
pub const TWISTING: &str = "R' D' R D";

/// Whether the four edges on top show the last colour.
pub fn cross(cube: &Cube) -> bool {
    oriented(cube) == [true; 4]
}

/// Which of the places UR UF UL UB show the last colour on top.
fn oriented(cube: &Cube) -> [bool; 4] {
    std::array::from_fn(|place| cube.edge_orientation()[place] == 0)
}

/// Whether the four corners on top are in their places, twisted or not.
pub fn placed(cube: &Cube) -> bool {
    UPPER_CORNERS.iter().all(|&corner| corner_place(cube, corner).0 == corner)
}

/// The last colour's cross, whatever the sides of its edges show.
pub fn next_cross(situation: &Situation) -> Vec<Advice> {
    let held = |wanted: [bool; 4]| {
        y_rotations().into_iter().find(|&rotation| oriented(&situation.cube.rotated(rotation)) == wanted)
    };
    // In the order UR UF UL UB: a line from left to right; two edges that meet at the back left; none.
    let cases = [
        ("cross-line", [true, false, true, false]),
        ("cross-corner", [false, false, true, true]),
        ("cross-dot", [false; 4]),
    ];
    let found = cases.into_iter().find_map(|(case, wanted)| Some((case, held(wanted)?)));
    let (case, rotation) = found.expect("an even number of edges is flipped");
    vec![Advice::new(case, rotation, sequence(CROSS))]
}

/// The edges of the last layer to their places.
pub fn next_edges(situation: &Situation) -> Vec<Advice> {
    let home = |cube: &Cube| UPPER_EDGES.map(|edge| edge_place(cube, edge).0 == edge);
    // The turn of the top after which most edges are at home; of these the least.
    let turn = QUARTERS
        .into_iter()
        .rev()
        .map(|count| quarters(Face::U, count))
        .max_by_key(|turn| {
            let home = home(&situation.cube.apply_all(turn));
            home.iter().filter(|&&home| home).count()
        })
        .expect("there are four turns");
    let turned = situation.cube.apply_all(&turn);
    if home(&turned) == [true; 4] {
        return vec![Advice::new("edges-turn", Rotation::IDENTITY, turn)];
    }
    let held =
        |wanted: [bool; 4]| y_rotations().into_iter().find(|&rotation| home(&turned.rotated(rotation)) == wanted);
    // In the order UR UF UL UB: those at the right and at the back are home; those at the front and at the back are.
    let cases = [("edges-neighbours", [true, false, false, true]), ("edges-opposite", [false, true, false, true])];
    let found = cases.into_iter().find_map(|(case, wanted)| Some((case, held(wanted)?)));
    let (case, rotation) = found.expect("some turn of the top brings two or four edges home, never three");
    let moves = [turn, sequence(EDGES)].concat();
    let watched = match case {
        "edges-neighbours" => [Edge::Uf, Edge::Ul],
        _ => [Edge::Ur, Edge::Ul],
    };
    let advice = Advice::new(case, rotation, moves);
    vec![watched.into_iter().fold(advice, Advice::watching_edge)]
}

/// The corners of the last layer to their places.
pub fn next_placing(situation: &Situation) -> Vec<Advice> {
    let home = |cube: &Cube| corner_place(cube, Corner::Urf).0 == Corner::Urf;
    let found = y_rotations().into_iter().find(|&rotation| home(&situation.cube.rotated(rotation)));
    vec![match found {
        // The corner at home first, and those that move.
        Some(rotation) => (UPPER_CORNERS.into_iter())
            .fold(Advice::new("corners-one", rotation, sequence(PLACING)), Advice::watching_corner),
        None => Advice::new("corners-none", Rotation::IDENTITY, sequence(PLACING)),
    }]
}

/// The corners of the last layer twisted, one after the other at URF, and the top turned back.
pub fn next_orienting(situation: &Situation) -> Vec<Advice> {
    orient_corners(situation.cube, &sequence(TWISTING))
}

/// Twists the four corners on top, each at URF, by `twice` twice or four times. Until the last corner is done, the lower
/// layers are in disorder.
pub fn orient_corners(cube: &Cube, once: &[Move]) -> Vec<Advice> {
    let mut steps = Vec::new();
    let (mut cube, mut turned) = (*cube, 0);
    loop {
        let twist = |count: &i32| {
            let at = cube.apply_all(&quarters(Face::U, *count));
            let twist = at.corner_orientation()[Corner::Urf.index()];
            (twist != 0).then_some((*count, twist))
        };
        let next = QUARTERS.iter().find_map(twist);
        let Some((count, twist)) = next else { break };
        let turn = quarters(Face::U, count);
        // The corner that now comes to URF, by its home before the stage began to turn the top.
        let moved = cube.apply_all(&turn);
        let lying = usize::from(moved.corner_permutation()[Corner::Urf.index()]);
        let times = if twist == 1 { 2 } else { 4 };
        let moves = [turn, once.repeat(times)].concat();
        cube = cube.apply_all(&moves);
        turned += count;
        steps.push(
            Advice::new("corner-twist", Rotation::IDENTITY, moves)
                .watching_corner(Corner::ALL[lying])
                .with("times", times),
        );
    }
    let back = quarters(Face::U, -turned);
    if !back.is_empty() {
        steps.push(Advice::new("top-back", Rotation::IDENTITY, back));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beginner::two_layers;
    use crate::hand::{corners_home, edges_home};

    #[test]
    fn the_cross_sequence_makes_line_of_corner_and_corner_of_dot() {
        let before = |text: &str| Cube::SOLVED.apply_all(&cube::inverted(&sequence(text)));
        let line = before(CROSS);
        assert!(two_layers(&line));
        assert_eq!(oriented(&line), [true, false, true, false]);
        // The case "corner" leads to a line, however the line then lies.
        let corner = line.rotated(Rotation::Y).apply_all(&cube::inverted(&sequence(CROSS)));
        let either =
            [line, line.rotated(Rotation::Y)].map(|line| oriented(&line.apply_all(&cube::inverted(&sequence(CROSS)))));
        assert!(either.contains(&[false, false, true, true]), "{either:?} {corner:?}");
    }

    #[test]
    fn the_edge_sequence_exchanges_two_edges() {
        let after = Cube::SOLVED.apply_all(&sequence(EDGES));
        assert!(two_layers(&after) && cross(&after));
        assert!(edges_home(&after, &[Edge::Ur, Edge::Ub]));
        assert_eq!(edge_place(&after, Edge::Uf), (Edge::Ul, 0));
        assert_eq!(edge_place(&after, Edge::Ul), (Edge::Uf, 0));
    }

    #[test]
    fn the_placing_sequence_keeps_one_corner_and_all_edges() {
        let after = Cube::SOLVED.apply_all(&sequence(PLACING));
        assert!(two_layers(&after) && edges_home(&after, &UPPER_EDGES));
        let places = UPPER_CORNERS.map(|corner| corner_place(&after, corner).0);
        assert_eq!(places[0], Corner::Urf);
        assert!((1..4).all(|at| places[at] != UPPER_CORNERS[at]));
        let thrice = Cube::SOLVED.apply_all(&sequence(PLACING).repeat(3));
        assert!(placed(&thrice));
    }

    #[test]
    fn twice_the_twisting_sequence_twists_one_corner_of_the_top() {
        let twice = sequence(TWISTING).repeat(2);
        let after = Cube::SOLVED.apply_all(&twice);
        assert!(edges_home(&after, &UPPER_EDGES));
        assert!(corners_home(&after, &UPPER_CORNERS[1..]));
        assert_eq!(corner_place(&after, Corner::Urf), (Corner::Urf, 2));
        assert!(Cube::SOLVED.apply_all(&twice.repeat(3)).is_solved());
    }
}
