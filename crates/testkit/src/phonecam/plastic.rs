//! The six colours of one cube.
//!
//! Hue, saturation and value are drawn from ranges that hold the published colours of cubes: the stickers of Rubik's brand, the
//! half-bright and bright sets of speed cubes, fluorescent sets, pastel ones, and azure in place of blue.

use rand::Rng;

use super::draw::{Rgb, chance, from_hsv, times, within};

/// Reflectances of the six colours, in the order of [`cube::Color::ALL`].
#[derive(Clone, Debug)]
pub struct Plastic(pub [[f32; 3]; 6]);

/// Hue in degrees, saturation and value of a kind of plastic: yellow, red, orange, green, blue.
type Kind = [[[f32; 2]; 3]; 5];

const STICKERS: Kind = [
    [[40.0, 58.0], [0.75, 1.0], [0.8, 1.0]],
    [[-14.0, 4.0], [0.75, 1.0], [0.5, 0.85]],
    [[14.0, 30.0], [0.75, 1.0], [0.85, 1.0]],
    [[125.0, 165.0], [0.6, 1.0], [0.38, 0.7]],
    [[212.0, 236.0], [0.65, 1.0], [0.3, 0.75]],
];
const BRIGHT: Kind = [
    [[37.0, 66.0], [0.65, 1.0], [0.9, 1.0]],
    [[-14.0, 8.0], [0.7, 1.0], [0.75, 1.0]],
    [[12.0, 38.0], [0.7, 1.0], [0.9, 1.0]],
    [[95.0, 150.0], [0.6, 1.0], [0.6, 1.0]],
    [[205.0, 235.0], [0.6, 1.0], [0.6, 1.0]],
];
const FLUORESCENT: Kind = [
    [[56.0, 70.0], [0.6, 1.0], [1.0, 1.1]],
    [[-20.0, 8.0], [0.6, 0.95], [1.0, 1.1]],
    [[14.0, 36.0], [0.65, 1.0], [1.0, 1.1]],
    [[80.0, 135.0], [0.6, 1.0], [0.85, 1.05]],
    [[195.0, 232.0], [0.5, 1.0], [0.7, 1.0]],
];
const PASTEL: Kind = [
    [[46.0, 64.0], [0.4, 0.7], [0.88, 1.0]],
    [[-16.0, 8.0], [0.4, 0.75], [0.7, 0.95]],
    [[16.0, 34.0], [0.45, 0.75], [0.88, 1.0]],
    [[95.0, 160.0], [0.3, 0.65], [0.6, 0.9]],
    [[198.0, 232.0], [0.35, 0.7], [0.6, 0.95]],
];
/// Fluorescent orange that cameras see as a light red, with a dark red: as one hue or nearly.
const CORAL: Kind = [
    [[48.0, 68.0], [0.6, 1.0], [0.85, 1.05]],
    [[-16.0, 2.0], [0.7, 1.0], [0.45, 0.72]],
    [[-14.0, 14.0], [0.4, 0.9], [0.95, 1.1]],
    [[110.0, 160.0], [0.6, 1.0], [0.4, 0.9]],
    [[200.0, 234.0], [0.6, 1.0], [0.4, 0.9]],
];
/// Least steps of hue from red to orange, orange to yellow, yellow to green, and green to blue: people can tell them apart.
const APART: [f32; 4] = [13.0, 14.0, 28.0, 42.0];

impl Plastic {
    /// Draws a cube's colours.
    pub fn draw(random: &mut impl Rng) -> Plastic {
        let kind = match random.next_u32() % 12 {
            0..=3 => &STICKERS,
            4..=7 => &BRIGHT,
            8 => &FLUORESCENT,
            9 | 10 => &CORAL,
            _ => &PASTEL,
        };
        // Where red and orange are of one hue, brightness separates them.
        let apart = if std::ptr::eq(kind, &CORAL) { [-8.0, APART[1], APART[2], APART[3]] } else { APART };
        loop {
            let hsv = kind.map(|ranges| ranges.map(|range| within(random, range)));
            let [yellow, red, orange, green, blue] = hsv.map(|[hue, ..]| hue);
            let steps = [orange - red, yellow - orange, green - yellow, blue - green];
            if steps.iter().zip(apart).any(|(step, least)| *step < least) {
                continue;
            }
            let [yellow, red, orange, green, blue] = hsv.map(|[hue, s, v]| times(from_hsv(hue, s, v), 0.9));
            return Plastic([white(random), yellow, red, orange, green, blue]);
        }
    }
}

/// White plastic, or yellowed.
fn white(random: &mut impl Rng) -> Rgb {
    let old = chance(random, 0.2);
    let (hue, most) = if old { (42.0, 0.14) } else { (within(random, [40.0, 260.0]), 0.05) };
    times(from_hsv(hue, within(random, [0.0, most]), within(random, [0.88, 1.0])), 0.9)
}
