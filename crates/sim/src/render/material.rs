//! What the rig's surfaces are made of: plain plastic, grey beams with holes, rubber.

use super::light::Illumination;

/// Surface of a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Material {
    /// One plain colour, linear RGB, with a gloss of 0 to 1.
    Plain {
        /// Linear RGB, 0 to 1.
        albedo: [f32; 3],
        /// Share of the lamp's mirror image.
        gloss: f32,
    },
    /// A building-brick beam: one colour, and round holes in a row 8 mm apart.
    Beam {
        /// Linear RGB, 0 to 1.
        albedo: [f32; 3],
    },
    /// Rubber ridges across the surface, for finger pads.
    Rubber {
        /// Linear RGB, 0 to 1.
        albedo: [f32; 3],
    },
}

/// Distance of the holes of a beam, metres.
const HOLE_PITCH: f32 = 0.008;
const HOLE_RADIUS: f32 = 0.0024;

pub(super) fn mix(from: [f32; 3], to: [f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|channel| from[channel] + (to[channel] - from[channel]) * share)
}

/// One side of a box of some material; `size` is that of the side in metres.
pub(crate) fn solid_side(
    material: Material,
    light: &Illumination,
    (u, v): (f32, f32),
    size: (f32, f32),
    texel: f32,
) -> [f32; 3] {
    match material {
        Material::Plain { albedo, gloss } => light.shade(albedo, gloss, u, v),
        Material::Rubber { albedo } => {
            let long = if size.0 > size.1 { u * size.0 } else { v * size.1 };
            let ridge = (long / 0.0016).fract();
            let ridge = if (ridge - 0.5).abs() < 0.25 { 1.0 } else { 0.55 };
            light.shade(albedo.map(|channel| channel * ridge), 0.05, u, v)
        }
        Material::Beam { albedo } => {
            let ((long, length), (wide, width)) = if size.0 > size.1 {
                ((u * size.0, size.0), (v * size.1, size.1))
            } else {
                ((v * size.1, size.1), (u * size.0, size.0))
            };
            let rim = long.min(length - long).min(wide).min(width - wide);
            let edge = if rim < 0.0006 { 1.35 } else { 1.0 };
            let mut colour = albedo.map(|channel| channel * edge);
            let count = (length / HOLE_PITCH).floor();
            if width > 2.4 * HOLE_RADIUS && count >= 1.0 {
                let from_first = long - (length - (count - 1.0) * HOLE_PITCH) / 2.0;
                let nearest = (from_first / HOLE_PITCH).round().clamp(0.0, count - 1.0);
                let (x, y) = (from_first - nearest * HOLE_PITCH, wide - width / 2.0);
                let distance = (x * x + y * y).sqrt() - HOLE_RADIUS;
                let pixel = texel * size.0.min(size.1);
                let cover = (0.5 - distance / pixel).clamp(0.0, 1.0);
                colour = mix(colour, albedo.map(|channel| channel * 0.12), cover);
            }
            light.shade(colour, 0.25, u, v)
        }
    }
}
