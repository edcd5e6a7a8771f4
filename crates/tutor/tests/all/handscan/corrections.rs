//! What a guide makes of corrections, of faces of another cube, and of what robots measured.

use std::collections::BTreeMap;
use std::time::Duration;

use cube::{Color, ColorScheme, Cube, Face, Rotation};
use testkit::rand::RngExt;
use tutor::handscan::Correction;
use vision::{FaceOrder, Verdict, measurements_from_json};

use super::person::{Person, assert_read, guide, said};

#[test]
fn a_person_corrects_stickers() {
    let mut person = Person::new(&Cube::from_seed(8), ColorScheme::WESTERN, 8);
    let truth = person.truth();
    let mut guide = guide();
    let early: Correction = "D1=R".parse().expect("a sticker");
    let refused = guide.correct(&[early]).expect_err("D was not shown");
    assert!(refused.to_string().contains("D1"), "{refused}");
    // Two stickers of one face exchanged by print: another possible cube, or none, but not this one.
    let (one, other) = (20, 24);
    person.colors.swap(one, other);
    for face in Face::ALL {
        let held = Rotation::all().find(|r| r.carry(face) == Face::F).expect("six faces");
        person.show(&mut guide, held);
    }
    let silent = guide.is_done() && guide.reading().is_some_and(|r| r.facelets.to_string() != truth);
    assert!(!silent || guide.reading().is_some_and(|r| !r.is_certain()));
    person.colors.swap(one, other);
    let corrections = [one, other].map(|sticker| Correction { sticker, color: person.colors[sticker] });
    guide.correct(&corrections).expect("all faces were shown");
    let reading = guide.reading().expect("a cube now");
    assert_eq!(reading.facelets.to_string(), truth);
    // A correction that no cube can have is not accepted silently.
    let wrong = Color::ALL.into_iter().find(|&c| c != person.colors[0] && c != person.colors[1]);
    let corrections = [Correction { sticker: 0, color: wrong.expect("six colours") }];
    let events = guide.correct(&corrections).expect("shown");
    assert!(!guide.is_done() || guide.reading().is_some_and(|r| !r.is_certain()), "{:?}", said(&events));
}

#[test]
fn a_face_of_another_cube_is_found_out() {
    for seed in 0..10 {
        let mut person = Person::new(&Cube::from_seed(seed), ColorScheme::WESTERN, seed);
        let mut guide = guide();
        let real = person.colors;
        for face in Face::ALL {
            person.colors = real;
            if face == Face::L {
                person.colors = Person::new(&Cube::from_seed(seed + 100), person.scheme, 0).colors;
            }
            let held = person.any_hold(face);
            person.show(&mut guide, held);
        }
        person.colors = real;
        assert!(!guide.is_done(), "seed {seed}");
        assert!(guide.missing().contains(&Face::L), "seed {seed}: {:?}", guide.missing());
        assert!(person.obey(&mut guide).is_some());
        assert_read(&guide, &person);
    }
}

#[test]
fn a_person_asks_to_show_a_face_again() {
    let mut person = Person::new(&Cube::from_seed(9), ColorScheme::WESTERN, 9);
    let mut guide = guide();
    assert_eq!(person.obey(&mut guide), Some(6));
    guide.show_again(Face::R);
    assert!(!guide.is_done());
    assert_eq!(guide.missing(), [Face::R]);
    assert_eq!(person.obey(&mut guide), Some(1));
    assert_read(&guide, &person);
}

