//! Colours of one face alone: each sticker's chances for the six colours, without other faces.
//!
//! The light is unknown, but it is the same for all nine stickers. So the chances are averaged over
//! a grid of possible lights, each weighed by how well it explains all nine stickers together and
//! how well it goes with the background. Stickers that look alike count for little more than one
//! there: nine of one colour say no more about the light than one does.

use cube::Color;

use crate::palette::SINGLE;
use crate::tone::{Symmetric, Tone, minus, tone};

/// Steps of the grid of lights to either side of neutral along each axis of the tones.
const STEPS: [i32; 3] = [5, 3, 3];
/// Distance of grid points in standard deviations of the light.
const STEP: [f32; 3] = [0.6, 0.83, 0.83];
/// Density over tones of what the palette does not know (print, dirt, a finger).
const STRANGE: f32 = 1e-3;
/// Variances within which two stickers look alike.
const ALIKE: [f32; 3] = [0.15, 0.02, 0.03];
/// How far looking alike lowers the weight: 0 not at all, 1 as if they were one sticker.
const SHARED: f32 = 0.6;
/// Variance of the light around the background's tint, red-green and yellow-blue.
const TINT: [f32; 2] = [0.012, 0.04];
/// Backgrounds are on average this much more yellow than the light on them.
const YELLOWER: f32 = 0.1;

/// The chances of the six colours (in the order of [`Color::ALL`]) for each of nine stickers
/// measured in sRGB 0 to 255 under one unknown light.
pub fn chances(rgb: &[[f32; 3]; 9]) -> [[f32; 6]; 9] {
    SinglePalette::new().chances(&rgb.map(tone), None)
}

/// The likeliest colour of each sticker with its chance.
pub fn classify(rgb: &[[f32; 3]; 9]) -> [(Color, f32); 9] {
    chances(rgb).map(|row| {
        let best = (0..6)
            .max_by(|&a, &b| row[a].total_cmp(&row[b]))
            .unwrap_or(0);
        (Color::ALL[best], row[best])
    })
}

/// The palette prepared for single faces.
pub(crate) struct SinglePalette {
    precision: [Symmetric; 6],
    peak: [f32; 6],
    /// Shifts of the tones and the logarithms of their densities.
    lights: Vec<(Tone, f32)>,
}

impl SinglePalette {
    pub(crate) fn new() -> SinglePalette {
        let deviation = SINGLE.light.map(f32::sqrt);
        let mut lights = Vec::new();
        for a in -STEPS[0]..=STEPS[0] {
            for b in -STEPS[1]..=STEPS[1] {
                for c in -STEPS[2]..=STEPS[2] {
                    let steps = [a as f32 * STEP[0], b as f32 * STEP[1], c as f32 * STEP[2]];
                    let shift = std::array::from_fn(|axis| steps[axis] * deviation[axis]);
                    let squared: f32 = steps.iter().map(|step| step * step).sum();
                    lights.push((shift, -0.5 * squared));
                }
            }
        }
        let tau = std::f32::consts::TAU;
        SinglePalette {
            precision: SINGLE.spread.map(|spread| spread.inverse()),
            peak: SINGLE
                .spread
                .map(|spread| 1.0 / (tau * tau * tau * spread.determinant()).sqrt()),
            lights,
        }
    }

    /// The chances for nine tones, given the tone of the background where it is known.
    pub(crate) fn chances(&self, tones: &[Tone; 9], background: Option<Tone>) -> [[f32; 6]; 9] {
        let weights = weights(tones);
        let mut explained = Vec::with_capacity(self.lights.len());
        let mut greatest = f32::NEG_INFINITY;
        for (shift, log_prior) in &self.lights {
            let densities: [[f32; 6]; 9] = tones.map(|tone| {
                let neutral = minus(tone, *shift);
                std::array::from_fn(|class| {
                    let off = minus(neutral, SINGLE.mean[class]);
                    let squared = self.precision[class].squared_length(off);
                    self.peak[class] * (-0.5 * squared).exp() + STRANGE
                })
            });
            let mut log_weight = *log_prior;
            if let Some([_, red, yellow]) = background {
                let (red, yellow) = (shift[1] - red, shift[2] - yellow + YELLOWER);
                log_weight -= 0.5 * (red * red / TINT[0] + yellow * yellow / TINT[1]);
            }
            for (row, weight) in densities.iter().zip(weights) {
                log_weight += weight * (row.iter().sum::<f32>() / 6.0).ln();
            }
            greatest = greatest.max(log_weight);
            explained.push((log_weight, densities));
        }
        let mut result = [[1e-12f32; 6]; 9];
        for (log_weight, densities) in &explained {
            let weight = (log_weight - greatest).exp();
            if weight < 1e-4 {
                continue;
            }
            for (row, density) in result.iter_mut().zip(densities) {
                let sum: f32 = density.iter().sum();
                for (chance, value) in row.iter_mut().zip(density) {
                    *chance += weight * value / sum;
                }
            }
        }
        result.map(|row| {
            let sum: f32 = row.iter().sum();
            row.map(|chance| chance / sum)
        })
    }
}

/// Nine stickers of one hue are one colour, as on a solved cube: haze and glare change how
/// saturated they are, not their hue. Then they share their chances, the purest counting most.
/// `rgb` are the colours the chances were made from.
pub(crate) fn share_one_hue(rgb: &[[f32; 3]; 9], chances: &mut [[f32; 6]; 9]) {
    /// Greatest hue difference of stickers of one colour, in degrees.
    const SPREAD: f32 = 20.0;
    /// Least saturation at which hue means anything.
    const SATURATED: f32 = 0.15;
    let hues = rgb.map(hue_and_saturation);
    // Hues are measured from the purest sticker's, so that red does not fall apart at 0 degrees.
    let purest = hues
        .iter()
        .copied()
        .fold((0.0, 0.0), |a, b| if a.1 < b.1 { b } else { a });
    let off = hues.map(|(hue, _)| (hue - purest.0 + 180.0).rem_euclid(360.0) - 180.0);
    let low = off.into_iter().fold(f32::INFINITY, f32::min);
    let high = off.into_iter().fold(f32::NEG_INFINITY, f32::max);
    if SPREAD < high - low || hues.iter().any(|&(_, saturation)| saturation < SATURATED) {
        return;
    }
    // Haze only ever takes saturation away, so the purest sticker is nearest to the truth; the
    // others weigh less the further they fall behind.
    let weights = hues.map(|(_, saturation)| (saturation / purest.1).powi(8));
    let total: f32 = weights.iter().sum();
    let mut shared = [0.0f32; 6];
    for (row, weight) in chances.iter().zip(weights) {
        for (sum, chance) in shared.iter_mut().zip(row) {
            *sum += weight / total * chance.max(1e-6).ln();
        }
    }
    let shared = shared.map(f32::exp);
    let sum: f32 = shared.iter().sum();
    *chances = [shared.map(|chance| chance / sum); 9];
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

/// How much each sticker counts in the search for the light.
fn weights(tones: &[Tone; 9]) -> [f32; 9] {
    let precision = Symmetric::diagonal(ALIKE.map(|variance| 1.0 / variance));
    tones.map(|tone| {
        let alike: f32 = tones
            .iter()
            .map(|other| (-0.5 * precision.squared_length(minus(tone, *other))).exp())
            .sum();
        alike.max(1.0).powf(-SHARED)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::paint;

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
