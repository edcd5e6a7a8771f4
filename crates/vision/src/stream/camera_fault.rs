//! What a camera driver may do wrong, as the pictures of the faces that the rig shows betray it.

use crate::FaceView;
use crate::stream::face_shown;

/// What is wrong with the frame of pictures while the rig shows the face `facing` (its letter, or nothing), in a sentence.
pub fn frame_fault(frame_id: &str, facing: &str) -> Option<String> {
    let (named, _) = face_shown(frame_id, "", 0)?;
    let (shown, _) = face_shown("", facing, 0)?;
    (named != shown).then(|| {
        format!(
            "pictures have the frame '{frame_id}', which marks photographs of face {named}, while the arms show face {shown}; give the camera another frame_id, such as camera_optical_frame"
        )
    })
}

/// What is seen counts for this long, seconds: a scan shows all faces in this time.
const LOOK: f64 = 60.0;

/// Notices red and blue exchanged. Then yellow stickers are cyan, as no sticker is, and no sticker is yellow.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChannelOrder {
    cyan: Option<f64>,
    yellow: Option<f64>,
}

impl ChannelOrder {
    /// Takes the faces of a picture at a second, and says in a sentence what is wrong.
    pub fn fault(&mut self, faces: &[FaceView], now: f64) -> Option<&'static str> {
        let colours = || faces.iter().flat_map(|face| &face.stickers);
        if colours().any(|sticker| is_cyan(sticker.rgb)) {
            self.cyan = Some(now);
        }
        if colours().any(|sticker| is_cyan(exchanged(sticker.rgb))) {
            self.yellow = Some(now);
        }
        let is_young = |seen: Option<f64>| seen.is_some_and(|seen| now - seen < LOOK);
        (is_young(self.cyan) && !is_young(self.yellow)).then_some(
            "stickers are cyan and none is yellow: red and blue are exchanged in the pictures; is their encoding bgr8 instead of rgb8, or rgb8 instead of bgr8?",
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

    fn face(rgb: [f32; 3]) -> FaceView {
        let sticker = Sticker {
            quad: Quad([[0.0; 2]; 4]),
            rgb,
            color: Color::ALL[0],
            confidence: 1.0,
            recovered: false,
        };
        FaceView {
            stickers: [sticker; 9],
            confidence: 1.0,
        }
    }

    #[test]
    fn exchanged_channels_are_noticed_and_a_right_cube_passes() {
        let (mut right, mut swapped) = (ChannelOrder::default(), ChannelOrder::default());
        let mut said = None;
        for (second, rgb) in (0..).zip(RGB) {
            let now = f64::from(second);
            assert_eq!(right.fault(&[face(rgb)], now), None, "{rgb:?}");
            said = swapped.fault(&[face(exchanged(rgb))], now);
        }
        assert!(
            said.expect("noticed")
                .contains("red and blue are exchanged")
        );
    }

    #[test]
    fn a_frame_of_another_face_than_the_arms_show_is_named() {
        assert_eq!(frame_fault("camera_optical_frame", "R"), None);
        assert_eq!(frame_fault("face_U", ""), None, "a photograph");
        assert_eq!(frame_fault("face_U", "U"), None);
        let said = frame_fault("face_U", "R").expect("another face");
        assert!(
            said.contains("'face_U'") && said.contains("show face R"),
            "{said}"
        );
    }
}
