//! A cube in a hand before a camera, rendered.

use crate::rand::RngExt;
use crate::rand::seq::IndexedRandom;
use crate::rand_chacha::ChaCha8Rng;
use cube::{Cube, Face, Rotation};
use rig::Profile;
use rig::nalgebra::{Isometry3, Vector3};
use sim::render::{Camera, Light, Material, Renderer, Scene, Sensor, Solid};
use sim::{Options, World};
use vision::Image;

const SIZE: (usize, usize) = (480, 360);
/// Linear RGB of skin.
const SKIN: [f32; 3] = [0.55, 0.30, 0.20];

/// Colour of the light, its intensity, the share that comes from all round, gloss, and the sensor's noise.
pub type NamedLight = (&'static str, [f64; 3], f64, f64, f64, f64);

/// Five lights: their names, and what they are.
pub const LIGHTS: [NamedLight; 5] = [
    ("daylight", [1.0, 1.0, 1.0], 1.0, 0.45, 0.5, 2.0),
    ("yellow lamp", [1.15, 0.82, 0.42], 0.75, 0.45, 0.5, 2.0),
    ("bluish", [0.55, 0.75, 1.0], 0.9, 0.45, 0.5, 2.0),
    ("dim", [1.0, 0.95, 0.85], 0.3, 0.45, 0.5, 4.0),
    ("hard sun", [1.0, 1.0, 0.95], 1.25, 0.25, 1.0, 2.0),
];

/// How the learner holds the cube before the camera, which looks down at side U.
pub struct Hold {
    /// How the cube is turned as a whole.
    pub pose: Rotation,
    /// Where the camera is, seen from the cube.
    pub direction: Vector3<f64>,
}

impl Hold {
    /// A corner, so that three faces are seen at once.
    pub fn corner(random: &mut ChaCha8Rng) -> Hold {
        let mut off = |one: f64| one * random.random_range(0.75..1.15);
        let direction = Vector3::new(off(1.0), off(-1.0), off(1.1));
        let pose = Rotation::from_index(random.random_range(0..Rotation::COUNT));
        Hold { pose: pose.expect("there are 24"), direction }
    }

    /// The faces that were asked for, any way round.
    pub fn showing(show: Face, neighbour: Option<Face>, random: &mut ChaCha8Rng) -> Hold {
        let poses: Vec<Rotation> = Rotation::all().filter(|pose| pose.carry(show) == Face::U).collect();
        let pose = *poses.choose(random).expect("there are four");
        Hold::at(pose, neighbour, random)
    }

    /// A face with its neighbour `top` above it in the picture.
    pub fn upright(show: Face, top: Face, random: &mut ChaCha8Rng) -> Hold {
        let is = |pose: &Rotation| pose.carry(show) == Face::U && pose.carry(top) == Face::B;
        let pose = Rotation::all().find(is).expect("neighbours");
        Hold::at(pose, None, random)
    }

    fn at(pose: Rotation, neighbour: Option<Face>, random: &mut ChaCha8Rng) -> Hold {
        let mut lean = || random.random_range(-0.25..0.25);
        let mut direction = Vector3::new(lean(), lean(), 1.0);
        if let Some(neighbour) = neighbour {
            direction += 0.9 * Vector3::from(pose.carry(neighbour).direction());
        }
        Hold { pose, direction }
    }
}

/// A cube in a hand before a camera.
pub struct Studio {
    profile: Profile,
    renderer: Renderer,
    light: Light,
    sensor: Sensor,
}

impl Studio {
    /// A room with this light.
    pub fn new((_, colour, intensity, ambient, gloss, noise): NamedLight) -> Studio {
        Studio {
            profile: Profile::nxt_2015(),
            renderer: Renderer::new(5),
            light: Light { colour, intensity, ambient, gloss, ..Light::default() },
            sensor: Sensor { noise, ..Sensor::default() },
        }
    }

    /// The cube in the hand: the palm lies behind it, two fingertips at its sides.
    pub fn scene(&self, cube: Cube, hold: &Hold) -> Scene {
        let mut options = Options { cube, ..Options::default() };
        options.start.pose = hold.pose;
        let mut scene = World::new(self.profile.clone(), 1, options).scene();
        let edge = self.profile.geometry.cube_edge;
        let away = -hold.direction.normalize();
        let part = |middle: Vector3<f64>, half: Vector3<f64>| Solid {
            pose: Isometry3::translation(middle.x, middle.y, middle.z),
            half: half * edge,
            material: Material::Plain { albedo: SKIN, gloss: 0.2 },
        };
        let left = Vector3::new(-0.5 * edge - 0.1 * edge, 0.2 * edge, -0.25 * edge);
        scene.solids = vec![
            part(away * 1.5 * edge, Vector3::new(0.7, 0.5, 0.4)),
            part(left, Vector3::new(0.1, 0.15, 0.3)),
            part(Vector3::new(0.0, 0.62 * edge, -0.3 * edge), Vector3::new(0.15, 0.1, 0.3)),
        ];
        scene.table_height = -0.4;
        scene
    }

    /// One picture; the hand trembles a little from picture to picture.
    pub fn picture(&mut self, scene: &Scene, hold: &Hold, random: &mut ChaCha8Rng) -> Image {
        let mut tremble = || random.random_range(-0.004..0.004);
        let shift = Vector3::new(tremble(), tremble(), tremble());
        let position = hold.direction.normalize() * 0.23 + shift;
        let up = Vector3::new(0.1, 1.0, 0.35);
        let camera = Camera::looking_at(SIZE, 0.85, position, shift, up);
        let rgb = self.renderer.render(scene, &camera, &self.light, &self.sensor);
        let mut image = Image::filled(SIZE.0, SIZE.1, [0; 3]).expect("a small picture");
        let pixels = image.bytes_mut().chunks_exact_mut(3);
        for (bgr, rgb) in pixels.zip(rgb.chunks_exact(3)) {
            bgr.copy_from_slice(&[rgb[2], rgb[1], rgb[0]]);
        }
        image
    }
}
