//! F2L: where the corner and the edge of the slot at the front right lie decides the case.

use std::collections::HashMap;
use std::sync::LazyLock;

use cube::{Corner, Cube, Edge, Face, Facelets};
use serde::Deserialize;

use super::case::{Case, Mask, Set, lines_of, on_top, sequences};
use crate::beginner::{UPPER_CORNERS, UPPER_EDGES, sequence};
use crate::hand::{corner_look, edge_look};

/// Where the corner DFR lies and where its D sticker looks; where the edge FR lies and where its F sticker looks.
type Look = (Corner, Face, Edge, Face);

/// A case as the file states it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    number: usize,
    group: String,
    corner: String,
    edge: String,
    moves: String,
    #[serde(default)]
    others: Vec<String>,
}

static CASES: LazyLock<Vec<(Case, Look)>> = LazyLock::new(|| {
    let lines: Vec<Line> = lines_of(include_str!("../../data/f2l.toml"));
    lines.iter().map(case).collect()
});

static PLAIN: LazyLock<Vec<Case>> = LazyLock::new(|| CASES.iter().map(|(case, _)| case.clone()).collect());

/// Each look with its case and the turn of the top after which it is the stated one.
static BY_LOOK: LazyLock<HashMap<Look, (usize, i32)>> = LazyLock::new(|| {
    let mut by_look = HashMap::new();
    for count in [2, -1, 1, 0] {
        for (at, (_, look)) in CASES.iter().enumerate() {
            by_look.insert(turned(*look, -count), (at, count));
        }
    }
    by_look
});

/// All cases of F2L.
pub fn cases() -> &'static [Case] {
    &PLAIN
}

/// The case of the slot at the front right, and by how many quarters the top is turned first so that it looks as stated.
/// `None` where the slot is solved, or where one of its pieces is in another slot.
pub fn recognise(cube: &Cube) -> Option<(&'static Case, i32)> {
    let (corner, down) = corner_look(cube, Corner::Dfr);
    let (edge, front) = edge_look(cube, Edge::Fr);
    let (at, count) = BY_LOOK.get(&(corner, down, edge, front))?;
    Some((&PLAIN[*at], *count))
}

/// What becomes of a look when the top is turned by this many quarters.
fn turned((corner, down, edge, front): Look, count: i32) -> Look {
    let on = |face: Face| {
        let rotation = cube::Rotation::Y.times(count);
        rotation.carry(face)
    };
    let (mut look, upper) = ((corner, down, edge, front), (&UPPER_CORNERS, &UPPER_EDGES));
    if upper.0.contains(&corner) {
        let place = Corner::with_faces(corner.faces().map(on));
        look.0 = place.expect("the top turns corners to corners");
        look.1 = on(down);
    }
    if upper.1.contains(&edge) {
        let place = Edge::with_faces(edge.faces().map(on));
        look.2 = place.expect("the top turns edges to edges");
        look.3 = on(front);
    }
    look
}

fn case(line: &Line) -> (Case, Look) {
    let look = look(line).expect("the tests read every line");
    let case = Case {
        set: Set::F2l,
        number: line.number,
        name: line.number.to_string(),
        also: Vec::new(),
        group: line.group.clone(),
        moves: sequence(&line.moves),
        auf: None,
        left: None,
        others: sequences(&line.others),
        mask: mask(look),
        arrows: Vec::new(),
    };
    (case, look)
}

fn look(line: &Line) -> Option<Look> {
    let (corner, down) = line.corner.split_once(' ')?;
    let (edge, front) = line.edge.split_once(' ')?;
    let corner = Corner::ALL.into_iter().find(|place| place.to_string() == corner)?;
    let edge = Edge::ALL.into_iter().find(|place| place.to_string() == edge)?;
    Some((corner, down.parse().ok()?, edge, front.parse().ok()?))
}

/// The pair where the look states it, the cross and the other slots solved, and nothing else.
fn mask((corner, down, edge, front): Look) -> Mask {
    let slot = [Corner::Dfr.stickers().to_vec(), Edge::Fr.stickers().to_vec()].concat();
    let mut mask = Mask::of(&Facelets::SOLVED, |sticker| sticker == 4 || !(on_top(sticker) || slot.contains(&sticker)));
    let first = corner.faces().iter().position(|&face| face == down).unwrap_or(0);
    for (at, face) in Corner::Dfr.faces().into_iter().enumerate() {
        mask.set(corner.stickers()[(first + at) % 3], Some(face));
    }
    let first = edge.faces().iter().position(|&face| face == front).unwrap_or(0);
    for (at, face) in Edge::Fr.faces().into_iter().enumerate() {
        mask.set(edge.stickers()[(first + at) % 2], Some(face));
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beginner::two_layers;

    /// Corner on top (4 * 3) or in the slot (3), edge on top (4 * 2) or in the slot (2): 15 * 10 ways, of which one is solved.
    #[test]
    fn the_stated_looks_are_all_that_can_occur() {
        assert_eq!(CASES.len(), 41);
        assert_eq!(BY_LOOK.len(), 149);
    }

    #[test]
    fn every_sequence_brings_its_pair_home_and_keeps_the_rest() {
        for case in cases() {
            let before = Cube::SOLVED.apply_all(&cube::inverted(&case.moves));
            assert!(!two_layers(&before), "{}", case.title());
            assert!(case.mask.fits(&before.facelets()), "{}", case.title());
            let (found, count) = recognise(&before).expect("the pair is on top or in its slot");
            assert_eq!((found.number, count), (case.number, 0));
            assert!(2 <= case.others.len(), "{}", case.title());
            for other in &case.others {
                assert!(other.turns.iter().copied().ne(case.moves.iter().map(|&turn| turn.into())), "{}", case.title());
                assert!(two_layers(&before.apply_all(&other.moves())), "{}: {other:?}", case.title());
            }
        }
    }
}
