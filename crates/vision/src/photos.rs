//! Whole jobs on picture files: the faces of one picture, the state of six.

use std::path::Path;
use std::time::Instant;

use cube::{Face, sticker_name, upright};

use crate::state::{Measurements, StateReading, TurnedReading, read_turned};
use crate::{Error, FaceReader, FaceView, Image};

/// The faces of one picture file.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The faces, surest first; empty where there is none.
    pub faces: Vec<FaceView>,
    /// Time for finding and naming in milliseconds, without reading the file.
    pub milliseconds: f64,
}

/// Finds the faces in a picture file.
///
/// # Errors
/// A file that cannot be read as a picture.
pub fn scan_file(detector: &mut dyn FaceReader, path: impl AsRef<Path>) -> Result<Scan, Error> {
    let image = Image::load(path)?;
    let start = Instant::now();
    let faces = detector.detect(&image)?;
    Ok(Scan { faces, milliseconds: start.elapsed().as_secs_f64() * 1e3 })
}

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

/// The state of [`read_photographs`].
///
/// # Errors
/// As there.
pub fn read_state_from_images(detector: &mut dyn FaceReader, images: &[Image]) -> Result<StateReading, Error> {
    Ok(read_photographs(detector, images)?.reading)
}

/// Reads a cube state from six picture files in the order U R F D L B.
///
/// # Errors
/// As [`read_state_from_images`], and files that cannot be read as pictures.
pub fn read_state_from_files<P: AsRef<Path>>(
    detector: &mut dyn FaceReader,
    paths: &[P],
) -> Result<StateReading, Error> {
    if paths.len() != 6 {
        return Err(Error::PictureCount { found: paths.len() });
    }
    let images = paths.iter().map(Image::load).collect::<Result<Vec<_>, _>>()?;
    read_state_from_images(detector, &images)
}
