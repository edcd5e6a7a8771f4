//! Whatever bytes come in, an answer or an error message comes out.

use testkit::proptest::prelude::*;
use vision::{Detector, DetectorOptions, Error, FaceOrder, Image, annotate, measurements_from_json, read_state};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_a_picture_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..4000)) {
        let _ = Image::from_encoded(&bytes);
    }

    #[test]
    fn damaged_files_are_a_picture_or_an_error(
        place in any::<prop::sample::Index>(), value in any::<u8>(), cut in any::<prop::sample::Index>(),
    ) {
        let picture = Image::filled(31, 17, [10, 200, 90]).expect("a size in range");
        for ending in [".png", ".jpg", ".webp", ".bmp", ".tif", ".ppm"] {
            let mut bytes = picture.encoded(ending).expect("encodes");
            let at = place.index(bytes.len());
            bytes[at] = value;
            bytes.truncate(1 + cut.index(bytes.len()));
            let _ = Image::from_encoded(&bytes);
        }
    }

    #[test]
    fn any_small_picture_is_searched(
        width in 1usize..70, height in 1usize..70, bytes in prop::collection::vec(any::<u8>(), 70 * 70 * 3),
    ) {
        let mut image = Image::from_bgr8(width, height, 3 * width, &bytes).expect("enough bytes");
        let faces = Detector::new(DetectorOptions::default()).detect(&image).expect("it runs");
        annotate(&mut image, &faces);
    }

    #[test]
    fn sizes_and_steps_are_checked(
        width in any::<usize>(), height in any::<usize>(), step in any::<usize>(), length in 0usize..5000,
    ) {
        let bytes = vec![0; length];
        if let Ok(image) = Image::from_bgr8(width, height, step, &bytes) {
            prop_assert!(step * (image.height() - 1) + 3 * image.width() <= length);
        }
    }

    #[test]
    fn any_text_is_measurements_or_an_error(text in ".{0,200}", number in any::<i64>(), value in any::<f64>()) {
        let _ = measurements_from_json(&text, FaceOrder::default());
        let json = format!("{{\"{number}\": [{value}, 1, 2], \"7\": {text:?}}}");
        prop_assert!(measurements_from_json(&json, FaceOrder::default()).is_err());
        let _ = text.parse::<FaceOrder>();
    }

    #[test]
    fn any_measurements_are_a_reading(values in prop::collection::vec(0.0f32..=255.0, 162)) {
        let faces = std::array::from_fn(|face| std::array::from_fn(|sticker| {
            std::array::from_fn(|channel| values[(face * 9 + sticker) * 3 + channel])
        }));
        let reading = read_state(&faces).expect("in range");
        prop_assert_eq!(reading.problems.is_empty(), reading.is_certain());
        if let Some(cube) = reading.cube {
            prop_assert_eq!(cube.facelets(), reading.facelets);
        }
    }
}

#[test]
fn flat_and_extreme_measurements_are_never_certain() {
    for value in [0.0, 1.0, 128.0, 255.0] {
        let reading = read_state(&[[[value; 3]; 9]; 6]).expect("in range");
        assert!(!reading.is_certain(), "{value} for all stickers is no certain cube");
    }
    let mut faces = [[[90.0; 3]; 9]; 6];
    faces[2][3][1] = f32::NAN;
    let error = read_state(&faces).expect_err("not a number");
    assert!(matches!(&error, Error::ChannelRange { sticker, .. } if sticker == "F4"), "{error}");
}
