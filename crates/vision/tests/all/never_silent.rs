//! Whatever happens to measured colours, a wrong state is never treated as certain.
//!
//! The real measurements (of robots, and of photographs) are disturbed as light, hands and dirt disturb them. A face has other
//! light or a gradient, stickers have glare or noise, two stickers are exchanged, or faces are turned. A reading must then be
//! right, or report that it is in doubt, or impossible. The same holds while a face is unseen, and where pictures may be turned.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use cube::Facelets;
use testkit::rand::{RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use vision::{
    Detector, DetectorOptions, FaceOrder, Image, Measurements, Verdict, measurements_from_json, read_state,
    read_turned, state::read_seen,
};

use crate::support;

/// The name of a cube, its measurements and its true state.
type Known = (String, Measurements, String);

/// The cubes of the data, measured once for all tests.
fn known_cubes(test: &str) -> Option<&'static [Known]> {
    static CUBES: OnceLock<Vec<Known>> = OnceLock::new();
    let data = support::data(test)?;
    Some(CUBES.get_or_init(|| measured(&data)))
}

fn measured(data: &Path) -> Vec<Known> {
    let mut cubes = Vec::new();
    for row in support::table(&data.join("rgb_manifest.csv")) {
        let text = fs::read_to_string(data.join(&row["file"])).expect("the file is readable");
        let faces = measurements_from_json(&text, FaceOrder::default()).expect("well-formed");
        cubes.push((row["file"].clone(), faces, row["state"].clone()));
    }
    let mut detector = Detector::new(DetectorOptions::default());
    for row in support::table(&data.join("sixface.csv")) {
        let mut rgb = row["files"].split(';').map(|file| {
            let image = Image::load(data.join(file)).expect("a picture");
            let faces = detector.detect(&image).expect("it runs");
            faces.first().map(|face| face.rgb())
        });
        let faces: [Option<[[f32; 3]; 9]>; 6] = std::array::from_fn(|_| rgb.next().flatten());
        if faces.iter().all(Option::is_some) {
            let faces = faces.map(Option::unwrap_or_default);
            cubes.push((row["set"].clone(), faces, row["state"].clone()));
        }
    }
    cubes
}

/// How readings of disturbed cubes came out.
#[derive(Default)]
struct Tally {
    right: usize,
    flagged: usize,
    silent: usize,
    /// Five of the same six faces: enough and right, enough and wrong.
    five_right: usize,
    five_silent: usize,
    /// Wrong where the pictures may be turned.
    turned_silent: usize,
}

impl Tally {
    fn add(&mut self, name: &str, faces: &Measurements, state: &str) {
        let reading = read_state(faces).expect("in range");
        let right = reading.facelets.to_string() == state;
        if reading.verdict != Verdict::Certain {
            assert!(!reading.problems.is_empty(), "{name}: doubt without a word");
            self.flagged += 1;
        } else if right {
            self.right += 1;
        } else {
            println!("silently wrong: {name}, repaired {:?}", reading.repaired);
            self.silent += 1;
        }
        let turned = read_turned(faces, None, &[]).expect("in range");
        if turned.reading.is_certain() && turned.reading.facelets.to_string() != state {
            println!("silently wrong: {name}, turned {:?}", turned.turns);
            self.turned_silent += 1;
        }
        self.add_five(name, faces, state);
    }

    /// The same faces but one, each in turn.
    fn add_five(&mut self, name: &str, faces: &Measurements, state: &str) {
        let unseen = (self.right + self.flagged + self.silent) % 6;
        let mut seen = faces.map(Some);
        seen[unseen] = None;
        let reading = read_seen(&seen, None, &[]).expect("in range");
        if reading.verdict != Verdict::Certain {
            return;
        }
        if reading.facelets.to_string() == state {
            self.five_right += 1;
        } else {
            println!("silently wrong without face {unseen}: {name}");
            self.five_silent += 1;
        }
    }

    fn print(&self, what: &str) {
        println!(
            "{what}: {} certain and right, {} in doubt, {} certain and wrong; of five faces {} and {} wrong",
            self.right, self.flagged, self.silent, self.five_right, self.five_silent
        );
    }
}

/// Each sticker's channels through a function of face, sticker, channel and value.
fn changed(faces: &Measurements, mut change: impl FnMut(usize, usize, usize, f32) -> f32) -> Measurements {
    let mut result = *faces;
    for (face, stickers) in result.iter_mut().enumerate() {
        for (sticker, rgb) in stickers.iter_mut().enumerate() {
            for (channel, value) in rgb.iter_mut().enumerate() {
                *value = change(face, sticker, channel, *value).clamp(0.0, 255.0);
            }
        }
    }
    result
}

