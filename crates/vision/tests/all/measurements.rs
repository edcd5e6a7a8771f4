//! Measured colours to states, on the real measurements.

use std::fs;

use cube::{Color, ColorScheme, Cube};
use vision::{FaceOrder, Verdict, measurements_from_json, paint, read_state};

use crate::support;

#[test]
fn any_scheme_of_colours_is_read() {
    let mixed = [5, 2, 0, 3, 4, 1].map(|index| Color::ALL[index]);
    let mixed = ColorScheme::from_centres(mixed).expect("six colours");
    for scheme in [ColorScheme::WESTERN, ColorScheme::JAPANESE, mixed] {
        for seed in 0..10 {
            let cube = Cube::from_seed(seed);
            let colors = cube.facelets().colors(&scheme);
            // Lamp light, and a little darker from face to face.
            let faces = std::array::from_fn(|face| {
                std::array::from_fn(|sticker| {
                    let [r, g, b] = paint(colors[9 * face + sticker]).map(f32::from);
                    let strength = 0.9 - 0.05 * face as f32;
                    [r * strength, g * 0.9 * strength, b * 0.7 * strength]
                })
            });
            let reading = read_state(&faces).expect("in range");
            assert_eq!(reading.cube, Some(cube), "seed {seed}, {scheme:?}");
            assert_eq!(reading.scheme, scheme, "seed {seed}");
            assert_eq!(reading.verdict, Verdict::Certain);
        }
    }
}

#[test]
fn real_measurements_become_their_states() {
    let Some(data) = support::data("real_measurements_become_their_states") else {
        return;
    };
    let (mut right, mut silent, mut all) = (0, 0, 0);
    for row in support::table(&data.join("rgb_manifest.csv")) {
        let text = fs::read_to_string(data.join(&row["file"])).expect("the file is readable");
        let measured = measurements_from_json(&text, FaceOrder::default()).expect("well-formed");
        let reading = read_state(&measured).expect("in range");
        let found = reading.facelets.to_string();
        all += 1;
        let same = found == row["state"];
        right += usize::from(same);
        silent += usize::from(!same && reading.verdict == Verdict::Certain);
        println!(
            "{} {} {:?} {:?} {:?}",
            if same { "right" } else { "WRONG" },
            row["file"],
            reading.verdict,
            reading.scheme,
            reading.problems
        );
    }
    assert!(right * 100 >= all * 95, "{right} of {all} states are right");
    assert_eq!(silent, 0, "wrong states without a word");
}

#[test]
fn turned_and_repeated_faces_are_never_taken_for_certain() {
    let Some(data) = support::data("turned_and_repeated_faces_are_never_taken_for_certain") else {
        return;
    };
    let (mut certain, mut all) = (0, 0);
    for row in support::table(&data.join("rgb_manifest.csv")) {
        let text = fs::read_to_string(data.join(&row["file"])).expect("the file is readable");
        let measured = measurements_from_json(&text, FaceOrder::default()).expect("well-formed");
        let right = read_state(&measured).expect("in range").facelets;
        for face in 0..6 {
            let mut turned = measured;
            turned[face] = std::array::from_fn(|at| measured[face][(2 - at % 3) * 3 + at / 3]);
            let mut repeated = measured;
            repeated[face] = measured[(face + 1) % 6];
            for wrong in [turned, repeated] {
                let reading = read_state(&wrong).expect("in range");
                // A face that looks the same turned is no mistake.
                if reading.facelets == right && wrong == turned {
                    continue;
                }
                all += 1;
                if reading.verdict == Verdict::Certain {
                    println!(
                        "{} face {face} {}: {} {:?}",
                        row["file"],
                        if wrong == turned { "turned" } else { "repeated" },
                        reading.facelets,
                        reading.repaired
                    );
                    certain += 1;
                }
            }
        }
    }
    println!("{certain} of {all} wrong sets were treated as certain");
    assert_eq!(certain, 0);
}
