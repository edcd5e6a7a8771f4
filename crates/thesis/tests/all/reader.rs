//! The thesis' way of reading faces, on pictures drawn here and on any small picture.

use cube::Color;
use testkit::proptest::prelude::*;
use thesis::{ClassifierKind, DetectorKind, Reader};
use vision::{Detector, DetectorOptions, FaceReader, Image, WhiteBalance};

const DETECTORS: [DetectorKind; 2] = [DetectorKind::Lattice, DetectorKind::Classic];
const CLASSIFIERS: [ClassifierKind; 3] = [ClassifierKind::Light, ClassifierKind::Classic, ClassifierKind::HsvDensity];

/// Side of a sticker and distance from one to the next, in pixels of a picture of 640 x 640.
const STICKER: usize = 110;
const STEP: usize = 132;

/// A face that is seen straight on: these colours, row by row, on a black body before grey.
fn drawn(colors: [Color; 9]) -> Image {
    let mut image = Image::filled(640, 640, [90, 90, 90]).expect("a size in range");
    let body = 125..520;
    let sticker_at = |place: usize| {
        let (index, within) = (place.checked_sub(135)? / STEP, (place - 135) % STEP);
        (index < 3 && within < STICKER).then_some(index)
    };
    let bytes = image.bytes_mut();
    for (row, line) in bytes.chunks_exact_mut(3 * 640).enumerate() {
        for (column, pixel) in line.chunks_exact_mut(3).enumerate() {
            let rgb = match (sticker_at(row), sticker_at(column)) {
                (Some(y), Some(x)) => paint(colors[3 * y + x]),
                _ if body.contains(&row) && body.contains(&column) => [10, 10, 10],
                _ => continue,
            };
            pixel.copy_from_slice(&[rgb[2], rgb[1], rgb[0]]);
        }
    }
    image
}

/// Red, green and blue of a plain colour.
fn paint(color: Color) -> [u8; 3] {
    match color {
        Color::White => [230, 230, 230],
        Color::Yellow => [230, 220, 20],
        Color::Red => [200, 10, 40],
        Color::Orange => [240, 120, 10],
        Color::Green => [10, 170, 40],
        Color::Blue => [10, 50, 200],
    }
}

#[test]
fn a_face_seen_straight_on_is_read_by_every_pair() {
    let colors = "WYROGBWYR";
    let all = Color::ALL;
    let named = |letter| all.into_iter().find(|color| color.letter() == letter);
    let mut letters = colors.chars().filter_map(named);
    let face: [Color; 9] = std::array::from_fn(|_| letters.next().expect("nine colours"));
    let image = drawn(face);
    for detector in DETECTORS {
        for classifier in CLASSIFIERS {
            let pair = format!("{}+{}", detector.name(), classifier.name());
            let faces = Reader::new(detector, classifier).detect(&image);
            let faces = faces.expect("it runs");
            assert_eq!(faces.len(), 1, "{pair}");
            assert_eq!(faces[0].letters(), colors, "{pair}");
        }
    }
}

/// The ranges of the text: a red without any blue has the hue 0, which is in no range, and what is in none is white. Where a
/// pixel is in two ranges, the colour that is tried first has it: green before white and yellow.
#[test]
fn densities_name_by_the_published_ranges() {
    let cases = [
        ([200, 10, 10], Color::White, 0.0),
        ([240, 110, 110], Color::White, 0.0),
        ([200, 10, 40], Color::Red, 0.7),
        // Hue 77 of 180, between green and blue.
        ([10, 170, 100], Color::White, 0.0),
        // Grey that is slightly green.
        ([200, 215, 200], Color::Green, 0.7),
        // Hue 37.
        ([180, 230, 20], Color::Green, 0.7),
        ([230, 220, 20], Color::Yellow, 0.7),
        // Hue 20 is in both ranges; yellow is tried first.
        ([240, 160, 0], Color::Yellow, 0.7),
        ([240, 120, 10], Color::Orange, 0.7),
    ];
    for (rgb, color, least) in cases {
        let mut image = drawn([Color::Blue; 9]);
        // The middle sticker.
        let middle = 135 + STEP..135 + STEP + STICKER;
        for row in middle.clone() {
            for column in middle.clone() {
                let at = 3 * (640 * row + column);
                image.bytes_mut()[at..at + 3].copy_from_slice(&[rgb[2], rgb[1], rgb[0]]);
            }
        }
        let mut reader = Reader::new(DetectorKind::Classic, ClassifierKind::HsvDensity);
        let faces = reader.detect(&image).expect("it runs");
        let sticker = faces[0].stickers[4];
        assert_eq!(sticker.color, color, "{rgb:?}");
        assert!(least <= sticker.confidence && sticker.confidence <= 1.0, "{rgb:?}: {}", sticker.confidence);
        assert_eq!(least == 0.0, sticker.confidence == 0.0, "{rgb:?}: {}", sticker.confidence);
    }
}

#[test]
fn a_balance_is_applied_before_the_product_reads() {
    // Under a light that has taken half of the blue, the balanced picture is read like the picture of white light.
    let mut image = drawn([Color::White; 9]);
    for pixel in image.bytes_mut().chunks_exact_mut(3) {
        pixel[0] /= 2;
    }
    let balance = WhiteBalance::ToMax { p_norm: 1.0 };
    let mut balanced = image.clone();
    balance.apply(&mut balanced);
    for classifier in [ClassifierKind::Light, ClassifierKind::HsvDensity] {
        let plain = || Reader::new(DetectorKind::Lattice, classifier);
        let faces = plain().balancing(balance).detect(&image).expect("it runs");
        assert_eq!(faces, plain().detect(&balanced).expect("it runs"));
        assert_eq!(faces[0].letters(), "WWWWWWWWW");
        let unbalanced = plain().detect(&image).expect("it runs");
        assert_ne!(unbalanced, faces);
    }
}

#[test]
fn lattice_and_light_are_the_product() {
    let image = drawn([Color::Green; 9]);
    let own = Reader::new(DetectorKind::Lattice, ClassifierKind::Light).detect(&image);
    let product = Detector::new(DetectorOptions::default()).detect(&image);
    assert_eq!(own.expect("it runs"), product.expect("it runs"));
}

#[test]
fn kinds_are_named_and_others_refused() {
    for kind in DETECTORS {
        assert_eq!(kind.name().parse::<DetectorKind>().ok(), Some(kind));
    }
    for kind in CLASSIFIERS {
        assert_eq!(kind.name().parse::<ClassifierKind>().ok(), Some(kind));
    }
    let error = "cubist".parse::<DetectorKind>().expect_err("no detector");
    assert!(error.to_string().contains("cubist"), "{error}");
}

proptest! {
    #[test]
    fn any_small_picture_is_searched(
        width in 1usize..70, height in 1usize..70, bytes in prop::collection::vec(any::<u8>(), 70 * 70 * 3),
    ) {
        let image = Image::from_bgr8(width, height, 3 * width, &bytes).expect("enough bytes");
        for classifier in CLASSIFIERS {
            Reader::new(DetectorKind::Classic, classifier).detect(&image).expect("it runs");
        }
    }
}
