//! The colours of one's own cube: learned, written down, and a help.

use std::fs;

use cube::{Color, ColorScheme, Cube};
use testkit::rand::{RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use vision::{
    ColorCalibration, CubeColors, Error, FaceOrder, Measurements, measurements_from_json, paint, read_state_with,
};

use crate::support;

/// A cube painted by `colors` in the given light, with a little noise.
fn measured(cube: &Cube, colors: impl Fn(Color) -> [f32; 3], light: [f32; 3], random: &mut ChaCha8Rng) -> Measurements {
    let names = cube.facelets().colors(&ColorScheme::WESTERN);
    std::array::from_fn(|face| {
        std::array::from_fn(|sticker| {
            let rgb = colors(names[9 * face + sticker]);
            std::array::from_fn(|channel| {
                let noise = random.random_range(-4.0..4.0);
                (rgb[channel] * light[channel] + noise).clamp(0.0, 255.0)
            })
        })
    })
}

/// A pastel cube whose red is pink, and whose orange is nearly a common cube's red.
fn odd(color: Color) -> [f32; 3] {
    match color {
        Color::White => [236.0, 232.0, 222.0],
        Color::Yellow => [226.0, 214.0, 120.0],
        Color::Red => [216.0, 96.0, 140.0],
        Color::Orange => [206.0, 62.0, 48.0],
        Color::Green => [130.0, 196.0, 120.0],
        Color::Blue => [112.0, 176.0, 196.0],
    }
}

#[test]
fn a_solved_cube_teaches_its_colours() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let faces = measured(&Cube::SOLVED, |color| paint(color).map(f32::from), [0.7, 0.65, 0.55], &mut random);
    let colors = CubeColors::learn_from_solved(&faces).expect("in range");
    for color in Color::ALL {
        let painted = paint(color).map(f32::from);
        for (channel, light) in [0.7, 0.65, 0.55].into_iter().enumerate() {
            let off = colors.rgb(color)[channel] - painted[channel] * light;
            assert!(off.abs() < 4.0, "{color}: {:?}", colors.rgb(color));
        }
    }
}

/// As people take them: each picture lies as the camera was held.
#[test]
fn turned_pictures_of_a_known_cube_teach_its_colours() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for seed in 0..10 {
        let cube = Cube::from_seed(seed);
        let faces = measured(&cube, odd, [0.9, 0.8, 0.7], &mut random);
        let calibration = ColorCalibration::Known(cube.facelets(), Some(ColorScheme::WESTERN));
        let straight = CubeColors::from_calibration(&faces, &calibration).expect("it is that cube");
        let turned = faces.map(|face| {
            let quarters = random.random_range(0..4);
            (0..quarters).fold(face, |face, _| [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|at| face[at]))
        });
        let learned = CubeColors::from_calibration(&turned, &calibration).expect("it is that cube, turned");
        for color in Color::ALL {
            let apart = (0..3).map(|channel| (learned.rgb(color)[channel] - straight.rgb(color)[channel]).abs());
            assert!(apart.fold(0.0, f32::max) < 0.01, "seed {seed}, {color}");
        }
    }
}

#[test]
fn colours_survive_a_configuration_file() {
    let colors = CubeColors::learn(Color::ALL.map(|color| (color, odd(color)))).expect("all six");
    let text = colors.to_toml();
    assert!(text.contains("white = [236.0"), "{text}");
    assert_eq!(CubeColors::from_toml(&text).expect("as written"), colors);
    for wrong in
        [text.replace("236.0", "999.0"), text.replace("236.0", "nan"), text.replace("white", "grey"), String::new()]
    {
        let error = CubeColors::from_toml(&wrong).expect_err(&wrong);
        assert!(matches!(error, Error::BadColors { .. }), "{error}");
    }
}

#[test]
fn colours_cannot_be_learned_from_too_little() {
    let five = Color::ALL.into_iter().filter(|color| *color != Color::Blue).map(|color| (color, odd(color)));
    let error = CubeColors::learn(five).expect_err("no blue");
    assert!(matches!(error, Error::ColorMissing { color: Color::Blue }), "{error}");
}

