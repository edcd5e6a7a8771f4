//! A camera without distortion, as `camera_info` describes it: every camera of the project gets its figures here.
//!
//! ```text
//!   edge            edge       u of a pixel's centre is whole, as image_geometry and OpenCV have it:
//!   -0.5   0   1   2  2.5      the edges of a picture that is three pixels wide are at -0.5 and 2.5,
//!     | [0] [1] [2] |          its middle is at 1 = (width - 1) / 2.
//! ```

/// Square pixels, and an optical axis through the middle of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pinhole {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Pixels.
    pub focal_length: f64,
}

impl Pinhole {
    /// A camera that sees `horizontal_field_of_view` (radians) from the left to the right edge of the picture.
    pub fn of_view(width: u32, height: u32, horizontal_field_of_view: f64) -> Self {
        Self { width, height, focal_length: f64::from(width) / 2.0 / (horizontal_field_of_view / 2.0).tan() }
    }

    /// Where the optical axis meets the picture; pixel centres have whole coordinates.
    pub fn principal_point(&self) -> [f64; 2] {
        [self.width, self.height].map(|pixels| (f64::from(pixels) - 1.0) / 2.0)
    }

    /// The camera matrix K, 3 x 3 row by row.
    pub fn camera_matrix(&self) -> [f64; 9] {
        let (focal, [x, y]) = (self.focal_length, self.principal_point());
        [focal, 0.0, x, 0.0, focal, y, 0.0, 0.0, 1.0]
    }

    /// The projection matrix P, 3 x 4 row by row: K with a column of zeros, for there is only one camera.
    pub fn projection_matrix(&self) -> [f64; 12] {
        let (focal, [x, y]) = (self.focal_length, self.principal_point());
        [focal, 0.0, x, 0.0, 0.0, focal, y, 0.0, 0.0, 0.0, 1.0, 0.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edges_of_the_picture_are_seen_at_half_the_angle_of_view() {
        for (width, angle) in [(640, 1.0_f64), (641, 0.3), (2, 2.5)] {
            let camera = Pinhole::of_view(width, 480, angle);
            let [middle, _] = camera.principal_point();
            let left = ((-0.5 - middle) / camera.focal_length).atan();
            let right = ((f64::from(width) - 0.5 - middle) / camera.focal_length).atan();
            assert!((right - angle / 2.0).abs() < 1e-12, "{width}, {angle}");
            assert!((left + angle / 2.0).abs() < 1e-12, "{width}, {angle}");
        }
    }

    #[test]
    fn the_middle_of_an_odd_picture_is_a_pixel_and_of_an_even_one_lies_between_two() {
        let middle = |width, height| Pinhole::of_view(width, height, 1.0).principal_point();
        assert_eq!(middle(3, 5), [1.0, 2.0]);
        assert_eq!(middle(640, 480), [319.5, 239.5]);
    }
}
