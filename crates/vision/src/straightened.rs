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
    let pairs: [([f64; 2], [f64; 2]); 9] = std::array::from_fn(|place| {
        let at = [(place % 3) as f64, (place / 3) as f64];
        (at, stickers[place].centre().map(f64::from))
    });
    let map = Homography::fit(&pairs)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A grey picture whose nine stickers have one grey each, on a face that leans back.
    fn leaning() -> (Image, [Quad; 9]) {
        let corner = |column: f32, row: f32| {
            let w = 1.0 + 0.1 * row;
            [(60.0 + 50.0 * column) / w, (40.0 + 45.0 * row) / w]
        };
        let quads: [Quad; 9] = std::array::from_fn(|place| {
            let (x, y) = ((place % 3) as f32, (place / 3) as f32);
            Quad([corner(x, y), corner(x + 0.9, y), corner(x + 0.9, y + 0.9), corner(x, y + 0.9)])
        });
        let mut image = Image::filled(320, 240, [10; 3]).expect("a small picture");
        for (place, quad) in quads.iter().enumerate() {
            let [[left, top], _, [right, bottom], _] = quad.0;
            for (y, row) in image.bytes_mut().chunks_exact_mut(3 * 320).enumerate() {
                for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
                    if (left..right).contains(&(x as f32)) && (top..bottom).contains(&(y as f32)) {
                        pixel.fill(40 + 20 * place as u8);
                    }
                }
            }
        }
        (image, quads)
    }

    #[test]
    fn each_sticker_is_at_its_place_whatever_the_perspective() {
        let (image, quads) = leaning();
        let jpeg = straightened(&image, &quads).expect("a face");
        let straight = Image::from_encoded(&jpeg).expect("a JPEG");
        assert_eq!((straight.width(), straight.height()), (240, 240));
        let grey = |x: f32, y: f32| straight.rgb_at(x, y)[1];
        for place in 0..9 {
            let at = |step: usize| 30.0 + 60.0 * (step as f32 + 0.5);
            let found = grey(at(place % 3), at(place / 3));
            assert!((found - (40.0 + 20.0 * place as f32)).abs() < 8.0, "{place}: {found}");
        }
        assert!(grey(8.0, 8.0) < 25.0, "the margin shows what is around the face");
    }

    #[test]
    fn stickers_on_one_spot_are_no_face() {
        let (image, quads) = leaning();
        assert!(straightened(&image, &[quads[0]; 9]).is_none());
    }
}
