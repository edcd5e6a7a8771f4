//! `state --type`: a cube typed face by face, with every mistake named at once.

use crate::support::{SOLVED, cuberig, cuberig_with_input, keys, model};

/// The six faces of a cube in lines, in colours.
fn lines(cube: &str) -> Vec<String> {
    let color = |face: u8| "WRGYOB".as_bytes()["URFDLB".find(char::from(face)).unwrap()];
    let faces = cube.as_bytes().chunks(9);
    faces.map(|nine| nine.iter().map(|&face| char::from(color(face))).collect()).collect()
}

fn typed(lines: &[String]) -> crate::support::Answer {
    cuberig_with_input(["state", "--type", "--json"], lines.join("\n").as_bytes())
}

#[test]
fn a_typed_cube_is_read() {
    let cube = model::apply_all(SOLVED, "R U2 F' L D B2");
    let answer = typed(&lines(&cube));
    assert_eq!(answer.status, 0, "{}", answer.stderr);
    let state = answer.one_json();
    assert_eq!(keys(&state), ["certain", "facelets", "problems", "valid"]);
    assert_eq!((&state["facelets"], &state["valid"]), (&cube.into(), &true.into()));
}

#[test]
fn each_mistake_is_named_at_once_and_the_face_typed_again() {
    let cube = model::apply_all(SOLVED, "R U2 F' L D B2");
    for (wrong, part) in
        [("WWWW", "4 were typed"), ("WWWWPWWWW", "'P' is neither"), ("WWWWWUWWW", "type all stickers one way")]
    {
        let mut all = lines(&cube);
        all.insert(0, wrong.to_owned());
        let answer = typed(&all);
        assert_eq!(answer.status, 0, "{wrong}: {}", answer.stderr);
        assert!(answer.stderr.contains(part), "{}", answer.stderr);
        assert_eq!(answer.one_json()["facelets"], cube);
    }
    let mut all = lines(&cube);
    // The right side again in place of the front: the same centre, and pieces that cannot be.
    all.insert(2, all[1].clone());
    let answer = typed(&all);
    assert!(answer.stderr.contains("the centre of F is 'R', but so is that of R"), "{}", answer.stderr);
    assert_eq!(answer.one_json()["facelets"], cube);
}

#[test]
fn back_asks_for_the_face_before() {
    let cube = model::apply_all(SOLVED, "F D2");
    let mut all = lines(&cube);
    let again = all[1].clone();
    all.insert(2, "back".to_owned());
    all.insert(3, again);
    assert_eq!(typed(&all).one_json()["facelets"], cube);
}

#[test]
fn a_cube_that_cannot_be_is_refused_with_the_law() {
    let mut flipped = SOLVED.as_bytes().to_vec();
    flipped.swap(7, 19);
    let all = lines(&String::from_utf8(flipped).unwrap());
    let answer = typed(&all);
    assert_eq!(answer.status, 1);
    assert_eq!(answer.one_json()["valid"], false);
    assert!(answer.stderr.contains("edge must be turned over"), "{}", answer.stderr);
    let answer = typed(&all[..3]);
    assert_eq!(answer.status, 1);
    assert!(answer.stderr.contains("D L B is missing"), "{}", answer.stderr);
    cuberig(["state", "--type", "--rgb", "x.json"]).fails(2, "--rgb");
}
