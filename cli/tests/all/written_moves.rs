//! Moves as people write them, and cubes written in numbers, through the commands. Another model applies what is printed.

use crate::support::{SOLVED, cuberig, keys, model};
use serde_json::json;

/// What is typed, and the same written out by hand: plain turns with blanks between them.
const WRITTEN: [(&str, &str); 17] = [
    ("r U R", "Rw U R"),
    ("r U r'", "Rw U Rw'"),
    ("U' (R U2 R') d (R' U' R)", "U' R U2 R' Dw R' U' R"),
    ("(R U R' U')3", "R U R' U' R U R' U' R U R' U'"),
    ("[R, U]   [R: U]", "R U R' U' R U R'"),
    ("[R U: [M', D2]]", "R U M' D2 M D2 U' R'"),
    ("R U R' U' // sexy", "R U R' U'"),
    ("R` U´ Rʼ R‘", "R' U' R' R'"),
    ("R1 U'   R3 U' F2", "R U' R' U' F2"),
    ("U2 L3 R1 (21f)", "U2 L' R"),
    ("2R   2R'  1-2r 2-3r", "M' M Rw Lw'"),
    ("Y' L", "y' L"),
    ("x' (R U') (R' D) (R U R') Uw'2", "x' R U' R' D R U R' Uw2"),
    ("Yi X Ri U Ri D D", "y' x R' U R' D D"),
    ("(U R U' R') x 3 // 4th pair", "U R U' R' U R U' R' U R U' R'"),
    ("M'2 U M /* Ub */ U2. m' e S2", "M2 U M U2 M' E S2"),
    ("(F U F')' (r)2'", "F U' F' Rw' Rw'"),
];

/// The cube as it is held after plain turns, and turned back so that its centres are in their places.
fn upright(facelets: &str) -> String {
    let ways = ["", "x", "x2", "x'", "z", "z'"];
    let turns = ["", "y", "y2", "y'"];
    let all = ways.iter().flat_map(|tilt| turns.map(|turn| format!("{tilt} {turn}")));
    let mut turned = all.map(|rotation| model::apply_all(facelets, &rotation));
    let is_upright = |facelets: &String| {
        let centres = facelets.as_bytes().iter().skip(4).step_by(9);
        centres.eq(b"URFDLB")
    };
    turned.find(is_upright).expect("some rotation brings the centres home")
}

fn printed(arguments: &[&str]) -> String {
    cuberig(arguments).done().stdout.trim_end().to_owned()
}

#[test]
fn every_command_reads_moves_as_people_write_them() {
    for (typed, plain) in WRITTEN {
        let after = model::apply_all(SOLVED, plain);
        assert_eq!(printed(&["sequence", "apply", typed]), after, "{typed}");
        let back = printed(&["sequence", "invert", typed]);
        assert_eq!(model::apply_all(&after, &back), SOLVED, "{typed}: {back}");
        let simple = printed(&["sequence", "simplify", typed]);
        assert_eq!(model::apply_all(SOLVED, &simple), after, "{typed}: {simple}");
        let faces = printed(&["sequence", "simplify", "--faces-only", typed]);
        assert!(!faces.contains(['w', 'M', 'E', 'S', 'x', 'y', 'z']), "{faces}");
        let upright = upright(&after);
        assert_eq!(model::apply_all(SOLVED, &faces), upright, "{typed}: {faces}");
        // The moves that undo it solve the cube that it makes.
        let undo = printed(&["sequence", "invert", &faces]);
        let verified = cuberig(["verify", &upright, &undo, "--json"]).done();
        assert_eq!(keys(&verified.one_json()), ["facelets", "htm", "moves", "qtm", "solved"]);
    }
    // The arms turn faces of a cube that they never rotate.
    let planned = cuberig(["plan", "--moves", "r (U R')2 [M, U]"]).done();
    let moves = planned.stdout.lines().next().unwrap_or_default();
    let after = upright(&model::apply_all(SOLVED, "Rw U R' U R' M U M' U'"));
    assert_eq!(model::apply_all(SOLVED, moves), after);
    for (typed, plain) in [("r U R' U'", "Rw U R' U'"), ("M", "M"), ("[M, U]", "M U M' U'")] {
        let cubes = std::iter::successors(Some(model::apply_all(SOLVED, plain)), |cube| {
            (cube != SOLVED).then(|| model::apply_all(cube, plain))
        });
        let order = cubes.count().to_string();
        assert_eq!(printed(&["sequence", "order", typed]), order, "{typed}");
    }
}

#[test]
fn slices_and_wide_turns_stay_when_simplified() {
    for (typed, simple, faces) in [
        ("M2 U M U2 M' U M2", "M2 U M U2 M' U M2", "L2 R2 D L' R F2 L R' D L2 R2"),
        ("r r U U'", "Rw2", "L2"),
        ("R L R' L U U", "L2 U2", "L2 U2"),
        ("x R U x'", "R F", "R F"),
        ("x R U", "R F x", "R F"),
        ("Rw L'", "x", ""),
    ] {
        assert_eq!(printed(&["sequence", "simplify", typed]), simple);
        assert_eq!(printed(&["sequence", "simplify", typed, "--faces-only"]), faces);
    }
    let counted = cuberig(["sequence", "simplify", "r M x", "--json"]).done().one_json();
    assert_eq!(counted, json!({ "moves": "R x", "htm": 1, "qtm": 1 }));
}

