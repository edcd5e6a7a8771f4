//! Moves as people write them, in each notation and command. Another model applies what is printed.

use crate::support::{SOLVED, SUPERFLIP, cuberig, keys, model};
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

/// The first line that a command prints.
fn printed(arguments: &[&str]) -> String {
    let answer = cuberig(arguments).done();
    answer.stdout.lines().next().unwrap_or_default().to_owned()
}

/// The cube as it is held after plain turns, and turned back so that its centres are in their places.
fn upright(facelets: &str) -> String {
    let ways = ["", "x", "x2", "x'", "z", "z'"];
    let turns = ["", "y", "y2", "y'"];
    let all = ways.iter().flat_map(|tilt| turns.map(|turn| format!("{tilt} {turn}")));
    let mut turned = all.map(|rotation| model::apply_all(facelets, &rotation));
    let is_upright = |facelets: &String| facelets.as_bytes().iter().skip(4).step_by(9).eq(b"URFDLB");
    turned.find(is_upright).expect("some rotation brings the centres home")
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
    let moves = printed(&["plan", "--moves", "r (U R')2 [M, U]"]);
    assert_eq!(model::apply_all(SOLVED, &moves), upright(&model::apply_all(SOLVED, "Rw U R' U R' M U M' U'")));
}

#[test]
fn what_is_not_understood_has_its_place_in_each_command() {
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

#[test]
fn a_scramble_in_any_notation_leads_to_the_same_cube() {
    let scramble = |notation: &str| {
        let object =
            cuberig(["scramble", "--seed", "5", "--turns", "9", "--notation", notation, "--json"]).done().one_json();
        ["moves", "facelets", "pieces"].map(|key| object[key].as_str().unwrap_or_default().to_owned())
    };
    let [standard, cube, pieces] = scramble("standard");
    assert_eq!((model::apply_all(SOLVED, &standard), pieces), (cube.clone(), String::new()));
    for notation in ["quarters", "case", "lab", "plus-minus"] {
        let [moves, same, _] = scramble(notation);
        assert_eq!(same, cube);
        assert_eq!(printed(&["sequence", "apply", &moves, "--notation", notation]), cube, "{moves}");
    }
    let [_, same, pieces] = scramble("singmaster");
    assert_eq!(same, cube);
    // What is printed as pieces is read where a cube is asked for.
    assert_eq!(printed(&["sequence", "apply", "", &pieces]), cube);
    let flipped = printed(&["sequence", "apply", "", SUPERFLIP, "--notation", "singmaster"]);
    cuberig(["verify", &flipped, "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"]).done();
}

/// What `solve` and `teach` print as JSON, whole and stage by stage, `verify` reads in the same notation.
#[test]
fn solutions_and_lessons_are_printed_in_each_notation() {
    let cube = model::apply_all(SOLVED, "R U2 F' L D B2");
    for notation in ["standard", "singmaster", "quarters", "case", "plus-minus"] {
        for command in [
            &["solve", "--method", "thistlethwaite"][..],
            &["teach"],
            &["teach", "--method", "cfop"],
            &["teach", "--method", "layers"],
        ] {
            let arguments = [cube.as_str(), "--notation", notation, "--json"];
            let answer = cuberig(command.iter().chain(&arguments)).done().one_json();
            let whole = answer["moves"].as_str().expect("moves");
            cuberig(["verify", &cube, whole, "--notation", notation]).done();
            let mut parts = Vec::new();
            for stage in answer["stages"].as_array().expect("stages") {
                let steps = stage["steps"].as_array();
                let parts_of_it = steps.map_or(std::slice::from_ref(stage), Vec::as_slice);
                parts.extend(parts_of_it.iter().filter_map(|part| part["moves"].as_str()));
            }
            let joined = parts.join(" ");
            if joined != whole {
                cuberig(["verify", &cube, &joined, "--notation", notation]).done();
            }
            let is_standard = whole.contains('\'');
            assert_eq!(is_standard, ["standard", "singmaster"].contains(&notation), "{whole}");
        }
    }
}

#[test]
fn each_case_does_what_its_mask_shows() {
    let undo = |turn: &str| match turn.strip_suffix('\'') {
        Some(face) => face.to_owned(),
        None if turn.ends_with('2') => turn.to_owned(),
        None => format!("{turn}'"),
    };
    for (set, count) in [("oll", 57), ("pll", 21), ("f2l", 41)] {
        let listed = cuberig(["cases", set, "--json"]).done().json();
        assert_eq!(listed.len(), count);
        for (at, case) in listed.iter().enumerate() {
            assert_eq!(keys(case), ["auf", "mask", "moves", "name", "number", "others", "set"]);
            assert_eq!((&case["set"], &case["number"]), (&json!(set), &json!(at + 1)));
            // Undone on the solved cube, the moves and the turn after them lead to what the mask shows.
            let mask = case["mask"].as_str().unwrap();
            assert_eq!(mask.len(), 54);
            let leads_there = |moves: &str, auf: &str| {
                let moves = format!("{moves} {auf}");
                let undone: Vec<String> = moves.split_whitespace().rev().map(undo).collect();
                let before = model::apply_all(SOLVED, &undone.join(" "));
                mask.chars().zip(before.chars()).all(|(wanted, shown)| wanted == '.' || wanted == shown)
            };
            assert!(leads_there(case["moves"].as_str().unwrap(), case["auf"].as_str().unwrap()), "{case}");
            for other in case["others"].as_array().unwrap() {
                let other = other.as_str().unwrap();
                // With a turn of the top after it, and the cube held as before: wide turns and rotations carry it along.
                let quarters = |turn: &str| ["", turn, &format!("{turn}2"), &format!("{turn}'")].map(str::to_owned);
                let holds = [quarters("y"), quarters("x")].concat();
                let ends =
                    quarters("U").map(|auf| holds.iter().map(|held| format!("{auf} {held}")).collect::<Vec<_>>());
                let mut ends = ends.iter().flatten();
                assert!(ends.any(|end| leads_there(other, end)), "{case}: {other}");
            }
        }
    }
}

#[test]
fn the_cuboid_is_scrambled_and_solved() {
    for minimize in ["turns", "time"] {
        for seed in 0..4 {
            let scrambled = cuberig(["cuboid", "scramble", "--seed", &seed.to_string(), "--json"]).done().one_json();
            assert_eq!(keys(&scrambled), ["moves", "state"]);
            let state = scrambled["state"].as_str().unwrap();
            let solved = cuberig(["cuboid", "solve", state, "--minimize", minimize, "--json"]).done().one_json();
            assert_eq!(keys(&solved), ["moves", "time", "turns"]);
            let back: String = solved["moves"].as_str().unwrap().chars().rev().collect();
            let again = cuberig(["cuboid", "scramble", &back, "--json"]).done().one_json();
            assert_eq!(again["state"], state);
        }
    }
}
