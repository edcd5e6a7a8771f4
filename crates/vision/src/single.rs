//! Colours of one face alone: each sticker's chances for the six colours, without other faces.
//!
//! The light is unknown, but it is the same for all nine stickers. So the chances are averaged over
//! a grid of possible lights, each weighed by how well it explains all nine stickers together.

use cube::Color;

use crate::palette::{COMMON, Palette};
use crate::tone::{Symmetric, Tone, minus, tone};

/// Grid of lights: steps to either side of neutral along lightness, red-green and yellow-blue.
const LIGHT_STEPS: [i32; 3] = [5, 2, 4];
/// Distance of grid points in standard deviations of the light.
const STEP: [f32; 3] = [0.5, 0.9, 0.6];
/// Chance that a sticker shows something the palette does not know (print, dirt, a finger),
/// as a density over tones.
const STRANGE: f32 = 1e-3;

/// The chances of the six colours (in the order of [`Color::ALL`]) for each of nine stickers
/// measured in sRGB 0 to 255 under one unknown light.
pub fn chances(rgb: &[[f32; 3]; 9]) -> [[f32; 6]; 9] {
    SinglePalette::new(&COMMON).chances(&rgb.map(tone))
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
    mean: [Tone; 6],
    precision: [Symmetric; 6],
    height: [f32; 6],
    lights: Vec<(Tone, f32)>,
}

impl SinglePalette {
    pub(crate) fn new(palette: &Palette) -> SinglePalette {
        let covariance = palette.spread.map(|spread| spread.plus(palette.noise));
        let light = palette.light.plus(palette.face_light);
        let light_precision = light.inverse();
        let deviation = [light.0[0].sqrt(), light.0[3].sqrt(), light.0[5].sqrt()];
        let mut lights = Vec::new();
        for a in -LIGHT_STEPS[0]..=LIGHT_STEPS[0] {
            for b in -LIGHT_STEPS[1]..=LIGHT_STEPS[1] {
                for c in -LIGHT_STEPS[2]..=LIGHT_STEPS[2] {
                    let steps = [a, b, c];
                    let shift: Tone = std::array::from_fn(|axis| {
                        steps[axis] as f32 * STEP[axis] * deviation[axis]
                    });
                    lights.push((shift, -0.5 * light_precision.squared_length(shift)));
                }
            }
        }
        SinglePalette {
            mean: palette.mean,
            precision: covariance.map(|matrix| matrix.inverse()),
            height: covariance.map(|matrix| {
                let tau = std::f32::consts::TAU;
                1.0 / (tau * tau * tau * matrix.determinant()).sqrt()
            }),
            lights,
        }
    }

    pub(crate) fn chances(&self, tones: &[Tone; 9]) -> [[f32; 6]; 9] {
        let mut weighed = Vec::with_capacity(self.lights.len());
        let mut greatest = f32::NEG_INFINITY;
        for (shift, log_prior) in &self.lights {
            let densities: [[f32; 6]; 9] = tones.map(|tone| {
                let neutral = minus(tone, *shift);
                std::array::from_fn(|class| {
                    let off = minus(neutral, self.mean[class]);
                    self.height[class] * (-0.5 * self.precision[class].squared_length(off)).exp()
                })
            });
            let log_weight = log_prior
                + densities
                    .iter()
                    .map(|row| (row.iter().sum::<f32>() / 6.0 + STRANGE).ln())
                    .sum::<f32>();
            greatest = greatest.max(log_weight);
            weighed.push((log_weight, densities));
        }
        let mut result = [[1e-12f32; 6]; 9];
        for (log_weight, densities) in &weighed {
            let weight = (log_weight - greatest).exp();
            if weight < 1e-4 {
                continue;
            }
            for (row, density) in result.iter_mut().zip(densities) {
                let sum = density.iter().sum::<f32>() + 6.0 * STRANGE;
                for (chance, value) in row.iter_mut().zip(density) {
                    *chance += weight * (value + STRANGE) / sum;
                }
            }
        }
        result.map(|row| {
            let sum: f32 = row.iter().sum();
            row.map(|chance| chance / sum)
        })
    }
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
    fn chances_are_chances_for_any_measurement() {
        for value in [0.0, 17.0, 255.0, 1e9, -5.0, f32::NAN] {
            for row in chances(&[[value; 3]; 9]) {
                let sum: f32 = row.iter().sum();
                assert!((sum - 1.0).abs() < 1e-3, "{value}: {row:?}");
            }
        }
    }
}