fn gauss(random: &mut ChaCha8Rng) -> f32 {
    (0..12).map(|_| random.random_range(0.0..1.0f32)).sum::<f32>() - 6.0
}

#[test]
fn disturbed_light_is_read_or_doubted() {
    let Some(cubes) = known_cubes("disturbed_light_is_read_or_doubted") else {
        return;
    };
    let mut random = ChaCha8Rng::seed_from_u64(31);
    let (mut silent, mut certain, mut all) = (0, 0, 0);
    for strength in [0.1f32, 0.2, 0.35, 0.5] {
        let mut tally = Tally::default();
        for (name, faces, state) in cubes {
            for _ in 0..2 {
                // Every face in a light of its own, brighter to one side.
                let light: [[f32; 3]; 6] = std::array::from_fn(|_| {
                    let all = strength * gauss(&mut random);
                    std::array::from_fn(|_| (all + 0.4 * strength * gauss(&mut random)).exp())
                });
                let slope: [[f32; 2]; 6] =
                    std::array::from_fn(|_| std::array::from_fn(|_| 0.3 * strength * gauss(&mut random)));
                let noise = 10.0 * strength;
                let disturbed = changed(faces, |face, sticker, channel, value| {
                    let [x, y] = [sticker % 3, sticker / 3].map(|at| at as f32 - 1.0);
                    let side = (slope[face][0] * x + slope[face][1] * y).exp();
                    value * light[face][channel] * side + noise * gauss(&mut random)
                });
                tally.add(name, &disturbed, state);
            }
        }
        tally.print(&format!("light of strength {strength}"));
        silent += tally.silent + tally.five_silent + tally.turned_silent;
        certain += tally.right;
        all += tally.right + tally.flagged + tally.silent;
    }
    assert_eq!(silent, 0, "certain and wrong");
    assert!(4 * certain >= all, "{certain} of {all} still certain");
}

#[test]
fn glare_and_dirt_are_read_or_doubted() {
    let Some(cubes) = known_cubes("glare_and_dirt_are_read_or_doubted") else {
        return;
    };
    let mut random = ChaCha8Rng::seed_from_u64(32);
    let mut silent = 0;
    for count in [1, 2, 4, 8, 16] {
        let mut tally = Tally::default();
        for (name, faces, state) in cubes {
            for _ in 0..2 {
                let mut disturbed = *faces;
                for _ in 0..count {
                    let (face, sticker) = (random.random_range(0..6), random.random_range(0..9));
                    let rgb = &mut disturbed[face][sticker];
                    match random.random_range(0..3) {
                        // Washed out by a reflection.
                        0 => {
                            let wash = random.random_range(0.3..1.0);
                            *rgb = rgb.map(|value| value + wash * (255.0 - value));
                        }
                        // In the shade.
                        1 => *rgb = rgb.map(|value| value * 0.2),
                        // Another sticker's colour.
                        _ => *rgb = faces[random.random_range(0..6)][random.random_range(0..9)],
                    }
                }
                tally.add(name, &disturbed, state);
            }
        }
        tally.print(&format!("{count} stickers spoilt"));
        silent += tally.silent + tally.five_silent + tally.turned_silent;
    }
    assert_eq!(silent, 0, "certain and wrong");
}

/// Exchanged stickers give an illegal cube, a cube that needs repair, or sometimes another legal one:
/// then the colours themselves are wrong, and no reader can know.
#[test]
fn exchanged_stickers_are_doubted_or_put_right() {
    let Some(cubes) = known_cubes("exchanged_stickers_are_doubted_or_put_right") else {
        return;
    };
    let mut random = ChaCha8Rng::seed_from_u64(33);
    let mut tally = Tally::default();
    let mut repaired = 0;
    for (name, faces, state) in cubes {
        let truth: Facelets = state.parse().expect("the truth is well-formed");
        for _ in 0..12 {
            let place = |random: &mut ChaCha8Rng| (random.random_range(0..6), random.random_range(0..9));
            let (a, b) = (place(&mut random), place(&mut random));
            let shown = |(face, sticker): (usize, usize)| truth.stickers()[9 * face + sticker];
            if a.1 == 4 || b.1 == 4 || shown(a) == shown(b) {
                continue;
            }
            let mut disturbed = *faces;
            (disturbed[a.0][a.1], disturbed[b.0][b.1]) = (faces[b.0][b.1], faces[a.0][a.1]);
            tally.add(name, &disturbed, state);
            let reading = read_state(&disturbed).expect("in range");
            if reading.verdict == Verdict::Certain {
                // What the laws have corrected is reported.
                assert_eq!(reading.notes.is_empty(), reading.repaired.is_empty(), "{name}");
                repaired += usize::from(!reading.repaired.is_empty());
            }
        }
    }
    tally.print("two stickers exchanged");
    println!("{repaired} corrected and reported");
    assert_eq!(tally.silent + tally.five_silent + tally.turned_silent, 0, "certain and wrong");
}

