//! PLL: which pieces of an oriented top must go where decides the case.

use std::collections::HashMap;
use std::sync::LazyLock;

use cube::{Corner, Cube, Edge, Facelets};
use serde::Deserialize;

use super::case::{Case, Mask, Set, lines_of, sequences};
use crate::beginner::{UPPER_CORNERS, UPPER_EDGES, sequence};

/// A case as the file states it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    number: usize,
    name: String,
    corners: String,
    edges: String,
    moves: String,
    auf: Option<String>,
    left: Option<String>,
    #[serde(default)]
    others: Vec<String>,
}

/// Which piece lies at URF UFL ULB UBR, and at UR UF UL UB, counted in the same order.
type Places = ([u8; 4], [u8; 4]);

/// How the top of a cube is permuted.
pub struct Permutation {
    /// The case, and by how many quarters the top is turned first so that it looks as stated; `None` where a turn of the top
    /// is all that is missing.
    pub case: Option<(&'static Case, i32)>,
    /// By how many quarters the top is turned at the end, the case's own turn included.
    pub after: i32,
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let lines: Vec<Line> = lines_of(include_str!("../../data/pll.toml"));
    lines.iter().map(case).collect()
});

/// Each permutation, up to a turn of the top at the end, with its case, the turn before, and the shift that was taken out.
static BY_ARROWS: LazyLock<HashMap<Places, (usize, i32, u8)>> = LazyLock::new(|| {
    let mut by_arrows = HashMap::new();
    for count in [2, -1, 1, 0] {
        for (at, case) in CASES.iter().enumerate() {
            let (corners, edges) = stated(case);
            let (places, shift) = shifted((back(corners, count), back(edges, count)));
            by_arrows.insert(places, (at, count, shift));
        }
    }
    by_arrows
});

/// All cases of PLL.
pub fn cases() -> &'static [Case] {
    &CASES
}

/// How the top of a cube is permuted whose lower layers are done and whose top is oriented.
pub fn recognise(cube: &Cube) -> Permutation {
    let corners = UPPER_CORNERS.map(|place| cube.corner_permutation()[place.index()]);
    let edges = UPPER_EDGES.map(|place| cube.edge_permutation()[place.index()]);
    let (places, shift) = shifted((corners, edges));
    match BY_ARROWS.get(&places) {
        None => Permutation { case: None, after: i32::from(shift) },
        Some(&(at, count, stated)) => {
            let case = &CASES[at];
            let own = case.auf.map_or(0, |turn| i32::from(turn.quarters()));
            // The turn before moves every piece on by `count` already, as it did in the stated look.
            let after = own + i32::from(shift) - i32::from(stated);
            Permutation { case: Some((case, count)), after: after.rem_euclid(4) }
        }
    }
}

/// As for OLL: what lies at place p now goes to p + count.
fn back(of: [u8; 4], count: i32) -> [u8; 4] {
    std::array::from_fn(|place| of[(place as i32 + count).rem_euclid(4) as usize])
}

/// The same permutation with the piece of URF named 0, and what was taken off every name.
fn shifted((corners, edges): Places) -> (Places, u8) {
    let shift = corners[0];
    let less = |piece: u8| (piece + 4 - shift) % 4;
    ((corners.map(less), edges.map(less)), shift)
}

fn case(line: &Line) -> Case {
    let corners: Vec<Vec<Corner>> = cycles(&line.corners, &UPPER_CORNERS);
    let edges: Vec<Vec<Edge>> = cycles(&line.edges, &UPPER_EDGES);
    let arrows = |cycle: Vec<usize>| {
        let next = cycle.iter().skip(1).chain(cycle.first()).copied();
        cycle.iter().copied().zip(next).collect::<Vec<_>>()
    };
    let corner_arrows =
        corners.into_iter().flat_map(|cycle| arrows(cycle.iter().map(|place| place.stickers()[0]).collect()));
    let edge_arrows =
        edges.into_iter().flat_map(|cycle| arrows(cycle.iter().map(|place| place.stickers()[0]).collect()));
    let arrows: Vec<(usize, usize)> = corner_arrows.chain(edge_arrows).collect();
    let mut case = Case {
        set: Set::Pll,
        number: line.number,
        name: line.name.clone(),
        also: family(&line.name),
        group: group(&line.corners),
        moves: sequence(&line.moves),
        auf: line.auf.as_deref().and_then(|turn| sequence(turn).first().copied()),
        left: line.left.as_deref().map(sequence),
        others: sequences(&line.others),
        mask: Mask::of(&Facelets::SOLVED, |_| true),
        arrows,
    };
    case.mask = mask(&case);
    case
}

/// The letter that a case such as Ja shares with its mirror; nothing for T, whose letter is its name.
fn family(name: &str) -> Vec<String> {
    let letter = name.strip_suffix(char::is_lowercase);
    letter.map(str::to_owned).into_iter().collect()
}

