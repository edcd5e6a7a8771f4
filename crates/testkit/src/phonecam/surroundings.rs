//! What is around a face: the faces next to it at a slant, and tables, walls and other things.

use rand::Rng;

use super::Face;
use super::draw::{Rgb, any_color, below, chance, times, within};

/// What is seen beyond the face. Places are cells, as on the [`Face`].
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The faces beyond the four sides (up, right, down, left), each with how short a cell of it looks.
    sides: [Option<(Face, f32)>; 4],
    background: Rgb,
    slope: [f32; 2],
    /// What lies on it.
    clutter: Vec<Beam>,
    /// Period in cells and strength of a texture.
    texture: Option<(f32, f32)>,
    grain: Option<Grain>,
}

/// A rectangle at any angle: parts of machines, edges of tables, boxes.
#[derive(Clone, Copy, Debug)]
struct Beam {
    centre: [f32; 2],
    axis: [f32; 2],
    half: [f32; 2],
    color: Rgb,
    /// How much darker it is at its long sides: 0 to 1.
    shade: f32,
}

/// Spots and veins of a second colour, as in marble, wood, cloth and leaves.
#[derive(Clone, Copy, Debug)]
struct Grain {
    color: Rgb,
    axis: [f32; 2],
    /// Size of the largest spots in cells, along and across.
    size: [f32; 2],
    /// Which part of the plane has the second colour, and how hard its edges are.
    least: f32,
    hardness: f32,
    seed: u32,
}

impl Surroundings {
    /// Only a background of one colour.
    pub fn plain(background: [f32; 3]) -> Surroundings {
        Surroundings {
            sides: [const { None }; 4],
            background,
            slope: [0.0; 2],
            clutter: Vec::new(),
            texture: None,
            grain: None,
        }
    }

    /// Any surroundings; those of a face can show the faces next to it.
    pub fn draw(face: Option<&Face>, random: &mut impl Rng) -> Surroundings {
        let mut around = Surroundings::plain(any_color(random));
        around.slope = std::array::from_fn(|_| within(random, [-0.1, 0.1]));
        let count = if chance(random, 0.6) { below(random, 40) } else { 0 };
        // Many things around have few colours, and lie along one of two directions.
        let few: [Rgb; 3] = std::array::from_fn(|_| any_color(random));
        let (is_of_few, turn) = (chance(random, 0.5), within(random, [-0.8, 0.8]));
        for _ in 0..count {
            around.clutter.push(Beam::draw(is_of_few.then_some(few), turn, random));
        }
        around.grain = chance(random, 0.35).then(|| Grain::draw(random));
        around.texture = chance(random, 0.3).then(|| (within(random, [0.1, 1.5]), within(random, [0.05, 0.6])));
        if let Some(face) = face
            && chance(random, 0.5)
        {
            let first = below(random, 4);
            let both = chance(random, 0.5);
            for side in [Some(first), both.then_some((first + 1) % 4)].into_iter().flatten() {
                let mut next = Face::draw(random);
                next = Face::new(face.body, face.plastic().clone(), next.colors, random);
                around.sides[side] = Some((next, within(random, [0.05, 0.8])));
            }
        }
        around
    }

    /// The side beyond which a place lies on a face next to this one, that face, and the place on it.
    pub(crate) fn next_face(&self, [u, v]: [f32; 2]) -> Option<(usize, &Face, [f32; 2])> {
        let beyond = [-v, u - 3.0, v - 3.0, -u];
        self.sides.iter().enumerate().find_map(|(side, next)| {
            let (face, short) = next.as_ref()?;
            let place = [if side % 2 == 0 { u } else { v }, beyond[side] / short];
            place.iter().all(|at| (0.0..3.0).contains(at)).then_some((side, face, place))
        })
    }

