//! What surfaces are made of: stickers on black plastic, grey beams with holes, the table.

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

/// Black plastic of the cubies, linear RGB.
const PLASTIC: [f32; 3] = [0.012, 0.012, 0.014];
/// Half the side of a sticker and the radius of its corners, as shares of the cubie's side.
const STICKER_HALF: f32 = 0.425;
const STICKER_RADIUS: f32 = 0.075;
/// Distance of the holes of a beam, metres.
const HOLE_PITCH: f32 = 0.008;
const HOLE_RADIUS: f32 = 0.0024;

/// Signed distance from a rectangle with rounded corners around the origin.
fn rounded(x: f32, y: f32, half: f32, radius: f32) -> f32 {
    let (dx, dy) = (x.abs() - half + radius, y.abs() - half + radius);
    let outside = (dx.max(0.0).powi(2) + dy.max(0.0).powi(2)).sqrt();
    outside + dx.max(dy).min(0.0) - radius
}

fn mix(from: [f32; 3], to: [f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|channel| from[channel] + (to[channel] - from[channel]) * share)
}

/// One side of a cubie: plastic with a bevelled border, and a sticker if it has one.
pub(crate) fn cubie_side(
    sticker: Option<[f32; 3]>,
    light: &Illumination,
    (u, v): (f32, f32),
    texel: f32,
) -> [f32; 3] {
    let (x, y) = (u - 0.5, v - 0.5);
    let border = 0.5 - x.abs().max(y.abs());
    let mut albedo = PLASTIC;
    if border < 0.045 {
        // The bevel leans outwards: it catches the lamp on the sides that face it.
        let lean = if x.abs() > y.abs() {
            light.lean[0] * x.signum()
        } else {
            light.lean[1] * y.signum()
        };
        let shine = (1.0 + 2.5 * lean).max(0.0) * (1.0 - border / 0.045);
        albedo = albedo.map(|channel| channel * (0.6 + shine));
    }
    let Some(colour) = sticker else {
        return light.shade(albedo, 0.35, u, v);
    };
    let distance = rounded(x, y, STICKER_HALF, STICKER_RADIUS);
    let cover = (0.5 - distance / texel).clamp(0.0, 1.0);
    if cover == 0.0 {
        return light.shade(albedo, 0.35, u, v);
    }
    // The very edge of a sticker is a little darker: it has a thickness.
    let rim = (1.0 + distance / 0.02).clamp(0.0, 1.0) * 0.25;
    let colour = colour.map(|channel| channel * (1.0 - rim));
    light.shade(mix(albedo, colour, cover), 0.35 + 0.25 * cover, u, v)
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
            let long = if size.0 > size.1 {
                u * size.0
            } else {
                v * size.1
            };
            let ridge = (long / 0.0016).fract();
            let ridge = if (ridge - 0.5).abs() < 0.25 {
                1.0
            } else {
                0.55
            };
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
