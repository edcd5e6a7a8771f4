//! The rendered picture against the truth, with pinhole mathematics of the test's own.

use cube::{Color, ColorScheme, Cube, Face};
use rig::{Arm, Claw, Pair, Profile};
use sim::render::{Light, Renderer, Sensor};
use sim::{Options, World};

pub(crate) const STILL: Sensor = Sensor { noise: 0.0, vignetting: 0.0, blur: true };

/// Where a point of the rig's frame appears, straight from the definition of a camera above that
/// looks down with side B at the top of the picture.
pub(crate) fn pixel(profile: &Profile, point: [f64; 3]) -> (usize, usize) {
    let camera = &profile.geometry.camera;
    assert_eq!(camera.position[..2], [0.0, 0.0], "the test knows a camera straight above");
    assert_eq!((camera.target[..2].to_vec(), camera.up), (vec![0.0, 0.0], [0.0, 1.0, 0.0]));
    let depth = camera.position[2] - point[2];
    let focal = f64::from(camera.width) / 2.0 / (camera.horizontal_field_of_view / 2.0).tan();
    let x = f64::from(camera.width) / 2.0 + focal * point[0] / depth;
    let y = f64::from(camera.height) / 2.0 - focal * point[1] / depth;
    (x as usize, y as usize)
}

/// The middle of sticker `index` of side U, row by row as the picture shows it.
pub(crate) fn sticker(profile: &Profile, index: usize) -> [f64; 3] {
    let edge = profile.geometry.cube_edge;
    let (row, column) = (index / 3, index % 3);
    [edge / 3.0 * (column as f64 - 1.0), edge / 3.0 * (1.0 - row as f64), edge / 2.0]
}

/// The colour that a person would say: by hue, or white.
pub(crate) fn named(rgb: [f64; 3]) -> Option<Color> {
    let [r, g, b] = rgb;
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    if most < 50.0 {
        return None;
    }
    let spread = most - least;
    if spread / most < 0.25 {
        return Some(Color::White);
    }
    let hue = if most == r {
        60.0 * ((g - b) / spread)
    } else if most == g {
        60.0 * (2.0 + (b - r) / spread)
    } else {
        60.0 * (4.0 + (r - g) / spread)
    };
    Some(match hue {
        hue if !(-30.0..330.0).contains(&hue) => return None,
        hue if hue < 10.0 => Color::Red,
        hue if hue < 40.0 => Color::Orange,
        hue if hue < 75.0 => Color::Yellow,
        hue if hue < 170.0 => Color::Green,
        hue if hue < 270.0 => Color::Blue,
        _ => return None,
    })
}

pub(crate) fn at(rgb: &[u8], width: usize, (x, y): (usize, usize)) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for row in y - 2..=y + 2 {
        for column in x - 2..=x + 2 {
            for (channel, sum) in sum.iter_mut().enumerate() {
                *sum += f64::from(rgb[(row * width + column) * 3 + channel]) / 25.0;
            }
        }
    }
    sum
}

/// Arms R and L hold the cube from the sides, F and B are open: nothing covers side U.
pub(crate) fn shown(cube: Cube, pose: cube::Rotation) -> Options {
    let mut options = Options { cube, ..Options::default() };
    options.start.pose = pose;
    for arm in Arm::ALL {
        let state = &mut options.start.arms[arm.index()];
        match arm.pair() {
            Pair::RL => state.wrist = 1,
            Pair::FB => state.claw = Claw::Open,
        }
    }
    options
}

#[test]
fn side_u_shows_its_stickers_in_every_pose() {
    let profile = Profile::nxt_2015();
    let mut renderer = Renderer::new(1);
    for (seed, pose) in cube::Rotation::all().enumerate() {
        let cube = Cube::from_seed(seed as u64);
        let world = World::new(profile.clone(), seed as u64, shown(cube, pose));
        let camera = world.camera();
        let rgb = renderer.render(&world.scene(), &camera, &Light::default(), &STILL);
        // The face at U in reading order, turned as the camera sees it in this pose.
        let face = pose.face_at(Face::U);
        let read = cube.facelets().face(face);
        for index in 0..9 {
            let (mut row, mut column) = (index / 3, index % 3);
            for _ in 0..rig::CameraView::ABOVE.quarters(pose) {
                // What is seen at (row, column) after a clockwise quarter was at (2 - column, row) before.
                (row, column) = (2 - column, row);
            }
            let expected = ColorScheme::WESTERN.color(read[row * 3 + column]);
            let seen = at(rgb, camera.width, pixel(&profile, sticker(&profile, index)));
            assert_eq!(named(seen), Some(expected), "pose {pose}, sticker {index}: {seen:?}");
        }
    }
}

/// What the camera sees of the nine stickers of a solved cube's face U, shown without claws.
fn seen(world: &World) -> Vec<Option<Color>> {
    let profile = Profile::nxt_2015();
    let camera = world.camera();
    let mut renderer = Renderer::new(5);
    let rgb = renderer.render(&world.scene(), &camera, &Light::default(), &STILL);
    (0..9).map(|index| named(at(rgb, camera.width, pixel(&profile, sticker(&profile, index))))).collect()
}

