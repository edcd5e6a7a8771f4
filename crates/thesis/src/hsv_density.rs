//! The classifier of another text that the project began with, a webcam program that solves a cube (V. Aggala): each colour has a
//! range of HSV, and a sticker has the colour in whose range most of its pixels are. The ranges and their order are as published.
//!
//! The program finds no faces. A person holds the face so that its nine stickers lie under a fixed guide; around each point of the
//! guide it reads a square. Here the stickers are found, and the square is as large in proportion to their distance.

use cube::Color;
use opencv::core::{self, Mat, MatTraitConst, Rect, Scalar, VecN};
use opencv::imgproc;
use vision::{Error, Image, Quad};

/// Side of the square that is read, in ways from one point of the guide to the next: 70 of 75 pixels.
const CROP: f32 = 70.0 / 75.0;

/// The colours in the order in which they are tried, each with the least and the greatest hue (0 to 180), saturation and value
/// (0 to 255). No range has hues of 0 to 9 in a saturated colour, which a red sticker can have in warm light.
const RANGES: [(Color, [u8; 3], [u8; 3]); 6] = [
    (Color::Red, [160, 75, 75], [180, 255, 255]),
    (Color::Blue, [100, 75, 75], [130, 255, 255]),
    (Color::Green, [35, 0, 0], [75, 255, 255]),
    (Color::Yellow, [20, 75, 75], [40, 255, 255]),
    (Color::White, [0, 0, 20], [180, 30, 255]),
    (Color::Orange, [10, 100, 100], [20, 255, 255]),
];

/// Names stickers of one picture by densities.
pub(crate) struct Densities {
    hsv: Mat,
}

impl Densities {
    pub(crate) fn new(image: &Image) -> Result<Densities, Error> {
        let mut hsv = Mat::default();
        imgproc::cvt_color_def(&image.mat()?, &mut hsv, imgproc::COLOR_BGR2HSV)?;
        Ok(Densities { hsv })
    }

    /// The colour of each sticker of a face, and the share of pixels in that colour's range. A sticker without a pixel in any
    /// range is white, as published, with a share of 0.
    pub(crate) fn classify(&self, quads: &[Quad; 9]) -> Result<[(Color, f32); 9], Error> {
        let side = CROP * pitch(quads);
        let mut named = [(Color::White, 0.0); 9];
        for (quad, named) in quads.iter().zip(&mut named) {
            let Some(place) = self.place(quad.centre(), side) else {
                continue;
            };
            let crop = Mat::roi(&self.hsv, place)?;
            let mut mask = Mat::default();
            let mut most = 0;
            for (color, low, high) in RANGES {
                core::in_range(&crop, &bound(low), &bound(high), &mut mask)?;
                let pixels = core::count_non_zero(&mask)?;
                // Of two equal densities the first counts.
                if most < pixels {
                    most = pixels;
                    *named = (color, pixels as f32 / place.area() as f32);
                }
            }
        }
        Ok(named)
    }

    /// The part of a square about this centre that is in the picture.
    fn place(&self, [x, y]: [f32; 2], side: f32) -> Option<Rect> {
        let half = side / 2.0;
        let picture = Rect::new(0, 0, self.hsv.cols(), self.hsv.rows());
        let square =
            Rect::new((x - half).round() as i32, (y - half).round() as i32, side.round() as i32, side.round() as i32);
        let place = square & picture;
        (0 < place.area()).then_some(place)
    }
}

/// The mean way from one sticker to the next, pixels.
fn pitch(quads: &[Quad; 9]) -> f32 {
    let way = |one: usize, other: usize| {
        let [[x0, y0], [x1, y1]] = [one, other].map(|index| quads[index].centre());
        (x1 - x0).hypot(y1 - y0)
    };
    let ways = (0..3).flat_map(|line| (0..2).map(move |step| (3 * line + step, 3 * line + step + 1, 3 * step + line)));
    // Six ways along the rows, six down the columns.
    let sum: f32 = ways.map(|(at, right, above)| way(at, right) + way(above, above + 3)).sum();
    sum / 12.0
}

fn bound(values: [u8; 3]) -> VecN<f64, 4> {
    let [hue, saturation, value] = values.map(f64::from);
    Scalar::new(hue, saturation, value, 0.0)
}
