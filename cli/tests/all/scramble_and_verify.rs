//! `scramble` and `verify` against the model of the tests.

use crate::support::{SOLVED, SUPERFLIP, cuberig, keys, model};

#[test]
fn the_model_knows_published_facts() {
    // Orders of well-known sequences, and the superflip's shortest solution of 20 moves.
    let repeat = |moves: &str, times| (0..times).fold(SOLVED.to_owned(), |cube, _| model::apply_all(&cube, moves));
    assert_eq!(repeat("R U R' U'", 6), SOLVED);
    assert_ne!(repeat("R U R' U'", 3), SOLVED);
    assert_eq!(repeat("R U", 105), SOLVED);
    assert_eq!(repeat("R L2 U' F' D2", 1260).len(), 54);
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    assert_eq!(model::apply_all(SOLVED, superflip), SUPERFLIP);
}

#[test]
fn scrambles_follow_their_seeds() {
    let three = cuberig(["scramble", "--seed", "7", "--count", "3", "--json"]).done().json();
    assert_eq!(three.len(), 3);
    for (offset, cube) in three.iter().enumerate() {
        assert_eq!(keys(cube), ["facelets", "seed"]);
        let seed = (7 + offset).to_string();
        assert_eq!(cube["seed"].to_string(), seed);
        let alone = cuberig(["scramble", "--seed", &seed]).done();
        assert_eq!(alone.stdout.trim(), cube["facelets"].as_str().unwrap());
    }
    assert_ne!(three[0]["facelets"], three[1]["facelets"]);
}

#[test]
fn without_a_seed_scrambles_differ_and_can_be_repeated() {
    let any = || cuberig(["scramble", "--json"]).done().one_json();
    let (first, second) = (any(), any());
    assert_ne!(first["facelets"], second["facelets"]);
    let again = cuberig(["scramble", "--seed", &first["seed"].to_string()]).done();
    assert_eq!(again.stdout.trim(), first["facelets"].as_str().unwrap());
}

#[test]
fn verify_agrees_with_the_model() {
    for (moves, standard) in
        [("R U2 F'", "R U2 F'"), ("R1 U2 F3", "R U2 F'"), ("R+ U2 F-", "R U2 F'"), ("x R U x'", "R F"), ("", "")]
    {
        let answer = cuberig(["verify", SOLVED, moves, "--json"]);
        let object = answer.one_json();
        let mut expected = vec!["facelets", "htm", "moves", "qtm", "solved"];
        if moves.contains('+') {
            // Which notation was chosen, where it is not the standard one.
            expected.insert(3, "notation");
        }
        assert_eq!(keys(&object), expected);
        let after = model::apply_all(SOLVED, standard);
        assert_eq!(object["facelets"], after, "{moves}");
        assert_eq!(object["moves"], standard, "{moves}");
        assert_eq!(object["solved"], model::is_solved(&after), "{moves}");
        assert_eq!(answer.status, i32::from(!model::is_solved(&after)), "{moves}");
    }
}

#[test]
fn verify_says_yes_in_words_and_no_with_a_reason() {
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let yes = cuberig(["verify", SUPERFLIP, superflip]).done();
    assert_eq!(yes.stdout, "solved in 20 moves (28 quarter turns)\n");
    let no = cuberig(["verify", SUPERFLIP, "R"]).fails(1, &model::apply(SUPERFLIP, "R"));
    assert!(no.stderr.contains("not solved"));
}

#[test]
fn verify_reads_colour_letters_by_their_centres() {
    let colors: String = model::apply(SOLVED, "F")
        .chars()
        .map(|face| "WRGYOB".as_bytes()["URFDLB".find(face).unwrap()] as char)
        .collect();
    cuberig(["verify", &colors, "F'"]).done();
}

#[test]
fn the_case_notation_is_read_when_named() {
    let cube = model::apply(SOLVED, "R'");
    cuberig(["verify", &cube, "R", "--notation", "case"]).done();
    let cube = model::apply(SOLVED, "R");
    cuberig(["verify", &cube, "r", "--notation", "case"]).done();
}
