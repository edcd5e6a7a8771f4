//! One face of a cube as a surface.
//!
//! Coordinates are cells: the stickers' centres are at 0.5, 1.5 and 2.5, u to the right and v down.

use cube::Color;
use rand::Rng;

use super::Plastic;
use super::draw::{Rgb, any_color, below, chance, from_hsv, times, within};

/// What is between the stickers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// Black plastic.
    Black,
    /// White plastic.
    White,
    /// Grey plastic, dark or light.
    Grey,
    /// Each piece is of its own colour, with dark gaps between the pieces.
    Stickerless,
    /// Clear plastic of any tint.
    Clear,
}

/// What lies over a part of a face: a capsule (a finger) or a bar with flat ends (a claw, a block).
#[derive(Clone, Copy, Debug)]
pub struct Cover {
    /// Its ends in cells; half a width before those of a capsule.
    pub ends: [[f32; 2]; 2],
    /// Half of its width in cells.
    pub radius: f32,
    /// Whether its ends are flat.
    pub is_flat: bool,
    /// Its reflectance in the middle.
    pub color: [f32; 3],
    /// How much darker it is at its sides: 0 to 1.
    pub shade: f32,
}

/// Print on a sticker.
#[derive(Clone, Copy, Debug)]
struct Logo {
    cell: usize,
    color: Rgb,
    /// Half of its width and height in cells.
    half: [f32; 2],
    /// Strokes across it; none for a plain disc.
    strokes: Option<f32>,
}

/// A face to draw.
#[derive(Clone, Debug)]
pub struct Face {
    /// The colours row by row; `None` where a sticker is missing.
    pub colors: [Option<Color>; 9],
    /// The body.
    pub body: Body,
    /// What lies over it.
    pub covers: Vec<Cover>,
    plastic: Plastic,
    body_color: Rgb,
    /// What is seen where a sticker is missing.
    bare: Rgb,
    /// Side of a sticker in cells, and the radius of its corners.
    side: f32,
    radius: f32,
    /// Width in cells of the gap between two pieces, and how much of the light comes out of it.
    gap: f32,
    gap_light: f32,
    /// Brightness of each sticker: none is exactly like another.
    shade: [f32; 9],
    /// What each piece reflects of lamps and windows: pillowed pieces do so each in its own way.
    sheen: [f32; 9],
    /// Radius of the corners of the middle piece, which differs on many cubes.
    middle_radius: f32,
    /// How much darker a piece is towards its edge.
    pillow: f32,
    logo: Option<Logo>,
}

impl Body {
    /// All kinds.
    pub const ALL: [Body; 5] = [Body::Black, Body::White, Body::Grey, Body::Stickerless, Body::Clear];
}

impl Face {
    /// A face with this body and these colours; the rest is drawn.
    pub fn new(body: Body, plastic: Plastic, colors: [Option<Color>; 9], random: &mut impl Rng) -> Face {
        let stickerless = body == Body::Stickerless;
        let body_color = match body {
            Body::Black | Body::Stickerless => from_hsv(220.0, 0.1, within(random, [0.02, 0.22])),
            Body::White => times(plastic.0[0], within(random, [0.8, 1.05])),
            Body::Grey => from_hsv(within(random, [0.0, 360.0]), 0.06, within(random, [0.3, 0.75])),
            Body::Clear => {
                from_hsv(within(random, [0.0, 360.0]), within(random, [0.0, 0.7]), within(random, [0.3, 0.95]))
            }
        };
        let side = if stickerless { within(random, [0.92, 1.0]) } else { within(random, [0.72, 0.96]) };
        let radius = if stickerless { within(random, [0.05, 0.35]) } else { within(random, [0.0, 0.22]) };
        let logo = chance(random, 0.2).then(|| Logo {
            cell: if chance(random, 0.8) { 4 } else { below(random, 9) },
            color: if chance(random, 0.5) { [0.02; 3] } else { any_color(random) },
            half: [within(random, [0.1, 0.4]), within(random, [0.08, 0.4])],
            strokes: chance(random, 0.6).then(|| within(random, [6.0, 20.0])),
        });
        Face {
            colors,
            body,
            covers: Vec::new(),
            bare: if chance(random, 0.5) { body_color } else { from_hsv(40.0, 0.1, within(random, [0.2, 0.8])) },
            body_color,
            side,
            radius,
            gap: if stickerless { within(random, [0.015, 0.08]) } else { within(random, [0.0, 0.05]) },
            gap_light: if body == Body::White { within(random, [0.2, 0.8]) } else { within(random, [0.05, 0.5]) },
            shade: std::array::from_fn(|_| within(random, [0.93, 1.05])),
            sheen: {
                let most = if chance(random, 0.35) { within(random, [0.0, 0.35]) } else { 0.01 };
                std::array::from_fn(|_| most * within(random, [0.0, 1.0]).powi(2))
            },
            middle_radius: if chance(random, 0.4) { within(random, [radius, 0.45]) } else { radius },
            pillow: if chance(random, 0.4) { within(random, [0.0, 0.3]) } else { 0.0 },
            logo,
            plastic,
        }
    }

