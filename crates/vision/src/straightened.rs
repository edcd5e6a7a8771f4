//! The picture of one face as people look at it: straight, with a margin.

use crate::homography::Homography;
use crate::{Image, Quad};

/// Stickers along each side of the picture: the three of the face, and half a one beyond them on each side.
const STICKERS: f64 = 4.0;
/// Pixels along each side of a sticker.
const PIXELS: f64 = 60.0;
/// A colour must look as it did in the picture.
const QUALITY: u8 = 90;

/// The face with these nine stickers as a square JPEG, cut out of its picture and straightened. The face is in its middle, half a
/// sticker from the border. `None` where the stickers lie on no plane.
pub fn straightened(image: &Image, stickers: &[Quad; 9]) -> Option<Vec<u8>> {
    let map = Homography::of_stickers(stickers)?;
    let side = (STICKERS * PIXELS) as usize;
    let at = |pixel: usize| (pixel as f64 + 0.5) / PIXELS - 1.0;
    let mut straight = Image::filled(side, side, [0; 3]).ok()?;
    for (index, pixel) in straight.bytes_mut().chunks_exact_mut(3).enumerate() {
        let [x, y] = map.apply([at(index % side), at(index / side)]);
        let [red, green, blue] = image.rgb_at(x as f32, y as f32);
        pixel.copy_from_slice(&[blue, green, red].map(|channel| channel as u8));
    }
    straight.jpeg(QUALITY).ok()
}
