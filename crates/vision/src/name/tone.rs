//! Colours as tones: logarithms of the channels turned into lightness and two opponent axes.
//!
//! Light multiplies what a sticker reflects, channel by channel, so in logarithms another light or
//! exposure is the same *shift* for all stickers. That makes light easy to estimate and to remove.

/// A measured colour as [lightness, red against green, yellow against blue].
pub type Tone = [f32; 3];

/// Added to each channel, so that sensor noise near black does not become a large difference.
const DARK_FLOOR: f32 = 10.0;
/// The same for single faces: between the logarithm and plain differences. The dark channels of
/// saturated stickers then count for little, and the bright ones distinguish red from orange.
const SOFT_FLOOR: f32 = 60.0;

/// A channel beyond this means nothing more; a picture's own end at 255.
const BRIGHTEST: f32 = 1020.0;

/// The tone of an sRGB colour with channels from 0 to 255.
pub(crate) fn tone(rgb: [f32; 3]) -> Tone {
    tone_above(DARK_FLOOR, rgb)
}

/// The tone in which single faces are judged, of an sRGB colour with channels from 0 to 255.
pub fn soft_tone(rgb: [f32; 3]) -> Tone {
    tone_above(SOFT_FLOOR, rgb)
}

fn tone_above(floor: f32, rgb: [f32; 3]) -> Tone {
    let [r, g, b] = rgb.map(|channel| {
        let channel = if channel.is_nan() { 0.0 } else { channel.clamp(0.0, BRIGHTEST) };
        ((channel + floor) / (255.0 + floor)).ln()
    });
    [(r + g + b) / 3f32.sqrt(), (r - g) / 2f32.sqrt(), (r + g - 2.0 * b) / 6f32.sqrt()]
}

/// A symmetric 3x3 matrix: [00, 01, 02, 11, 12, 22].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symmetric(pub [f32; 6]);

impl Symmetric {
    /// A diagonal matrix.
    pub(crate) const fn diagonal(values: [f32; 3]) -> Symmetric {
        Symmetric([values[0], 0.0, 0.0, values[1], 0.0, values[2]])
    }

    /// Sum of two.
    pub(crate) fn plus(self, other: Symmetric) -> Symmetric {
        Symmetric(std::array::from_fn(|index| self.0[index] + other.0[index]))
    }

    /// The matrix times `factor`.
    pub(crate) fn times(self, factor: f32) -> Symmetric {
        Symmetric(self.0.map(|value| value * factor))
    }

    /// The product with a vector.
    pub(crate) fn apply(&self, [x, y, z]: Tone) -> Tone {
        let [a, b, c, d, e, f] = self.0;
        [a * x + b * y + c * z, b * x + d * y + e * z, c * x + e * y + f * z]
    }

    /// v . M v, the squared length that the matrix measures.
    pub(crate) fn squared_length(&self, v: Tone) -> f32 {
        let w = self.apply(v);
        v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
    }

    /// The determinant.
    pub(crate) fn determinant(&self) -> f32 {
        let [a, b, c, d, e, f] = self.0;
        a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d)
    }

    /// The inverse of a positive definite matrix.
    pub(crate) fn inverse(&self) -> Symmetric {
        let [a, b, c, d, e, f] = self.0;
        let scale = 1.0 / self.determinant().max(f32::MIN_POSITIVE);
        Symmetric([
            (d * f - e * e) * scale,
            (c * e - b * f) * scale,
            (b * e - c * d) * scale,
            (a * f - c * c) * scale,
            (b * c - a * e) * scale,
            (a * d - b * b) * scale,
        ])
    }
}

/// Difference of two tones.
pub(crate) fn minus(a: Tone, b: Tone) -> Tone {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Sum of two tones.
pub(crate) fn plus(a: Tone, b: Tone) -> Tone {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
