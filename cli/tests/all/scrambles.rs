//! `scramble` and `verify` against the model of the tests, and cubes written in other orders and in numbers.

use crate::support::{Answer, SOLVED, SUPERFLIP, cuberig, keys, model};

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
    let alone = |seed: &str| cuberig(["scramble", "--seed", seed]).done().stdout.trim().to_owned();
    let three = cuberig(["scramble", "--seed", "7", "--count", "3", "--json"]).done().json();
    let without_seed = || cuberig(["scramble", "--json"]).done().one_json();
    let (first, second) = (without_seed(), without_seed());
    assert_eq!(three.iter().map(|cube| cube["seed"].to_string()).collect::<Vec<_>>(), ["7", "8", "9"]);
    assert_ne!(first["facelets"], second["facelets"]);
    assert_ne!(three[0]["facelets"], three[1]["facelets"]);
    for cube in three.iter().chain([&first]) {
        assert_eq!(keys(cube), ["facelets", "seed"]);
        assert_eq!(cube["facelets"], alone(&cube["seed"].to_string()));
    }
}

#[test]
fn turns_are_printed_with_the_state_they_lead_to() {
    let scrambled = cuberig(["scramble", "--turns", "50", "--seed", "4", "--json"]).done().one_json();
    assert_eq!(keys(&scrambled), ["facelets", "moves", "seed"]);
    let moves = scrambled["moves"].as_str().unwrap();
    assert_eq!(moves.split_whitespace().count(), 50);
    assert_eq!(scrambled["facelets"], model::apply_all(SOLVED, moves));
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
        assert_eq!((&object["facelets"], &object["moves"]), (&after.clone().into(), &standard.into()), "{moves}");
        assert_eq!(object["solved"], model::is_solved(&after), "{moves}");
        assert_eq!(answer.status, i32::from(!model::is_solved(&after)), "{moves}");
    }
}

#[test]
fn typed_faces_may_come_in_another_order() {
    let cube = model::apply_all(SOLVED, "R U F2 D' L");
    let face = |letter: char| {
        let at = "URFDLB".find(letter).unwrap();
        &cube[9 * at..9 * at + 9]
    };
    let other: String = "BLFRUD".chars().map(face).collect::<Vec<_>>().join(" ");
    let usual = cuberig(["teach", &cube, "--json"]).done().stdout;
    let ordered = cuberig(["teach", &other, "--order", "BLFRUD", "--json"]).done().stdout;
    assert_eq!(usual, ordered);
    cuberig(["verify", &other, "L' D F2 U' R'", "--order", "BLFRUD"]).done();
}

/// The list of the permutation lab, 49 numbers that begin with 0, and 54 numbers in two orders of the faces.
#[test]
fn cubes_are_read_from_numbers() {
    let cube = model::apply_all(SOLVED, "R U F2 L'");
    for (numbering, first) in [("48", "0, "), ("54", ""), ("ulfrbd", "")] {
        let run = |arguments: &[&str]| -> Answer { cuberig([arguments, &["--numbering", numbering]].concat()).done() };
        let numbers = run(&["sequence", "apply", "R U F2 L'"]).stdout;
        let numbers = numbers.lines().nth(1).expect("numbers");
        let list = format!("[{first}{}]", numbers.replace(' ', ", "));
        for written in [numbers, &list] {
            let again = run(&["sequence", "apply", "", written, "--json"]).one_json();
            assert_eq!(again["facelets"], cube);
            let same: Vec<String> = (again["numbers"].as_array().unwrap().iter()).map(ToString::to_string).collect();
            assert_eq!(same.join(" "), numbers);
            run(&["verify", written, "L F2 U' R'"]);
            let solved = run(&["solve", written, "--json"]).one_json();
            assert_eq!(model::apply_all(&cube, solved["moves"].as_str().unwrap()), SOLVED);
        }
        assert!(run(&["sequence", "apply", "L F2 U' R'", &list]).stdout.starts_with(SOLVED));
    }
}