    /// Reflectance at a place beyond the face.
    pub(crate) fn at(&self, [u, v]: [f32; 2]) -> Rgb {
        if let Some((side, face, place)) = self.next_face([u, v])
            && let Some(color) = face.at(place)
        {
            // Faces next to this one get another light.
            return times(color, [1.1, 0.7, 0.5, 0.8][side]);
        }
        let mut color = self.background;
        if let Some(grain) = &self.grain {
            let part = grain.part([u, v]);
            color = std::array::from_fn(|c| color[c] + part * (grain.color[c] - color[c]));
        }
        color = self.clutter.iter().rev().find_map(|beam| beam.at([u, v])).unwrap_or(color);
        let mut light = (1.0 + self.slope[0] * (u - 1.5) + self.slope[1] * (v - 1.5)).clamp(0.3, 2.0);
        if let Some((period, strength)) = self.texture {
            let wave = (u / period).sin() * (1.7 * v / period).cos() + (0.9 * (u + v) / period).sin();
            light *= (1.0 + 0.5 * strength * wave).max(0.1);
        }
        times(color, light)
    }
}

impl Beam {
    fn draw(colors: Option<[Rgb; 3]>, turn: f32, random: &mut impl Rng) -> Beam {
        let angle = turn + if chance(random, 0.7) { 0.0 } else { within(random, [-1.6, 1.6]) };
        let thick = (within(random, [-3.0, 0.4])).exp();
        let half = [thick * within(random, [1.0, 8.0]), thick];
        Beam {
            centre: std::array::from_fn(|_| within(random, [-4.0, 7.0])),
            axis: if chance(random, 0.5) { [angle.cos(), angle.sin()] } else { [-angle.sin(), angle.cos()] },
            half,
            color: match colors {
                Some(few) => times(few[below(random, 3)], within(random, [0.6, 1.1])),
                None => any_color(random),
            },
            shade: if chance(random, 0.5) { within(random, [0.0, 0.8]) } else { 0.0 },
        }
    }

    /// Its reflectance at a place; `None` outside.
    fn at(&self, [u, v]: [f32; 2]) -> Option<Rgb> {
        let (du, dv) = (u - self.centre[0], v - self.centre[1]);
        let along = (du * self.axis[0] + dv * self.axis[1]).abs();
        let aside = (dv * self.axis[0] - du * self.axis[1]).abs() / self.half[1];
        (along < self.half[0] && aside < 1.0).then(|| times(self.color, 1.0 - self.shade * aside * aside))
    }
}

impl Grain {
    fn draw(random: &mut impl Rng) -> Grain {
        let angle = within(random, [0.0, std::f32::consts::PI]);
        let size = within(random, [-1.5, 1.2]).exp();
        Grain {
            color: any_color(random),
            axis: [angle.cos(), angle.sin()],
            size: [size * within(random, [1.0, 6.0]), size],
            least: within(random, [0.35, 0.65]),
            hardness: within(random, [1.5, 12.0]),
            seed: random.next_u32(),
        }
    }

    /// The share of the second colour at a place: value noise of three octaves.
    fn part(&self, [u, v]: [f32; 2]) -> f32 {
        let mut at = [u * self.axis[0] + v * self.axis[1], v * self.axis[0] - u * self.axis[1]];
        at = [at[0] / self.size[0], at[1] / self.size[1]];
        let (mut sum, mut weight) = (0.0, 0.57);
        for octave in 0..3 {
            sum += weight * self.noise(at, octave);
            at = at.map(|x| 2.0 * x);
            weight /= 2.0;
        }
        (0.5 + self.hardness * (sum - self.least)).clamp(0.0, 1.0)
    }

    /// Noise between random values at whole places, 0 to 1.
    fn noise(&self, at: [f32; 2], octave: u32) -> f32 {
        let [x, y] = at.map(f32::floor);
        let value = |dx: f32, dy: f32| {
            let mut hash = self.seed ^ octave;
            for whole in [x + dx, y + dy] {
                hash = (hash ^ whole as i32 as u32).wrapping_mul(0x9e37_79b1);
                hash ^= hash >> 15;
            }
            (hash >> 8) as f32 / (1u32 << 24) as f32
        };
        let [a, b] = [at[0] - x, at[1] - y].map(|part| part * part * (3.0 - 2.0 * part));
        let between = |from: f32, to: f32, part: f32| from + part * (to - from);
        between(between(value(0.0, 0.0), value(1.0, 0.0), a), between(value(0.0, 1.0), value(1.0, 1.0), a), b)
    }
}
