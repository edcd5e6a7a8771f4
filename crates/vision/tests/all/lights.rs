//! Whole cubes in every kind of light: six pictures, rendered or real, give the true state or a doubt, never
//! another state.

use cube::{ColorScheme, Cube};
use testkit::rand::{RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use vision::{Detector, DetectorOptions, Image, Verdict, read_photographs};

use crate::support;
use crate::support::alter::{Alteration, alter};
use crate::support::render::Scene;

/// Red, green, blue factors of the light and the noise that comes with it.
const LIGHTS: [(&str, [f32; 3], f32); 8] = [
    ("neutral", [0.85, 0.85, 0.85], 2.0),
    ("dim", [0.35, 0.35, 0.35], 4.0),
    ("very dim", [0.18, 0.18, 0.18], 4.0),
    ("yellow", [1.0, 0.78, 0.45], 2.0),
    ("dim and yellow", [0.45, 0.34, 0.2], 4.0),
    ("blue", [0.5, 0.7, 1.0], 2.0),
    ("dim and blue", [0.22, 0.3, 0.45], 4.0),
    ("too bright", [1.25, 1.25, 1.25], 2.0),
];
const CUBES: u64 = 2;

enum Outcome {
    Right,
    InDoubt,
    SilentlyWrong,
}

fn outcome(name: &str, detector: &mut Detector, pictures: &[Image], state: &str) -> Outcome {
    match read_photographs(detector, pictures).map(|photographs| photographs.reading) {
        Err(error) => {
            println!("{name}: {error}");
            Outcome::InDoubt
        }
        Ok(reading) if reading.verdict != Verdict::Certain => {
            assert!(!reading.problems.is_empty(), "{name}: doubt without a word");
            println!("{name}: {:?}", reading.problems);
            Outcome::InDoubt
        }
        Ok(reading) if reading.facelets.to_string() == state => Outcome::Right,
        Ok(_) => Outcome::SilentlyWrong,
    }
}

#[test]
fn cubes_are_right_or_in_doubt_in_any_light() {
    let mut random = ChaCha8Rng::seed_from_u64(21);
    let mut detector = Detector::new(DetectorOptions::default());
    for (name, light, noise) in LIGHTS {
        let (mut certain, mut silent) = (0, 0);
        for seed in 0..CUBES {
            let cube = Cube::from_seed(1000 + seed);
            let colors = cube.facelets().colors(&ColorScheme::WESTERN);
            let pictures: Vec<Image> = (0..6)
                .map(|face| {
                    let stickers = std::array::from_fn(|at| colors[9 * face + at]);
                    let degrees = random.random_range(-20.0..20.0);
                    let mut scene = Scene::new(stickers, 220.0, degrees, 0.1);
                    // A hand never holds all faces in quite the same light.
                    let strength = random.random_range(0.9..1.1f32);
                    scene.light = light.map(|channel| channel * strength);
                    scene.noise = noise;
                    scene.draw(&mut random)
                })
                .collect();
            match outcome(name, &mut detector, &pictures, &cube.facelets().to_string()) {
                Outcome::Right => certain += 1,
                Outcome::InDoubt => {}
                Outcome::SilentlyWrong => silent += 1,
            }
        }
        println!("{name}: {certain} of {CUBES} certain and right, {silent} certain and wrong");
        assert_eq!(silent, 0, "certain and wrong in {name} light");
        assert!(CUBES <= certain + 1, "{certain} of {CUBES} certain in {name} light");
    }
}

/// The real sets of six pictures in other light than they were taken in.
#[test]
fn real_cubes_are_right_or_in_doubt_in_any_light() {
    let Some(data) = support::data("real_cubes_are_right_or_in_doubt_in_any_light") else {
        return;
    };
    let sets: Vec<(String, Vec<Image>)> = support::table(&data.join("sixface.csv"))
        .iter()
        .map(|row| {
            let files = row["files"].split(';');
            let load = |file: &str| Image::load(data.join(file)).expect("a picture");
            (row["state"].clone(), files.map(load).collect())
        })
        .collect();
    let mut random = ChaCha8Rng::seed_from_u64(22);
    let mut detector = Detector::new(DetectorOptions::default());
    for how in [
        Alteration::Gain(0.4),
        Alteration::Gain(1.4),
        Alteration::Cast([1.0, 0.8, 0.5]),
        Alteration::Cast([0.55, 0.75, 1.0]),
        Alteration::Haze(0.25),
        Alteration::Slope(0.5),
    ] {
        let (mut certain, mut silent) = (0, 0);
        for (state, pictures) in &sets {
            let altered: Vec<Image> = pictures
                .iter()
                .map(|picture| {
                    // The slope of the light goes over the picture's middle half.
                    let (w, h) = (picture.width() as f32, picture.height() as f32);
                    let places = std::array::from_fn(|at| {
                        let along = |cell: usize| 0.33 + 0.17 * cell as f32;
                        [w * along(at % 3), h * along(at / 3)]
                    });
                    let altered = alter(picture, &places, how, &mut random).expect("it runs");
                    altered.image
                })
                .collect();
            match outcome(&format!("{how:?}"), &mut detector, &altered, state) {
                Outcome::Right => certain += 1,
                Outcome::InDoubt => {}
                Outcome::SilentlyWrong => silent += 1,
            }
        }
        println!("{how:?}: {certain} of {} certain and right, {silent} certain and wrong", sets.len());
        assert_eq!(silent, 0, "certain and wrong with {how:?}");
        assert!(8 * certain >= 5 * sets.len(), "{certain} certain with {how:?}");
    }
}
