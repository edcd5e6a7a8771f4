//! The state of a cube from six photographs.

use cube::{Face, sticker_name, upright};

use crate::state::{Measurements, StateReading, TurnedReading, read_turned};
use crate::{Error, FaceReader, FaceView, Image};

/// What six photographs show.
#[derive(Clone, Debug)]
pub struct Photographs {
    /// The state of the cube.
    pub reading: StateReading,
    /// The faces U R F D L B in their pictures. The stickers are in the order in which the face is read, however it was turned.
    pub faces: [FaceView; 6],
}

/// Reads a cube state from six pictures in the order U R F D L B, each turned in any way ([`read_turned`]). If a picture shows
/// more faces, the surest one counts. A face that is not trusted counts too: here each picture is known to show one, and the
/// laws of the cube judge the whole. The detector's learned colours are used where it has some. A picture without a face is
/// named in the error.
///
/// # Errors
/// Not six pictures, one without a face, or a failed image operation.
pub fn read_photographs(detector: &mut dyn FaceReader, images: &[Image]) -> Result<Photographs, Error> {
    let images: &[Image; 6] = images.try_into().map_err(|_| Error::PictureCount { found: images.len() })?;
    let mut views = Vec::with_capacity(6);
    for (face, image) in Face::ALL.into_iter().zip(images) {
        let view = detector.expected(image)?;
        views.push(view.ok_or_else(|| Error::NoFace { what: format!("the picture of face {face}") })?);
    }
    let measured: Measurements = std::array::from_fn(|face| views[face].rgb());
    let TurnedReading { mut reading, turns, .. } = read_turned(&measured, detector.colors(), &[])?;
    let faces: [FaceView; 6] = std::array::from_fn(|face| {
        // A picture that is turned back by one quarter shows its face turned by three.
        let stickers = upright(&views[face].stickers, (4 - turns[face]) % 4);
        FaceView { stickers, confidence: views[face].confidence }
    });
    let hidden: Vec<String> =
        (0..54).filter(|&sticker| faces[sticker / 9].stickers[sticker % 9].recovered).map(sticker_name).collect();
    if !hidden.is_empty() && !reading.is_certain() {
        reading.problems.push(format!("not seen themselves, placed by their neighbours: {}", hidden.join(", ")));
    }
    Ok(Photographs { reading, faces })
}
