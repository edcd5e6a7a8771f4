//! The thesis' finder of faces: grey, contrast, blur, Laplacian, dilation, adaptive
//! threshold, contours, squares of median size, recovery of missing squares on an upright grid. The classifier that
//! belongs to it is in `classic_colors.rs`.
//!
//! The thesis leaves the gain of the contrast step open; 1.5 and +30 are ours. Its 20-pixel dilation
//! belongs to a phone's preview of 640 x 480, so the picture is brought to that size first.

use opencv::core::{self, Mat, MatTraitConst, Point, Size, Vector};
use opencv::imgproc;

use vision::{Error, Image, MeasuredFace, Quad};

use crate::upright::{UprightBox, mean_rgb};

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

/// Buffers of the pipeline.
#[derive(Default)]
pub(crate) struct ClassicFinder {
    scaled: Option<Image>,
    grey: Mat,
    work: Mat,
    edges: Mat,
}

impl ClassicFinder {
    /// The face of the picture with its colours, if all nine squares are found or recovered.
    pub(crate) fn measure(&mut self, image: &Image) -> Result<Option<MeasuredFace>, Error> {
        let mut scaled = self.scaled.take().unwrap_or_else(Image::buffer);
        let factor = f64::from(image.scale_into(SIDE, &mut scaled)?);
        let squares = self.squares(&scaled);
        self.scaled = Some(scaled);
        let Some(grid) = grid(&squares?) else {
            return Ok(None);
        };
        let boxes = grid.map(|(place, _)| place.map(|value| value / factor));
        let recovered = grid.map(|(_, recovered)| recovered);
        let seen = recovered.iter().filter(|recovered| !**recovered).count();
        Ok(Some(MeasuredFace {
            quads: boxes.map(|[x, y, w, h]| {
                Quad([[x, y], [x + w, y], [x + w, y + h], [x, y + h]].map(|corner| corner.map(|value| value as f32)))
            }),
            recovered,
            confidence: seen as f32 / 9.0,
            rgb: boxes.map(|place| mean_rgb(image, place)),
        }))
    }

    /// The bounding boxes of all square contours.
    fn squares(&mut self, image: &Image) -> Result<Vec<UprightBox>, Error> {
        let source = image.mat()?;
        imgproc::cvt_color_def(&source, &mut self.grey, imgproc::COLOR_BGR2GRAY)?;
        self.grey.convert_to(&mut self.work, core::CV_8U, CONTRAST.0, CONTRAST.1)?;
        imgproc::gaussian_blur_def(&self.work, &mut self.edges, Size::new(7, 7), 0.0)?;
        imgproc::laplacian(&self.edges, &mut self.work, core::CV_8U, 3, 1.0, 0.0, core::BORDER_DEFAULT)?;
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
        imgproc::find_contours_def(&self.work, &mut contours, imgproc::RETR_LIST, imgproc::CHAIN_APPROX_SIMPLE)?;
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
fn grid(squares: &[UprightBox]) -> Option<[(UprightBox, bool); 9]> {
    let mut areas: Vec<f64> = squares.iter().map(|[_, _, w, h]| w * h).collect();
    areas.sort_by(f64::total_cmp);
    let median = *areas.get(areas.len() / 2)?;
    let alike: Vec<UprightBox> =
        squares.iter().copied().filter(|[_, _, w, h]| (w * h / median - 1.0).abs() <= 0.2).collect();
    let count = alike.len() as f64;
    let side = alike.iter().map(|[_, _, w, h]| (w + h) / 2.0).sum::<f64>() / count;
    let least = |axis: usize| alike.iter().map(|rect| rect[axis]).fold(f64::INFINITY, f64::min);
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
        let (x, y) = (left + right * (cell % 3) as f64, top + bottom * (cell / 3) as f64);
        let found = alike.iter().find(|rect| (rect[0] - x).hypot(rect[1] - y) < 0.4 * side);
        seen += usize::from(found.is_some());
        (found.copied().unwrap_or([x, y, side, side]), found.is_none())
    });
    // "Any number that gives the extent": two opposite corners are the least.
    (2 <= seen).then_some(places)
}
