//! What the simulated camera shows of each body and palette, read from its pictures.

use crate::picture::{STILL, at, named, pixel, shown, sticker};
use cube::{Color, ColorScheme, Cube, Face, Rotation};
use rig::nalgebra::{Isometry3, Vector3};
use rig::{CubeBody, CubeLook, Palette, Profile};
use sim::render::{Camera, Light, Renderer};
use sim::{Options, World};

/// A picture of side U without noise, and where its points are.
struct View {
    profile: Profile,
    width: usize,
    rgb: Vec<u8>,
}

impl View {
    fn of(cube: Cube, pose: Rotation, look: CubeLook, light: &Light) -> View {
        let profile = Profile::nxt_2015();
        let options = Options { look, ..shown(cube, pose) };
        let world = World::new(profile.clone(), 3, options);
        let camera = world.camera();
        let mut renderer = Renderer::new(1);
        View { profile, width: camera.width, rgb: renderer.render(&world.scene(), &camera, light, &STILL).to_vec() }
    }

    /// The pixel at a place of side U, in cubies from the middle of a sticker to the right and down.
    fn spot(&self, index: usize, right: f64, down: f64) -> [f64; 3] {
        let side = self.profile.geometry.cube_edge / 3.0;
        let [x, y, z] = sticker(&self.profile, index);
        let (x, y) = pixel(&self.profile, [x + side * right, y - side * down, z]);
        let first = 3 * (y * self.width + x);
        [0, 1, 2].map(|channel| f64::from(self.rgb[first + channel]))
    }
}

fn brightness(rgb: [f64; 3]) -> f64 {
    rgb.iter().sum::<f64>() / 3.0
}

/// How far the channels are apart: small for greys.
fn spread(rgb: [f64; 3]) -> f64 {
    rgb.into_iter().fold(0.0, f64::max) - rgb.into_iter().fold(255.0, f64::min)
}

/// Cubies to the right of a middle at which a border to the next cubie is, and plastic that no sticker covers.
const BORDER: f64 = 0.5;
const PLASTIC: f64 = 0.455;

#[test]
fn the_plastic_between_the_stickers_shows_the_body() {
    for seed in 0..8 {
        let cube = Cube::from_seed(seed);
        let view = |body| {
            let look = CubeLook { body, ..CubeLook::default() };
            View::of(cube, Rotation::IDENTITY, look, &Light::default())
        };
        let [black, white, grey, own] = CubeBody::ALL.map(view);
        let colors = cube.facelets().colors(&ColorScheme::WESTERN);
        // The stickers that have a neighbour to the right.
        for index in [0, 1, 3, 4, 6, 7] {
            let seen = |view: &View| view.spot(index, PLASTIC, 0.0);
            let (on_black, on_white, on_grey) = (seen(&black), seen(&white), seen(&grey));
            assert!(brightness(on_black) < 60.0, "{on_black:?}");
            assert!(150.0 < brightness(on_white) && spread(on_white) < 60.0, "{on_white:?}");
            assert!((70.0..140.0).contains(&brightness(on_grey)) && spread(on_grey) < 60.0, "{on_grey:?}");
            // Without stickers it is the colour itself.
            let colour = seen(&own);
            assert_eq!(named(colour), Some(colors[index]), "{index}: {colour:?}");
        }
    }
}

#[test]
fn a_thin_shadow_parts_the_cubies_of_a_light_body_even_on_a_face_of_one_colour() {
    for body in [CubeBody::White, CubeBody::Grey, CubeBody::Stickerless] {
        for palette in Palette::ALL {
            let look = CubeLook { body, palette };
            for pose in Rotation::all().step_by(7) {
                let view = View::of(Cube::SOLVED, pose, look, &Light::default());
                for index in [0, 1, 3, 4] {
                    let plastic = brightness(view.spot(index, 0.44, 0.1));
                    let gap = brightness(view.spot(index, BORDER, 0.1));
                    assert!(gap < 0.85 * plastic, "{look:?} {index}: {gap} {plastic}");
                    let crossing = brightness(view.spot(index, BORDER, BORDER));
                    assert!(crossing < gap + 1.0, "{look:?} {index}: {crossing} {gap}");
                }
                // At the outside of the cube there is none.
                let (inner, outer) = (view.spot(3, -0.40, 0.1), view.spot(3, -0.47, 0.1));
                if body == CubeBody::Stickerless {
                    assert!(0.5 * brightness(inner) < brightness(outer), "{look:?}");
                }
            }
        }
    }
}

