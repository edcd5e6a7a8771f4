//! Rendered pictures of a face in a hand, under the five lights of figure 5.1.

use cube::{Color, ColorScheme, Cube, Face};
use rig::nalgebra::{Isometry3, Vector3};
use rig::{Palette, Profile};
use sim::render::{Camera, Light, Material, Renderer, Scene, Sensor, Solid};
use sim::{Options, World};
use vision::Image;

use crate::Error;

const SIZE: (usize, usize) = (640, 480);
/// Angle across the picture, radians.
const VIEW: f64 = 0.85;
/// Linear RGB of skin.
const SKIN: [f32; 3] = [0.55, 0.30, 0.20];
/// From the camera to the middle of the cube, nearest and farthest, m.
const DISTANCE: [f64; 2] = [0.17, 0.30];
/// How far the camera leans, as a share of its distance: a person holds the face towards it, but not exactly.
const LEAN: f64 = 0.12;
/// How far the picture is turned, as a tangent.
const ROLL: f64 = 0.04;
/// How far the face is from the middle of the picture, m.
const ASIDE: f64 = 0.015;

/// How a face is held before the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// Nearly towards it, as a person does.
    ByHand,
    /// Exactly towards it and upright.
    Straight,
}

/// A light of figure 5.1.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedLight {
    pub name: &'static str,
    /// Linear RGB of the lamp.
    pub colour: [f64; 3],
    intensity: f64,
    ambient: f64,
    gloss: f64,
    noise: f64,
}

const fn light(name: &'static str, colour: [f64; 3], numbers: [f64; 4]) -> NamedLight {
    let [intensity, ambient, gloss, noise] = numbers;
    NamedLight { name, colour, intensity, ambient, gloss, noise }
}

/// The lights in the order of the figure: their numbers are ours, because the thesis only shows pictures of them.
pub(super) const LIGHTS: [NamedLight; 5] = [
    light("outdoors", [1.0, 1.0, 1.0], [1.0, 0.6, 0.3, 1.5]),
    light("indoors", [1.0, 0.97, 0.9], [0.85, 0.5, 0.4, 2.0]),
    light("dim", [1.0, 0.95, 0.85], [0.3, 0.45, 0.5, 4.0]),
    light("yellow lamp", [1.15, 0.82, 0.42], [0.75, 0.35, 0.5, 2.0]),
    light("blue", [0.55, 0.75, 1.0], [0.5, 0.45, 0.5, 3.0]),
];

/// A picture of a face, and the colours that it shows, row by row.
pub(super) struct FacePicture {
    pub image: Image,
    pub truth: [Color; 9],
    /// The side of the face, pixels.
    pub side: f64,
}

/// Numbers from -1 to 1 that fill their range evenly: multiples of irrational steps, which need no random numbers.
fn spread(index: usize, axis: usize) -> f64 {
    // Fractions of the square roots of 2, 3, 5, 7 and 11.
    const STEPS: [f64; 5] = [0.414_213_6, 0.732_050_8, 0.236_068, 0.645_751_3, 0.316_624_8];
    2.0 * ((index + 1) as f64 * STEPS[axis]).fract() - 1.0
}

/// Draws pictures.
pub(super) struct Pictures {
    profile: Profile,
    renderer: Renderer,
}

impl Pictures {
    pub(super) fn new() -> Pictures {
        Pictures { profile: Profile::nxt_2015(), renderer: Renderer::new(51) }
    }

    /// The side U of a random cube: another cube, distance and direction for each number.
    pub(super) fn random_face(&mut self, light: &NamedLight, hold: Hold, number: usize) -> Result<FacePicture, Error> {
        let cube = Cube::from_seed(1000 + number as u64);
        let scene = self.scene(cube);
        let colors = cube.facelets().face(Face::U);
        let (image, side) = self.picture(&scene, light, hold, number)?;
        Ok(FacePicture { image, side, truth: colors.map(|face| ColorScheme::WESTERN.color(face)) })
    }

    /// A face of one colour, as the solved cube has them.
    pub(super) fn one_colour(&mut self, light: &NamedLight, color: Color, number: usize) -> Result<FacePicture, Error> {
        let mut scene = self.scene(Cube::SOLVED);
        // The camera sees the side +z.
        for sticker in scene.cubies.iter_mut().filter_map(|cubie| cubie.stickers[4].as_mut()) {
            *sticker = Palette::Classic.reflectance(color);
        }
        let (image, side) = self.picture(&scene, light, Hold::ByHand, number)?;
        Ok(FacePicture { image, side, truth: [color; 9] })
    }

    /// The palm and the table, without a cube.
    pub(super) fn without_cube(&mut self, light: &NamedLight, number: usize) -> Result<Image, Error> {
        let mut scene = self.scene(Cube::SOLVED);
        scene.cubies.clear();
        let (image, _) = self.picture(&scene, light, Hold::ByHand, number)?;
        Ok(image)
    }

    /// A cube on a palm, without the rig.
    fn scene(&self, cube: Cube) -> Scene {
        let options = Options { cube, ..Options::default() };
        let mut scene = World::new(self.profile.clone(), 1, options).scene();
        let edge = self.profile.geometry.cube_edge;
        scene.solids = vec![Solid {
            pose: Isometry3::translation(0.0, 0.0, -1.1 * edge),
            half: Vector3::new(0.75, 0.6, 0.5) * edge,
            material: Material::Plain { albedo: SKIN, gloss: 0.2 },
        }];
        scene.table_height = -0.35;
        scene
    }

    /// The picture, and the side of the face in it, pixels.
    fn picture(&mut self, scene: &Scene, light: &NamedLight, hold: Hold, number: usize) -> Result<(Image, f64), Error> {
        let [near, far] = DISTANCE;
        let distance = near + (far - near) * (spread(number, 0) + 1.0) / 2.0;
        let (lean, roll) = match hold {
            Hold::ByHand => (LEAN, ROLL),
            Hold::Straight => (0.0, 0.0),
        };
        let [x, y] = [1, 2].map(|axis| lean * spread(number, axis));
        let side = Vector3::new(spread(number, 3), spread(number, 4), 0.0) * ASIDE;
        // The camera is shifted with its target, so that only the lean turns the face away from it.
        let position = side + Vector3::new(x, y, 1.0).normalize() * distance;
        let up = Vector3::new(roll * spread(number, 4), 1.0, 0.0);
        let camera = Camera::looking_at(SIZE, VIEW, position, side, up);
        let lamp = Light {
            colour: light.colour,
            intensity: light.intensity,
            ambient: light.ambient,
            gloss: light.gloss,
            ..Light::default()
        };
        let sensor = Sensor { noise: light.noise, ..Sensor::default() };
        let rgb = self.renderer.render(scene, &camera, &lamp, &sensor);
        let bgr: Vec<u8> = rgb.chunks_exact(3).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect();
        let image = Image::from_bgr8(SIZE.0, SIZE.1, 3 * SIZE.0, &bgr)?;
        let edge = self.profile.geometry.cube_edge;
        Ok((image, camera.focal_length * edge / (distance - edge / 2.0)))
    }
}
