//! What a camera driver may do wrong is named.

use cube::Color;
use vision::stream::{ChannelOrder, PictureFault, StreamDetector, frame_fault};
use vision::{DetectorOptions, FaceView, Image, Quad, Sticker};

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
        fault = swapped.fault(&[face(color, [rgb[2], rgb[1], rgb[0]])]);
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
    let mut stream = StreamDetector::new(DetectorOptions::default());
    *stream.picture() = Image::filled(64, 48, [200, 40, 10]).expect("a picture");
    assert_eq!(stream.detect().expect("it runs").fault, Some(PictureFault::OneColor(10, 40, 200)));
    for byte in stream.picture().bytes_mut().iter_mut().take(64 * 20 * 3) {
        *byte /= 2;
    }
    assert_eq!(stream.detect().expect("it runs").fault, None);
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
