//! A cube as people and programs write it: 54 letters, or 20 pieces.

use std::collections::BTreeSet;

use cube::{Corner, Cube, Edge, Face, Facelets, Reading};

/// A text is a cube exactly if its stickers obey the laws of the cube, which are stated here once more.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let reading = match Reading::parse(text) {
        Ok(reading) => reading,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let facelets = reading.facelets;
    assert_eq!(facelets.to_string().parse::<Facelets>().as_ref(), Ok(&facelets));
    let cube = Cube::try_from(&facelets);
    assert_eq!(cube.is_ok(), is_solvable(facelets.stickers()), "{text:?}: {cube:?}");
    if let Ok(cube) = cube {
        assert_eq!(cube.facelets(), facelets);
    }
}

/// Whether each piece is there once, twists and flips add up to whole turns, and the permutation of all pieces is even.
/// The place of a piece's first sticker gives its twist: that of U or D, and of F or B on edges without these.
fn is_solvable(shown: &[Face; 54]) -> bool {
    let corners = Corner::ALL.map(|place| place.stickers().to_vec());
    let edges = Edge::ALL.map(|place| place.stickers().to_vec());
    let at = |places: &[Vec<usize>]| -> Vec<Vec<Face>> {
        places.iter().map(|place| place.iter().map(|&sticker| shown[sticker]).collect()).collect()
    };
    let (corners, edges) = (at(&corners), at(&edges));
    // A corner of a cube shows its faces in one of the two directions round.
    let (Some(corners_at), Some(edges_at)) = (
        permutation(&corners, &Corner::ALL.map(|piece| piece.faces().to_vec())),
        permutation(&edges, &Edge::ALL.map(|piece| piece.faces().to_vec())),
    ) else {
        return false;
    };
    let turned = |pieces: &[Vec<Face>], marks: [&[Face]; 2]| -> usize {
        let of_piece = |piece: &Vec<Face>| {
            let marked = |mark: &[Face]| piece.iter().position(|face| mark.contains(face));
            marked(marks[0]).or_else(|| marked(marks[1])).unwrap_or_default()
        };
        pieces.iter().map(of_piece).sum()
    };
    let marks: [&[Face]; 2] = [&[Face::U, Face::D], &[Face::F, Face::B]];
    turned(&corners, marks).is_multiple_of(3)
        && turned(&edges, marks).is_multiple_of(2)
        && (cycles(&corners_at) + 8) % 2 == (cycles(&edges_at) + 12) % 2
}

/// Which piece lies at each place, if all are there: the same faces in the same order round.
fn permutation(shown: &[Vec<Face>], pieces: &[Vec<Face>]) -> Option<Vec<usize>> {
    let is_turned = |one: &[Face], other: &[Face]| (0..one.len()).any(|by| [&one[by..], &one[..by]].concat() == other);
    let found: Option<Vec<usize>> =
        shown.iter().map(|faces| pieces.iter().position(|piece| is_turned(faces, piece))).collect();
    let found = found?;
    (found.iter().collect::<BTreeSet<_>>().len() == pieces.len()).then_some(found)
}

fn cycles(permutation: &[usize]) -> usize {
    let mut seen = BTreeSet::new();
    let mut count = 0;
    for start in 0..permutation.len() {
        let mut at = start;
        count += usize::from(!seen.contains(&start));
        while seen.insert(at) {
            at = permutation[at];
        }
    }
    count
}
