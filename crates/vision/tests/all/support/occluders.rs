//! Fingers and claws over real faces: where they come from, how wide they are and what they look like is drawn by lot.

use testkit::rand::{Rng, RngExt};
use vision::Image;

/// What lies over a sticker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occluder {
    /// Skin in any tone, round at its tip, shaded to its sides.
    Finger,
    /// Almost black, with a flat end.
    BlackClaw,
    /// Grey plastic, with a flat end.
    GreyClaw,
    /// Chequered cloth that reaches in like a claw.
    Sleeve,
    /// A coloured block as toys have it: a colour that a sticker could have.
    Brick,
}

/// One thing laid over the face, in pitches along the face's rows and columns from a sticker's centre.
struct Cover {
    centre: [f32; 2],
    /// Direction outward: axis and sign.
    outward: Option<(usize, f32)>,
    /// Half its width, and how far its end reaches beyond the centre.
    half: f32,
    tip: f32,
    round: bool,
}

/// The directions in which something can reach a sticker without covering others than `stickers`.
fn ways_in(sticker: usize, stickers: &[usize]) -> Vec<(usize, f32)> {
    let at = [sticker % 3, sticker / 3];
    let mut ways = Vec::new();
    for axis in 0..2 {
        for sign in [-1.0, 1.0f32] {
            let mut cells = (0..3).filter(|&k| 0.0 < (k as f32 - at[axis] as f32) * sign);
            let free = cells.all(|k| {
                let mut cell = at;
                cell[axis] = k;
                stickers.contains(&(cell[1] * 3 + cell[0]))
            });
            if free {
                ways.push((axis, sign));
            }
        }
    }
    ways
}

/// The picture with these stickers covered; the same random numbers give the same picture.
pub fn cover(
    source: &Image,
    centres: &[[f32; 2]; 9],
    stickers: &[usize],
    occluder: Occluder,
    random: &mut impl Rng,
) -> Image {
    let step = |pairs: [(usize, usize); 3]| -> [f32; 2] {
        std::array::from_fn(|axis| pairs.iter().map(|&(a, b)| centres[b][axis] - centres[a][axis]).sum::<f32>() / 6.0)
    };
    let (u, v) = (step([(0, 2), (3, 5), (6, 8)]), step([(0, 6), (1, 7), (2, 8)]));
    let determinant = u[0] * v[1] - u[1] * v[0];
    let finger = occluder == Occluder::Finger;
    // Where all of a line are covered, one thing may lie across all three, or they come side by side.
    let side_by_side = random.random_bool(0.5);
    let half = random.random_range(0.46..0.54f32);
    let covers: Vec<Cover> = stickers
        .iter()
        .map(|&sticker| {
            let ways = ways_in(sticker, stickers);
            let across = |way: &&(usize, f32)| stickers.len() < 3 || (way.0 == line_axis(stickers)) != side_by_side;
            let outward = ways.iter().find(across).or(ways.first()).copied();
            Cover {
                centre: centres[sticker],
                outward,
                half,
                tip: if finger { half + random.random_range(0.0..0.2f32) } else { half },
                round: finger,
            }
        })
        .collect();
    let light = brightness(source) / 215.0;
    let tone: f32 = random.random_range(0.45..1.0);
    let [dark, grey]: [f32; 2] = [random.random_range(12.0..42.0), random.random_range(85.0..165.0)];
    let brick: [f32; 3] = [[190.0, 30.0, 40.0], [30.0, 120.0, 60.0], [240.0, 240.0, 235.0], [30.0, 60.0, 150.0]]
        [random.random_range(0..4)];
    let mut result = source.clone();
    let width = source.width();
    for (at, pixel) in result.bytes_mut().chunks_exact_mut(3).enumerate() {
        let (x, y) = ((at % width) as f32, (at / width) as f32);
        let mut most: Option<f32> = None;
        for cover in &covers {
            let (dx, dy) = (x - cover.centre[0], y - cover.centre[1]);
            let place = [(dx * v[1] - dy * v[0]) / determinant, (dy * u[0] - dx * u[1]) / determinant];
            if let Some(aside) = cover.over(place) {
                most = Some(most.map_or(aside, |other: f32| other.min(aside)));
            }
        }
        let Some(aside) = most else { continue };
        let rgb: [f32; 3] = match occluder {
            Occluder::Finger => [225.0, 168.0, 140.0].map(|c: f32| c * tone * (1.0 - 0.4 * aside * aside)),
            Occluder::BlackClaw => [dark, dark, dark * 1.04],
            Occluder::GreyClaw => [grey * 0.98, grey, grey * 1.02].map(|c| c * (1.0 - 0.1 * aside)),
            Occluder::Sleeve => {
                let chequered = ((x * 12.0 / u[0].hypot(u[1])) as i32 + (y * 12.0 / v[0].hypot(v[1])) as i32) % 2;
                [70.0, 85.0, 120.0].map(|c: f32| c + 60.0 * chequered as f32 * tone)
            }
            Occluder::Brick => brick,
        };
        for channel in 0..3 {
            let value = rgb[channel] * light + random.random_range(-4.0..4.0f32);
            pixel[2 - channel] = value.clamp(0.0, 255.0) as u8;
        }
    }
    result
}

/// The axis along which stickers lie that are a whole line, 2 where they are not.
fn line_axis(stickers: &[usize]) -> usize {
    let same = |key: fn(usize) -> usize| stickers.iter().all(|&s| key(s) == key(stickers[0]));
    if stickers.len() < 3 {
        2
    } else if same(|s| s / 3) {
        0
    } else if same(|s| s % 3) {
        1
    } else {
        2
    }
}

impl Cover {
    /// How far aside of its middle a place is (0 to 1), if it is covered.
    fn over(&self, place: [f32; 2]) -> Option<f32> {
        let (along, aside) = match self.outward {
            Some((axis, sign)) => (place[axis] * sign, place[1 - axis].abs()),
            None => (-place[0].abs(), place[1].abs()),
        };
        let inside = if self.round && self.outward.is_some() {
            let beyond = (-(along + self.tip - self.half)).max(0.0);
            beyond.hypot(aside) < self.half
        } else {
            -along < self.tip && aside < self.half
        };
        inside.then_some(aside / self.half)
    }
}

/// Brightness (greatest channel) that nine tenths of the picture do not exceed.
fn brightness(image: &Image) -> f32 {
    let mut values: Vec<u8> =
        image.bytes().chunks_exact(3).step_by(97).map(|pixel| pixel[0].max(pixel[1]).max(pixel[2])).collect();
    values.sort_unstable();
    f32::from(values.get(9 * values.len() / 10).copied().unwrap_or(255))
}
