//! OLL: which corners are twisted and which edges are flipped on top decides the case.

use std::collections::HashMap;
use std::sync::LazyLock;

use cube::{Cube, Face, Facelets};
use serde::Deserialize;

use super::case::{Case, Mask, Set, lines_of, on_top, sequences};
use crate::beginner::{UPPER_CORNERS, UPPER_EDGES, sequence};

/// The twists at URF UFL ULB UBR and the flips at UR UF UL UB.
type Orientation = ([u8; 4], [u8; 4]);

/// A case as the file states it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    number: usize,
    name: String,
    #[serde(default)]
    also: Vec<String>,
    group: String,
    look: String,
    moves: String,
    left: Option<String>,
    #[serde(default)]
    others: Vec<String>,
}

/// The stickers of `look` by their numbers, row by row; the corners of the drawing show nothing.
#[rustfmt::skip]
const DRAWN: [[usize; 5]; 5] = [
    [99, 47, 46, 45, 99],
    [36,  0,  1,  2, 11],
    [37,  3,  4,  5, 10],
    [38,  6,  7,  8,  9],
    [99, 18, 19, 20, 99],
];

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let lines: Vec<Line> = lines_of(include_str!("../../data/oll.toml"));
    lines.iter().map(case).collect()
});

/// Each orientation with its case and the turn of the top after which the case looks as stated.
static BY_LOOK: LazyLock<HashMap<Orientation, (usize, i32)>> = LazyLock::new(|| {
    let mut by_look = HashMap::new();
    for count in [2, -1, 1, 0] {
        for (at, case) in CASES.iter().enumerate() {
            // Turned back by this much, the stated look is what lies before the eyes.
            let (twists, flips) = stated(&case.mask);
            let seen = (back(twists, count), back(flips, count));
            by_look.insert(seen, (at, count));
        }
    }
    by_look
});

/// All cases of OLL.
pub fn cases() -> &'static [Case] {
    &CASES
}

/// The case of a cube whose two lower layers are done, and by how many quarters the top is turned first so that it looks as
/// stated. `None` where the top is oriented already.
pub fn recognise(cube: &Cube) -> Option<(&'static Case, i32)> {
    let twists = UPPER_CORNERS.map(|place| cube.corner_orientation()[place.index()]);
    let flips = UPPER_EDGES.map(|place| cube.edge_orientation()[place.index()]);
    let (case, count) = BY_LOOK.get(&(twists, flips))?;
    Some((&CASES[*case], *count))
}

/// What lies at each place if it comes from there by this many quarters of U: what is at place p now goes to p + count.
fn back(of: [u8; 4], count: i32) -> [u8; 4] {
    std::array::from_fn(|place| of[(place as i32 + count).rem_euclid(4) as usize])
}

fn case(line: &Line) -> Case {
    Case {
        set: Set::Oll,
        number: line.number,
        name: line.name.clone(),
        also: line.also.clone(),
        group: line.group.clone(),
        moves: sequence(&line.moves),
        auf: None,
        left: line.left.as_deref().map(sequence),
        others: sequences(&line.others),
        mask: mask(&line.look),
        arrows: Vec::new(),
    }
}

/// The mask of a drawing: the marked stickers show U, the lower layers are solved.
fn mask(look: &str) -> Mask {
    let mut mask = Mask::of(&Facelets::SOLVED, |sticker| !on_top(sticker));
    for (row, text) in DRAWN.iter().zip(look.split('/')) {
        for (&sticker, letter) in row.iter().zip(text.chars()) {
            if letter == 'x' {
                mask.set(sticker, Some(Face::U));
            }
        }
    }
    mask
}

/// The orientations that a mask shows.
fn stated(mask: &Mask) -> Orientation {
    let shows = |stickers: &[usize]| {
        let mut shown = stickers.iter();
        let at = shown.position(|&sticker| mask.stickers()[sticker] == Some(Face::U));
        at.expect("each piece on top shows the last colour once, as the tests prove") as u8
    };
    (UPPER_CORNERS.map(|place| shows(&place.stickers())), UPPER_EDGES.map(|place| shows(&place.stickers())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beginner::quarters;
    use crate::beginner::two_layers;

    /// 3^3 twists times 2^3 flips are 216; 57 cases under the four turns of the top, and the solved top.
    #[test]
    fn the_stated_looks_are_all_that_can_occur() {
        assert_eq!(CASES.len(), 57);
        assert_eq!(BY_LOOK.len(), 215);
        let numbers: Vec<usize> = CASES.iter().map(|case| case.number).collect();
        assert_eq!(numbers, (1..=57).collect::<Vec<_>>());
    }

    #[test]
    fn every_sequence_solves_its_look() {
        for case in CASES.iter() {
            let before = Cube::SOLVED.apply_all(&cube::inverted(&case.moves));
            assert!(two_layers(&before), "{}", case.title());
            assert!(case.mask.fits(&before.facelets()), "{}", case.title());
            let (found, count) = recognise(&before).expect("it is twisted or flipped");
            assert_eq!((found.number, count), (case.number, 0));
            if let Some(left) = &case.left {
                let before = Cube::SOLVED.apply_all(&cube::inverted(left));
                assert!(two_layers(&before), "{}", case.title());
                let (found, _) = recognise(&before).expect("it is twisted or flipped");
                assert_eq!(found.number, case.number, "left hand");
            }
            for other in &case.others {
                let after = before.apply_all(&other.moves());
                assert!(two_layers(&after) && recognise(&after).is_none(), "{}: {other:?}", case.title());
            }
        }
    }

    #[test]
    fn the_turn_before_brings_the_stated_look() {
        for case in CASES.iter() {
            for turn in [0, 1, 2, 3] {
                let before = Cube::SOLVED.apply_all(&cube::inverted(&case.moves));
                let turned = before.apply_all(&quarters(Face::U, turn));
                let (found, count) = recognise(&turned).expect("it is twisted or flipped");
                assert_eq!(found.number, case.number);
                let set = turned.apply_all(&quarters(Face::U, count));
                // The lower layers show the same; the mask asks for the look on top.
                assert_eq!(recognise(&set).map(|found| found.1), Some(0));
                assert!(case.mask.fits(&set.facelets()), "{} {turn}", case.title());
            }
        }
    }
}
