//! The lab's functions for the bottom layer, with its sequences corrected.
//!
//! | printed | what it does | corrected |
//! |---|---|---|
//! | `FLDldfBRDrdrDRdb` | breaks the top | `FLDldfBRDrdRDrdb` flips all four edges |
//! | `LD1DLDD1D` | a digit one is printed for l | `LDlDLDDlD` |
//! | `rDLdRD1d` | a digit one is printed for l | `rDLdRDld` |

use cube::{Corner, Cube, Edge, Face, Move, Notation, Rotation, parse_moves};

use crate::beginner::{QUARTERS, orient_corners, quarters, y_rotations};
use crate::hand::{corner_place, edge_place, edges_home};
use crate::{Advice, Situation};

/// Flips all four edges of the bottom.
const FLIP_ALL: &str = "FLDldfBRDrdRDrdb";
/// Flips the edges at 45 and 47; those at 46 and 48 are right.
const FLIP_OPPOSITE: &str = "FLDldf";
/// Flips the edges at 46 and 47; those at 45 and 48 are right.
const FLIP_NEIGHBOURS: &str = "RDFdfr";
/// Exchanges the edges at 45 and 47.
const EXCHANGE_OPPOSITE: &str = "FDfDFDDfRDrDRDDrD";
/// Exchanges the edges at 46 and 47.
const EXCHANGE_NEIGHBOURS: &str = "LDlDLDDlD";
/// Keeps the corner of 24 and moves the other three around.
const PLACE_CORNERS: &str = "rDLdRDld";
/// Twists the corner of 21.
const ROTATE_CORNER: &str = "buBUbuBU";

/// The edges of the bottom as the lab numbers them: 45 at the back, 46 right, 47 front, 48 left.
const EDGES: [Edge; 4] = [Edge::Db, Edge::Dr, Edge::Df, Edge::Dl];
/// The corners of the bottom as the lab numbers them: 21 back left, 22 back right, 23 front right, 24 front left.
const CORNERS: [Corner; 4] = [Corner::Dbl, Corner::Drb, Corner::Dfr, Corner::Dlf];

/// A sequence as the lab writes it.
fn lab(text: &str) -> Vec<Move> {
    parse_moves(text, Notation::Case).expect("the tests do every sequence of the lab")
}

/// Whether all edges of the bottom show its colour downwards.
pub fn flipped(cube: &Cube) -> bool {
    showing_down(cube) == [true; 4]
}

fn showing_down(cube: &Cube) -> [bool; 4] {
    EDGES.map(|place| cube.edge_orientation()[place.index()] == 0)
}

/// Whether the edges of the bottom are at home.
pub fn edges_done(cube: &Cube) -> bool {
    edges_home(cube, &EDGES)
}

/// Whether the corners of the bottom are in their places, twisted or not.
pub fn placed(cube: &Cube) -> bool {
    CORNERS.iter().all(|&corner| corner_place(cube, corner).0 == corner)
}

/// The rotation after which `what` of the cube is as wanted; the sequence is then renamed by `toprotate`.
fn held(cube: &Cube, what: impl Fn(&Cube) -> [bool; 4], wanted: [bool; 4]) -> Option<Rotation> {
    y_rotations().into_iter().find(|&rotation| what(&cube.rotated(rotation)) == wanted)
}

/// flipbottomedges: all edges show the colour of the bottom downwards.
pub fn next_flip(situation: &Situation) -> Vec<Advice> {
    let cases = [
        ("flip-none", [false; 4], FLIP_ALL),
        ("flip-opposite", [false, true, false, true], FLIP_OPPOSITE),
        ("flip-neighbours", [true, false, false, true], FLIP_NEIGHBOURS),
    ];
    let found = cases
        .into_iter()
        .find_map(|(case, wanted, sequence)| Some((case, held(situation.cube, showing_down, wanted)?, sequence)));
    let (case, rotation, sequence) = found.expect("an even number of edges is flipped");
    vec![Advice::new(case, rotation, lab(sequence)).without_rotation()]
}

/// positionbottomedges: a turn of the bottom, then one of two sequences.
pub fn next_edges(situation: &Situation) -> Vec<Advice> {
    let home = |cube: &Cube| EDGES.map(|edge| edge_place(cube, edge).0 == edge);
    let count_home = |cube: &Cube| home(cube).iter().filter(|&&home| home).count();
    let turn = QUARTERS
        .into_iter()
        .rev()
        .map(|count| quarters(Face::D, count))
        .max_by_key(|turn| count_home(&situation.cube.apply_all(turn)))
        .expect("there are four turns");
    let turned = situation.cube.apply_all(&turn);
    if count_home(&turned) == 4 {
        return vec![Advice::new("bottom-turn", Rotation::IDENTITY, turn)];
    }
    let cases = [
        ("exchange-opposite", [false, true, false, true], EXCHANGE_OPPOSITE),
        ("exchange-neighbours", [true, false, false, true], EXCHANGE_NEIGHBOURS),
    ];
    let found =
        cases.into_iter().find_map(|(case, wanted, sequence)| Some((case, held(&turned, home, wanted)?, sequence)));
    let (case, rotation, sequence) = found.expect("some turn of the bottom brings two or four edges home, never three");
    let moves = cube::simplified(&[turn, lab(sequence)].concat());
    vec![Advice::new(case, rotation, moves).without_rotation()]
}

