//! Random draws and conversions of colours that all modules use.

use rand::{Rng, RngExt};

/// Linear RGB.
pub(crate) type Rgb = [f32; 3];

/// A normal value with mean 0 and deviation 1, by the sum of twelve uniform ones.
pub(crate) fn gauss(random: &mut impl Rng) -> f32 {
    (0..12).map(|_| random.random::<f32>()).sum::<f32>() - 6.0
}

/// About a normal value, from one draw: the sum of three uniform ones, scaled to deviation 1.
pub(crate) fn quick_gauss(random: &mut impl Rng) -> f32 {
    let bits = random.next_u64();
    let sum: u64 = [0, 16, 32].into_iter().map(|shift| bits >> shift & 0xffff).sum();
    2.0 * (sum as f32 / 65535.0 - 1.5)
}

/// Uniform in a range.
pub(crate) fn within(random: &mut impl Rng, [low, high]: [f32; 2]) -> f32 {
    low + (high - low) * random.random::<f32>()
}

/// True with this chance.
pub(crate) fn chance(random: &mut impl Rng, chance: f32) -> bool {
    random.random::<f32>() < chance
}

/// Uniform below a count.
pub(crate) fn below(random: &mut impl Rng, count: usize) -> usize {
    random.random_range(0..count)
}

/// Reflectances of a colour given by hue in degrees, saturation and value (0 to 1) in sRGB.
pub(crate) fn from_hsv(hue: f32, saturation: f32, value: f32) -> Rgb {
    let channel = |offset: f32| {
        let at = (offset + hue / 60.0).rem_euclid(6.0);
        let part = (at.min(4.0 - at)).clamp(0.0, 1.0);
        linear(value * (1.0 - saturation * part))
    };
    [channel(5.0), channel(3.0), channel(1.0)]
}

/// From sRGB 0 to 1 to linear (IEC 61966-2-1).
pub(crate) fn linear(value: f32) -> f32 {
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// Any colour, as things have them: greys, browns and pale colours are commoner than pure ones.
pub(crate) fn any_color(random: &mut impl Rng) -> Rgb {
    let hue = within(random, [0.0, 360.0]);
    match below(random, 6) {
        0 | 1 => from_hsv(hue, within(random, [0.0, 0.1]), within(random, [0.05, 1.0])),
        2 => {
            let hue = within(random, [15.0, 40.0]);
            from_hsv(hue, within(random, [0.2, 0.7]), within(random, [0.15, 0.9]))
        }
        3 => from_hsv(hue, within(random, [0.1, 0.5]), within(random, [0.4, 1.0])),
        _ => from_hsv(hue, within(random, [0.4, 1.0]), within(random, [0.2, 1.0])),
    }
}

/// The colour times a factor.
pub(crate) fn times(color: Rgb, factor: f32) -> Rgb {
    color.map(|channel| channel * factor)
}
