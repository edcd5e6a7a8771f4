//! Colours of one face alone: each sticker's chances for the six colours, without other faces.
//!
//! Two things are unknown besides the colours, and both are shared: the light is the same for all
//! nine stickers, and stickers of one colour look alike. So the stickers are first gathered into
//! groups that look alike (all the ways from nine groups to one that merging the nearest gives); the
//! chances are then averaged over groupings, over a grid of possible lights, and over all ways of
//! giving different colours to the groups, each weighed by how well it explains all nine stickers.

use cube::Color;

use crate::grouping::{Grouping, groupings};
use crate::palette::{COMMON, Palette};
use crate::tone::{Symmetric, Tone, minus, tone};

/// Grid of lights: steps to either side of neutral along lightness, red-green and yellow-blue.
const LIGHT_STEPS: [i32; 3] = [5, 3, 4];
/// Distance of grid points in standard deviations of the light.
const STEP: [f32; 3] = [0.5, 0.7, 0.6];
/// Density over tones of what the palette does not know (print, dirt, a finger).
const STRANGE: f32 = 1e-4;
/// Factor for each group beyond those that six different colours explain.
const LEAST_WEIGHT: f32 = 1e-5;

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
    noise: Symmetric,
    /// For a group of n + 1 stickers and each colour: precision and peak density of its mean tone.
    spread: [[(Symmetric, f32); 6]; 9],
    /// Shifts of the tones and the logarithms of their densities.
    lights: Vec<(Tone, f32)>,
}

/// Chances of one grouping under one light: for each group the colours, and the log weight.
struct Explained {
    log_weight: f32,
    grouping: usize,
    chances: Vec<[f32; 6]>,
}

impl SinglePalette {
    pub(crate) fn new(palette: &Palette) -> SinglePalette {
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
        let spread = std::array::from_fn(|index| {
            let noise = palette.noise.times(1.0 / (index as f32 + 1.0));
            palette.spread.map(|spread| {
                let covariance = spread.plus(noise);
                let tau = std::f32::consts::TAU;
                let peak = 1.0 / (tau * tau * tau * covariance.determinant()).sqrt();
                (covariance.inverse(), peak)
            })
        });
        SinglePalette {
            mean: palette.mean,
            noise: palette.noise,
            spread,
            lights,
        }
    }

    pub(crate) fn chances(&self, tones: &[Tone; 9]) -> [[f32; 6]; 9] {
        let groupings = groupings(tones, &self.noise);
        let mut explained: Vec<Explained> = Vec::new();
        for (index, grouping) in groupings.iter().enumerate() {
            for (shift, log_prior) in &self.lights {
                let mut one = self.explain(grouping, *shift);
                one.log_weight += log_prior + grouping.log_scatter;
                one.grouping = index;
                explained.push(one);
            }
        }
        let greatest = explained
            .iter()
            .map(|one| one.log_weight)
            .fold(f32::NEG_INFINITY, f32::max);
        let mut result = [[1e-12f32; 6]; 9];
        for one in &explained {
            let weight = (one.log_weight - greatest).exp();
            if weight < LEAST_WEIGHT {
                continue;
            }
            let grouping = &groupings[one.grouping];
            for (row, &group) in result.iter_mut().zip(&grouping.group_of) {
                for (chance, value) in row.iter_mut().zip(&one.chances[group]) {
                    *chance += weight * value;
                }
            }
        }
        result.map(|row| {
            let sum: f32 = row.iter().sum();
            row.map(|chance| chance / sum)
        })
    }

    /// Sums over all ways of giving the groups different colours (dynamic programming over the set
    /// of colours given, from both ends).
    fn explain(&self, grouping: &Grouping, shift: Tone) -> Explained {
        let count = grouping.groups.len();
        let densities: Vec<[f32; 6]> = grouping
            .groups
            .iter()
            .map(|(mean, members)| {
                let neutral = minus(*mean, shift);
                std::array::from_fn(|color| {
                    let (precision, peak) = &self.spread[members - 1][color];
                    let off = minus(neutral, self.mean[color]);
                    peak * (-0.5 * precision.squared_length(off)).exp() + STRANGE
                })
            })
            .collect();
        let mut forward = vec![[0.0f32; 64]; count + 1];
        let mut backward = vec![[0.0f32; 64]; count + 1];
        forward[0][0] = 1.0;
        backward[count] = [1.0; 64];
        for group in 0..count {
            for set in 0..64usize {
                if forward[group][set] == 0.0 {
                    continue;
                }
                for color in (0..6).filter(|color| set & (1 << color) == 0) {
                    forward[group + 1][set | 1 << color] +=
                        forward[group][set] * densities[group][color];
                }
            }
        }
        for group in (0..count).rev() {
            for set in 0..64usize {
                if set.count_ones() as usize != group {
                    continue;
                }
                backward[group][set] = (0..6)
                    .filter(|color| set & (1 << color) == 0)
                    .map(|color| densities[group][color] * backward[group + 1][set | 1 << color])
                    .sum();
            }
        }
        let total = backward[0][0].max(f32::MIN_POSITIVE);
        let chances = (0..count)
            .map(|group| {
                std::array::from_fn(|color| {
                    let ways: f32 = (0..64usize)
                        .filter(|set| set & (1 << color) == 0)
                        .map(|set| forward[group][set] * backward[group + 1][set | 1 << color])
                        .sum();
                    ways * densities[group][color] / total
                })
            })
            .collect();
        // So many ways there are to give different colours to the groups; they share the prior.
        let ways: f32 = (0..count).map(|given| (6 - given) as f32).product();
        Explained {
            log_weight: total.ln() - ways.ln(),
            grouping: 0,
            chances,
        }
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
