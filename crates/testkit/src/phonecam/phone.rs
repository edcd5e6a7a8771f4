//! From light to bytes, as phones do it: vivid colours whose channels clip, contrast, sharpening, blur, noise.

use std::sync::LazyLock;

use rand::Rng;

use super::draw::{Rgb, chance, gauss, quick_gauss, within};

/// How a phone develops a picture.
#[derive(Clone, Copy, Debug)]
pub struct Phone {
    /// How the channels mix: each row makes one channel, and sums to 1.
    pub mixing: [[f32; 3]; 3],
    /// Factor on the distance of colours from grey.
    pub saturation: f32,
    /// Exponent of the tone curve: above 1 for darker middle tones.
    pub exponent: f32,
    /// Strength of the S-shaped tone curve, 0 to 1.
    pub contrast: f32,
    /// Where highlights begin to bend, 1 for none.
    pub shoulder: f32,
    /// Standard deviation of the noise in steps of 255.
    pub noise: f32,
    /// Radius of the blur in pixels.
    pub blur: f32,
    /// How much edges are sharpened.
    pub sharpen: f32,
}

impl Phone {
    /// Encodes sRGB and nothing else.
    pub fn plain() -> Phone {
        let mixing = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Phone {
            mixing,
            saturation: 1.0,
            exponent: 1.0,
            contrast: 0.0,
            shoulder: 1.0,
            noise: 0.0,
            blur: 0.0,
            sharpen: 0.0,
        }
    }

    /// Any phone or web camera.
    pub fn draw(random: &mut impl Rng) -> Phone {
        // Sensors see colours a little otherwise than people do, and each otherwise than the next.
        let mixing = std::array::from_fn(|row| {
            let mut mixed: [f32; 3] = std::array::from_fn(|_| 0.05 * gauss(random));
            mixed[row] = 0.0;
            mixed[row] = 1.0 - mixed.iter().sum::<f32>();
            mixed
        });
        Phone {
            mixing,
            saturation: if chance(random, 0.2) { within(random, [0.6, 1.0]) } else { within(random, [0.9, 1.7]) },
            exponent: if chance(random, 0.4) { within(random, [-0.6, 0.6]).exp() } else { 1.0 },
            contrast: within(random, [0.0, 0.6]),
            shoulder: if chance(random, 0.5) { within(random, [0.6, 1.0]) } else { 1.0 },
            noise: within(random, [0.3, 2.5]) * if chance(random, 0.15) { 4.0 } else { 1.0 },
            blur: within(random, [0.2, 1.3]) * if chance(random, 0.15) { 2.0 } else { 1.0 },
            sharpen: if chance(random, 0.5) { within(random, [0.0, 0.8]) } else { 0.0 },
        }
    }

    /// One pixel without noise: sRGB, 0 to 255.
    pub fn pixel(&self, light: [f32; 3]) -> [f32; 3] {
        let light = self.mixing.map(|row| row[0] * light[0] + row[1] * light[1] + row[2] * light[2]);
        let grey = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
        light.map(|channel| {
            let vivid = grey + self.saturation * (channel - grey);
            let bent = self.bend(vivid.max(0.0));
            let value = ENCODED[(bent.min(1.0) * STEPS as f32) as usize];
            let value = if self.exponent == 1.0 { value } else { value.powf(self.exponent) };
            let curved = value * value * (3.0 - 2.0 * value);
            255.0 * (value + self.contrast * (curved - value))
        })
    }

    /// Highlights above the shoulder rise ever more slowly.
    fn bend(&self, value: f32) -> f32 {
        let over = value - self.shoulder;
        let room = 1.0 - self.shoulder;
        if over <= 0.0 || room <= 1e-3 {
            return value;
        }
        self.shoulder + room * (1.0 - (-over / room).exp())
    }

    /// Develops a whole picture of linear light, row by row, into sRGB bytes.
    pub(crate) fn develop(&self, light: &mut Vec<Rgb>, width: usize, random: &mut impl Rng) -> Vec<u8> {
        if 0.0 < self.blur {
            let soft = blurred(light, width, self.blur);
            if 0.0 < self.sharpen {
                let softer = blurred(&soft, width, 1.2);
                for ((pixel, soft), softer) in light.iter_mut().zip(&soft).zip(&softer) {
                    *pixel = std::array::from_fn(|c| (soft[c] + self.sharpen * (soft[c] - softer[c])).max(0.0));
                }
            } else {
                *light = soft;
            }
        }
        let mut bytes = Vec::with_capacity(3 * light.len());
        for &pixel in light.iter() {
            for channel in self.pixel(pixel) {
                let noise = if 0.0 < self.noise { self.noise * quick_gauss(random) } else { 0.0 };
                bytes.push((channel + noise + 0.5).clamp(0.0, 255.0) as u8);
            }
        }
        bytes
    }
}

/// Steps of the table from linear to sRGB: half a step of 255 at the dark end.
const STEPS: usize = 8192;
static ENCODED: LazyLock<Vec<f32>> =
    LazyLock::new(|| (0..=STEPS).map(|step| encode(step as f32 / STEPS as f32)).collect());

/// From linear to sRGB, 0 to 1 (IEC 61966-2-1).
fn encode(value: f32) -> f32 {
    if value <= 0.003_130_8 { 12.92 * value } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 }
}

/// Blurs by a Gaussian of this deviation in pixels, rows first.
fn blurred(light: &[Rgb], width: usize, deviation: f32) -> Vec<Rgb> {
    let radius = (2.5 * deviation).ceil().max(1.0) as i32;
    let weights: Vec<f32> = (-radius..=radius).map(|step| (-0.5 * (step as f32 / deviation).powi(2)).exp()).collect();
    let sum: f32 = weights.iter().sum();
    let height = light.len() / width.max(1);
    let pass = |source: &[Rgb], step: usize, count: usize, place: fn(usize, usize) -> usize| -> Vec<Rgb> {
        let mean_at = |index: usize| {
            let at = place(index, width) as i32;
            let mut mean = [0.0; 3];
            for (off, weight) in (-radius..=radius).zip(&weights) {
                let off = (at + off).clamp(0, count as i32 - 1) - at;
                let pixel = source[(index as i32 + off * step as i32) as usize];
                (0..3).for_each(|c| mean[c] += weight * pixel[c]);
            }
            mean.map(|channel| channel / sum)
        };
        (0..source.len()).map(mean_at).collect()
    };
    let rows = pass(light, 1, width, |index, width| index % width);
    pass(&rows, width, height, |index, width| index / width)
}
