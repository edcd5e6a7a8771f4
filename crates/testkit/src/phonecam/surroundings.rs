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
    /// Rectangles on the background: centre, half sizes, colour.
    clutter: Vec<([f32; 2], [f32; 2], Rgb)>,
    /// Period in cells and strength of a texture.
    texture: Option<(f32, f32)>,
}

impl Surroundings {
    /// Only a background of one colour.
    pub fn plain(background: [f32; 3]) -> Surroundings {
        Surroundings { sides: [const { None }; 4], background, slope: [0.0; 2], clutter: Vec::new(), texture: None }
    }

    /// Any surroundings; those of a face can show the faces next to it.
    pub fn draw(face: Option<&Face>, random: &mut impl Rng) -> Surroundings {
        let mut around = Surroundings::plain(any_color(random));
        around.slope = std::array::from_fn(|_| within(random, [-0.1, 0.1]));
        let count = if chance(random, 0.5) { below(random, 30) } else { 0 };
        for _ in 0..count {
            let centre = std::array::from_fn(|_| within(random, [-4.0, 7.0]));
            let half = std::array::from_fn(|_| within(random, [0.1, 1.5]));
            around.clutter.push((centre, half, any_color(random)));
        }
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
    fn next_face(&self, [u, v]: [f32; 2]) -> Option<(usize, &Face, [f32; 2])> {
        let beyond = [-v, u - 3.0, v - 3.0, -u];
        self.sides.iter().enumerate().find_map(|(side, next)| {
            let (face, short) = next.as_ref()?;
            let place = [if side % 2 == 0 { u } else { v }, beyond[side] / short];
            place.iter().all(|at| (0.0..3.0).contains(at)).then_some((side, face, place))
        })
    }

    /// Whether a place lies on a face next to this one.
    pub fn is_on_face(&self, place: [f32; 2]) -> bool {
        self.next_face(place).is_some()
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
        for (centre, half, own) in &self.clutter {
            if (u - centre[0]).abs() < half[0] && (v - centre[1]).abs() < half[1] {
                color = *own;
            }
        }
        let mut light = (1.0 + self.slope[0] * (u - 1.5) + self.slope[1] * (v - 1.5)).clamp(0.3, 2.0);
        if let Some((period, strength)) = self.texture {
            let wave = (u / period).sin() * (1.7 * v / period).cos() + (0.9 * (u + v) / period).sin();
            light *= (1.0 + 0.5 * strength * wave).max(0.1);
        }
        times(color, light)
    }
}