/// Who is asked for the face that is in front already goes on holding it.
#[test]
fn a_face_that_is_asked_for_while_it_is_in_front_need_not_be_moved() {
    let mut person = Person::new(&Cube::from_seed(9), ColorScheme::WESTERN, 9);
    let mut guide = guide();
    assert_eq!(person.obey(&mut guide), Some(6));
    let held = Rotation::all().find(|rotation| rotation.carry(Face::R) == Face::F).expect("R can be in front");
    person.hold(&mut guide, held, Duration::from_secs(1));
    guide.show_again(Face::R);
    let soon = person.hold(&mut guide, held, Duration::from_secs(1));
    assert_eq!(said(&soon), Vec::<String>::new(), "the person is given time to hold it otherwise");
    person.hold(&mut guide, held, Duration::from_secs(3));
    assert!(guide.is_done(), "{}", guide.prompt());
    assert_read(&guide, &person);
    // It is taken once.
    assert_eq!(said(&person.hold(&mut guide, held, Duration::from_secs(9))), Vec::<String>::new());
}

/// Cubes that robots measured in real light, shown in any order and turned in any way. Each is read as what it is, at once
/// or after the guide has asked.
#[test]
fn real_measurements_turned_in_any_way_become_their_states() {
    let test = "real_measurements_turned_in_any_way_become_their_states";
    let Some(data) = testkit::folder(&format!("{test}: real measurements")) else {
        return;
    };
    let data = data.join("vision");
    let turned = |nine: &[usize; 9], quarters: usize| {
        (0..quarters).fold(*nine, |nine, _| std::array::from_fn(|at| nine[(2 - at % 3) * 3 + at / 3]))
    };
    let mut read = 0;
    let mut table = testkit::csv::Reader::from_path(data.join("rgb_manifest.csv")).expect("a table");
    let rows: Vec<BTreeMap<String, String>> =
        table.deserialize().map(|row| row.expect("the row is well-formed")).collect();
    for (seed, row) in rows.iter().enumerate() {
        let text = std::fs::read_to_string(data.join(&row["file"])).expect("a file");
        let measured = measurements_from_json(&text, FaceOrder::default()).expect("well-formed");
        let state: cube::Facelets = row["state"].parse().expect("54 letters");
        // How this cube is coloured, only to hold it as it is asked.
        let scheme = vision::read_state(&measured).expect("in range").scheme;
        let mut person = Person::new(&Cube::try_from(&state).expect("legal"), scheme, seed as u64);
        let mut guide = guide();
        let mut order = Face::ALL.to_vec();
        order.rotate_left(seed % 6);
        let mut shown = 0;
        while shown < 30 && !guide.is_done() {
            let asked = guide.screen().asked.expect("not done");
            let held = match order.pop() {
                Some(face) => person.any_hold(face),
                None => person.obedient_hold(&asked),
            };
            let face = Face::ALL.into_iter().find(|&f| held.carry(f) == Face::F);
            let face = face.expect("one face is in front").index();
            let own: [usize; 9] = std::array::from_fn(|at| 9 * face + at);
            let seen = person.seen(held);
            let places = (0..4)
                .map(|quarters| turned(&own, quarters))
                .find(|places| places.map(|sticker| person.colors[sticker]) == seen);
            let places = places.expect("a face is turned by quarters");
            person.hide(&mut guide, Duration::from_millis(600));
            person.frames(&mut guide, Duration::from_secs(1), |person| {
                let rgb = places.map(|sticker| {
                    measured[face][sticker % 9]
                        .map(|channel| (channel + person.random.random_range(-1.0..1.0)).clamp(0.0, 255.0))
                });
                Some(person.view_of(rgb, [160.0, 160.0]))
            });
            shown += 1;
        }
        let Some(reading) = guide.reading().filter(|r| r.verdict == Verdict::Certain) else {
            println!("not sure: {}: {}", row["file"], guide.screen().notice);
            continue;
        };
        let same = Rotation::all().any(|rotation| state.rotated(rotation).colors(&scheme) == reading.colors);
        // A solved cube does not show where its colours lie.
        let solved = state == cube::Facelets::SOLVED && reading.facelets == state;
        assert!(same || solved, "{} is read as {}", row["file"], reading.facelets);
        println!("right: {} after {shown} faces", row["file"]);
        read += 1;
    }
    assert!(rows.len() * 9 <= read * 10, "{read} of {} cubes are read for sure", rows.len());
}
