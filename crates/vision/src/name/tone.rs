//! Colours as tones: logarithms of the channels turned into lightness and two opponent axes.
//!
//! Light multiplies what a sticker reflects, channel by channel, so in logarithms another light or
//! exposure is the same *shift* for all stickers. That makes light easy to estimate and to remove.

use nalgebra::{Matrix3, Vector3};

/// A measured colour as [lightness, red against green, yellow against blue].
pub(crate) type Tone = Vector3<f32>;

/// Added to each channel, so that sensor noise near black does not become a large difference.
const DARK_FLOOR: f32 = 10.0;
/// A channel beyond this means nothing more; a picture's own end at 255.
const BRIGHTEST: f32 = 1020.0;

/// The tone of an sRGB colour with channels from 0 to 255.
pub(crate) fn tone(rgb: [f32; 3]) -> Tone {
    let [r, g, b] = rgb.map(|channel| {
        let channel = if channel.is_nan() { 0.0 } else { channel.clamp(0.0, BRIGHTEST) };
        ((channel + DARK_FLOOR) / (255.0 + DARK_FLOOR)).ln()
    });
    Tone::new((r + g + b) / 3f32.sqrt(), (r - g) / 2f32.sqrt(), (r + g - 2.0 * b) / 6f32.sqrt())
}

/// A symmetric matrix by its entries [00, 01, 02, 11, 12, 22].
pub(crate) const fn symmetric([a, b, c, d, e, f]: [f32; 6]) -> Matrix3<f32> {
    Matrix3::new(a, b, c, b, d, e, c, e, f)
}

/// The inverse of a covariance.
pub(crate) fn precision(covariance: &Matrix3<f32>) -> Matrix3<f32> {
    covariance.try_inverse().expect("the palette's covariances are positive definite, and so are sums of them")
}

/// v . M v: the squared length that a precision measures.
pub(crate) fn squared_length(precision: &Matrix3<f32>, v: Tone) -> f32 {
    v.dot(&(precision * v))
}
