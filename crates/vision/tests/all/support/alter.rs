//! Real pictures altered as other cameras, rooms and hands would: other sizes, turns, light, blur.

use opencv::core::{self, Mat, Point, Scalar, Size};
use opencv::imgproc;
use testkit::rand::RngExt;
use testkit::rand_chacha::ChaCha8Rng;
use vision::Image;

use super::mats::{image, mat, resized};

/// One way to alter a picture.
#[derive(Clone, Copy, Debug)]
pub enum Alteration {
    None,
    /// Factor on both sides.
    Scale(f64),
    /// Degrees in the plane, on a larger canvas.
    Turn(f64),
    /// Factor on all channels, as 8 bits hold them.
    Gain(f64),
    /// Factors on red, green and blue.
    Cast([f64; 3]),
    /// Exponent on all channels.
    Gamma(f64),
    /// Part of white mixed in: haze, stray light.
    Haze(f64),
    /// Factor on the distance of each channel from grey.
    Saturation(f64),
    /// Standard deviation in parts of a face's width (given when applied).
    Blur(f64),
    /// Length of a motion to the right, in parts of a face's width.
    Motion(f64),
    /// Standard deviation in steps of 255.
    Noise(f64),
    /// JPEG quality.
    Jpeg(u8),
    /// The light falls to this part across the face, from left to right.
    Slope(f64),
    /// The right part of the face lies in shade of this part of the light, from 40 % of its width.
    Shadow(f64),
    /// Width of the canvas in parts of the face's: cut close around it.
    Crop(f64),
    /// Left and right exchanged.
    Mirror,
    /// Size as part of the frame, on a wider canvas of the border's pixels.
    Pad(f64),
}

/// A picture with where the nine stickers lie in it now.
pub struct Altered {
    pub image: Image,
    pub centres: [[f32; 2]; 9],
}

/// Longest side at most `side`.
pub fn reduced(source: &Image, side: usize) -> opencv::Result<(Image, f32)> {
    let longer = source.width().max(source.height());
    if longer <= side {
        return Ok((source.clone(), 1.0));
    }
    let factor = side as f64 / longer as f64;
    let small = resized(source, factor, imgproc::INTER_AREA)?;
    Ok((image(&small), factor as f32))
}

/// Each pixel's channels, [blue, green, red], through a function of place and value.
fn each(source: &Image, mut change: impl FnMut(f64, f64, [f64; 3]) -> [f64; 3]) -> Image {
    let mut result = source.clone();
    let width = source.width();
    for (at, pixel) in result.bytes_mut().chunks_exact_mut(3).enumerate() {
        let (x, y) = ((at % width) as f64, (at / width) as f64);
        let new = change(x, y, [pixel[0], pixel[1], pixel[2]].map(f64::from));
        for channel in 0..3 {
            pixel[channel] = new[channel].round().clamp(0.0, 255.0) as u8;
        }
    }
    result
}

fn warped(source: &Image, map: [f64; 6], size: (usize, usize), centres: &[[f32; 2]; 9]) -> opencv::Result<Altered> {
    let matrix = Mat::from_slice_2d(&[&map[..3], &map[3..]])?;
    let mut result = Mat::default();
    imgproc::warp_affine(
        &mat(source),
        &mut result,
        &matrix,
        Size::new(size.0 as i32, size.1 as i32),
        imgproc::INTER_LINEAR,
        core::BORDER_REPLICATE,
        Scalar::default(),
    )?;
    Ok(Altered {
        image: image(&result),
        centres: centres.map(|[x, y]| {
            let (x, y) = (f64::from(x), f64::from(y));
            [(map[0] * x + map[1] * y + map[2]) as f32, (map[3] * x + map[4] * y + map[5]) as f32]
        }),
    })
}

