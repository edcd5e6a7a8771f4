//! Moves that commands print, applied by another model. What they read is in `tests/cmd`, and judged in `crates/cube`.

use crate::support::{SOLVED, cuberig, keys, model};
use serde_json::json;

#[test]
fn scrambles_without_a_seed_differ() {
    let any = || cuberig(["scramble", "--json"]).done().one_json();
    let (first, second) = (any(), any());
    assert_ne!(first["facelets"], second["facelets"]);
    let again = cuberig(["scramble", "--seed", &first["seed"].to_string(), "--json"]).done().one_json();
    assert_eq!(again, first);
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
