//! The colour of one sticker: the commonest colour on it, glare and print left aside.

use crate::{Image, MeasuredFace, Quad};

/// Samples along each side of a sticker.
const SAMPLES: usize = 11;
/// Part of the sticker that is sampled, so that its border and body stay outside.
const INNER: f32 = 0.70;
/// Two samples agree when no channel differs by more than this.
const ALIKE: f32 = 26.0;

/// What was measured inside one sticker.
struct Measured {
    /// Robust mean, [red, green, blue].
    pub rgb: [f32; 3],
    /// Share of samples that agree with it, 0 to 1.
    pub share: f32,
}

/// A sticker whose commonest colour covers less than this part is printed on.
const PRINTED: f32 = 0.5;
/// Where the margin of a printed sticker is looked for: parts of its side.
const MARGIN: [f32; 2] = [0.84, 0.94];

impl MeasuredFace {
    /// Measures the colours in these quads.
    pub fn new(image: &Image, quads: [Quad; 9], recovered: [bool; 9], confidence: f32) -> MeasuredFace {
        MeasuredFace { quads, recovered, confidence, rgb: quads.map(|quad| measure_sticker(image, &quad).rgb) }
    }
}

/// Measures one sticker. Where print leaves no colour a majority, its margin counts.
fn measure_sticker(image: &Image, Quad([p, q, r, s]): &Quad) -> Measured {
    // `offset` is 0 in the middle and 0.5 at the border.
    let sample = |offset: [f32; 2]| {
        let [u, v] = offset.map(|value| value + 0.5);
        let [x, y] = std::array::from_fn(|axis| {
            (1.0 - v) * ((1.0 - u) * p[axis] + u * q[axis]) + v * ((1.0 - u) * s[axis] + u * r[axis])
        });
        let inside = (0.0..image.width() as f32).contains(&x) && (0.0..image.height() as f32).contains(&y);
        inside.then(|| image.rgb_at(x, y))
    };
    let along = |k: usize| (k as f32 + 0.5) / SAMPLES as f32 - 0.5;
    let inner = (0..SAMPLES * SAMPLES).map(|index| [INNER * along(index % SAMPLES), INNER * along(index / SAMPLES)]);
    let measured = commonest(inner.filter_map(sample));
    if PRINTED <= measured.share {
        return measured;
    }
    let margin = MARGIN.into_iter().flat_map(|part| {
        (0..4 * SAMPLES).map(move |index| {
            let (edge, run) = (part / 2.0, part * along(index % SAMPLES));
            match index / SAMPLES {
                0 => [run, -edge],
                1 => [edge, run],
                2 => [run, edge],
                _ => [-edge, run],
            }
        })
    });
    let margin = commonest(margin.filter_map(sample));
    if PRINTED <= margin.share { margin } else { measured }
}

/// The commonest colour of some samples, at most `SAMPLES` squared of them.
fn commonest(colors: impl Iterator<Item = [f32; 3]>) -> Measured {
    let mut samples = [[0.0f32; 3]; SAMPLES * SAMPLES];
    let mut inside = 0;
    for (place, color) in samples.iter_mut().zip(colors) {
        *place = color;
        inside += 1;
    }
    if inside == 0 {
        return Measured { rgb: [0.0; 3], share: 0.0 };
    }
    let samples = &samples[..inside];
    let alike = |a: &[f32; 3], b: &[f32; 3]| (0..3).all(|c| (a[c] - b[c]).abs() <= ALIKE);
    // The sample with most others like it stands in the midst of the commonest colour.
    let densest = |skip_glare: bool| {
        samples
            .iter()
            .step_by(2)
            .filter(|sample| !skip_glare || !is_glare(sample))
            .map(|sample| (samples.iter().filter(|other| alike(sample, other)).count(), *sample))
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
    Measured { rgb: sum.map(|value| value.clamp(0.0, 255.0)), share: count as f32 / inside as f32 }
}

/// Every channel at its end.
fn is_glare(rgb: &[f32; 3]) -> bool {
    rgb.iter().all(|&channel| 245.0 <= channel)
}

/// Clearly not white, grey or black.
fn is_colorful(rgb: &[f32; 3]) -> bool {
    let (low, high) = (rgb[0].min(rgb[1]).min(rgb[2]), rgb[0].max(rgb[1]).max(rgb[2]));
    0.35 * high < high - low && 60.0 < high
}
