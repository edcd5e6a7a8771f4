//! From stickers to a cube: finds the pieces, and has the laws of solvability proven.

use crate::validity::check_laws;
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
        let found = facelets.stickers().iter().filter(|&&shown| shown == face).count();
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
    match (twice, Corner::ALL.into_iter().find(|piece| found_at[piece.index()].is_none())) {
        (Some((piece, places)), Some(missing)) => Err(Error::DuplicateCorner { piece, places, missing }),
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
    match (twice, Edge::ALL.into_iter().find(|piece| found_at[piece.index()].is_none())) {
        (Some((piece, places)), Some(missing)) => Err(Error::DuplicateEdge { piece, places, missing }),
        _ => Ok((edges, flips)),
    }
}
