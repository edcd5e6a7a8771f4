//! The thesis' classifier of colours: white balance, modal hue, fixed thresholds. The finder that belongs to it is in
//! `classic_finder.rs`, the white balance is [`WhiteBalance`].

use cube::Color;
use vision::{Image, Quad, WhiteBalance};

use crate::upright::inner_pixels;

/// Names stickers of one picture by fixed thresholds.
pub(crate) struct Thresholds<'a> {
    image: &'a Image,
    /// What each channel is multiplied by.
    gains: [f32; 3],
}

impl Thresholds<'_> {
    /// The picture's white is balanced first.
    pub(crate) fn new(image: &Image, balance: WhiteBalance) -> Thresholds<'_> {
        Thresholds { image, gains: balance.gains(image) }
    }

    /// The colour of a sticker by modal hue, mean saturation and value, and the share of pixels with that hue.
    pub(crate) fn classify(&self, quad: &Quad) -> (Color, f32) {
        let extreme = |axis: usize| {
            let values = quad.0.map(|corner| f64::from(corner[axis]));
            let low = values.into_iter().fold(f64::INFINITY, f64::min);
            let high = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
            (low, high - low)
        };
        let ((x, w), (y, h)) = (extreme(0), extreme(1));
        let mut hues = [0u32; 180];
        let (mut saturation, mut value, mut count) = (0.0, 0.0, 0u32);
        for rgb in inner_pixels(self.image, [x, y, w, h]) {
            let balanced = std::array::from_fn(|channel| (rgb[channel] * self.gains[channel]).min(255.0));
            let [h, s, v] = hsv(balanced);
            hues[(h as usize).min(179)] += 1;
            saturation += s;
            value += v;
            count += 1;
        }
        let total = count.max(1) as f32;
        let (hue, votes) = hues.iter().enumerate().max_by_key(|(_, votes)| **votes).unwrap_or((0, &0));
        let color = threshold(hue, saturation / total, value / total);
        (color, *votes as f32 / total)
    }
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
    let saturation = if high <= 0.0 { 0.0 } else { 255.0 * range / high };
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