    /// Any face: all bodies, uniform and few colours, some with a missing sticker.
    pub fn draw(random: &mut impl Rng) -> Face {
        let body = match below(random, 10) {
            0..=2 => Body::Black,
            3 | 4 => Body::White,
            5 => Body::Grey,
            6 => Body::Clear,
            _ => Body::Stickerless,
        };
        let mut colors = colors(random).map(Some);
        if body != Body::Stickerless && chance(random, 0.03) {
            colors[below(random, 9)] = None;
        }
        let plastic = Plastic::draw(random);
        Face::new(body, plastic, colors, random)
    }

    /// Covers some of the stickers with fingers or claws that come from outside.
    pub fn cover(&mut self, random: &mut impl Rng) {
        let color = match below(random, 6) {
            0 | 1 => skin(random),
            2 => from_hsv(0.0, 0.0, within(random, [0.01, 0.06])),
            3 | 4 => from_hsv(0.0, 0.0, within(random, [0.05, 0.5])),
            _ => any_color(random),
        };
        let (is_flat, shade) = (chance(random, 0.5), within(random, [0.0, 0.5]));
        let side = below(random, 4);
        // From the side inward, and along it.
        let place = |across: f32, along: f32| match side {
            0 => [along, across],
            1 => [3.0 - across, along],
            2 => [along, 3.0 - across],
            _ => [across, along],
        };
        let mut lay = |ends, radius| {
            self.covers.push(Cover { ends, radius, is_flat, color, shade });
        };
        // A finger or a claw along a whole side.
        if chance(random, 0.3) {
            let lean = within(random, [-0.3, 0.3]);
            let depth = within(random, [-0.2, 0.7]);
            let ends = [place(depth - lean, -1.0), place(depth + lean, 4.0)];
            return lay(ends, within(random, [0.4, 0.8]));
        }
        // Fingers or claws side by side, over one row of stickers or two.
        if chance(random, 0.3) {
            let count = 1 + below(random, 3);
            let first = below(random, 4 - count);
            let depth = if chance(random, 0.7) { 1.0 } else { 2.0 };
            for number in first..first + count {
                let along = number as f32 + 0.5 + within(random, [-0.05, 0.05]);
                let radius = within(random, [0.44, 0.56]);
                let tip = depth + within(random, [-0.1, 0.15]) - if is_flat { 0.0 } else { radius };
                lay([place(-3.0, along), place(tip, along)], radius);
            }
            return;
        }
        for _ in 0..1 + below(random, 3) {
            let along = within(random, [-0.2, 3.2]);
            let depth = within(random, [0.1, 1.4]);
            let lean = within(random, [-0.5, 0.5]);
            let ends = [place(-3.0, along + 3.0 * lean), place(depth, along)];
            lay(ends, within(random, [0.25, 0.55]));
        }
    }

    /// Covers one outer line of stickers and none of the others: with claws or fingers side by side, with one that lies along it, or
    /// with a block. Returns the step in cells away from it.
    pub fn cover_line(&mut self, random: &mut impl Rng) -> [f32; 2] {
        const SIDES: [([f32; 2], [usize; 3]); 4] =
            [([0.0, 1.0], [0, 1, 2]), ([-1.0, 0.0], [2, 5, 8]), ([0.0, -1.0], [6, 7, 8]), ([1.0, 0.0], [0, 3, 6])];
        let (away, line) = SIDES[below(random, 4)];
        // From the side inward, and along it.
        let place = |across: f32, along: f32| match away {
            [0.0, inward] => [along, if 0.0 < inward { across } else { 3.0 - across }],
            [inward, _] => [if 0.0 < inward { across } else { 3.0 - across }, along],
        };
        loop {
            let color = match below(random, 8) {
                0 | 1 => skin(random),
                2..=4 => from_hsv(0.0, 0.0, within(random, [0.01, 0.25])),
                5 | 6 => from_hsv(within(random, [0.0, 360.0]), within(random, [0.0, 0.1]), within(random, [0.2, 0.8])),
                _ => any_color(random),
            };
            let (is_flat, shade) = (chance(random, 0.6), within(random, [0.0, 0.5]));
            let cover = |ends, radius, is_flat| Cover { ends, radius, is_flat, color, shade };
            let depth = 1.0 + within(random, [-0.12, 0.2]);
            self.covers = match below(random, 5) {
                0..=2 => (0..3)
                    .map(|at| {
                        let along = at as f32 + 0.5 + within(random, [-0.05, 0.05]);
                        let radius = within(random, [0.44, 0.56]);
                        let tip = depth - if is_flat { 0.0 } else { radius };
                        cover([place(-3.0, along), place(tip, along)], radius, is_flat)
                    })
                    .collect(),
                3 => {
                    let (radius, lean) = (within(random, [0.42, 0.65]), within(random, [-0.1, 0.1]));
                    let middle = depth - radius;
                    // It ends somewhere beyond the face, or it crosses the whole picture.
                    let [from, to] = [-1.0, 1.0].map(|end| 1.5 + end * within(random, [1.7, 5.0]));
                    let across = |along: f32| middle + lean * (along - 1.5) / 2.5;
                    vec![cover([place(across(from), from), place(across(to), to)], radius, is_flat)]
                }
                _ => vec![cover([place(-3.0, 1.5), place(depth, 1.5)], within(random, [1.4, 2.5]), true)],
            };
            if (0..9).all(|cell| self.is_hidden(cell) == line.contains(&cell) || self.colors[cell].is_none()) {
                return away;
            }
        }
    }

