//! Nine measured stickers of a face: how two readings of it are turned against each other.

use cube::{Color, place_seen};

/// Measured colours of one face, row by row: [red, green, blue], sRGB 0 to 255.
pub(crate) type Nine = [[f32; 3]; 9];

/// Added to each channel before its logarithm is taken. The dark channels of saturated stickers then count for little, and the bright
/// ones distinguish red from orange.
const FLOOR: f32 = 60.0;
/// A channel beyond this means nothing more; a picture's own end at 255.
const BRIGHTEST: f32 = 1020.0;
/// Two measurements of one sticker differ less than this in the two colour axes. It is
/// half of what the most alike colours (yellow and orange, red and orange) differ by in the palette.
const ALIKE: f32 = 0.2;
/// Two that were given the same name may differ this much: noise in dim light.
const NAMED_ALIKE: f32 = 2.0 * ALIKE;
/// Readings of one face may differ in this many stickers: glare, a finger.
const ODD_ONES: usize = 1;

/// Measured colours of one face with the names that they were given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'a> {
    pub rgb: &'a Nine,
    pub colors: &'a [Color; 9],
}

/// By how many quarters clockwise `seen` is turned against `known`, if both are readings of one face;
/// the first that fits where the face looks alike from several sides.
pub(crate) fn turned_against(known: Named<'_>, seen: Named<'_>) -> Option<u8> {
    let (known_tints, seen_tints) = (tints(known.rgb), tints(seen.rgb));
    let alike = |quarters: &u8| {
        let far = |index: usize| {
            let place = place_seen(index, *quarters);
            let apart = distance(known_tints[index], seen_tints[place]);
            let same_name = known.colors[index] == seen.colors[place];
            (if same_name { NAMED_ALIKE } else { ALIKE }) < apart
        };
        !far(4) && (0..9).filter(|&index| far(index)).count() <= ODD_ONES
    };
    (0..4).find(alike)
}

/// How far apart the centres of two readings are in the colour axes.
pub(crate) fn centre_distance(one: &Nine, other: &Nine) -> f32 {
    distance(tints(one)[4], tints(other)[4])
}

/// The colour axes of nine stickers, red against green and yellow against blue, after the exposure was brought to a common one.
fn tints(rgb: &Nine) -> [[f32; 2]; 9] {
    let mut brightest = rgb.map(|[r, g, b]| r.max(g).max(b));
    brightest.sort_by(f32::total_cmp);
    // The third brightest, so that glare on one or two stickers does not rule.
    let gain = 230.0 / brightest[6].max(8.0);
    rgb.map(|rgb| {
        let [r, g, b] = rgb.map(|channel| {
            let channel = if channel.is_nan() { 0.0 } else { (channel * gain).clamp(0.0, BRIGHTEST) };
            ((channel + FLOOR) / (255.0 + FLOOR)).ln()
        });
        [(r - g) / 2f32.sqrt(), (r + g - 2.0 * b) / 6f32.sqrt()]
    })
}

fn distance([a, b]: [f32; 2], [c, d]: [f32; 2]) -> f32 {
    (a - c).hypot(b - d)
}
