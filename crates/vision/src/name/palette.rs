//! What the six sticker colours look like: mean tones, how cubes differ, how light shifts them.
//!
//! The figures were estimated from stickers of about twenty different cubes and cameras at once. The method was expectation
//! maximisation over class means, one light shift a face, and the spread of each. Then they were rounded and widened. They
//! describe cubes in general and no picture in particular.

use cube::Color;

use super::tone::{Symmetric, Tone};

/// The statistics of sticker colours.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    /// Mean tone of each colour in neutral light, in the order of [`Color::ALL`].
    pub mean: [Tone; 6],
    /// How that mean differs from cube to cube (covariance).
    pub spread: [Symmetric; 6],
    /// How light and exposure move all the tones of a face (covariance).
    pub light: Symmetric,
    /// How light differs between the faces of one cube (covariance).
    pub face_light: Symmetric,
    /// How stickers of one colour on one cube differ after all that (covariance).
    pub noise: Symmetric,
}

/// The common palette: stickers as cubes have had them since the seventies.
pub(crate) const COMMON: Palette = Palette {
    mean: [
        [-0.42, -0.02, 0.00],
        [-1.50, 0.02, 1.10],
        [-2.85, 1.20, 0.70],
        [-2.15, 0.64, 1.12],
        [-2.30, -0.88, -0.20],
        [-2.60, -0.55, -0.92],
    ],
    spread: [
        Symmetric([0.12, -0.01, -0.01, 0.012, 0.00, 0.02]),
        Symmetric([0.20, 0.00, -0.14, 0.014, 0.00, 0.22]),
        Symmetric([0.40, -0.14, -0.08, 0.11, 0.03, 0.08]),
        Symmetric([0.26, -0.06, -0.12, 0.05, 0.03, 0.16]),
        Symmetric([0.16, 0.06, 0.04, 0.10, 0.05, 0.11]),
        Symmetric([0.18, 0.04, 0.05, 0.09, 0.05, 0.09]),
    ],
    light: Symmetric([0.40, 0.00, -0.03, 0.015, 0.01, 0.06]),
    face_light: Symmetric::diagonal([0.10, 0.004, 0.010]),
    noise: Symmetric::diagonal([0.06, 0.012, 0.018]),
};

/// What the stickers of one face look like, in soft tones.
#[derive(Clone, Debug)]
pub(crate) struct SingleFace {
    /// Mean tone of each colour in neutral light, in the order of [`Color::ALL`].
    pub mean: [Tone; 6],
    /// How that mean differs from cube to cube and camera to camera (covariance).
    pub spread: [Symmetric; 6],
    /// How stickers of that colour on one face differ (covariance).
    pub noise: [Symmetric; 6],
    /// How light and exposure move all the tones of a face (covariance).
    pub light: Symmetric,
}

/// Estimated like [`COMMON`], with stray light removed first and every cube weighing as the root of
/// its number of pictures. Estimates without any one source differ little and read that source's
/// pictures nearly as well.
pub(crate) const SINGLE: SingleFace = SingleFace {
    mean: [
        [-0.32, -0.02, -0.04],
        [-0.97, 0.01, 0.76],
        [-1.68, 0.68, 0.35],
        [-1.35, 0.41, 0.70],
        [-1.52, -0.59, -0.16],
        [-1.66, -0.31, -0.65],
    ],
    spread: [
        Symmetric([0.045, -0.005, -0.002, 0.002, 0.001, 0.004]),
        Symmetric([0.055, -0.002, -0.058, 0.002, 0.004, 0.076]),
        Symmetric([0.085, -0.032, -0.027, 0.024, 0.008, 0.014]),
        Symmetric([0.044, -0.021, -0.025, 0.020, 0.004, 0.033]),
        Symmetric([0.030, 0.012, 0.003, 0.027, 0.025, 0.050]),
        Symmetric([0.020, -0.006, 0.002, 0.027, 0.020, 0.027]),
    ],
    noise: [
        Symmetric([0.0068, -0.0001, -0.0002, 0.0003, 0.0002, 0.0004]),
        Symmetric([0.0067, -0.0001, -0.0018, 0.0002, 0.0001, 0.0019]),
        Symmetric([0.0078, -0.0016, -0.0010, 0.0017, 0.0006, 0.0009]),
        Symmetric([0.0062, -0.0014, 0.0003, 0.0009, 0.0000, 0.0019]),
        Symmetric([0.0104, 0.0008, -0.0009, 0.0028, 0.0012, 0.0011]),
        Symmetric([0.0149, 0.0021, 0.0029, 0.0017, 0.0014, 0.0019]),
    ],
    light: Symmetric([0.081, 0.001, 0.006, 0.002, 0.002, 0.008]),
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