/// positionbottomcorners: the basic sequence, renamed so that it keeps the corner that is right.
pub fn next_placing(situation: &Situation) -> Vec<Advice> {
    let right = |cube: &Cube| corner_place(cube, Corner::Dlf).0 == Corner::Dlf;
    let found = y_rotations().into_iter().find(|&rotation| right(&situation.cube.rotated(rotation)));
    vec![match found {
        None => Advice::new("place-none", Rotation::IDENTITY, lab(PLACE_CORNERS)),
        Some(rotation) => {
            Advice::new("place-one", rotation, lab(PLACE_CORNERS)).watching_corner(Corner::Dlf).without_rotation()
        }
    }]
}

/// rotatebottomcorners: each corner twisted at 21, the bottom turned between.
pub fn next_rotating(situation: &Situation) -> Vec<Advice> {
    // Upside down and a quarter around, 21 lies at URF.
    let rotation = Rotation::all()
        .find(|rotation| {
            let faces = Corner::Dbl.faces().map(|face| rotation.carry(face));
            faces == Corner::Urf.faces()
        })
        .expect("some rotation carries each corner to each place");
    let once: Vec<Move> = lab(ROTATE_CORNER).iter().map(|&turn| rotation.carry_move(turn)).collect();
    let half = once.len() / 2;
    let steps = orient_corners(&situation.cube.rotated(rotation), &once[..half]);
    let renamed = steps.into_iter().map(|mut step| {
        step.rotation = rotation;
        step.case = match step.case {
            "corner-twist" => "rotate-corner",
            _ => "bottom-back",
        };
        step.without_rotation()
    });
    renamed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::corners_home;
    use crate::layers::upper_two;

    fn undone(sequence: &str) -> Cube {
        Cube::SOLVED.apply_all(&cube::inverted(&lab(sequence)))
    }

    #[test]
    fn the_flips_flip_what_the_lab_promises() {
        for (sequence, wanted) in [
            (FLIP_ALL, [false; 4]),
            (FLIP_OPPOSITE, [false, true, false, true]),
            (FLIP_NEIGHBOURS, [true, false, false, true]),
        ] {
            let before = undone(sequence);
            assert!(upper_two(&before), "{sequence}");
            assert_eq!(showing_down(&before), wanted, "{sequence}");
        }
        assert!(!upper_two(&undone("FLDldfBRDrdrDRdb")), "the printed one breaks the top");
    }

    #[test]
    fn the_exchanges_exchange_two_edges() {
        for (sequence, [one, other]) in
            [(EXCHANGE_OPPOSITE, [Edge::Db, Edge::Df]), (EXCHANGE_NEIGHBOURS, [Edge::Dr, Edge::Df])]
        {
            let after = Cube::SOLVED.apply_all(&lab(sequence));
            assert!(upper_two(&after), "{sequence}");
            assert_eq!(edge_place(&after, one), (other, 0), "{sequence}");
            assert_eq!(edge_place(&after, other), (one, 0), "{sequence}");
            let kept = EDGES.into_iter().filter(|edge| ![one, other].contains(edge));
            assert!(edges_home(&after, &kept.collect::<Vec<_>>()), "{sequence}");
        }
    }

    #[test]
    fn the_corner_sequences_do_what_the_lab_promises() {
        let after = Cube::SOLVED.apply_all(&lab(PLACE_CORNERS));
        assert!(upper_two(&after) && edges_done(&after));
        let places = CORNERS.map(|corner| corner_place(&after, corner).0 == corner);
        assert_eq!(places, [false, false, false, true]);
        let after = Cube::SOLVED.apply_all(&lab(ROTATE_CORNER));
        assert!(edges_done(&after) && corners_home(&after, &CORNERS[1..]));
        assert_eq!(corner_place(&after, Corner::Dbl).0, Corner::Dbl);
        assert!(!corners_home(&after, &[Corner::Dbl]));
        assert!(Cube::SOLVED.apply_all(&lab(ROTATE_CORNER).repeat(3)).is_solved());
        // `orient_corners` repeats the half of it.
        let half = lab(ROTATE_CORNER);
        assert_eq!(half[..4], half[4..]);
    }
}
