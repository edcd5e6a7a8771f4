//! Which stickers of a picture are in doubt.

use cube::{Face, place_seen};

/// The face that a picture shows, and by how many clockwise quarters it is turned.
///
/// A frame such as `face_U` marks a photograph of face U as it is read. Any other frame belongs to the rig's camera. The rig
/// shows the face `facing` (its letter, or nothing), turned by `quarters`.
pub fn face_shown(frame_id: &str, facing: &str, quarters: u8) -> Option<(Face, u8)> {
    let (letters, quarters) = match frame_id.strip_prefix("face_") {
        Some(named) => (named, 0),
        None => (facing, quarters % 4),
    };
    let mut letters = letters.chars();
    let face = letters.next().and_then(Face::from_letter)?;
    letters.next().is_none().then_some((face, quarters))
}

/// The stickers of the face shown that are in doubt, by their places in the picture: 0 to 8, row by row. `doubtful` has the
/// numbers of facelets.
pub fn places_in_doubt(doubtful: &[u8], (face, quarters): (Face, u8)) -> Vec<usize> {
    let own = doubtful.iter().map(|&facelet| usize::from(facelet));
    let own = own.filter(|facelet| facelet / 9 == face.index());
    own.map(|facelet| place_seen(facelet % 9, quarters)).collect()
}