    /// Whether more than a half of a sticker is covered or missing.
    pub fn is_hidden(&self, cell: usize) -> bool {
        const STEPS: usize = 5;
        let place = |index: usize, at: usize| at as f32 + 0.2 + 0.6 * index as f32 / (STEPS - 1) as f32;
        let covered = (0..STEPS * STEPS).filter(|index| {
            let point = [place(index % STEPS, cell % 3), place(index / STEPS, cell / 3)];
            self.covers.iter().any(|cover| cover.at(point).is_some())
        });
        self.colors[cell].is_none() || STEPS * STEPS < 2 * covered.count()
    }

    /// The six colours.
    pub fn plastic(&self) -> &Plastic {
        &self.plastic
    }

    /// Reflectance at a point; `None` beyond the face, where nothing covers.
    pub(crate) fn at(&self, point: [f32; 2]) -> Option<Rgb> {
        self.over(point).or_else(|| self.piece(point))
    }

    /// What covers a point.
    pub(crate) fn over(&self, point: [f32; 2]) -> Option<Rgb> {
        self.covers.iter().find_map(|cover| cover.at(point))
    }

    fn piece(&self, [u, v]: [f32; 2]) -> Option<Rgb> {
        if !(0.0..3.0).contains(&u) || !(0.0..3.0).contains(&v) {
            return None;
        }
        let cell = v as usize * 3 + u as usize;
        let local = [u.fract() - 0.5, v.fract() - 0.5];
        let [x, y] = local.map(f32::abs);
        let own = match self.colors[cell] {
            Some(color) => times(self.plastic.0[color.index()], self.shade[cell]),
            None => self.bare,
        };
        let around = if self.body == Body::Stickerless { own } else { self.body_color };
        if 0.5 - self.gap / 2.0 < x.max(y) {
            return Some(times(around, self.gap_light));
        }
        let radius = if cell == 4 { self.middle_radius } else { self.radius }.min(self.side / 2.0);
        let inner = self.side / 2.0 - radius;
        let corner = [(x - inner).max(0.0), (y - inner).max(0.0)];
        if self.side / 2.0 < x.max(y) || radius < corner[0].hypot(corner[1]) {
            // Between rounded pieces of one colour each one looks into the dark.
            let light = if self.body == Body::Stickerless { self.gap_light } else { 1.0 };
            return Some(times(around, light));
        }
        if let Some(logo) = self.logo.filter(|logo| logo.cell == cell && logo.is_at(local)) {
            return Some(logo.color);
        }
        let edge = (2.0 * x.max(y)).powi(6);
        Some(times(own, 1.0 - self.pillow * edge).map(|channel| channel + self.sheen[cell]))
    }
}

impl Cover {
    /// Its reflectance at a point; `None` outside.
    fn at(&self, [u, v]: [f32; 2]) -> Option<Rgb> {
        let [[ax, ay], [bx, by]] = self.ends;
        let (dx, dy) = (bx - ax, by - ay);
        let along = ((u - ax) * dx + (v - ay) * dy) / (dx * dx + dy * dy).max(1e-6);
        let nearest = along.clamp(0.0, 1.0);
        if self.is_flat && along != nearest {
            return None;
        }
        let aside = (u - ax - nearest * dx).hypot(v - ay - nearest * dy) / self.radius;
        (aside < 1.0).then(|| times(self.color, 1.0 - self.shade * aside * aside))
    }
}

impl Logo {
    fn is_at(&self, [x, y]: [f32; 2]) -> bool {
        let inside = (x / self.half[0]).powi(2) + (y / self.half[1]).powi(2) < 1.0;
        inside && self.strokes.is_none_or(|strokes| 0.0 < (strokes * (x + 0.4 * y)).sin() + 0.3 * (17.0 * y).cos())
    }
}

/// Skin of any tone.
fn skin(random: &mut impl Rng) -> Rgb {
    from_hsv(within(random, [8.0, 28.0]), within(random, [0.25, 0.65]), within(random, [0.25, 0.95]))
}

/// Nine colours: mostly any, sometimes few, as on a solved cube or one of a small group.
fn colors(random: &mut impl Rng) -> [Color; 9] {
    let count = match below(random, 10) {
        0 | 1 => 1,
        2 => 2,
        3 => 3,
        _ => 6,
    };
    let mut all = Color::ALL;
    for last in (1..6).rev() {
        all.swap(last, below(random, last + 1));
    }
    std::array::from_fn(|_| all[below(random, count)])
}
