//! Drawing in a picture: translucent panels, polygons, lines and text that fits.

use opencv::boxed_ref::BoxedRefMut;
use opencv::core::{Mat, Point, Scalar, Vector};
use opencv::imgproc;
use vision::{Error, Image};

/// A colour, [red, green, blue].
pub(crate) type Rgb = [u8; 3];

const FONT: i32 = imgproc::FONT_HERSHEY_DUPLEX;
/// Places are given to OpenCV in sixteenths of a pixel, so that nothing trembles.
const SHIFT: i32 = 4;

/// A rectangle in pixels: left, top, width, height.
#[derive(Clone, Copy)]
pub(crate) struct Area {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

impl Area {
    pub(crate) fn corners(self) -> [[f32; 2]; 4] {
        let (right, bottom) = (self.x + self.width, self.y + self.height);
        [[self.x, self.y], [right, self.y], [right, bottom], [self.x, bottom]]
    }
}

/// Something to draw on.
pub(crate) struct Canvas<'a>(pub &'a mut Image);

impl Canvas<'_> {
    fn mat(&mut self) -> Result<BoxedRefMut<'_, Mat>, Error> {
        self.0.mat_mut()
    }

    /// Lays a colour over an area; `cover` 0 leaves it, 1 hides it.
    pub(crate) fn shade(&mut self, area: Area, rgb: Rgb, cover: f32) {
        let (width, height) = (self.0.width(), self.0.height());
        let clamp = |value: f32, most: usize| (value.round().max(0.0) as usize).min(most);
        let (left, right) = (clamp(area.x, width), clamp(area.x + area.width, width));
        let (top, bottom) = (clamp(area.y, height), clamp(area.y + area.height, height));
        let [r, g, b] = rgb.map(f32::from);
        for row in self.0.bytes_mut().chunks_exact_mut(3 * width).take(bottom).skip(top) {
            for pixel in row[3 * left..3 * right.max(left)].chunks_exact_mut(3) {
                for (byte, over) in pixel.iter_mut().zip([b, g, r]) {
                    *byte = (f32::from(*byte) * (1.0 - cover) + over * cover).round() as u8;
                }
            }
        }
    }

    /// Fills a convex polygon.
    pub(crate) fn fill(&mut self, corners: &[[f32; 2]], rgb: Rgb) -> Result<(), Error> {
        let points = points(corners);
        let color = scalar(rgb);
        let mut mat = self.mat()?;
        imgproc::fill_convex_poly(&mut mat, &points, color, imgproc::LINE_AA, SHIFT)?;
        Ok(())
    }

    /// Draws lines from corner to corner, and back to the first where `closed`.
    pub(crate) fn lines(&mut self, corners: &[[f32; 2]], closed: bool, width: f32, rgb: Rgb) -> Result<(), Error> {
        let points = points(corners);
        let (color, width) = (scalar(rgb), width.round().max(1.0) as i32);
        let mut mat = self.mat()?;
        imgproc::polylines(&mut mat, &points, closed, color, width, imgproc::LINE_AA, SHIFT)?;
        Ok(())
    }

    /// Fills a circle.
    pub(crate) fn disc(&mut self, [x, y]: [f32; 2], radius: f32, rgb: Rgb) -> Result<(), Error> {
        let scale = (1 << SHIFT) as f32;
        let centre = Point::new((x * scale) as i32, (y * scale) as i32);
        let color = scalar(rgb);
        let radius = (radius * scale).max(1.0) as i32;
        let mut mat = self.mat()?;
        imgproc::circle(&mut mat, centre, radius, color, -1, imgproc::LINE_AA, SHIFT)?;
        Ok(())
    }

    /// Writes text with its left end and base line at `at`, its capitals `height` pixels high, or less
    /// where it would be wider than `most`.
    pub(crate) fn text(&mut self, text: &str, at: [f32; 2], height: f32, most: f32, rgb: Rgb) -> Result<(), Error> {
        // Capitals of this font are 21 units high; it has no letters beyond ASCII.
        let text = text.replace('…', "...");
        let mut scale = f64::from(height) / 21.0;
        let wide = f64::from(text_width(&text, height)?);
        if f64::from(most) < wide {
            scale *= f64::from(most) / wide;
        }
        let place = Point::new(at[0].round() as i32, at[1].round() as i32);
        let thick = thickness(height);
        let color = scalar(rgb);
        let mut mat = self.mat()?;
        imgproc::put_text(&mut mat, &text, place, FONT, scale, color, thick, imgproc::LINE_AA, false)?;
        Ok(())
    }
}

/// How wide a text is whose capitals are `height` pixels high.
pub(crate) fn text_width(text: &str, height: f32) -> Result<f32, Error> {
    let mut below = 0;
    let scale = f64::from(height) / 21.0;
    let size = imgproc::get_text_size(text, FONT, scale, thickness(height), &mut below)?;
    Ok(size.width as f32)
}

fn thickness(height: f32) -> i32 {
    (height / 14.0).round().max(1.0) as i32
}

fn points(corners: &[[f32; 2]]) -> Vector<Point> {
    let scale = (1 << SHIFT) as f32;
    corners.iter().map(|[x, y]| Point::new((x * scale) as i32, (y * scale) as i32)).collect()
}

fn scalar([r, g, b]: Rgb) -> Scalar {
    Scalar::new(f64::from(b), f64::from(g), f64::from(r), 0.0)
}
