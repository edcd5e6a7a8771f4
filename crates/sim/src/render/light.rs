//! The lamp, and what surfaces make of its light.

use rig::nalgebra::Vector3;

use super::raster::Panel;

/// One distant lamp and the light that the room throws back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// Linear RGB of the lamp; [1, 1, 1] is what the camera's white balance takes for white.
    pub colour: [f64; 3],
    /// Brightness; 1 exposes a white sticker well.
    pub intensity: f64,
    /// Direction towards the lamp, of any length above zero, in the rig's frame.
    pub direction: Vector3<f64>,
    /// Share of the light (0 to 1) that comes from all round instead of from the lamp.
    pub ambient: f64,
    /// Strength of the lamp's mirror image on plastic, 0 for none, 1 as on a new cube.
    pub gloss: f64,
}

impl Default for Light {
    /// A white lamp above and a little to one side.
    fn default() -> Light {
        Light { colour: [1.0; 3], intensity: 1.0, direction: Vector3::new(-0.45, 0.35, 1.0), ambient: 0.45, gloss: 0.5 }
    }
}

/// Light on one flat panel: what is the same for all of its pixels is worked out once.
pub(crate) struct Illumination {
    /// Light that a white, matt surface sends on, linear RGB.
    matt: [f32; 3],
    mirror: [f32; 3],
    lamp: [f32; 3],
    normal: [f32; 3],
    /// Position of the camera seen from the panel's corner, and the panel's sides.
    camera: [f32; 3],
    across: [f32; 3],
    along: [f32; 3],
    /// Lamp direction in the panel's own axes: how a bevel at its borders catches the light.
    pub lean: [f32; 2],
}

impl Illumination {
    pub fn of(light: &Light, panel: &Panel, camera: Vector3<f64>) -> Illumination {
        let normal = panel.normal();
        let lamp = light.direction.normalize();
        let facing = normal.dot(&lamp).max(0.0);
        // The room is brighter above than below.
        let room = light.ambient * (0.8 + 0.2 * normal.z);
        let strength = light.intensity * (room + (1.0 - light.ambient) * facing);
        let mirror = if facing > 0.0 { light.gloss * light.intensity * 0.55 } else { 0.0 };
        Illumination {
            matt: light.colour.map(|channel| (channel * strength) as f32),
            mirror: light.colour.map(|channel| (channel * mirror) as f32),
            lamp: single(lamp),
            normal: single(normal),
            camera: single(camera - panel.corner),
            across: single(panel.across),
            along: single(panel.along),
            lean: [lamp.dot(&panel.across.normalize()) as f32, lamp.dot(&panel.along.normalize()) as f32],
        }
    }

    /// Light from a matt surface.
    #[inline]
    pub fn matt(&self, albedo: [f32; 3]) -> [f32; 3] {
        std::array::from_fn(|channel| albedo[channel] * self.matt[channel])
    }

    /// Light from a matt surface with a thin gloss (0 to 1) over it.
    #[inline]
    pub fn shade(&self, albedo: [f32; 3], gloss: f32, u: f32, v: f32) -> [f32; 3] {
        let spot = if gloss > 0.0 { gloss * self.mirror_at(u, v) } else { 0.0 };
        std::array::from_fn(|channel| albedo[channel] * self.matt[channel] + spot * self.mirror[channel])
    }

    /// Blinn and Phong's mirror term: the cosine between normal and half-way vector to the 64th power.
    fn mirror_at(&self, u: f32, v: f32) -> f32 {
        let eye: [f32; 3] =
            std::array::from_fn(|axis| self.camera[axis] - u * self.across[axis] - v * self.along[axis]);
        let dot = |a: &[f32; 3], b: &[f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let reach = 1.0 / dot(&eye, &eye).sqrt();
        let half: [f32; 3] = std::array::from_fn(|axis| eye[axis] * reach + self.lamp[axis]);
        let cosine = dot(&half, &self.normal) / dot(&half, &half).sqrt();
        let mut power = cosine.max(0.0);
        for _ in 0..6 {
            power *= power;
        }
        power
    }
}

/// Single precision, for the inner loops.
fn single(vector: Vector3<f64>) -> [f32; 3] {
    vector.map(|component| component as f32).into()
}
