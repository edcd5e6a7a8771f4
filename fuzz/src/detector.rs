//! Pictures in which faces are looked for, plain and as compressed files.

use std::cell::RefCell;

use vision::{Detector, DetectorOptions, Image};

/// Most pixels of a picture: a search takes time.
const MOST_PIXELS: usize = 160 * 120;

thread_local! {
    static DETECTOR: RefCell<Detector> = RefCell::new(Detector::new(DetectorOptions::default()));
}

/// The size, then pixels, which are repeated to fill the picture; or a compressed file.
pub fn run(data: &[u8]) {
    let Some((&[width, height, scale], pixels)) = data.split_first_chunk::<3>() else { return };
    let picture = if scale == u8::MAX {
        Image::from_encoded(pixels).ok().filter(|picture| picture.width() * picture.height() <= MOST_PIXELS)
    } else {
        drawn(usize::from(width), usize::from(height), 1 + usize::from(scale % 32), pixels)
    };
    let Some(picture) = picture else { return };
    let faces = DETECTOR.with_borrow_mut(|detector| detector.detect(&picture)).expect("any picture can be searched");
    for sticker in faces.iter().flat_map(|face| &face.stickers) {
        assert!(sticker.quad.0.iter().flatten().all(|corner| corner.is_finite()), "{sticker:?}");
        assert!(sticker.rgb.iter().all(|channel| (0.0..=255.0).contains(channel)), "{sticker:?}");
        assert!((0.0..=1.0).contains(&sticker.confidence), "{sticker:?}");
    }
}

/// A picture of squares of `scale` pixels, each of one colour.
fn drawn(across: usize, down: usize, scale: usize, pixels: &[u8]) -> Option<Image> {
    let colors = pixels.as_chunks::<3>().0;
    let (width, height) = (across * scale, down * scale);
    if colors.is_empty() || MOST_PIXELS < width * height {
        return None;
    }
    let mut picture = Image::filled(width, height, [0; 3]).ok()?;
    let places = (0..width * height).map(|at| at / width / scale * across + at % width / scale);
    for (pixel, place) in picture.bytes_mut().as_chunks_mut::<3>().0.iter_mut().zip(places) {
        *pixel = colors[place % colors.len()];
    }
    Some(picture)
}
