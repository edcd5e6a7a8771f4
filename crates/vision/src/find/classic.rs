//! The vision pipeline of the four-arm rig's thesis, kept as the baseline: grey, contrast, blur,
//! Laplacian, dilation, adaptive threshold, contours, squares of median size, recovery of missing
//! squares on an upright grid; white balance by gray world with a p-norm, modal hue, fixed thresholds.
//!
//! The thesis leaves the gain of the contrast step open; 1.5 and +30 are ours. Its 20-pixel dilation
//! belongs to a phone's preview of 640 x 480, so the picture is brought to that size first.

use cube::Color;
use opencv::core::{self, Mat, MatTraitConst, Point, Size, Vector};
use opencv::imgproc;

use crate::{Error, FaceView, Image, Quad, Sticker};

/// Longer side of the picture the kernels are made for.
const SIDE: usize = 640;
/// Contrast gain and brightness added.
const CONTRAST: (f64, f64) = (1.5, 30.0);
/// Part of a square's bounding box that a contour must fill.
const SQUARENESS: f64 = 0.9;
/// Gap between two stickers in widths of a sticker.
const GAP: f64 = 0.2;
/// Greatest gap, where dilation has made the squares smaller than the stickers.
const MOST_GAP: f64 = 1.5;
/// Part of the bounding box whose colour is read.
const INNER: f64 = 0.75;

/// Buffers of the pipeline.
#[derive(Default)]
pub(crate) struct Classic {
    scaled: Option<Image>,
    grey: Mat,
    work: Mat,
    edges: Mat,
}

/// An upright box: left, top, width, height.
type Rect = [f64; 4];

impl Classic {
    /// The face of the picture, if all nine squares are found or recovered.
    pub(crate) fn find(&mut self, image: &Image) -> Result<Vec<FaceView>, Error> {
        let mut scaled = self.scaled.take().unwrap_or_else(Image::buffer);
        let factor = f64::from(image.scale_into(SIDE, &mut scaled)?);
        let squares = self.squares(&scaled);
        self.scaled = Some(scaled);
        let Some(grid) = grid(&squares?) else {
            return Ok(Vec::new());
        };
        let stickers = grid.map(|(rect, recovered)| {
            let [x, y, w, h] = rect.map(|value| value / factor);
            Sticker {
                quad: Quad(
                    [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
                        .map(|corner| corner.map(|value| value as f32)),
                ),
                rgb: mean_rgb(image, [x, y, w, h]),
                color: Color::White,
                confidence: 1.0,
                recovered,
            }
        });
        let seen = stickers.iter().filter(|sticker| !sticker.recovered).count();
        Ok(vec![FaceView {
            stickers,
            confidence: seen as f32 / 9.0,
        }])
    }

    /// The bounding boxes of all square contours.
    fn squares(&mut self, image: &Image) -> Result<Vec<Rect>, Error> {
        let source = image.mat()?;
        imgproc::cvt_color_def(&source, &mut self.grey, imgproc::COLOR_BGR2GRAY)?;
        self.grey
            .convert_to(&mut self.work, core::CV_8U, CONTRAST.0, CONTRAST.1)?;
        imgproc::gaussian_blur_def(&self.work, &mut self.edges, Size::new(7, 7), 0.0)?;
        imgproc::laplacian(
            &self.edges,
            &mut self.work,
            core::CV_8U,
            3,
            1.0,
            0.0,
            core::BORDER_DEFAULT,
        )?;
        let kernel = imgproc::get_structuring_element_def(imgproc::MORPH_RECT, Size::new(20, 20))?;
        imgproc::dilate_def(&self.work, &mut self.edges, &kernel)?;
        imgproc::adaptive_threshold(
            &self.edges,
            &mut self.work,
            255.0,
            imgproc::ADAPTIVE_THRESH_MEAN_C,
            imgproc::THRESH_BINARY_INV,
            15,
            4.0,
        )?;
        let mut contours = Vector::<Vector<Point>>::new();
        imgproc::find_contours_def(
            &self.work,
            &mut contours,
            imgproc::RETR_LIST,
            imgproc::CHAIN_APPROX_SIMPLE,
        )?;
        let mut squares = Vec::new();
        for contour in &contours {
            let rect = imgproc::bounding_rect(&contour)?;
            let (w, h) = (f64::from(rect.width), f64::from(rect.height));
            let area = imgproc::contour_area_def(&contour)?;
            if 10.0 <= w && (w - h).abs() <= 0.15 * w.max(h) && SQUARENESS * w * h <= area {
                squares.push([f64::from(rect.x), f64::from(rect.y), w, h]);
            }
        }
        Ok(squares)
    }
}

/// The nine places of a face, true where no square was found there.
fn grid(squares: &[Rect]) -> Option<[(Rect, bool); 9]> {
    let mut areas: Vec<f64> = squares.iter().map(|[_, _, w, h]| w * h).collect();
    areas.sort_by(f64::total_cmp);
    let median = *areas.get(areas.len() / 2)?;
    let alike: Vec<Rect> = squares
        .iter()
        .copied()
        .filter(|[_, _, w, h]| (w * h / median - 1.0).abs() <= 0.2)
        .collect();
    let count = alike.len() as f64;
    let side = alike.iter().map(|[_, _, w, h]| (w + h) / 2.0).sum::<f64>() / count;
    let least = |axis: usize| {
        alike
            .iter()
            .map(|rect| rect[axis])
            .fold(f64::INFINITY, f64::min)
    };
    let most = |axis: usize| alike.iter().map(|rect| rect[axis]).fold(0.0, f64::max);
    // The outermost squares must lie two steps apart both ways; then all places follow. A step is
    // the thesis' 1.2 widths of a sticker, more where dilation has eaten of the squares.
    let extent = [0, 1].map(|axis| most(axis) - least(axis));
    for length in extent {
        if !(2.0 * (1.0 + GAP) * 0.85..=2.0 * (1.0 + MOST_GAP)).contains(&(length / side)) {
            return None;
        }
    }
    if (extent[0] / extent[1] - 1.0).abs() > 0.15 {
        return None;
    }
    let (left, top) = (least(0), least(1));
    let (right, bottom) = ((most(0) - left) / 2.0, (most(1) - top) / 2.0);
    let mut seen = 0;
    let places = std::array::from_fn(|cell| {
        let (x, y) = (
            left + right * (cell % 3) as f64,
            top + bottom * (cell / 3) as f64,
        );
        let found = alike
            .iter()
            .find(|rect| (rect[0] - x).hypot(rect[1] - y) < 0.4 * side);
        seen += usize::from(found.is_some());
        (
            found.copied().unwrap_or([x, y, side, side]),
            found.is_none(),
        )
    });
    // "Any number that gives the extent": two opposite corners are the least.
    (2 <= seen).then_some(places)
}

/// The pixels of the inner part of an upright box.
fn inner_pixels(image: &Image, [x, y, w, h]: Rect) -> impl Iterator<Item = [f32; 3]> + '_ {
    let edge = (1.0 - INNER) / 2.0;
    let range = |start: f64, length: f64, limit: usize| {
        let limit = limit as f64 - 1.0;
        let from = (start + edge * length).clamp(0.0, limit) as usize;
        let to = (start + (1.0 - edge) * length).clamp(0.0, limit) as usize;
        // At most 64 samples a side are enough for a histogram.
        (from..=to).step_by(((to - from) / 64).max(1))
    };
    let columns = range(x, w, image.width());
    range(y, h, image.height()).flat_map(move |row| {
        columns
            .clone()
            .map(move |column| image.rgb_at(column as f32, row as f32))
    })
}

