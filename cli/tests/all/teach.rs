//! `teach` and `bench teach`: lessons are a contract, judged by the model of the tests.

use crate::support::{SUPERFLIP, cuberig, keys, model};
use serde_json::Value;

fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_else(|| panic!("{key} in {object}"))
}

fn list<'a>(object: &'a Value, key: &str) -> &'a [Value] {
    object[key].as_array().unwrap_or_else(|| panic!("{key} in {object}"))
}

fn cube(seed: u32) -> String {
    let seed = seed.to_string();
    cuberig(["scramble", "--seed", &seed]).done().stdout.trim().to_owned()
}

/// Moves in standard notation in half turns, quarter turns and slice turns. Rotations of the whole cube count nothing, and a slice is
/// two turns of faces.
fn lengths(moves: &str) -> [u64; 3] {
    let turns = moves.split_whitespace().filter(|turn| !turn.starts_with(['x', 'y', 'z']));
    turns.fold([0; 3], |[halves, quarters, slices], turn| {
        let faces = if turn.starts_with(['M', 'E', 'S']) { 2 } else { 1 };
        let times = if turn.ends_with('2') { 2 } else { 1 };
        [halves + faces, quarters + faces * times, slices + 1]
    })
}

fn check(lesson: &Value, cube: &str, method: &str, stages: usize) {
    assert_eq!(keys(lesson), ["htm", "method", "moves", "qtm", "stages", "stm"]);
    assert_eq!(text(lesson, "method"), method);
    assert_eq!(list(lesson, "stages").len(), stages);
    let (mut state, mut joined) = (cube.to_owned(), Vec::new());
    for stage in list(lesson, "stages") {
        assert_eq!(keys(stage), ["goal", "name", "steps", "why"]);
        for step in list(stage, "steps") {
            assert_eq!(keys(step), ["case", "grip", "moves", "pieces", "reason", "state"]);
            state = model::apply_all(&state, text(step, "moves"));
            assert_eq!(text(step, "state"), state);
            joined.push(text(step, "moves").to_owned());
            for words in ["case", "reason", "grip"] {
                assert!(!text(step, words).is_empty(), "{step}");
            }
            for piece in list(step, "pieces") {
                let name = piece.as_str().unwrap();
                assert!((2..=3).contains(&name.len()), "{name}");
                assert!(name.chars().all(|face| "URFDLB".contains(face)), "{name}");
            }
        }
    }
    assert!(model::is_solved(&state), "{cube}");
    assert_eq!(text(lesson, "moves"), joined.join(" "));
    let counted = ["htm", "qtm", "stm"].map(|metric| lesson[metric].as_u64().unwrap());
    assert_eq!(counted, lengths(&joined.join(" ")));
}

#[test]
fn a_lesson_is_one_json_object_with_these_keys() {
    for (method, stages) in [("beginner", 7), ("cfop", 4), ("layers", 8)] {
        for seed in 0..3 {
            let cube = cube(seed);
            let answer = cuberig(["teach", &cube, "--method", method, "--json"]).done();
            check(&answer.one_json(), &cube, method, stages);
        }
        let answer = cuberig(["teach", SUPERFLIP, "--method", method, "--first", "any", "--json"]);
        check(&answer.done().one_json(), SUPERFLIP, method, stages);
    }
}

#[test]
fn the_bench_counts_every_stage_and_no_failure() {
    let report = cuberig(["bench", "teach", "--count", "60", "--experts", "5", "--json"]).done().one_json();
    let rows = list(&report["tables"], "lessons");
    assert_eq!(rows.len(), 7 + 4 + 8 + 3 + 1);
    for row in rows {
        assert_eq!(row["failures"].as_u64().unwrap_or(0), 0, "{row}");
        let [least, mean, most] = ["htm_min", "htm_mean", "htm_max"].map(|key| row[key].as_f64().unwrap());
        assert!(least <= mean && mean <= most, "{row}");
    }
    for (method, stage, key, most) in
        [("beginner", "all", "qtm_mean", 190.0), ("cfop", "all", "htm_mean", 60.0), ("cfop", "cross", "htm_max", 8.5)]
    {
        let row = rows.iter().find(|row| row["method"] == method && row["stage"] == stage);
        assert!(row.unwrap()[key].as_f64().unwrap() < most, "{method} {stage}");
    }
}
