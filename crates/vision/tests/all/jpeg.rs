//! A JPEG or PNG without its end is refused: decoders would fill up what is missing, or print lines of their own.

use vision::{Error, Image};

fn breaks_off(bytes: &[u8]) -> bool {
    matches!(Image::from_encoded(bytes), Err(Error::BreaksOff { .. }))
}

fn noisy() -> Image {
    let mut image = Image::filled(70, 50, [0; 3]).expect("a small picture");
    let mut random = 7_u32;
    for byte in image.bytes_mut() {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = (random >> 24) as u8;
    }
    image
}

#[test]
fn a_jpeg_cut_anywhere_breaks_off_and_a_whole_one_does_not() {
    let jpeg = noisy().encoded(".jpg").expect("a JPEG");
    assert!(!breaks_off(&jpeg));
    for length in 2..jpeg.len() {
        assert!(breaks_off(&jpeg[..length]), "{length} of {}", jpeg.len());
    }
}

#[test]
fn what_follows_the_end_does_not_matter() {
    let mut jpeg = noisy().encoded(".jpg").expect("a JPEG");
    jpeg.extend([0; 37]);
    assert!(!breaks_off(&jpeg));
}

#[test]
fn the_end_of_a_thumbnail_is_not_the_end() {
    // An APP1 segment that holds an end marker, as a thumbnail in EXIF data does.
    let mut bytes = vec![0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xD8, 0xFF, 0xD9];
    assert!(breaks_off(&bytes));
    bytes.extend([0xFF, 0xD9]);
    assert!(!breaks_off(&bytes));
}

#[test]
fn a_png_cut_anywhere_breaks_off_and_a_whole_one_does_not() {
    let png = noisy().encoded(".png").expect("a PNG");
    assert!(!breaks_off(&png));
    for length in 8..png.len() {
        assert!(breaks_off(&png[..length]), "{length} of {}", png.len());
    }
    let cut = Image::from_encoded(&png[..100]).expect_err("it is cut");
    assert_eq!(cut.to_string(), "the data is an incomplete PNG: it ends after 100 bytes");
}

#[test]
fn other_formats_are_left_to_their_decoders() {
    let bitmap = noisy().encoded(".bmp").expect("a bitmap");
    assert!(!breaks_off(&bitmap) && !breaks_off(&bitmap[..200]) && !breaks_off(&[]));
}
