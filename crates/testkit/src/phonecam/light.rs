//! The light on a surface.

use rand::Rng;

use super::draw::{Rgb, chance, gauss, within};

/// What the light does to a surface. Places are cells from the middle of the face.
#[derive(Clone, Debug)]
pub struct Light {
    /// Colour and strength; 1 in each channel is white light in which a white sheet just does not clip.
    pub tint: [f32; 3],
    /// Change of the strength a cell (natural logarithm).
    pub slope: [f32; 2],
    /// Haze over everything.
    pub veil: [f32; 3],
    /// The edge of a shadow.
    shadow: Option<Edge>,
    /// Reflections of lamps and windows.
    pub glares: Vec<Glare>,
}

/// A straight edge, beyond which some of the light is missing.
#[derive(Clone, Copy, Debug)]
struct Edge {
    normal: [f32; 2],
    offset: f32,
    softness: f32,
    left: f32,
}

/// A bright spot or bar.
#[derive(Clone, Copy, Debug)]
pub struct Glare {
    centre: [f32; 2],
    axis: [f32; 2],
    half: [f32; 2],
    color: Rgb,
    /// Exponent of its fall: 2 is a lamp's, 8 a window's with edges.
    sharpness: f32,
}

impl Light {
    /// Even light of one tint, without anything else.
    pub fn even(tint: [f32; 3]) -> Light {
        Light { tint, slope: [0.0; 2], veil: [0.0; 3], shadow: None, glares: Vec::new() }
    }

    /// Any light. The tint is what the phone's white balance leaves of it.
    pub fn draw(random: &mut impl Rng) -> Light {
        let strength = (0.05 + 0.5 * gauss(random)).clamp(-1.9, 0.95).exp();
        let spread = if chance(random, 0.25) { 0.3 } else { 0.1 };
        let warm = spread * gauss(random);
        let green = 0.35 * spread * gauss(random);
        let tint = [warm, green, -1.2 * warm].map(|log| strength * log.clamp(-0.7, 0.7).exp());
        let steep = if chance(random, 0.3) { 0.25 } else { 0.08 };
        let mut light = Light {
            tint,
            slope: std::array::from_fn(|_| steep * gauss(random).clamp(-2.0, 2.0)),
            veil: tint.map(|channel| channel * within(random, [0.0, 0.02])),
            ..Light::even(tint)
        };
        if chance(random, 0.2) {
            let haze = within(random, [0.0, 0.15]);
            light.veil = tint.map(|channel| channel * haze);
        }
        if chance(random, 0.12) {
            let angle = within(random, [0.0, std::f32::consts::TAU]);
            light.shadow = Some(Edge {
                normal: [angle.cos(), angle.sin()],
                offset: within(random, [-1.2, 1.2]),
                softness: within(random, [0.02, 0.5]),
                left: within(random, [0.25, 0.85]),
            });
        }
        if chance(random, 0.45) {
            light.shine(random);
        }
        light
    }

    /// Adds reflections of lamps or windows.
    pub fn shine(&mut self, random: &mut impl Rng) {
        let count = 1 + random.next_u32() as usize % 3;
        for _ in 0..count {
            let angle = within(random, [0.0, std::f32::consts::TAU]);
            let size = within(random, [0.15, 1.6]);
            let strength = within(random, [0.05, 0.9]) * within(random, [0.2, 1.4]);
            self.glares.push(Glare {
                centre: [within(random, [-1.8, 1.8]), within(random, [-1.8, 1.8])],
                axis: [angle.cos(), angle.sin()],
                half: [size, size * within(random, [0.3, 1.0])],
                color: self.tint.map(|channel| strength * (0.5 + 0.5 * channel)),
                sharpness: if chance(random, 0.3) { 8.0 } else { 2.0 },
            });
        }
    }

    /// The light that comes from a place with this reflectance.
    pub(crate) fn reflected(&self, color: Rgb, [x, y]: [f32; 2]) -> Rgb {
        let mut strength = (self.slope[0] * x + self.slope[1] * y).clamp(-2.0, 1.5).exp();
        if let Some(edge) = self.shadow {
            let beyond = (edge.normal[0] * x + edge.normal[1] * y - edge.offset) / edge.softness;
            strength *= 1.0 - (1.0 - edge.left) * (0.5 + beyond).clamp(0.0, 1.0);
        }
        let mut light: Rgb = std::array::from_fn(|c| color[c] * self.tint[c] * strength + self.veil[c]);
        for glare in &self.glares {
            let [dx, dy] = [x - glare.centre[0], y - glare.centre[1]];
            let along = (dx * glare.axis[0] + dy * glare.axis[1]) / glare.half[0];
            let across = (dy * glare.axis[0] - dx * glare.axis[1]) / glare.half[1];
            let far = (along * along + across * across).powf(glare.sharpness / 2.0);
            if far < 6.0 {
                let part = (-far).exp();
                (0..3).for_each(|c| light[c] += part * glare.color[c]);
            }
        }
        light
    }
}
