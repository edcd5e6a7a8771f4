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

#[cfg(test)]
mod tests {
    use cube::Color;

    use super::*;
    use crate::{Quad, Sticker};

    /// White, red, green, yellow, orange and blue stickers, as a webcam sees them.
    const RGB: [[f32; 3]; 6] = [
        [236.0, 238.0, 233.0],
        [176.0, 28.0, 36.0],
        [16.0, 140.0, 64.0],
        [230.0, 205.0, 30.0],
        [240.0, 110.0, 20.0],
        [18.0, 70.0, 160.0],
    ];

    fn face(color: Color, rgb: [f32; 3]) -> FaceView {
        let sticker = Sticker { quad: Quad([[0.0; 2]; 4]), rgb, color, confidence: 1.0, recovered: false };
        FaceView { stickers: [sticker; 9], confidence: 1.0 }
    }

    #[test]
    fn exchanged_channels_are_noticed_and_a_right_cube_passes() {
        let (mut right, mut swapped) = (ChannelOrder::default(), ChannelOrder::default());
        let mut fault = None;
        for (color, rgb) in Color::ALL.into_iter().zip(RGB) {
            assert_eq!(right.fault(&[face(color, rgb)]), None, "{rgb:?}");
            fault = swapped.fault(&[face(color, exchanged(rgb))]);
        }
        assert!(fault.expect("noticed").contains("red and blue are exchanged"));
    }

    #[test]
    fn a_cube_whose_yellow_was_not_shown_yet_is_no_fault() {
        let (mut order, teal) = (ChannelOrder::default(), [30.0, 160.0, 150.0]);
        for color in Color::ALL.into_iter().take(4) {
            assert_eq!(order.fault(&[face(color, teal)]), None);
        }
    }

    #[test]
    fn a_picture_of_one_colour_is_named_and_one_with_something_in_it_is_not() {
        let mut image = Image::filled(64, 48, [200, 40, 10]).expect("a picture");
        let fault = |image: &Image| PictureFault::of(image, &Impression::of(image));
        assert_eq!(fault(&image), Some(PictureFault::OneColor(10, 40, 200)));
        for byte in image.bytes_mut().iter_mut().take(64 * 20 * 3) {
            *byte /= 2;
        }
        assert_eq!(fault(&image), None);
    }

    #[test]
    fn the_frame_of_a_photograph_is_named_while_arms_show_a_face() {
        assert_eq!(frame_fault("camera_optical_frame", "R"), None);
        assert_eq!(frame_fault("face_U", ""), None, "a photograph");
        for shown in ["R", "U"] {
            let fault = frame_fault("face_U", shown).expect("the rig has a camera, and no photographs");
            assert!(fault.contains("'face_U'") && fault.contains(&format!("show face {shown}")), "{fault}");
        }
    }
}