fn mean_rgb(image: &Image, rect: Rect) -> [f32; 3] {
    let (mut sum, mut count) = ([0.0; 3], 0.0f32);
    for rgb in inner_pixels(image, rect) {
        (0..3).for_each(|channel| sum[channel] += rgb[channel]);
        count += 1.0;
    }
    sum.map(|value| value / count.max(1.0))
}

/// Names the stickers by modal hue, mean saturation and value with the thesis' thresholds. With a
/// norm the picture's white is balanced first: each channel is scaled so that its p-norm mean comes
/// up to that of the strongest channel.
pub(crate) fn name_colors(image: &Image, faces: &mut [FaceView], norm: Option<f32>) {
    let gains = norm.map_or([1.0; 3], |p| gains(image, p));
    for sticker in faces.iter_mut().flat_map(|face| face.stickers.iter_mut()) {
        let corners = sticker.quad.0;
        let extreme = |axis: usize| {
            let values = corners.map(|corner| f64::from(corner[axis]));
            let low = values.into_iter().fold(f64::INFINITY, f64::min);
            let high = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
            (low, high - low)
        };
        let ((x, w), (y, h)) = (extreme(0), extreme(1));
        let mut hues = [0u32; 180];
        let (mut saturation, mut value, mut count) = (0.0, 0.0, 0u32);
        for rgb in inner_pixels(image, [x, y, w, h]) {
            let balanced =
                std::array::from_fn(|channel| (rgb[channel] * gains[channel]).min(255.0));
            let [h, s, v] = hsv(balanced);
            hues[(h as usize).min(179)] += 1;
            saturation += s;
            value += v;
            count += 1;
        }
        let total = count.max(1) as f32;
        let (hue, votes) = hues
            .iter()
            .enumerate()
            .max_by_key(|(_, votes)| **votes)
            .unwrap_or((0, &0));
        sticker.color = threshold(hue, saturation / total, value / total);
        sticker.confidence = *votes as f32 / total;
    }
}

/// The gain of each channel that gray world with a p-norm gives.
fn gains(image: &Image, p: f32) -> [f32; 3] {
    let p = p.clamp(1.0, 20.0);
    let mut power_of = [0.0f64; 256];
    for (value, power) in power_of.iter_mut().enumerate() {
        *power = (value as f64 / 255.0).powf(f64::from(p));
    }
    let mut sums = [0.0f64; 3];
    for pixel in image.bytes().chunks_exact(3) {
        for channel in 0..3 {
            sums[2 - channel] += power_of[usize::from(pixel[channel])];
        }
    }
    let means = sums.map(|sum| sum.max(1e-9).powf(1.0 / f64::from(p)));
    let most = means.into_iter().fold(0.0, f64::max);
    means.map(|mean| (most / mean) as f32)
}

/// Hue 0 to 180, saturation and value 0 to 255.
fn hsv([r, g, b]: [f32; 3]) -> [f32; 3] {
    let (high, low) = (r.max(g).max(b), r.min(g).min(b));
    let range = high - low;
    let hue = if range <= 0.0 {
        0.0
    } else if high == r {
        30.0 * (g - b) / range
    } else if high == g {
        60.0 + 30.0 * (b - r) / range
    } else {
        120.0 + 30.0 * (r - g) / range
    };
    let saturation = if high <= 0.0 {
        0.0
    } else {
        255.0 * range / high
    };
    [hue.rem_euclid(180.0), saturation, high]
}

/// The thesis' thresholds (its section 4.5.2).
fn threshold(hue: usize, saturation: f32, value: f32) -> Color {
    if saturation < 0.3 * 255.0 && 0.3 * 255.0 < value {
        return Color::White;
    }
    match hue {
        0..5 => Color::Red,
        5..20 => Color::Orange,
        20..45 => Color::Yellow,
        45..90 => Color::Green,
        90..120 => Color::Blue,
        _ => Color::Red,
    }
}
