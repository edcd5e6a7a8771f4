//! What people look at to settle stickers in doubt: the pictures of their faces.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cube::Face;
use serde::Serialize;

/// A face as the camera saw it when its stickers were read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FacePicture {
    /// Its letter.
    pub face: String,
    /// A square JPEG as a `data:` address. The face is in its middle, half a sticker from the border.
    pub picture: String,
    /// By how many quarters clockwise the picture shows it turned.
    pub quarters: u8,
}

/// The faces that have stickers in doubt.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FacesInDoubt {
    /// Their pictures, of those that a camera has seen.
    pub faces: Vec<FacePicture>,
}

impl FacePicture {
    /// The picture of a face: a square JPEG that shows it turned clockwise by some quarters.
    pub fn new(face: Face, jpeg: &[u8], quarters: u8) -> FacePicture {
        let picture = format!("data:image/jpeg;base64,{}", STANDARD.encode(jpeg));
        FacePicture { face: face.to_string(), picture, quarters: quarters % 4 }
    }
}