#[test]
fn a_calibration_is_read_back_and_a_wrong_one_is_refused() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let paints = |color| paint(color).map(f32::from);
    let cube = Cube::from_seed(12);
    let light = [0.8, 0.7, 0.6];
    let faces = measured(&cube, paints, light, &mut random);
    let known = ColorCalibration::Known(cube.facelets(), Some(ColorScheme::WESTERN));
    let colors = CubeColors::from_calibration(&faces, &known).expect("it is this cube");
    // In letters of faces alone the six colours get their names by what they look like.
    let unnamed = ColorCalibration::Known(cube.facelets(), None);
    assert_eq!(CubeColors::from_calibration(&faces, &unnamed).expect("it is this cube"), colors);
    assert_eq!(colors.warnings(), Vec::<String>::new());

    let solved = measured(&Cube::SOLVED, paints, light, &mut random);
    let mut shuffled = solved;
    shuffled.rotate_left(2);
    for faces in [&solved, &shuffled] {
        let colors = CubeColors::from_calibration(faces, &ColorCalibration::Solved).expect("it is solved");
        for color in Color::ALL {
            assert!((colors.rgb(color)[0] - paints(color)[0] * 0.8).abs() < 4.0);
        }
    }

    let error = |faces: &Measurements, calibration: &ColorCalibration| {
        CubeColors::from_calibration(faces, calibration).expect_err("a wrong calibration")
    };
    let one_turn = cube.apply(cube::Move::ALL[0]);
    let other = ColorCalibration::Known(one_turn.facelets(), Some(ColorScheme::WESTERN));
    assert!(matches!(error(&faces, &other), Error::NotThisCube { .. }));
    assert!(matches!(error(&faces, &ColorCalibration::Solved), Error::NotSolved { .. } | Error::SameColors { .. }));
    let mut turned = solved;
    turned[0][8] = solved[1][0];
    turned[1][0] = solved[0][0];
    match error(&turned, &ColorCalibration::Solved) {
        Error::NotSolved { stickers } => assert!(stickers.contains("U9 is red"), "{stickers}"),
        other => panic!("{other}"),
    }
    let mut twice = solved;
    twice[5] = solved[2];
    match error(&twice, &ColorCalibration::Solved) {
        Error::SameColors { one, other, .. } => {
            assert!([one, other].contains(&Color::Green), "{one} and {other}");
        }
        other => panic!("{other}"),
    }
    let mut broken = faces;
    broken[3][2][1] = f32::NAN;
    assert!(matches!(error(&broken, &known), Error::ChannelRange { .. }));
}

#[test]
fn colours_that_are_near_each_other_or_misnamed_are_reported() {
    let learned = |change: &dyn Fn(Color) -> [f32; 3]| {
        CubeColors::learn(Color::ALL.map(|color| (color, change(color)))).expect("all six")
    };
    let paints = |color| paint(color).map(f32::from);
    let near = learned(&|color| match color {
        Color::Orange => [215.0, 42.0, 38.0],
        other => paints(other),
    });
    let warnings = near.warnings().join("; ");
    assert!(warnings.contains("red and orange are hard to tell apart"), "{warnings}");
    assert_eq!(near.neighbor(Color::Orange).0, Color::Red);
    let exchanged = learned(&|color| match color {
        Color::White => paints(Color::Blue),
        Color::Blue => paints(Color::White),
        other => paints(other),
    });
    let warnings = exchanged.warnings().join("; ");
    assert!(warnings.contains("learned as white looks like blue"), "{warnings}");
}

/// Odd colours mislead the common palette; the learned one reads them in other light too.
#[test]
fn an_odd_cube_is_read_once_it_is_known() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let known = Cube::from_seed(40);
    let faces = measured(&known, odd, [0.8; 3], &mut random);
    let colors = CubeColors::learn_from_known(&faces, &known.facelets(), &ColorScheme::WESTERN).expect("in range");
    let (mut with, mut without, all) = (0, 0, 20);
    for seed in 0..all {
        let cube = Cube::from_seed(seed);
        let light = [0.8, 0.72, 0.6].map(|part| part * random.random_range(0.7..1.1));
        let faces = measured(&cube, odd, light, &mut random);
        let names = |learned| {
            let reading = read_state_with(&faces, learned).expect("in range");
            usize::from(reading.cube == Some(cube) && reading.scheme == ColorScheme::WESTERN)
        };
        with += names(Some(&colors));
        without += names(None);
    }
    println!("{with} of {all} with learned colours, {without} without");
    assert!(19 <= with, "{with} of {all}");
    assert!(without < with, "{without} without, {with} with");
}

/// On the real measurements: colours learned from one cube of a robot read the others of that robot.
#[test]
fn colours_learned_from_one_real_cube_read_the_others() {
    let Some(data) = support::data("colours_learned_from_one_real_cube_read_the_others") else {
        return;
    };
    let mut cubes = Vec::new();
    for row in support::table(&data.join("rgb_manifest.csv")) {
        if row["file"].contains("photo-g0") {
            let text = fs::read_to_string(data.join(&row["file"])).expect("the file is readable");
            let faces = measurements_from_json(&text, FaceOrder::default()).expect("well-formed");
            cubes.push((faces, row["state"].clone()));
        }
    }
    assert!(4 <= cubes.len());
    let (mut right, mut all) = (0, 0);
    for teacher in 0..cubes.len() {
        let reading = read_state_with(&cubes[teacher].0, None).expect("in range");
        let colors =
            CubeColors::learn_from_known(&cubes[teacher].0, &reading.facelets, &reading.scheme).expect("in range");
        for (faces, state) in &cubes {
            let reading = read_state_with(faces, Some(&colors)).expect("in range");
            all += 1;
            right += usize::from(reading.facelets.to_string() == *state && reading.is_certain());
        }
    }
    println!("{right} of {all} right and certain");
    assert!(95 * all <= 100 * right, "{right} of {all}");
}