/// The sRGB transfer curve (IEC 61966-2-1), in steps of a byte.
fn encoded(linear: f64) -> f64 {
    let linear = linear.min(1.0);
    255.0
        * match linear {
            _ if linear <= 0.003_130_8 => 12.92 * linear,
            _ => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
        }
}

#[test]
fn the_picture_has_the_colours_of_the_palette() {
    let light = Light { gloss: 0.0, ambient: 1.0, ..Light::default() };
    for (index, palette) in Palette::ALL.into_iter().enumerate() {
        let body = CubeBody::ALL[index % CubeBody::ALL.len()];
        let look = CubeLook { body, palette };
        for face in Face::ALL {
            let pose = Rotation::all().find(|pose| pose.face_at(Face::U) == face).expect("every face can be up");
            let view = View::of(Cube::SOLVED, pose, look, &light);
            let color = ColorScheme::WESTERN.color(face);
            let expected = palette.reflectance(color).map(|channel| encoded(f64::from(channel)));
            let middle = sticker(&view.profile, 4);
            let seen = at(&view.rgb, view.width, pixel(&view.profile, middle));
            for channel in 0..3 {
                let error = (seen[channel] - expected[channel]).abs();
                assert!(error < 4.0, "{look:?} {color:?}: {seen:?} {expected:?}");
            }
        }
    }
}

/// A layer at 45 degrees shows insides of the cubies next to it.
#[test]
fn a_turning_layer_shows_the_inside_of_the_body() {
    let profile = Profile::nxt_2015();
    let edge = profile.geometry.cube_edge;
    for body in CubeBody::ALL {
        let look = CubeLook { body, palette: Palette::Bright };
        let options = Options { look, ..Options::default() };
        let mut scene = World::new(profile.clone(), 1, options).scene();
        scene.solids.clear();
        let turn = Isometry3::rotation(Vector3::new(std::f64::consts::FRAC_PI_4, 0.0, 0.0));
        let layer = scene.cubies.iter_mut();
        for cubie in layer.filter(|cubie| edge / 6.0 < cubie.pose.translation.x) {
            cubie.pose = turn * cubie.pose;
        }
        let camera =
            Camera::looking_at((640, 480), 0.6, Vector3::new(0.18, 0.08, 0.14), Vector3::zeros(), Vector3::z());
        let rgb = Renderer::new(1).render(&scene, &camera, &Light::default(), &STILL).to_vec();
        let seen = |x: f64, y: f64, z: f64| {
            let point = Vector3::new(x, y, z) * edge;
            let [x, y] = camera.project(point).expect("before the camera");
            at(&rgb, camera.width, (x as usize, y as usize))
        };
        // The middle layer's side towards the turned one, at its upper back corner; and its outside, the face U.
        let inside = seen(1.0 / 6.0, 0.43, 0.43);
        let outside = seen(0.0, 0.2, 0.5);
        assert_eq!(named(outside), Some(Color::White), "{body:?} {outside:?}");
        assert!(spread(inside) < 30.0, "{body:?} {inside:?}");
        let expected = match body {
            CubeBody::White => 110.0..255.0,
            CubeBody::Black => 0.0..60.0,
            CubeBody::Grey => 40.0..130.0,
            CubeBody::Stickerless => 15.0..75.0,
        };
        assert!(expected.contains(&brightness(inside)), "{body:?} {inside:?}");
    }
}
