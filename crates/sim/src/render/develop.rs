//! From light on the sensor to the bytes of a picture: lens blur, vignetting, noise, gamma.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What lens and sensor add to the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sensor {
    /// Standard deviation of the noise of each channel, in steps of the 256 that a byte has.
    pub noise: f64,
    /// Share of the light (0 to 1) that is missing in the picture's corners.
    pub vignetting: f64,
    /// Whether the lens spreads a point over its neighbours, as all lenses do.
    pub blur: bool,
}

impl Default for Sensor {
    /// An ordinary web camera in good light.
    fn default() -> Sensor {
        Sensor { noise: 2.0, vignetting: 0.18, blur: true }
    }
}

/// Steps of the gamma table.
const STEPS: usize = 4096;
/// Samples of the normal distribution that noise is drawn from.
const SAMPLES: usize = 4096;

pub(crate) struct Developer {
    gamma: Vec<f32>,
    normal: Vec<f32>,
    blurred: Vec<[f32; 3]>,
}

impl Developer {
    pub fn new() -> Developer {
        let gamma = (0..=STEPS).map(|step| encode_srgb(step as f32 / STEPS as f32) * 255.0).collect();
        let mut random = ChaCha8Rng::seed_from_u64(0x5eed);
        let normal = (0..SAMPLES)
            .map(|_| {
                // Box and Muller's transform.
                let (a, b): (f32, f32) = (1.0 - random.random::<f32>(), random.random());
                (-2.0 * a.ln()).sqrt() * (std::f32::consts::TAU * b).cos()
            })
            .collect();
        Developer { gamma, normal, blurred: Vec::new() }
    }

    /// Writes the picture as RGB, 8 bits a channel, row by row. `frame` numbers the picture, so that
    /// each has noise of its own.
    pub fn develop(
        &mut self,
        light: &[[f32; 3]],
        (width, height): (usize, usize),
        sensor: &Sensor,
        frame: u64,
        rgb: &mut Vec<u8>,
    ) {
        let light = if sensor.blur && width > 2 && height > 2 {
            blur(light, width, height, &mut self.blurred);
            &self.blurred[..]
        } else {
            light
        };
        rgb.resize(width * height * 3, 0);
        let (middle_x, middle_y) = (width as f32 / 2.0, height as f32 / 2.0);
        let corner = middle_x * middle_x + middle_y * middle_y;
        let fall = sensor.vignetting as f32 / corner;
        let noise = sensor.noise as f32;
        let mut state = frame.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        for (row, (line, bytes)) in light.chunks_exact(width).zip(rgb.chunks_exact_mut(width * 3)).enumerate() {
            let y = row as f32 + 0.5 - middle_y;
            for (column, (pixel, bytes)) in line.iter().zip(bytes.chunks_exact_mut(3)).enumerate() {
                let x = column as f32 + 0.5 - middle_x;
                let share = 1.0 - fall * (x * x + y * y);
                // Marsaglia's xorshift; twelve bits of it for each channel.
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                for channel in 0..3 {
                    let step = (pixel[channel] * share * STEPS as f32).clamp(0.0, STEPS as f32);
                    let sample = self.normal[(state >> (16 * channel)) as usize % SAMPLES];
                    bytes[channel] = (self.gamma[step as usize] + noise * sample + 0.5) as u8;
                }
            }
        }
    }
}

/// The sRGB transfer curve (IEC 61966-2-1).
fn encode_srgb(linear: f32) -> f32 {
    if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

/// Each pixel gets a half of itself and an eighth of its four neighbours; the border stays sharp.
fn blur(light: &[[f32; 3]], width: usize, height: usize, out: &mut Vec<[f32; 3]>) {
    out.clear();
    out.extend_from_slice(light);
    let (source, target) = (light.as_flattened(), out.as_flattened_mut());
    let line = width * 3;
    for row in 1..height - 1 {
        let middle = &source[row * line..(row + 1) * line];
        let above = &source[(row - 1) * line..row * line];
        let below = &source[(row + 1) * line..(row + 2) * line];
        let target = &mut target[row * line + 3..(row + 1) * line - 3];
        for (index, value) in target.iter_mut().enumerate() {
            let here = index + 3;
            let around = middle[here - 3] + middle[here + 3] + above[here] + below[here];
            *value = 0.5 * middle[here] + 0.125 * around;
        }
    }
}