/// Everything at once, harder than any room: light, glare, dirt, exchanged stickers, turned and repeated
/// faces, in all combinations.
#[test]
#[ignore = "20,000 readings take two minutes"]
fn heavy_disturbances_are_read_or_doubted() {
    let Some(cubes) = known_cubes("heavy_disturbances_are_read_or_doubted") else {
        return;
    };
    let mut random = ChaCha8Rng::seed_from_u64(34);
    // With stickers exchanged or faces turned the colours may really show another cube.
    let (mut honest, mut changed_cube) = (Tally::default(), Tally::default());
    for round in 0..20_000 {
        let (name, faces, state) = &cubes[round % cubes.len()];
        let strength = random.random_range(0.0..0.7f32);
        let light: [[f32; 3]; 6] = std::array::from_fn(|_| {
            let all = strength * gauss(&mut random);
            std::array::from_fn(|_| (all + 0.5 * strength * gauss(&mut random)).exp())
        });
        let slope: [[f32; 2]; 6] =
            std::array::from_fn(|_| std::array::from_fn(|_| 0.3 * strength * gauss(&mut random)));
        let noise = 15.0 * strength;
        let mut disturbed = changed(faces, |face, sticker, channel, value| {
            let [x, y] = [sticker % 3, sticker / 3].map(|at| at as f32 - 1.0);
            let side = (slope[face][0] * x + slope[face][1] * y).exp();
            value * light[face][channel] * side + noise * gauss(&mut random)
        });
        let mut known = state.clone();
        let mut other_cube = false;
        for _ in 0..random.random_range(0..4) {
            let (face, sticker) = (random.random_range(0..6), random.random_range(0..9));
            let kind = random.random_range(0..6);
            other_cube |= kind == 2 || 4 <= kind;
            match kind {
                0 => {
                    let wash = random.random_range(0.3..1.0);
                    let rgb = &mut disturbed[face][sticker];
                    *rgb = rgb.map(|value| value + wash * (255.0 - value));
                }
                1 => disturbed[face][sticker] = disturbed[face][sticker].map(|v| 0.2 * v),
                2 => {
                    let other = (random.random_range(0..6), random.random_range(0..9));
                    let here = disturbed[face][sticker];
                    disturbed[face][sticker] = disturbed[other.0][other.1];
                    disturbed[other.0][other.1] = here;
                }
                // A whole row in the shade.
                3 => {
                    for column in 0..3 {
                        let rgb = &mut disturbed[face][sticker / 3 * 3 + column];
                        *rgb = rgb.map(|value| 0.4 * value);
                    }
                }
                // A face turned as a person does: the true state is then another, if any.
                4 => {
                    let old = disturbed[face];
                    disturbed[face] = std::array::from_fn(|at| old[(2 - at % 3) * 3 + at / 3]);
                    let mut letters: Vec<char> = known.chars().collect();
                    let old: Vec<char> = letters[9 * face..9 * face + 9].to_vec();
                    for at in 0..9 {
                        letters[9 * face + at] = old[(2 - at % 3) * 3 + at / 3];
                    }
                    known = letters.into_iter().collect();
                }
                // A face shown twice.
                _ => {
                    disturbed[face] = disturbed[(face + 1) % 6];
                    known = "-".repeat(54);
                }
            }
        }
        if other_cube {
            changed_cube.add(name, &disturbed, &known);
        } else {
            honest.add(name, &disturbed, &known);
        }
    }
    honest.print("heavy light, glare and dirt");
    changed_cube.print("and stickers exchanged, faces turned or repeated");
    assert_eq!(honest.silent + honest.five_silent + honest.turned_silent, 0, "certain and wrong");
    assert!(changed_cube.silent <= 5, "certain and wrong");
}
