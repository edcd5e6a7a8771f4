//! Colours of one face alone: each sticker's chances for the six colours, without other faces.

use cube::Color;

use super::face_model::{FaceModel, FaceReading, TEMPER};
use super::palette::{COMMON, SINGLE, SingleFace};
use super::shadow::likely_shadows;
use super::tone::{Symmetric, Tone, soft_tone, tone};
use crate::CubeColors;

/// Variance of the difference between the light's tint and that of the background, red-green and
/// yellow-blue: backgrounds have colours of their own.
const BACKGROUND: [f32; 2] = [0.009, 0.019];

/// Variance of the lightness (tone) of stickers that are named by their hues alone.
const ANY_BRIGHTNESS: f32 = 1.0;
/// Below this many nats of surprise the light is even enough, and no shadow is looked for. It is half of the greatest
/// surprise of real faces without one.
const EVENLY_LIT: f32 = 10.0;
/// Price in nats of a shadow's edge: one face in a hundred has one; it can lie in some fifty ways and be as dark as it likes.
const SHADOW_PRICE: f32 = 12.0;

/// The chances of the six colours (in the order of [`Color::ALL`]) for each of nine stickers
/// measured in sRGB 0 to 255 under one unknown light.
pub fn chances(rgb: &[[f32; 3]; 9]) -> [[f32; 6]; 9] {
    SingleFaceReader::new(None)
        .read(rgb, &[false; 9], None)
        .chances
}

/// The likeliest colour of each sticker with its chance.
pub fn classify(rgb: &[[f32; 3]; 9]) -> [(Color, f32); 9] {
    chances(rgb).map(likeliest)
}

/// The likeliest of the six colours with its chance.
pub(crate) fn likeliest(row: [f32; 6]) -> (Color, f32) {
    let best = (0..6)
        .max_by(|&a, &b| row[a].total_cmp(&row[b]))
        .unwrap_or(0);
    (Color::ALL[best], row[best])
}

/// Reads single faces one after the other.
pub(crate) struct SingleFaceReader {
    model: FaceModel,
    /// Whether the colours of this very cube are known; then the background tells nothing new.
    learned: bool,
    /// Names stickers by their hues alone, whatever their brightness.
    by_hue: FaceModel,
    /// The brightness of the six colours in neutral light (natural logarithm).
    brightness: [f32; 6],
}

impl SingleFaceReader {
    pub(crate) fn new(colors: Option<&CubeColors>) -> SingleFaceReader {
        let palette = colors.map_or(COMMON, |colors| colors.palette(&COMMON));
        let loose = palette
            .noise
            .plus(Symmetric::diagonal([ANY_BRIGHTNESS, 0.0, 0.0]));
        let hues = SingleFace {
            mean: palette.mean,
            spread: palette.spread,
            noise: [loose; 6],
            light: palette.light,
        };
        let learned = colors.map(CubeColors::single_face);
        SingleFaceReader {
            model: FaceModel::new(learned.as_ref().unwrap_or(&SINGLE)),
            learned: learned.is_some(),
            by_hue: FaceModel::new(&hues),
            brightness: palette.mean.map(|mean| mean[0] / 3f32.sqrt()),
        }
    }

    /// Reads nine stickers freed of stray light, of which some may be `hidden` by something else, given
    /// the mean colour of the background where it is known.
    pub(crate) fn read(
        &mut self,
        rgb: &[[f32; 3]; 9],
        hidden: &[bool; 9],
        background: Option<[f32; 3]>,
    ) -> FaceReading {
        let hint = background.filter(|_| !self.learned).map(|rgb| {
            let [_, red, yellow] = soft_tone(rgb);
            let precision = [0.0, 1.0 / BACKGROUND[0], 1.0 / BACKGROUND[1]];
            ([0.0, red, yellow], Symmetric::diagonal(precision))
        });
        match purest_of_one_hue(rgb) {
            Some(purest) => self.model.read(&[soft_tone(purest); 9], hidden, hint),
            None => {
                let plain = self.model.read(&rgb.map(soft_tone), hidden, hint);
                self.or_in_shadow(plain, rgb, hidden, hint)
            }
        }
    }

    /// The reading as it is when a shadow's edge may lie across the face.
    fn or_in_shadow(
        &mut self,
        plain: FaceReading,
        rgb: &[[f32; 3]; 9],
        hidden: &[bool; 9],
        hint: Option<(Tone, Symmetric)>,
    ) -> FaceReading {
        if plain.surprise < EVENLY_LIT {
            return plain;
        }
        let tones = rgb.map(tone);
        let hues = self.by_hue.read(&tones, hidden, None).chances;
        let beside: [f32; 9] = std::array::from_fn(|sticker| {
            let (color, _) = likeliest(hues[sticker]);
            tones[sticker][0] / 3f32.sqrt() - self.brightness[color.index()]
        });
        let mut readings = vec![plain];
        for shadow in likely_shadows(&beside) {
            let lit = shadow.lifted(rgb).map(soft_tone);
            let mut reading = self.model.read(&lit, hidden, hint);
            reading.price += SHADOW_PRICE;
            readings.push(reading);
        }
        weighed(&readings)
    }
}