/// Alters a picture whose stickers lie at `centres`.
pub fn alter(
    source: &Image,
    centres: &[[f32; 2]; 9],
    how: Alteration,
    random: &mut ChaCha8Rng,
) -> opencv::Result<Altered> {
    let (w, h) = (source.width() as f64, source.height() as f64);
    let mut low = [f64::MAX; 2];
    let mut high = [0.0f64; 2];
    for centre in centres {
        for axis in 0..2 {
            low[axis] = low[axis].min(f64::from(centre[axis]));
            high[axis] = high[axis].max(f64::from(centre[axis]));
        }
    }
    let face = 1.5 * 0.5 * (high[0] - low[0] + high[1] - low[1]);
    let middle = [0, 1].map(|axis| (low[axis] + high[axis]) / 2.0);
    let same = |image: Image| Ok(Altered { image, centres: *centres });
    match how {
        Alteration::None => same(source.clone()),
        Alteration::Scale(factor) => {
            let result = resized(source, factor, imgproc::INTER_CUBIC)?;
            Ok(Altered {
                image: image(&result),
                centres: centres.map(|centre| centre.map(|value| value * factor as f32)),
            })
        }
        Alteration::Turn(degrees) => {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let (new_w, new_h) = (w * cos.abs() + h * sin.abs(), w * sin.abs() + h * cos.abs());
            let map = [
                cos,
                -sin,
                new_w / 2.0 - cos * w / 2.0 + sin * h / 2.0,
                sin,
                cos,
                new_h / 2.0 - sin * w / 2.0 - cos * h / 2.0,
            ];
            warped(source, map, (new_w as usize, new_h as usize), centres)
        }
        Alteration::Mirror => warped(source, [-1.0, 0.0, w - 1.0, 0.0, 1.0, 0.0], (w as usize, h as usize), centres),
        Alteration::Crop(part) => {
            let side = part * face;
            let map = [1.0, 0.0, side / 2.0 - middle[0], 0.0, 1.0, side / 2.0 - middle[1]];
            warped(source, map, (side as usize, side as usize), centres)
        }
        Alteration::Pad(part) => {
            // The picture is made small and stands in the middle of 640 x 480 pixels of its border.
            let factor = part * 640.0 / face;
            let small = resized(source, factor, imgproc::INTER_LINEAR)?;
            let small = image(&small);
            let centres = centres.map(|centre| centre.map(|value| value * factor as f32));
            let map = [1.0, 0.0, 320.0 - factor * middle[0], 0.0, 1.0, 240.0 - factor * middle[1]];
            warped(&small, map, (640, 480), &centres)
        }
        Alteration::Gain(gain) => same(each(source, |_, _, bgr| bgr.map(|value| gain * value))),
        Alteration::Cast([r, g, b]) => same(each(source, |_, _, bgr| [b * bgr[0], g * bgr[1], r * bgr[2]])),
        Alteration::Gamma(power) => {
            same(each(source, |_, _, bgr| bgr.map(|value| 255.0 * (value / 255.0).powf(power))))
        }
        Alteration::Haze(part) => same(each(source, |_, _, bgr| bgr.map(|value| value + part * (230.0 - value)))),
        Alteration::Saturation(factor) => same(each(source, |_, _, bgr| {
            let grey = 0.114 * bgr[0] + 0.587 * bgr[1] + 0.299 * bgr[2];
            bgr.map(|value| grey + factor * (value - grey))
        })),
        Alteration::Blur(part) => {
            let mut result = Mat::default();
            imgproc::gaussian_blur_def(&mat(source), &mut result, Size::default(), (part * face).max(0.1))?;
            same(image(&result))
        }
        Alteration::Motion(part) => {
            let length = ((part * face) as i32).max(1) | 1;
            let mut result = Mat::default();
            imgproc::blur(&mat(source), &mut result, Size::new(length, 1), Point::new(-1, -1), core::BORDER_REPLICATE)?;
            same(image(&result))
        }
        Alteration::Noise(deviation) => same(each(source, |_, _, bgr| {
            bgr.map(|value| {
                let sum: f64 = (0..4).map(|_| random.random_range(-1.0..1.0f64)).sum();
                value + deviation * sum * 0.866
            })
        })),
        Alteration::Jpeg(quality) => {
            let jpeg = source.jpeg(quality).expect("a picture");
            same(Image::from_encoded(&jpeg).expect("just encoded"))
        }
        Alteration::Slope(part) => same(each(source, |x, _, bgr| {
            let along = ((x - middle[0]) / face + 0.5).clamp(0.0, 1.0);
            bgr.map(|value| value * part.powf(along))
        })),
        Alteration::Shadow(part) => same(each(source, |x, y, bgr| {
            let along = (x - middle[0] + 0.4 * (y - middle[1])) / face + 0.1;
            let shade = (along / 0.03).clamp(0.0, 1.0);
            bgr.map(|value| value * (1.0 + shade * (part - 1.0)))
        })),
    }
}

/// Covers stickers with fingers that reach in from the nearer side.
pub fn covered(source: &Image, centres: &[[f32; 2]; 9], stickers: &[usize], bgr: [f64; 3]) -> opencv::Result<Image> {
    let mut result = mat(source);
    let pitch = (0..3)
        .map(|row| {
            let ([ax, ay], [bx, by]) = (centres[3 * row], centres[3 * row + 2]);
            (ax - bx).hypot(ay - by) / 2.0
        })
        .sum::<f32>()
        / 3.0;
    for &sticker in stickers {
        let [x, y] = centres[sticker];
        let from = if sticker % 3 == 0 { -2.0 * pitch } else { source.width() as f32 + 2.0 * pitch };
        imgproc::line(
            &mut result,
            Point::new(from as i32, y as i32),
            Point::new(x as i32, y as i32),
            Scalar::new(bgr[0], bgr[1], bgr[2], 0.0),
            (0.95 * pitch) as i32,
            imgproc::LINE_AA,
            0,
        )?;
    }
    Ok(image(&result))
}
