//! The one place where the colour of a sticker in a picture is decided: found quads become stickers with names.
//!
//! These names are what one face shows by itself. The colours of a cube are decided from six faces, by the measured
//! colours and not by these names: see [`crate::state::read_state`].

use super::body::Body;
use super::plausible::Evidence;
use super::seams::Seams;
use super::single::{SingleFaceReader, likeliest};
use super::surroundings::background;
use crate::find::grid::hidden_side;
use crate::{FaceView, Image, MeasuredFace};

/// A sticker whose chance to be no colour of a cube is greater than this is covered.
const STRANGER: f32 = 0.5;
/// Most confidence in a sticker that was not seen itself: print and glare hide its edges, but so does a finger.
const MOST_RECOVERED: f32 = 0.5;

/// Names the stickers by their chances under all plausible lights. `bright` is the brightness that nine tenths of the
/// picture do not exceed.
pub(crate) fn by_light(
    reader: &mut SingleFaceReader,
    image: &Image,
    found: &MeasuredFace,
    bright: f32,
) -> (FaceView, Evidence) {
    let body = Body::new(image, &found.quads);
    let like_body = body.like_body(&found.rgb);
    let hidden: [bool; 9] = std::array::from_fn(|index| found.recovered[index] || like_body[index]);
    let veil = body.veil(&found.rgb);
    let clear: [[f32; 3]; 9] =
        std::array::from_fn(|index| found.rgb[index].map(|channel| channel - veil[index]));
    let line_hidden = hidden_side(&hidden.map(|hidden| (!hidden).then_some(()))).is_some();
    let reading = reader.read(&clear, &hidden, background(image, &found.quads));
    // What lies there like a sticker and has no colour of a cube lies on top of it.
    let recovered: [bool; 9] =
        std::array::from_fn(|index| hidden[index] || STRANGER < reading.strange[index]);
    let names = std::array::from_fn(|index| {
        let (color, mut confidence) = likeliest(reading.chances[index]);
        if recovered[index] {
            confidence = confidence.min(MOST_RECOVERED);
        }
        // Where it is not clear which places these are, no name is surer than the places.
        if line_hidden {
            confidence = confidence.min(found.confidence);
        }
        (color, confidence)
    });
    let face = MeasuredFace {
        recovered,
        ..*found
    }
    .named(names);
    let evidence = Evidence {
        surprise: reading.surprise,
        seams: Seams::new(image, &face),
        bright,
    };
    (face, evidence)
}
