//! The colour of one sticker: the commonest colour inside it, glare and print left aside.

use crate::Image;
use crate::homography::Homography;

/// Samples along each side of a sticker.
const SAMPLES: usize = 11;
/// Part of the sticker that is sampled, so that its border and body stay outside.
const INNER: f64 = 0.70;
/// Two samples agree when no channel differs by more than this.
const ALIKE: f32 = 26.0;

/// What was measured inside one sticker.
pub(crate) struct Measured {
    /// Robust mean, [red, green, blue].
    pub rgb: [f32; 3],
    /// Share of samples that agree with it, 0 to 1.
    pub share: f32,
}

/// Measures the sticker of cell (column, row) whose side is `side` cells long; `scale` maps the
/// lattice's pixels to those of `image`.
pub(crate) fn measure(
    image: &Image,
    map: &Homography,
    cell: [f64; 2],
    side: f64,
    scale: f64,
) -> Measured {
    let mut samples = [[0.0f32; 3]; SAMPLES * SAMPLES];
    let (width, height) = (image.width() as f64, image.height() as f64);
    let mut inside = 0;
    for index in 0..SAMPLES * SAMPLES {
        let offset = |k: usize| ((k as f64 + 0.5) / SAMPLES as f64 - 0.5) * side * INNER;
        let point = [
            cell[0] + offset(index % SAMPLES),
            cell[1] + offset(index / SAMPLES),
        ];
        let [x, y] = map.apply(point).map(|value| (value + 0.5) * scale);
        if (0.0..width).contains(&x) && (0.0..height).contains(&y) {
            samples[inside] = image.rgb_at(x as f32, y as f32);
            inside += 1;
        }
    }
    if inside == 0 {
        return Measured {
            rgb: [0.0; 3],
            share: 0.0,
        };
    }
    let samples = &samples[..inside];
    let alike = |a: &[f32; 3], b: &[f32; 3]| (0..3).all(|c| (a[c] - b[c]).abs() <= ALIKE);
    // The sample with most others like it stands in the midst of the commonest colour.
    let densest = |skip_glare: bool| {
        samples
            .iter()
            .step_by(2)
            .filter(|sample| !skip_glare || !is_glare(sample))
            .map(|sample| {
                (
                    samples.iter().filter(|other| alike(sample, other)).count(),
                    *sample,
                )
            })
            .max_by_key(|(count, _)| *count)
    };
    let (mut count, mut core) = densest(false).unwrap_or((1, samples[0]));
    // Glare is the light's colour, not the sticker's: prefer a coloured part that is large enough.
    if is_glare(&core)
        && let Some((other_count, other)) = densest(true)
        && inside <= 3 * other_count
        && is_colorful(&other)
    {
        (count, core) = (other_count, other);
    }
    let mut sum = [0.0; 3];
    for sample in samples.iter().filter(|sample| alike(sample, &core)) {
        for channel in 0..3 {
            sum[channel] += sample[channel] / count as f32;
        }
    }
    Measured {
        rgb: sum.map(|value| value.clamp(0.0, 255.0)),
        share: count as f32 / inside as f32,
    }
}

/// Every channel at its end.
fn is_glare(rgb: &[f32; 3]) -> bool {
    rgb.iter().all(|&channel| 245.0 <= channel)
}

/// Clearly not white, grey or black.
fn is_colorful(rgb: &[f32; 3]) -> bool {
    let (low, high) = (
        rgb[0].min(rgb[1]).min(rgb[2]),
        rgb[0].max(rgb[1]).max(rgb[2]),
    );
    0.35 * high < high - low && 60.0 < high
}
