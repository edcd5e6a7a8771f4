//! What surrounds the face: the background hints at the colour of the light.

use crate::face_view::middle;
use crate::{Image, Quad};

/// Samples along the longer side of the picture.
const SAMPLES: usize = 96;
/// Samples darker than this in every channel say nothing about the light.
const DARK: f32 = 24.0;
/// Samples that a mean must rest on.
const LEAST: usize = 60;

/// Mean colour [red, green, blue] of the picture outside the face with these quads, or `None` where the
/// face leaves too little of it or it is too dark.
pub(crate) fn background(image: &Image, quads: &[Quad; 9]) -> Option<[f32; 3]> {
    let hull = outline(quads);
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

/// The brightness (greatest channel) that nine tenths of the picture do not exceed.
pub(crate) fn brightest_tenth(image: &Image) -> f32 {
    let step = (image.width().max(image.height()) / SAMPLES).max(1);
    let mut count = [0usize; 256];
    for y in (step / 2..image.height()).step_by(step) {
        for x in (step / 2..image.width()).step_by(step) {
            let rgb = image.rgb_at(x as f32, y as f32);
            count[rgb.into_iter().fold(0.0, f32::max) as usize] += 1;
        }
    }
    let all: usize = count.iter().sum();
    let mut above = 0;
    (0..256)
        .rev()
        .find(|&value| {
            above += count[value];
            all < 10 * above
        })
        .unwrap_or(0) as f32
}

/// The face's outline, clockwise, with a margin for the body around the stickers.
fn outline(quads: &[Quad; 9]) -> [[f32; 2]; 4] {
    let [cx, cy] = middle(quads);
    let corners = [(0, 0), (2, 1), (8, 2), (6, 3)];
    corners.map(|(sticker, corner)| {
        let [x, y] = quads[sticker].0[corner];
        [cx + 1.12 * (x - cx), cy + 1.12 * (y - cy)]
    })
}

fn inside(hull: &[[f32; 2]; 4], x: f32, y: f32) -> bool {
    (0..4).all(|index| {
        let ([ax, ay], [bx, by]) = (hull[index], hull[(index + 1) % 4]);
        0.0 <= (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    })
}
