//! `sequence`, `cases`, `cuboid`, `scramble --turns` and `--order`.

use crate::support::{SOLVED, cuberig, keys, model};
use serde_json::json;

#[test]
fn orders_and_cycles_are_those_of_the_lab() {
    for (moves, order) in [("RF", 105), ("Ur", 63), ("rdL", 180), ("RDFLBUrdflbu", 360)] {
        let answer = cuberig(["sequence", "order", moves, "--notation", "case", "--json"]);
        assert_eq!(answer.done().one_json(), json!({ "order": order }));
    }
    let cycles = cuberig(["sequence", "cycles", "R"]).done().stdout;
    let printed = "(2, 18, 23, 7)(3, 10, 22, 15)(6, 14, 19, 11)(26, 37, 46, 35)(30, 34, 42, 38)";
    assert_eq!(cycles.trim(), printed);
    let cycles = cuberig(["sequence", "cycles", "R", "--numbering", "54", "--json"]).done().one_json();
    assert_eq!(keys(&cycles), ["cycles"]);
    assert_eq!(cycles["cycles"].as_array().unwrap().len(), 5);
    assert_eq!(cycles["cycles"][0], json!([2, 51, 29, 20]));
}

#[test]
fn sequences_are_applied_inverted_and_simplified() {
    let applied = cuberig(["sequence", "apply", "R U2 F'", "--json"]).done().one_json();
    assert_eq!(keys(&applied), ["facelets"]);
    assert_eq!(applied["facelets"], model::apply_all(SOLVED, "R U2 F'"));
    let there = model::apply_all(SOLVED, "L D");
    let applied = cuberig(["sequence", "apply", "x R", &there]).done().stdout;
    assert_eq!(applied.trim(), model::apply_all(&there, "x R"));
    let numbers = cuberig(["sequence", "apply", "R", "--numbering", "48", "--json"]).done().one_json();
    // The sticker of place 7 goes to place 2.
    assert_eq!(numbers["numbers"][1], 7);
    let inverted = cuberig(["sequence", "invert", "R U2 x F'", "--json"]).done().one_json();
    assert_eq!(inverted, json!({ "moves": "F x' U2 R'" }));
    let simple = cuberig(["sequence", "simplify", "R L R' L U U", "--json"]).done().one_json();
    assert_eq!(simple, json!({ "moves": "L2 U2", "htm": 2, "qtm": 4 }));
    cuberig(["sequence", "order", "R9"]).fails(2, "'9'");
    cuberig(["sequence", "apply", "R", "UUU"]).fails(1, "54");
}

#[test]
fn each_set_of_cases_is_listed_with_these_keys() {
    for (set, count) in [("oll", 57), ("pll", 21), ("f2l", 41)] {
        let listed = cuberig(["cases", set, "--json"]).done().json();
        assert_eq!(listed.len(), count);
        for (at, case) in listed.iter().enumerate() {
            assert_eq!(keys(case), ["auf", "mask", "moves", "name", "number", "set"]);
            assert_eq!((&case["set"], &case["number"]), (&json!(set), &json!(at + 1)));
            // Undone on the solved cube, the moves and the turn after them lead to what the mask shows.
            let moves = format!("{} {}", case["moves"].as_str().unwrap(), case["auf"].as_str().unwrap());
            let before = cuberig_inverse(&moves);
            let mask = case["mask"].as_str().unwrap();
            assert_eq!(mask.len(), 54);
            let fits = mask.chars().zip(before.chars()).all(|(wanted, shown)| wanted == '.' || wanted == shown);
            assert!(fits, "{case}");
        }
    }
}

/// The solved cube after the moves are undone.
fn cuberig_inverse(moves: &str) -> String {
    let undo = |turn: &str| match turn.strip_suffix('\'') {
        Some(face) => face.to_owned(),
        None if turn.ends_with('2') => turn.to_owned(),
        None => format!("{turn}'"),
    };
    let undone: Vec<String> = moves.split_whitespace().rev().map(undo).collect();
    model::apply_all(SOLVED, &undone.join(" "))
}