#[test]
fn what_auto_chose_and_what_the_lab_ignores_is_reported() {
    let answer = cuberig(["sequence", "invert", "R+ U-"]).done();
    assert_eq!(answer.stdout, "U R'\n");
    assert_eq!(answer.stderr, "cuberig: the moves were read in plus-minus notation\n");
    let answer = cuberig(["sequence", "invert", "R+ U-", "--json"]).done();
    assert_eq!(answer.one_json(), json!({ "moves": "U R'", "notation": "plus-minus" }));
    // Asked for, or standard: nothing to report.
    for arguments in [
        &["sequence", "invert", "R+ U-", "--notation", "plus-minus"][..],
        &["sequence", "invert", "R1 U3"],
        &["sequence", "invert", "r U"],
    ] {
        assert_eq!(cuberig(arguments).done().stderr, "");
    }
    for (written, moves, ignored) in [("uRB31", "uRB", 2), ("Bru41", "Bru", 2), ("RFr_f", "RFrf", 1)] {
        let answer = cuberig(["sequence", "simplify", written, "--notation", "lab", "--json"]).done();
        let right = json!({ "moves": moves, "htm": moves.len(), "qtm": moves.len(), "ignored": ignored });
        assert_eq!(answer.one_json(), right);
        assert!(answer.stderr.contains("ignored"), "{}", answer.stderr);
    }
    let verified = cuberig(["verify", SOLVED, "R+ R-", "--json"]).done();
    assert_eq!(verified.one_json()["notation"], "plus-minus");
    let planned = cuberig(["plan", "--moves", "R+ U-", "--json"]).done();
    assert_eq!(planned.one_json()["notation"], "plus-minus");
}

#[test]
fn what_is_not_understood_has_its_place_and_reason() {
    for (typed, words) in [
        ("3Rw", "'3Rw' at character 1 turns all three layers: write x"),
        ("R U 3Fw2", "'3Fw2' at character 5 turns all three layers: write z2"),
        ("((((R)99)99)99)99", "'(' at character 2 makes more than 100000 turns"),
        ("R (U", "'(' at character 3 opens a bracket that is never closed"),
        ("uRB31", "'B31' at character 3 has the number '31'"),
        ("R Q", "'Q' at character 3 is not a move in standard notation"),
    ] {
        for command in ["apply", "invert", "order", "cycles", "simplify"] {
            cuberig(["sequence", command, typed]).fails(2, words);
        }
        cuberig(["verify", SOLVED, typed]).fails(2, words);
        cuberig(["plan", "--moves", typed]).fails(2, words);
    }
}

/// The list of the permutation lab, 49 numbers that begin with 0, and 54 numbers in two orders of the faces.
#[test]
fn cubes_are_read_from_numbers() {
    let cube = model::apply_all(SOLVED, "R U F2 L'");
    for (numbering, first) in [("48", "0, "), ("54", ""), ("ulfrbd", "")] {
        let applied = ["sequence", "apply", "R U F2 L'", "--numbering", numbering];
        let numbers = printed(&applied);
        let numbers = numbers.lines().nth(1).expect("numbers");
        let list = format!("[{first}{}]", numbers.replace(' ', ", "));
        for written in [numbers, &list] {
            let again = ["sequence", "apply", "", written, "--numbering", numbering, "--json"];
            let again = cuberig(again).done().one_json();
            assert_eq!(again["facelets"], cube);
            let same: Vec<String> = (again["numbers"].as_array().unwrap().iter()).map(ToString::to_string).collect();
            assert_eq!(same.join(" "), numbers);
            cuberig(["verify", written, "L F2 U' R'", "--numbering", numbering]).done();
            let solved = cuberig(["solve", written, "--numbering", numbering, "--json"]).done();
            let moves = solved.one_json()["moves"].as_str().unwrap().to_owned();
            assert_eq!(model::apply_all(&cube, &moves), SOLVED);
        }
        let back = ["sequence", "apply", "L F2 U' R'", &list, "--numbering", numbering];
        assert!(printed(&back).starts_with(SOLVED));
    }
    // Letters are still letters.
    let applied = printed(&["sequence", "apply", "L F2 U' R'", &cube, "--numbering", "48"]);
    let numbers: Vec<String> = (1..=48).map(|number| number.to_string()).collect();
    assert_eq!(applied, format!("{SOLVED}\n{}", numbers.join(" ")));
    let list = |numbers: Vec<u8>| format!("{numbers:?}");
    let solved: Vec<u8> = (0..54).collect();
    cuberig(["solve", &list(solved.clone())]).fails(1, "--numbering 48, 54 or ulfrbd");
    let mut apart = solved.clone();
    apart.swap(0, 2);
    cuberig(["solve", &list(apart), "--numbering", "54"]).fails(1, "sticker 2 has left its piece");
    cuberig(["solve", &list(solved), "--numbering", "48"]).fails(1, "48 numbers");
    cuberig(["solve", "1 2 3", "--numbering", "48", "--order", "ULFRBD"]).fails(2, "--order");
    cuberig(["plan", "--moves", "R", "--numbering", "48"]).fails(2, "--moves");
}