/// What becomes of the corners.
fn group(corners: &str) -> String {
    match corners.matches('>').count() {
        0 => "edges only",
        2 if corners.contains(' ') => "two pairs of corners",
        2 => "three corners",
        _ if ["URF>UBR", "ULB>UBR", "URF>UFL", "UFL>ULB"].contains(&corners) => "two neighbouring corners",
        _ => "two opposite corners",
    }
    .to_owned()
}

/// The cycles of a text such as "UR>UF UL>UB".
fn cycles<T: Copy + ToString>(text: &str, places: &[T; 4]) -> Vec<Vec<T>> {
    let named = |name: &str| {
        let found = places.iter().find(|place| place.to_string() == name);
        *found.expect("the tests read every arrow")
    };
    text.split_whitespace().map(|cycle| cycle.split('>').map(named).collect()).collect()
}

/// The places that the arrows state: the piece of B lies at A where an arrow goes from A to B.
fn stated(case: &Case) -> Places {
    let (mut corners, mut edges) = ([0, 1, 2, 3], [0, 1, 2, 3]);
    let corner = |sticker| UPPER_CORNERS.iter().position(|place| place.stickers()[0] == sticker);
    let edge = |sticker| UPPER_EDGES.iter().position(|place| place.stickers()[0] == sticker);
    for &(from, to) in &case.arrows {
        if let (Some(from), Some(to)) = (corner(from), corner(to)) {
            corners[from] = to as u8;
        }
        if let (Some(from), Some(to)) = (edge(from), edge(to)) {
            edges[from] = to as u8;
        }
    }
    (corners, edges)
}

/// All stickers of a cube that is permuted as the arrows state.
fn mask(case: &Case) -> Mask {
    let (corners, edges) = stated(case);
    let mut mask = Mask::of(&Facelets::SOLVED, |_| true);
    for (place, piece) in UPPER_CORNERS.into_iter().zip(corners) {
        let shown = UPPER_CORNERS[usize::from(piece)].faces();
        for (sticker, face) in place.stickers().into_iter().zip(shown) {
            mask.set(sticker, Some(face));
        }
    }
    for (place, piece) in UPPER_EDGES.into_iter().zip(edges) {
        let shown = UPPER_EDGES[usize::from(piece)].faces();
        for (sticker, face) in place.stickers().into_iter().zip(shown) {
            mask.set(sticker, Some(face));
        }
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beginner::{quarters, two_layers};
    use cube::{Face, Move};

    fn with_auf(case: &Case) -> Vec<Move> {
        case.moves.iter().copied().chain(case.auf).collect()
    }

    /// 4! * 4! / 2 are 288 even permutations, 72 up to the turn at the end: 21 cases under the turns before, and the solved top.
    #[test]
    fn the_stated_arrows_are_all_that_can_occur() {
        assert_eq!(CASES.len(), 21);
        assert_eq!(BY_ARROWS.len(), 71);
    }

    #[test]
    fn every_sequence_moves_the_pieces_as_its_arrows_say() {
        for case in CASES.iter() {
            let before = Cube::SOLVED.apply_all(&cube::inverted(&with_auf(case)));
            assert!(two_layers(&before), "{}", case.title());
            assert!(case.mask.fits(&before.facelets()), "{}", case.title());
            if let Some(left) = &case.left {
                let before = Cube::SOLVED.apply_all(&cube::inverted(left));
                let found = recognise(&before).case.map(|(case, _)| case.number);
                assert_eq!(found, Some(case.number), "left hand");
            }
            let (_, held) =
                cube::fold_rotations(&case.taught(true).iter().flat_map(|turn| turn.steps()).collect::<Vec<_>>());
            assert_eq!(held.carry(Face::U), Face::U, "{}: the turn after it is of the top", case.title());
            for other in &case.others {
                assert!(before.apply_all(&other.moves()).is_solved(), "{}: {other:?}", case.title());
            }
        }
    }

    #[test]
    fn the_turns_before_and_after_solve_all_288() {
        let mut seen = std::collections::BTreeSet::new();
        let solved = [Cube::SOLVED; 1].into_iter();
        let cases = CASES.iter().map(|case| Cube::SOLVED.apply_all(&cube::inverted(&with_auf(case))));
        for start in solved.chain(cases) {
            for (one, other) in (0..16).map(|at| (at / 4, at % 4)) {
                // A turn of the top, and the whole permutation seen from another side.
                let cube = start.rotated(cube::Rotation::Y.times(one)).apply_all(&quarters(Face::U, other));
                seen.insert(cube.facelets().to_string());
                let found = recognise(&cube);
                let moves = found
                    .case
                    .map_or(Vec::new(), |(case, count)| [quarters(Face::U, count), case.moves.clone()].concat());
                let end = cube.apply_all(&moves).apply_all(&quarters(Face::U, found.after));
                assert!(end.is_solved(), "{cube:?}");
            }
        }
        assert_eq!(seen.len(), 288);
    }
}