#[test]
fn one_case_is_found_by_name_and_drawn() {
    let sune = cuberig(["cases", "oll", "sune"]).done().stdout;
    assert!(sune.contains("OLL 27, Sune") && sune.contains("R U R' U R U2 R'"));
    let folder = std::env::temp_dir().join(format!("cuberig-cases-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let sheet = folder.join("oll.svg");
    cuberig(["cases", "oll", "--svg", sheet.to_str().unwrap()]).done();
    let drawn = std::fs::read_to_string(&sheet).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("57 Mummy"));
    std::fs::remove_dir_all(&folder).unwrap();
    cuberig(["cases", "oll", "58"]).fails(2, "1 to 57");
    cuberig(["cases", "pll", "Q"]).fails(2, "Aa");
    cuberig(["cases", "coll"]).fails(2, "coll");
}

/// Names as people write them, in one word or several, with and without the set.
#[test]
fn cases_are_found_by_the_names_in_use() {
    for (words, title) in [
        (&["antisune"][..], "OLL 26, Anti-Sune"),
        (&["OLL27"], "OLL 27, Sune"),
        (&["oll", "27"], "OLL 27, Sune"),
        (&["oll 27"], "OLL 27, Sune"),
        (&["T-perm"], "PLL T"),
        (&["T", "perm"], "PLL T"),
        (&["pll", "Tperm"], "PLL T"),
        (&["J(a)"], "PLL Ja"),
        (&["F2L", "5"], "F2L 5"),
    ] {
        let shown = cuberig(["cases"].iter().chain(words)).done().stdout;
        assert!(shown.lines().next().is_some_and(|line| line.ends_with(title)), "{shown}");
    }
    let both = cuberig(["cases", "J", "perm", "--json"]).done().json();
    let names: Vec<_> = both.iter().map(|case| case["name"].as_str()).collect();
    assert_eq!(names, [Some("Ja"), Some("Jb")]);
    cuberig(["cases", "antsune"]).fails(2, "Anti-Sune (OLL 26)");
    cuberig(["cases"]).fails(2, "SET|NAME");
}

#[test]
fn the_graph_of_the_cuboid_has_the_known_figures() {
    let graph = cuberig(["cuboid", "graph", "--json"]).done().one_json();
    let known = json!({
        "states": 24,
        "edges": 96,
        "by_distance": [1, 4, 10, 8, 1],
        "diameter_turns": 4,
        "diameter_time": 7,
    });
    assert_eq!(graph, known);
    let dot = cuberig(["cuboid", "graph", "--dot"]).done().stdout;
    assert_eq!(dot.matches(" -- ").count(), 48);
    assert!(cuberig(["cuboid", "graph", "--svg"]).done().stdout.starts_with("<svg"));
}

#[test]
fn the_cuboid_is_scrambled_and_solved() {
    let scrambled = cuberig(["cuboid", "scramble", "R", "--json"]).done().one_json();
    assert_eq!(keys(&scrambled), ["moves", "state"]);
    assert!(scrambled["state"].as_str().unwrap().starts_with("WYWY"));
    for minimize in ["turns", "time"] {
        for seed in 0..4 {
            let scrambled = cuberig(["cuboid", "scramble", "--seed", &seed.to_string(), "--json"]);
            let state = scrambled.done().one_json()["state"].as_str().unwrap().to_owned();
            let solved = cuberig(["cuboid", "solve", &state, "--minimize", minimize, "--json"]);
            let solved = solved.done().one_json();
            assert_eq!(keys(&solved), ["moves", "time", "turns"]);
            let back: String = solved["moves"].as_str().unwrap().chars().rev().collect();
            let again = cuberig(["cuboid", "scramble", &back, "--json"]).done().one_json();
            assert_eq!(again["state"], state);
        }
    }
    cuberig(["cuboid", "solve", "WWWW"]).fails(1, "16 stickers");
    cuberig(["cuboid", "scramble", "RX"]).fails(2, "'X'");
}

#[test]
fn turns_are_printed_with_the_state_they_lead_to() {
    let scrambled = cuberig(["scramble", "--turns", "50", "--seed", "4", "--json"]).done().one_json();
    assert_eq!(keys(&scrambled), ["facelets", "moves", "seed"]);
    let moves = scrambled["moves"].as_str().unwrap();
    assert_eq!(moves.split_whitespace().count(), 50);
    assert_eq!(scrambled["facelets"], model::apply_all(SOLVED, moves));
    let printed = cuberig(["scramble", "--turns", "5", "--seed", "4"]).done().stdout;
    assert_eq!(printed.lines().count(), 2);
    cuberig(["scramble", "--turns", "0"]).fails(2, "--turns");
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
    cuberig(["teach", &cube, "--order", "BOFLRU"]).fails(2, "BOFLRU");
}
