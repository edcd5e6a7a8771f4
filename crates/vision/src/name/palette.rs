//! What the six sticker colours look like: mean tones, how cubes differ, how light shifts them.
//!
//! The figures were estimated from stickers of about twenty different cubes and cameras at once. The method was expectation
//! maximisation over class means, one light shift a face, and the spread of each. Then they were rounded and widened. They
//! describe cubes in general and no picture in particular.

use cube::Color;

use nalgebra::Matrix3;

use super::tone::{Tone, symmetric};

/// The statistics of sticker colours.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    /// Mean tone of each colour in neutral light, in the order of [`Color::ALL`].
    pub mean: [Tone; 6],
    /// How that mean differs from cube to cube (covariance).
    pub spread: [Matrix3<f32>; 6],
    /// How light and exposure move all the tones of a face (covariance).
    pub light: Matrix3<f32>,
    /// How light differs between the faces of one cube (covariance).
    pub face_light: Matrix3<f32>,
    /// How stickers of one colour on one cube differ after all that (covariance).
    pub noise: Matrix3<f32>,
}

/// The common palette: stickers as cubes have had them since the seventies.
pub(crate) const COMMON: Palette = Palette {
    mean: [
        Tone::new(-0.42, -0.02, 0.00),
        Tone::new(-1.50, 0.02, 1.10),
        Tone::new(-2.85, 1.20, 0.70),
        Tone::new(-2.15, 0.64, 1.12),
        Tone::new(-2.30, -0.88, -0.20),
        Tone::new(-2.60, -0.55, -0.92),
    ],
    spread: [
        symmetric([0.12, -0.01, -0.01, 0.012, 0.00, 0.02]),
        symmetric([0.20, 0.00, -0.14, 0.014, 0.00, 0.22]),
        symmetric([0.40, -0.14, -0.08, 0.11, 0.03, 0.08]),
        symmetric([0.26, -0.06, -0.12, 0.05, 0.03, 0.16]),
        symmetric([0.16, 0.06, 0.04, 0.10, 0.05, 0.11]),
        symmetric([0.18, 0.04, 0.05, 0.09, 0.05, 0.09]),
    ],
    light: symmetric([0.40, 0.00, -0.03, 0.015, 0.01, 0.06]),
    face_light: symmetric([0.10, 0.0, 0.0, 0.004, 0.0, 0.010]),
    noise: symmetric([0.06, 0.0, 0.0, 0.012, 0.0, 0.018]),
};

/// The sRGB colour to paint a sticker of this colour with, [red, green, blue].
pub fn paint(color: Color) -> [u8; 3] {
    match color {
        Color::White => [240, 240, 240],
        Color::Yellow => [250, 215, 20],
        Color::Red => [200, 20, 35],
        Color::Orange => [255, 115, 15],
        Color::Green => [0, 150, 75],
        Color::Blue => [10, 70, 180],
    }
}
