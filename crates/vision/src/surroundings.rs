//! What surrounds the stickers: the background hints at the colour of the light, and the black gaps
//! between stickers show how much stray light (haze, glare of the lens) lies over everything.

use crate::{FaceView, Image};

/// Samples along the longer side of the picture.
const SAMPLES: usize = 96;
/// Samples darker than this in every channel tell nothing of the light.
const DARK: f32 = 24.0;
/// Samples that a mean must rest on.
const LEAST: usize = 60;

/// Mean colour [red, green, blue] of the picture outside the face, or `None` where the face leaves
/// too little of it or it is too dark.
pub(crate) fn background(image: &Image, face: &FaceView) -> Option<[f32; 3]> {
    let hull = outline(face);
    let step = (image.width().max(image.height()) / SAMPLES).max(1);
    let (mut sum, mut count) = ([0.0f32; 3], 0usize);
    for y in (step / 2..image.height()).step_by(step) {
        for x in (step / 2..image.width()).step_by(step) {
            let (x, y) = (x as f32, y as f32);
            let rgb = image.rgb_at(x, y);
            if rgb.iter().all(|&channel| channel < DARK) || inside(&hull, x, y) {
                continue;
            }
            (0..3).for_each(|channel| sum[channel] += rgb[channel]);
            count += 1;
        }
    }
    (LEAST <= count).then(|| sum.map(|value| value / count as f32))
}

/// The stray light over each sticker, the same for all channels: what the dark gaps around it show.
/// Zero where the body is not dark: brighter than some stickers (white cubes) or coloured like them
/// (stickerless cubes).
pub(crate) fn veil(image: &Image, face: &FaceView) -> [f32; 9] {
    /// Gaps darker than this part of the stickers belong to a dark body.
    const DARK_BODY: f32 = 0.5;
    /// In haze a black body is grey: no more saturated than this ...
    const GREY: f32 = 0.3;
    /// ... and still darker than this part of the darkest sticker.
    const DARKER: f32 = 0.85;
    /// Part of the gaps' light taken for stray light; black plastic reflects the rest.
    const STRAY: f32 = 0.9;
    let centres = face.stickers.map(|sticker| sticker.quad.centre());
    let greatest = |rgb: &[f32; 3]| rgb[0].max(rgb[1]).max(rgb[2]);
    let mut gaps: Vec<(usize, usize, [f32; 3])> = Vec::with_capacity(12);
    for (a, b) in (0..9).flat_map(|a| [(a, a + 1), (a, a + 3)]) {
        if 8 < b || (b == a + 1 && b % 3 == 0) {
            continue;
        }
        // The darkest point of the middle fifth of the way between two centres.
        let darkest = (0..9)
            .map(|step| {
                let t = 0.4 + 0.025 * step as f32;
                let along = |axis: usize| (1.0 - t) * centres[a][axis] + t * centres[b][axis];
                image.rgb_at(along(0), along(1))
            })
            .min_by(|p, q| p.iter().sum::<f32>().total_cmp(&q.iter().sum()))
            .unwrap_or([0.0; 3]);
        gaps.push((a, b, darkest));
    }
    let mut body: Vec<f32> = gaps.iter().map(|gap| greatest(&gap.2)).collect();
    let mut bright = face.stickers.map(|sticker| greatest(&sticker.rgb));
    body.sort_by(f32::total_cmp);
    bright.sort_by(f32::total_cmp);
    let mut saturation: Vec<f32> = gaps
        .iter()
        .map(|(_, _, rgb)| 1.0 - rgb[0].min(rgb[1]).min(rgb[2]) / greatest(rgb).max(1.0))
        .collect();
    saturation.sort_by(f32::total_cmp);
    let (typical, grey) = (
        body[body.len() / 2],
        saturation[saturation.len() / 2] < GREY,
    );
    let dark = typical < DARK_BODY * bright[4] || (grey && typical < DARKER * bright[0]);
    if !dark {
        return [0.0; 9];
    }
    std::array::from_fn(|sticker| {
        let near: Vec<&[f32; 3]> = gaps
            .iter()
            .filter(|(a, b, _)| *a == sticker || *b == sticker)
            .map(|(_, _, rgb)| rgb)
            .collect();
        let least = (0..3)
            .map(|channel| near.iter().map(|rgb| rgb[channel]).sum::<f32>() / near.len() as f32)
            .fold(f32::INFINITY, f32::min);
        let own = face.stickers[sticker]
            .rgb
            .into_iter()
            .fold(f32::INFINITY, f32::min);
        (STRAY * least).min(0.95 * own).max(0.0)
    })
}

/// The face's outline, clockwise, with a margin for the body around the stickers.
fn outline(face: &FaceView) -> [[f32; 2]; 4] {
    let [cx, cy] = face.centre();
    let corners = [(0, 0), (2, 1), (8, 2), (6, 3)];
    corners.map(|(sticker, corner)| {
        let [x, y] = face.stickers[sticker].quad.0[corner];
        [cx + 1.12 * (x - cx), cy + 1.12 * (y - cy)]
    })
}

fn inside(hull: &[[f32; 2]; 4], x: f32, y: f32) -> bool {
    (0..4).all(|index| {
        let ([ax, ay], [bx, by]) = (hull[index], hull[(index + 1) % 4]);
        0.0 <= (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    })
}
