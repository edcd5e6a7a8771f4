//! Real faces whose place and letters are known, to be found again in changed pictures.

use vision::{FaceView, Image, Sticker};

use super::alter::reduced;
use super::{KnownFace, known_faces};

/// A real picture with its true letters, and the stickers' centres as they were found in it unaltered.
pub struct Known {
    pub name: String,
    pub image: Image,
    pub letters: String,
    pub centres: [[f32; 2]; 9],
}

/// Every `step`th picture of a single face, of those that are read right unaltered, with at most this many pixels on its longer side.
pub fn known(test: &str, step: usize, longest: usize) -> Option<Vec<Known>> {
    let known = |KnownFace { file, image, face }| {
        let (image, factor) = reduced(&image, longest).expect("it runs");
        let centre = |sticker: &Sticker| sticker.quad.centre().map(|value| value * factor);
        Known { name: file, image, letters: face.letters(), centres: face.stickers.each_ref().map(centre) }
    };
    Some(known_faces(test, step)?.into_iter().map(known).collect())
}

/// The number of the sticker that lies at each true centre; `None` where one has none.
pub fn placed(face: &FaceView, centres: &[[f32; 2]; 9]) -> Option<[usize; 9]> {
    let mut places = [0; 9];
    for (place, [x, y]) in places.iter_mut().zip(centres) {
        *place = face.stickers.iter().position(|sticker| {
            let [sx, sy] = sticker.quad.centre();
            (sx - x).hypot(sy - y) < 0.5 * sticker.quad.area().sqrt()
        })?;
    }
    Some(places)
}