#[test]
fn a_misread_sticker_has_another_colour_in_the_picture_until_it_ends() {
    let mut world = World::new(Profile::nxt_2015(), 3, shown(Cube::SOLVED, cube::Rotation::IDENTITY));
    let fault = |target, seconds| sim::Fault::parse("sticker_misread", target, seconds);
    let white = vec![Some(Color::White); 9];
    assert_eq!(seen(&world), white);
    world.inject(fault("2", 0.0).expect("a good fault"));
    world.inject(fault("3B", 2.0).expect("a good fault"));
    let mut wrong = white.clone();
    // Without a letter it is the colour of the next face, which is R.
    (wrong[2], wrong[3]) = (Some(Color::Red), Some(Color::Blue));
    assert_eq!(seen(&world), wrong);
    let stays = world.truth();
    assert_eq!((stays.cube, stays.solved), (Some(Cube::SOLVED), true), "only the picture lies");
    world.advance_to(3.0);
    wrong[3] = Some(Color::White);
    assert_eq!(seen(&world), wrong);
    world.clear_faults();
    assert_eq!(seen(&world), white);
    for (target, seconds) in [("2X", 0.0), ("W", 0.0), ("", 0.0), ("54W", 0.0), ("2W", -1.0)] {
        assert!(fault(target, seconds).is_err(), "'{target}' for {seconds} s");
    }
}

#[test]
fn closed_upright_claws_hide_the_edges_of_side_u_only() {
    let profile = Profile::nxt_2015();
    let world = World::new(profile.clone(), 3, Options::default());
    let camera = world.camera();
    let mut renderer = Renderer::new(1);
    let rgb = renderer.render(&world.scene(), &camera, &Light::default(), &STILL);
    // The finger lies over the outer part of an edge sticker: look nearer to the border than its middle.
    for index in 0..9 {
        let [x, y, z] = sticker(&profile, index);
        let seen = at(rgb, camera.width, pixel(&profile, [x * 1.15, y * 1.15, z]));
        let hidden = index % 2 == 1;
        assert_eq!(named(seen) == Some(Color::White), !hidden, "sticker {index}: {seen:?}");
    }
}

#[test]
fn light_and_sensor_do_what_they_say() {
    let world = World::new(Profile::nxt_2015(), 3, shown(Cube::SOLVED, cube::Rotation::IDENTITY));
    let (scene, camera) = (world.scene(), world.camera());
    let mut renderer = Renderer::new(1);
    let mut mean = |light: &Light, sensor: &Sensor| {
        let rgb = renderer.render(&scene, &camera, light, sensor);
        let mut sums = [0.0; 3];
        for pixel in rgb.chunks_exact(3) {
            for channel in 0..3 {
                sums[channel] += f64::from(pixel[channel]);
            }
        }
        sums.map(|sum| sum / (camera.width * camera.height) as f64)
    };
    let plain = mean(&Light::default(), &STILL);
    let dim = mean(&Light { intensity: 0.3, ..Light::default() }, &STILL);
    assert!((0..3).all(|channel| dim[channel] < 0.7 * plain[channel]), "{plain:?} {dim:?}");
    let yellow = mean(&Light { colour: [1.0, 0.85, 0.4], ..Light::default() }, &STILL);
    assert!(yellow[2] < 0.8 * plain[2] && (yellow[0] - plain[0]).abs() < 1.0, "{plain:?} {yellow:?}");
    let vignetted = mean(&Light::default(), &Sensor { vignetting: 0.5, ..STILL });
    assert!(vignetted[1] < plain[1] - 5.0, "{plain:?} {vignetted:?}");

    // Noise has the size asked for, and another pattern in each picture of one seed.
    let noisy = Sensor { noise: 4.0, ..STILL };
    let mut renderer = Renderer::new(7);
    let still = renderer.render(&scene, &camera, &Light::default(), &STILL).to_vec();
    let first = renderer.render(&scene, &camera, &Light::default(), &noisy).to_vec();
    let second = renderer.render(&scene, &camera, &Light::default(), &noisy).to_vec();
    let deviation = |a: &[u8], b: &[u8]| {
        let squares = a.iter().zip(b).map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2));
        (squares.sum::<f64>() / a.len() as f64).sqrt()
    };
    assert!((3.5..4.5).contains(&deviation(&still, &first)), "{}", deviation(&still, &first));
    assert!(deviation(&first, &second) > 4.5);
    let mut again = Renderer::new(7);
    again.render(&scene, &camera, &Light::default(), &STILL);
    assert_eq!(again.render(&scene, &camera, &Light::default(), &noisy), first, "same seed, same picture");
}

#[test]
fn any_size_and_any_place_of_the_camera_can_be_drawn() {
    use rig::nalgebra::Vector3;
    use sim::render::Camera;
    let world = World::new(Profile::nxt_2015(), 3, Options::default());
    let scene = world.scene();
    let mut renderer = Renderer::new(1);
    let target = Vector3::zeros();
    // Inside the cube, next to a finger, under the table, far away; tiny and odd pictures.
    for (index, position) in
        [[0.001, 0.0, 0.002], [0.05, 0.0, 0.03], [0.1, 0.2, -0.5], [3.0, 2.0, 5.0]].into_iter().enumerate()
    {
        for size in [(1, 1), (2, 3), (33, 17), (320, 240)] {
            let up = Vector3::new(0.3, 1.0, 0.2);
            let camera = Camera::looking_at(size, 1.2, position.into(), target, up);
            let rgb = renderer.render_smooth(&scene, &camera, &Light::default(), &Sensor::default(), 1 + index % 3);
            assert_eq!(rgb.len(), size.0 * size.1 * 3);
        }
    }
}
