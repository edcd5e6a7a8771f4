//! What a camera driver may do wrong, as the pictures of the faces that the rig shows betray it.

use std::collections::BTreeSet;

use super::impression::Impression;
use crate::stream::face_shown;
use crate::{FaceView, Image};

/// What is wrong with the frame of pictures while the rig shows the face `facing` (its letter, or nothing), in a sentence.
pub fn frame_fault(frame_id: &str, facing: &str) -> Option<String> {
    let (named, _) = face_shown(frame_id, "", 0)?;
    let (shown, _) = face_shown("", facing, 0)?;
    Some(format!(
        "pictures have the frame '{frame_id}', which marks photographs of face {named}, while the arms show face {shown}; give the camera another frame_id, such as camera_optical_frame"
    ))
}

/// Why a picture is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureFault {
    /// All of it is of one colour, as the first pictures of many cameras are.
    #[error(
        "the pictures are of one colour (red {0}, green {1}, blue {2}): is the lens covered, or is the camera still starting?"
    )]
    OneColor(u8, u8, u8),
    /// It has no colours.
    #[error("the pictures are grey: no colours can be named in them")]
    Grey,
}

impl PictureFault {
    /// What is wrong with a picture that makes this impression.
    pub(super) fn of(image: &Image, impression: &Impression) -> Option<PictureFault> {
        if let Some([red, green, blue]) = impression.one_color() {
            return Some(PictureFault::OneColor(red, green, blue));
        }
        image.is_grey().then_some(PictureFault::Grey)
    }
}

/// This many colours of a cube must be seen before it counts that none of them is yellow.
const ENOUGH: usize = 5;

/// Notices red and blue exchanged. Then yellow stickers are cyan, as few stickers are, and no sticker is yellow.
#[derive(Clone, Debug, Default)]
pub struct ChannelOrder {
    cyan: bool,
    yellow: bool,
    colours: BTreeSet<char>,
}

impl ChannelOrder {
    /// Takes the faces of a picture, and returns in a sentence what is wrong.
    pub fn fault(&mut self, faces: &[FaceView]) -> Option<&'static str> {
        for sticker in faces.iter().flat_map(|face| &face.stickers) {
            self.cyan |= is_cyan(sticker.rgb);
            self.yellow |= is_cyan(exchanged(sticker.rgb));
            self.colours.insert(sticker.color.letter());
        }
        (self.cyan && !self.yellow && ENOUGH <= self.colours.len()).then_some(
            "stickers are cyan and none is yellow: red and blue are exchanged in the pictures; check their encoding (bgr8 or rgb8)",
        )
    }
}

fn exchanged([red, green, blue]: [f32; 3]) -> [f32; 3] {
    [blue, green, red]
}

fn is_cyan([red, green, blue]: [f32; 3]) -> bool {
    let most = green.max(blue);
    80.0 < most && red < 0.5 * green.min(blue) && (green - blue).abs() < 0.25 * most
}
