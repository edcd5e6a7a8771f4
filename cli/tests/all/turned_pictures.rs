//! `state` with pictures of which some are turned, and readings that are not certain.

use crate::support::drawn::{measurements, rgb, six_pictures};
use crate::support::{Answer, SOLVED, cuberig, keys, model};
use serde_json::{Value, json};
use testkit::Folder;

/// Nine stickers turned clockwise.
fn turned(nine: &str, quarters: usize) -> String {
    let letters: Vec<char> = nine.chars().collect();
    match quarters % 4 {
        0 => nine.to_owned(),
        quarters => {
            let once = [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|at| letters[at]);
            turned(&String::from_iter(once), quarters - 1)
        }
    }
}

/// A cube's stickers with each face turned clockwise.
fn all_turned(cube: &str, quarters: [usize; 6]) -> String {
    let faces = quarters.iter().enumerate();
    faces.map(|(face, quarters)| turned(&cube[9 * face..][..9], *quarters)).collect()
}

/// Reads a cube drawn in six pictures.
fn state(stickers: &str, more: &[&str]) -> Answer {
    let folder = Folder::new("turned");
    let pictures = six_pictures(&folder, stickers);
    let pictures = pictures.iter().map(String::as_str);
    cuberig(["state", "--json"].into_iter().chain(pictures).chain(more.iter().copied()))
}

/// Reads a cube from measured colours.
fn measured(stickers: &str, paint: impl FnMut(char) -> [u8; 3], more: &[&str]) -> Answer {
    let folder = Folder::new("measured");
    let file = folder.write("rgb.json", measurements(stickers, "URFDLB", paint));
    cuberig([&["state", "--json", "--rgb", &file, "--rgb-order", "URFDLB"], more].concat())
}

#[test]
fn turned_pictures_are_turned_and_named() {
    let cube = model::apply_all(SOLVED, "R U2 F' L D B2 R' U F2 D'");
    let object = state(&cube, &[]).done().one_json();
    assert_eq!(keys(&object), ["certain", "facelets", "problems", "valid"]);
    assert_eq!((&object["facelets"], &object["valid"]), (&json!(cube), &json!(true)));
    assert_eq!((&object["turns_clockwise"], &object["notes"]), (&Value::Null, &Value::Null));
    let seen = all_turned(&cube, [1, 0, 2, 3, 0, 1]);
    let object = state(&seen, &[]).done().one_json();
    assert_eq!(object["facelets"], cube.as_str());
    assert_eq!((&object["valid"], &object["certain"]), (&json!(true), &json!(true)));
    assert_eq!(object["turns_clockwise"], json!([3, 0, 2, 1, 0, 3]));
    assert_eq!(
        object["notes"],
        json!([
            "pictures turned to make a cube: U by 90 degrees counterclockwise, F by 180 degrees, D by 90 degrees clockwise, B by 90 degrees counterclockwise"
        ])
    );
    // Where that is forbidden they make no cube.
    let answer = state(&seen, &["--turns", "as-taken"]).fails(1, "may be turned");
    let object = answer.one_json();
    assert_eq!((&object["valid"], &object["certain"]), (&json!(false), &json!(false)));
}

/// Of a cube one turn from solved nobody can say which face was turned, if the pictures may be turned.
#[test]
fn several_cubes_are_named_and_one_face_is_asked_for() {
    let cube = model::apply_all(SOLVED, "R");
    let seen = all_turned(&cube, [2, 0, 0, 1, 0, 3]);
    let answer = state(&seen, &[]).fails(1, "not certain");
    let object = answer.one_json();
    assert_eq!((&object["valid"], &object["certain"]), (&json!(true), &json!(false)));
    let possible = object["possible"].as_array().expect("a list");
    let found: Vec<&str> = possible.iter().filter_map(|cube| cube["facelets"].as_str()).collect();
    assert_eq!(found.len(), 2);
    for turn in ["R", "L'"] {
        assert!(found.contains(&model::apply_all(SOLVED, turn).as_str()), "{turn}: {found:?}");
    }
    let problems = object["problems"].to_string();
    assert!(problems.contains("make 2 different cubes"), "{problems}");
    assert!(problems.contains("show the white face (U) again, with the blue face (B) above it"), "{problems}");
    assert!(answer.stderr.contains("--turns U"), "{}", answer.stderr);
    // The picture of U is taken again; the others stay.
    let again = all_turned(&cube, [0, 0, 0, 1, 0, 3]);
    let object = state(&again, &["--turns", "U"]).done().one_json();
    assert_eq!(object["facelets"], cube.as_str());
    let object = state(&cube, &["--turns", "as-taken"]).done().one_json();
    assert_eq!(object["facelets"], cube.as_str());
    // One of them, for those who accept that.
    let object = state(&seen, &["--accept-doubt"]).done().one_json();
    assert_eq!(object["certain"], false);
}

#[test]
fn measured_colours_are_turned_only_where_they_make_no_cube() {
    let cube = model::apply_all(SOLVED, "R");
    assert_eq!(measured(&cube, rgb, &[]).done().one_json()["facelets"], cube.as_str());
    measured(&cube, rgb, &["--turns", "any"]).fails(1, "2 different cubes");
    let cube = model::apply_all(SOLVED, "R U2 F' L D B2 R' U F2 D'");
    let seen = all_turned(&cube, [0, 0, 0, 2, 0, 0]);
    let object = measured(&seen, rgb, &[]).done().one_json();
    assert_eq!(object["facelets"], cube.as_str());
    assert_eq!(object["turns_clockwise"], json!([0, 0, 0, 2, 0, 0]));
    measured(&seen, rgb, &["--turns", "as-taken"]).fails(1, "make no cube");
}

#[test]
fn colours_that_are_all_alike_are_no_certain_cube() {
    for noise in [0, 1, 3, 8] {
        let mut at = 0u8;
        let paint = |_| {
            at += 1;
            [0, 1, 2].map(|channel| 120 + (at - 1).wrapping_mul(37 + 16 * channel) % (noise + 1))
        };
        let answer = measured(SOLVED, paint, &[]);
        assert_eq!(answer.status, 1, "{noise}: {}", answer.stdout);
        assert_eq!(answer.one_json()["certain"], false);
    }
}

/// A cube whose edge is flipped by misread stickers comes with doubt, or not at all; never with exit status 0.
#[test]
fn a_reading_in_doubt_is_a_failure_unless_it_is_accepted() {
    let cube = model::apply_all(SOLVED, "R U2 F' L D B2 R' U F2 D'");
    let mut at = 0;
    // Between red and orange: the stickers of other pieces.
    let mut paint = |color| {
        at += 1;
        if (at - 1) % 9 != 4 && matches!(color, 'R' | 'O') { [212, 68, 28] } else { rgb(color) }
    };
    let answer = measured(&cube, &mut paint, &[]).fails(1, "--accept-doubt");
    let object = answer.one_json();
    assert_eq!((&object["valid"], &object["certain"]), (&json!(true), &json!(false)), "{object}");
    assert!(object["problems"][0].as_str().expect("a sentence").contains("in doubt: "), "{object}");
    let accepted = measured(&cube, &mut paint, &["--accept-doubt"]).done();
    assert_eq!(accepted.one_json()["facelets"], object["facelets"]);
}
