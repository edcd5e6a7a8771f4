//! Six pictures of which some are turned. What is found is compared with a second way: all 4^6 turnings of the stickers
//! themselves, each judged by the laws of the cube.

use std::collections::BTreeSet;

use cube::{ColorScheme, Cube, Face, Facelets, Move, upright};
use testkit::proptest::prelude::*;
use testkit::rand::{Rng, RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use vision::{Detector, DetectorOptions, Image, Measurements, Verdict, paint, read_turned};

use crate::support;

/// The stickers with each face's picture turned clockwise by this many quarters.
fn turned(facelets: &Facelets, quarters: &[u8; 6]) -> Facelets {
    let faces = Face::ALL.map(|face| upright(&facelets.face(face), 4 - quarters[face.index()]));
    Facelets::new(std::array::from_fn(|sticker| faces[sticker / 9][sticker % 9]))
}

/// The cubes that the pictures make, and the ways to turn them that do.
fn all_ways(seen: &Facelets, upright: &[Face]) -> BTreeSet<String> {
    let all =
        (0..1usize << 12).map(|number| -> [u8; 6] { std::array::from_fn(|face| (number >> (2 * face) & 3) as u8) });
    let fixed = |turns: &[u8; 6]| upright.iter().all(|face| turns[face.index()] == 0);
    all.filter(fixed)
        .map(|turns| turned(seen, &turns))
        .filter(|facelets| Cube::try_from(facelets).is_ok())
        .map(|facelets| facelets.to_string())
        .collect()
}

/// What a camera measures of the stickers, with a little noise.
fn measured(facelets: &Facelets, random: &mut ChaCha8Rng) -> Measurements {
    let colors = facelets.colors(&ColorScheme::WESTERN);
    std::array::from_fn(|face| {
        std::array::from_fn(|at| {
            paint(colors[9 * face + at])
                .map(|channel| (f32::from(channel) + random.random_range(-4.0..4.0)).clamp(0.0, 255.0))
        })
    })
}

/// Random cubes do not stand for those that look alike from many sides, so most of these are few turns from a pattern.
fn cubes(random: &mut ChaCha8Rng) -> Vec<Cube> {
    let patterns = ["", "U2 D2 R2 L2 F2 B2", "U2 F2 U2 F2 U2 F2", "R L U D F B R L U D F B"]
        .map(|moves| cube::parse_moves(moves, cube::Notation::Standard).expect("moves"))
        .map(|moves| Cube::SOLVED.apply_all(&moves));
    let mut cubes = Vec::new();
    for pattern in patterns {
        for turns in 0..12 {
            cubes.push((0..turns / 3).fold(pattern, |cube, _| cube.apply(any_turn(random))));
        }
    }
    cubes.extend((0..12).map(|_| Cube::random(random)));
    cubes
}

fn any_turn(random: &mut impl Rng) -> Move {
    Move::ALL[random.random_range(0..18)]
}

#[test]
fn turned_pictures_make_the_cubes_that_the_laws_allow() {
    let mut random = ChaCha8Rng::seed_from_u64(44);
    let (mut one, mut several, mut most) = (0, 0, 0);
    for cube in cubes(&mut random) {
        let truth = cube.facelets();
        for round in 0..3 {
            // The first time as the faces are read.
            let quarters = std::array::from_fn(|_| match round {
                0 => 0,
                _ => random.random_range(0..4),
            });
            let mut seen = turned(&truth, &quarters);
            let mut known = Vec::new();
            // Answers what is asked, until one cube is left.
            loop {
                let faces = measured(&seen, &mut random);
                let found = read_turned(&faces, None, &known).expect("in range");
                let ways = all_ways(&seen, &known);
                let reading = &found.reading;
                assert!(ways.contains(&truth.to_string()));
                assert_eq!(turned(&seen, &found.turns), reading.facelets, "{truth}");
                if ways.len() == 1 {
                    assert_eq!(reading.verdict, Verdict::Certain, "{truth}: {:?}", reading.problems);
                    assert_eq!(reading.facelets, truth);
                    assert!(found.possible.is_empty() && found.ask.is_none());
                    one += 1;
                    break;
                }
                assert_eq!(reading.verdict, Verdict::Doubtful, "{truth}: {} ways", ways.len());
                let possible: BTreeSet<String> = (found.possible.iter())
                    .map(|possible| {
                        assert_eq!(turned(&seen, &possible.turns), possible.facelets);
                        possible.facelets.to_string()
                    })
                    .collect();
                assert_eq!(possible, ways, "{truth}");
                several += 1;
                most = most.max(ways.len());
                let face = found.ask.expect("a face decides");
                assert!(!known.contains(&face), "{face} was asked for already");
                let all = reading.problems.join("; ");
                assert!(all.contains(&format!("face ({face}) again")), "{all}");
                known.push(face);
                let mut quarters: [u8; 6] = std::array::from_fn(|_| random.random_range(0..4));
                known.iter().for_each(|face| quarters[face.index()] = 0);
                seen = turned(&truth, &quarters);
            }
        }
    }
    println!("{one} certain, {several} asked back, at most {most} cubes");
    assert!(0 < several);
}

#[test]
fn a_face_that_looks_the_same_turned_is_not_turned() {
    let mut random = ChaCha8Rng::seed_from_u64(45);
    let solved = measured(&Facelets::SOLVED, &mut random);
    let found = read_turned(&solved, None, &[]).expect("in range");
    assert_eq!(found.turns, [0; 6]);
    assert_eq!((found.reading.notes.len(), found.reading.is_certain()), (0, true));
    // Of a random cube each turn is named.
    let cube = Cube::from_seed(3).facelets();
    let seen = turned(&cube, &[0, 1, 2, 3, 0, 0]);
    let found = read_turned(&measured(&seen, &mut random), None, &[]).expect("in range");
    assert_eq!(found.turns, [0, 3, 2, 1, 0, 0]);
    assert_eq!(
        found.reading.notes,
        [
            "pictures turned to make a cube: R by 90 degrees counterclockwise, F by 180 degrees, D by 90 degrees clockwise"
        ]
    );
    // With all faces known to be upright nothing is turned.
    let found = read_turned(&measured(&seen, &mut random), None, &Face::ALL).expect("in range");
    assert_eq!(found.reading.verdict, Verdict::Impossible);
    assert!(found.reading.problems[0].contains("may be turned"));
}

#[test]
fn a_face_shown_twice_is_turned_to_no_cube() {
    let mut random = ChaCha8Rng::seed_from_u64(46);
    for seed in 0..10 {
        let mut faces = measured(&Cube::from_seed(seed).facelets(), &mut random);
        faces[5] = faces[2];
        let found = read_turned(&faces, None, &[]).expect("in range");
        let problems = &found.reading.problems;
        assert_ne!(found.reading.verdict, Verdict::Certain, "seed {seed}");
        assert_eq!(found.turns, [0; 6], "seed {seed}");
        let why = match found.reading.verdict {
            Verdict::Impossible => "make no cube, however their pictures are turned: ",
            _ => "in doubt: ",
        };
        assert!(problems[0].contains(why), "{problems:?}");
    }
}

#[test]
fn photographs_that_people_took_are_turned_by_themselves() {
    let Some(data) = support::data("photographs_that_people_took_are_turned_by_themselves") else {
        return;
    };
    let mut detector = Detector::new(DetectorOptions::default());
    let (mut right, mut all) = (0, 0);
    for table in ["sixface.csv", "sixface_modern.csv"] {
        for row in support::table(&data.join(table)) {
            let mut rgb = row["files"].split(';').map(|file| {
                let image = Image::load(data.join(file)).expect("a picture");
                let faces = detector.detect(&image).expect("it runs");
                faces.first().map(|face| face.rgb())
            });
            let faces: [Option<[[f32; 3]; 9]>; 6] = std::array::from_fn(|_| rgb.next().flatten());
            all += 1;
            if faces.iter().any(Option::is_none) {
                println!("{}: a face was not found", row["set"]);
                continue;
            }
            let faces = faces.map(Option::unwrap_or_default);
            let found = read_turned(&faces, None, &[]).expect("in range");
            let reading = found.reading;
            let same = reading.facelets.to_string() == row["state"];
            println!(
                "{} {same} {:?} {:?} {:?} {:?} {}",
                row["set"],
                reading.verdict,
                found.turns,
                reading.problems,
                reading.notes,
                found.possible.len()
            );
            assert!(same || !reading.is_certain(), "{} is silently wrong", row["set"]);
            if let Some(turns) = row.get("turns_clockwise").filter(|_| reading.is_certain()) {
                let turns: Vec<u8> = turns.split(' ').map(|turn| turn.parse().expect("a turn")).collect();
                assert_eq!(found.turns.to_vec(), turns, "{}", row["set"]);
            }
            right += usize::from(same && reading.is_certain());
        }
    }
    println!("{right} of {all} sets of photographs are certain");
    assert!(4 * all <= 5 * right, "only {right} of {all} sets are certain");
}

/// What was in the right column is in the top row after a quarter turn.
fn quarter<T: Copy>(face: [T; 9]) -> [T; 9] {
    std::array::from_fn(|sticker| face[sticker % 3 * 3 + 2 - sticker / 3])
}

proptest! {
    /// Whichever way up a face is held, its stickers have the same chances.
    #[test]
    fn a_face_is_named_alike_from_all_sides(rgb in prop::array::uniform9(prop::array::uniform3(0.0..255f32)), turns in 1..4u8) {
        let held = |face: [[f32; 3]; 9]| (0..turns).fold(face, |face, _| quarter(face));
        let expected = (0..turns).fold(vision::chances(&rgb), |chances, _| quarter(chances));
        for (row, expected) in vision::chances(&held(rgb)).iter().zip(expected) {
            for (chance, expected) in row.iter().zip(expected) {
                prop_assert!((chance - expected).abs() < 1e-3, "{row:?} {expected:?}");
            }
        }
    }
}