/// The mean of several readings of a face, weighed by their prices. How surprising the stickers are is told by the first: a false
/// face shall not be excused by a shadow.
fn weighed(readings: &[FaceReading]) -> FaceReading {
    let prices = readings.iter().map(|reading| reading.price);
    let least = prices.fold(f32::INFINITY, f32::min);
    let weight = |reading: &FaceReading| ((least - reading.price) / TEMPER).exp();
    let sum: f32 = readings.iter().map(weight).sum();
    let mean = |value: &dyn Fn(&FaceReading) -> f32| {
        let parts = readings
            .iter()
            .map(|reading| weight(reading) * value(reading));
        parts.sum::<f32>() / sum
    };
    FaceReading {
        chances: std::array::from_fn(|sticker| {
            std::array::from_fn(|class| mean(&|reading| reading.chances[sticker][class]))
        }),
        surprise: readings[0].surprise,
        price: least,
        strange: std::array::from_fn(|sticker| mean(&|reading| reading.strange[sticker])),
    }
}

/// Nine stickers of one hue are one colour, as on a solved cube: haze and glare change how saturated
/// they are, not their hue, and only ever take saturation away. So the three purest, whose mean this
/// is, are nearest to the truth. `None` where the hues differ or mean nothing.
fn purest_of_one_hue(rgb: &[[f32; 3]; 9]) -> Option<[f32; 3]> {
    /// Greatest hue difference of stickers of one colour, in degrees.
    const SPREAD: f32 = 20.0;
    /// Least saturation at which hue means anything.
    const SATURATED: f32 = 0.15;
    let mut pure: Vec<(f32, [f32; 3])> = Vec::with_capacity(9);
    let mut hues = [0.0; 9];
    for (rgb, hue) in rgb.iter().zip(&mut hues) {
        let saturation;
        (*hue, saturation) = hue_and_saturation(*rgb);
        if saturation < SATURATED {
            return None;
        }
        pure.push((saturation, *rgb));
    }
    // Hues are measured from one of them, so that red does not fall apart at 0 degrees.
    let off = hues.map(|hue| (hue - hues[4] + 180.0).rem_euclid(360.0) - 180.0);
    let low = off.into_iter().fold(f32::INFINITY, f32::min);
    let high = off.into_iter().fold(f32::NEG_INFINITY, f32::max);
    if SPREAD < high - low {
        return None;
    }
    pure.sort_by(|a, b| b.0.total_cmp(&a.0));
    Some(std::array::from_fn(|channel| {
        pure[..3].iter().map(|(_, rgb)| rgb[channel]).sum::<f32>() / 3.0
    }))
}

/// Hue in degrees and saturation from 0 to 1.
fn hue_and_saturation([r, g, b]: [f32; 3]) -> (f32, f32) {
    let (high, low) = (r.max(g).max(b), r.min(g).min(b));
    let range = (high - low).max(1e-3);
    let hue = if high == r {
        60.0 * (g - b) / range
    } else if high == g {
        120.0 + 60.0 * (b - r) / range
    } else {
        240.0 + 60.0 * (r - g) / range
    };
    (hue, range / high.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint;

    #[test]
    fn painted_colours_are_named_in_any_exposure_and_tint() {
        let colors = [0, 1, 2, 3, 4, 5, 2, 3, 1].map(|index| Color::ALL[index]);
        for gain in [0.25f32, 0.5, 0.8, 1.0] {
            for tint in [[1.0, 1.0, 1.0], [1.0, 0.9, 0.7], [0.8, 0.9, 1.0]] {
                let rgb = colors.map(|color| {
                    let painted = paint(color);
                    std::array::from_fn(|channel| {
                        f32::from(painted[channel]) * gain * tint[channel]
                    })
                });
                let named = classify(&rgb).map(|(color, _)| color);
                assert_eq!(named, colors, "gain {gain}, tint {tint:?}");
            }
        }
    }

    #[test]
    fn nine_equal_stickers_are_named() {
        for color in Color::ALL {
            let named = classify(&[paint(color).map(|value| f32::from(value) * 0.7); 9]);
            assert!(
                named.iter().all(|&(name, _)| name == color),
                "{color}: {named:?}"
            );
        }
    }

    #[test]
    fn chances_are_chances_for_any_measurement() {
        for value in [0.0, 17.0, 255.0, 1e9, -5.0, f32::NAN] {
            for row in chances(&[[value; 3]; 9]) {
                let sum: f32 = row.iter().sum();
                assert!((sum - 1.0).abs() < 1e-3, "{value}: {row:?}");
            }
        }
    }
}
