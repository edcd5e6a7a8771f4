//! From stickers to a cube: finds the pieces and proves the three laws of solvability.
//!
//! A cube that was put together at random can be solved only if its edge flips add up to an even number and its corner twists to
//! whole turns. Also, its corners and edges must be permuted with the same parity. That is one cube in 2 * 3 * 2 = 12.

use crate::{Corner, Cube, Edge, Error, Face, Facelets};

impl TryFrom<&Facelets> for Cube {
    type Error = Error;

    /// The cube that shows these stickers. The faces are named by their centres first.
    fn try_from(facelets: &Facelets) -> Result<Cube, Error> {
        let facelets = facelets.named_by_centres()?;
        check_counts(&facelets)?;
        let (corners, twists) = read_corners(&facelets)?;
        let (edges, flips) = read_edges(&facelets)?;
        check_laws(&corners, &twists, &edges, &flips)?;
        Ok(Cube::from_lawful(corners, twists, edges, flips))
    }
}

impl TryFrom<Facelets> for Cube {
    type Error = Error;

    fn try_from(facelets: Facelets) -> Result<Cube, Error> {
        Cube::try_from(&facelets)
    }
}

fn check_counts(facelets: &Facelets) -> Result<(), Error> {
    for face in Face::ALL {
        let found = facelets
            .stickers()
            .iter()
            .filter(|&&shown| shown == face)
            .count();
        if found != 9 {
            return Err(Error::WrongColorCount { face, found });
        }
    }
    Ok(())
}

fn read_corners(facelets: &Facelets) -> Result<([u8; 8], [u8; 8]), Error> {
    let mut found_at: [Option<Corner>; 8] = [None; 8];
    let mut twice = None;
    let (mut corners, mut twists) = ([0; 8], [0; 8]);
    for place in Corner::ALL {
        let shown = place.stickers().map(|sticker| facelets[sticker]);
        let piece_and_twist = Corner::with_faces(shown).and_then(|piece| {
            // The faces must follow each other clockwise; a mirrored corner exists on no cube.
            (0..3)
                .find(|&twist| (0..3).all(|side| shown[(side + twist) % 3] == piece.faces()[side]))
                .map(|twist| (piece, twist))
        });
        let Some((piece, twist)) = piece_and_twist else {
            return Err(Error::ImpossibleCorner { place, shown });
        };
        if let Some(first) = found_at[piece.index()].replace(place) {
            twice = twice.or(Some((piece, [first, place])));
        }
        corners[place.index()] = piece as u8;
        twists[place.index()] = twist as u8;
    }
    match (
        twice,
        Corner::ALL
            .into_iter()
            .find(|piece| found_at[piece.index()].is_none()),
    ) {
        (Some((piece, places)), Some(missing)) => Err(Error::DuplicateCorner {
            piece,
            places,
            missing,
        }),
        _ => Ok((corners, twists)),
    }
}

fn read_edges(facelets: &Facelets) -> Result<([u8; 12], [u8; 12]), Error> {
    let mut found_at: [Option<Edge>; 12] = [None; 12];
    let mut twice = None;
    let (mut edges, mut flips) = ([0; 12], [0; 12]);
    for place in Edge::ALL {
        let shown = place.stickers().map(|sticker| facelets[sticker]);
        let Some(piece) = Edge::with_faces(shown) else {
            return Err(Error::ImpossibleEdge { place, shown });
        };
        if let Some(first) = found_at[piece.index()].replace(place) {
            twice = twice.or(Some((piece, [first, place])));
        }
        edges[place.index()] = piece as u8;
        flips[place.index()] = u8::from(shown[0] != piece.faces()[0]);
    }
    match (
        twice,
        Edge::ALL
            .into_iter()
            .find(|piece| found_at[piece.index()].is_none()),
    ) {
        (Some((piece, places)), Some(missing)) => Err(Error::DuplicateEdge {
            piece,
            places,
            missing,
        }),
        _ => Ok((edges, flips)),
    }
}

/// Proves that the arrays are permutations and orientations.
pub(crate) fn check_arrays(
    corners: &[u8; 8],
    twists: &[u8; 8],
    edges: &[u8; 12],
    flips: &[u8; 12],
) -> Result<(), Error> {
    check_permutation("corner", corners)?;
    check_range("corner orientation", twists, 3)?;
    check_permutation("edge", edges)?;
    check_range("edge orientation", flips, 2)
}

fn check_permutation(what: &'static str, values: &[u8]) -> Result<(), Error> {
    check_range(what, values, values.len())?;
    match (0..values.len()).find(|&index| values[..index].contains(&values[index])) {
        Some(index) => Err(Error::BadArray {
            what,
            index,
            value: values[index],
        }),
        None => Ok(()),
    }
}

fn check_range(what: &'static str, values: &[u8], limit: usize) -> Result<(), Error> {
    match values.iter().position(|&value| usize::from(value) >= limit) {
        Some(index) => Err(Error::BadArray {
            what,
            index,
            value: values[index],
        }),
        None => Ok(()),
    }
}

/// Proves the three laws for arrays that are permutations and orientations.
pub(crate) fn check_laws(
    corners: &[u8; 8],
    twists: &[u8; 8],
    edges: &[u8; 12],
    flips: &[u8; 12],
) -> Result<(), Error> {
    if flips.iter().sum::<u8>() % 2 != 0 {
        let edges = (0..12)
            .filter(|&place| flips[place] != 0)
            .map(|place| Edge::ALL[usize::from(edges[place])]);
        return Err(Error::FlippedEdge {
            edges: edges.collect(),
        });
    }
    let thirds = twists.iter().sum::<u8>() % 3;
    if thirds != 0 {
        let corners = (0..8)
            .filter(|&place| twists[place] != 0)
            .map(|place| Corner::ALL[usize::from(corners[place])]);
        return Err(Error::TwistedCorner {
            corners: corners.collect(),
            thirds,
        });
    }
    let corners_odd = is_odd(corners);
    if corners_odd != is_odd(edges) {
        return Err(Error::PermutationParity { corners_odd });
    }
    Ok(())
}

/// Whether a permutation is odd: each pair of values in the wrong order counts once.
pub(crate) fn is_odd(permutation: &[u8]) -> bool {
    let inversions = (0..permutation.len())
        .map(|second| {
            permutation[..second]
                .iter()
                .filter(|&&first| first > permutation[second])
                .count()
        })
        .sum::<usize>();
    inversions % 2 == 1
}
