//! `teach` and `bench teach`: lessons are a contract, judged by the model of the tests.

use crate::support::{SOLVED, SUPERFLIP, cuberig, cuberig_with_input, keys, model};
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

/// Half turns and quarter turns of moves in standard notation; rotations of the whole cube count nothing.
fn lengths(moves: &str) -> (u64, u64) {
    let turns = moves.split_whitespace().filter(|turn| !turn.starts_with(['x', 'y', 'z']));
    let turns: Vec<&str> = turns.collect();
    let halves = turns.iter().filter(|turn| turn.ends_with('2')).count();
    (turns.len() as u64, (turns.len() + halves) as u64)
}

fn check(lesson: &Value, cube: &str, method: &str, stages: usize) {
    assert_eq!(keys(lesson), ["htm", "method", "moves", "qtm", "stages"]);
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
    let counted = (lesson["htm"].as_u64().unwrap(), lesson["qtm"].as_u64().unwrap());
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
fn many_cubes_have_a_lesson_each_and_a_wrong_one_its_sentence() {
    let lines = [cube(1), "nonsense".into(), cube(2)].join("\n");
    let answer = cuberig_with_input(["teach", "--file", "/dev/stdin", "--json"], lines.as_bytes());
    assert_eq!(answer.status, 1);
    let objects = answer.json();
    check(&objects[0], &cube(1), "beginner", 7);
    assert_eq!(keys(&objects[1]), ["error", "facelets"]);
    check(&objects[2], &cube(2), "beginner", 7);
}

#[test]
fn a_solved_cube_needs_nothing() {
    let lesson = cuberig(["teach", SOLVED, "--json"]).done().one_json();
    assert_eq!((text(&lesson, "moves"), &lesson["htm"]), ("", &0.into()));
    let words = cuberig(["teach", SOLVED]).done().stdout;
    assert_eq!(words.matches("Nothing to do here").count(), 7);
}

#[test]
fn a_printed_lesson_has_a_banner_a_goal_and_a_cube_for_each_step() {
    let printed = cuberig(["teach", &cube(7)]).done().stdout;
    for name in ["white cross", "white corners", "middle layer", "yellow cross", "orient corners"] {
        assert!(printed.contains(name), "{name}");
    }
    assert!(printed.contains("Goal: ") && printed.contains("Why:  "));
    assert!(printed.contains("Hold the cube with white on top"));
    assert!(printed.contains("Solved in"));
    let steps = printed.matches("Moves: ").count();
    assert_eq!(printed.matches("Before the moves:").count(), steps);
    assert!(printed.contains(&format!("{steps} steps")));
    // No line is wider than a usual terminal with a little room.
    assert!(printed.lines().all(|line| line.chars().count() <= 90));
    let words = cuberig(["teach", &cube(7), "--notation", "words"]).done().stdout;
    assert!(words.contains("turn the right side"));
    let quarters = cuberig(["teach", &cube(7), "--notation", "quarters"]).done().stdout;
    assert!(quarters.contains("R3") && quarters.contains("written R1 R2 R3"));
}

#[test]
fn the_first_colour_and_the_scheme_are_free() {
    let colors: String =
        cube(7).chars().map(|face| "BRYGOW".as_bytes()["URFDLB".find(face).unwrap()] as char).collect();
    let lesson = cuberig(["teach", &colors, "--first", "green", "--json"]).done().one_json();
    let names: Vec<&str> = list(&lesson, "stages").iter().map(|stage| text(stage, "name")).collect();
    assert_eq!(names[..2], ["green cross", "green corners"]);
    assert_eq!(names[3], "blue cross");
    cuberig(["teach", SOLVED, "--first", "pink"]).fails(2, "pink");
}

#[test]
fn cfop_names_its_cases_and_the_expert() {
    let lesson = cuberig(["teach", &cube(3), "--method", "cfop", "--json"]).done().one_json();
    let steps = list(&lesson, "stages").iter().flat_map(|stage| list(stage, "steps"));
    let cases: Vec<&str> = steps.map(|step| text(step, "case")).collect();
    for set in ["F2L ", "OLL ", "PLL "] {
        assert!(cases.iter().any(|case| case.starts_with(set)), "{cases:?}");
    }
    let printed = cuberig(["teach", &cube(3), "--method", "cfop"]).done().stdout;
    assert!(printed.contains("An expert with the same cross needs"));
}

#[test]
fn stages_before_the_first_explained_one_are_one_line() {
    let printed = cuberig(["teach", &cube(7), "--from-stage", "4"]).done().stdout;
    assert_eq!(printed.lines().filter(|line| line.starts_with("Do ")).count(), 3);
    assert!(printed.contains("Stage 4 of 7") && printed.contains("Solved in"));
    cuberig(["teach", SOLVED, "--from-stage", "8"]).fails(2, "1 to 7");
    cuberig(["teach", SOLVED, "--from-stage", "0"]).fails(2, "1 to 7");
}

#[test]
fn step_by_step_goes_forward_and_back() {
    let led = |typed: &str| cuberig_with_input(["teach", &cube(7), "--step"], typed.as_bytes()).done().stdout;
    let numbers = |printed: &str| -> Vec<String> {
        let lines = printed.lines().filter(|line| line.starts_with("Step "));
        lines.map(|line| line.split_whitespace().nth(1).unwrap().to_owned()).collect()
    };
    assert_eq!(numbers(&led("\n\nback\n\nq\n")), ["1", "2", "3", "2", "3"]);
    assert_eq!(numbers(&led("goto 5\nagain\nr\n")), ["1", "5", "5", "1"]);
    assert!(led("goto 500\n").contains("there is no step 500"));
    assert!(led("?\n").contains("go to the first step"));
    assert!(led("b\n").contains("This is the first step"));
    assert!(2 <= led("why\n").matches("Goal: ").count());
    let whole = led(&"\n".repeat(60));
    assert!(whole.contains("Solved in"));
    // Back and forward again shows the same.
    let here = led("\n\n");
    let again = led("\n\nb\nb\n\n\n");
    let last = |printed: &str| printed.rsplit("Now the cube looks").next().unwrap().to_owned();
    assert_eq!(last(&here), last(&again));
    cuberig(["teach", SOLVED, "--step", "--json"]).fails(2, "--step");
}

#[test]
fn impossible_cubes_have_their_sentence() {
    let mut flipped = SOLVED.as_bytes().to_vec();
    flipped.swap(7, 19);
    let flipped = String::from_utf8(flipped).unwrap();
    cuberig(["teach", &flipped]).fails(1, "edge must be turned over");
    cuberig(["teach", SOLVED, "--method", "petrus"]).fails(2, "petrus");
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
    let all = |method: &str, stage: &str, key: &str| {
        let row = rows.iter().find(|row| row["method"] == method && row["stage"] == stage);
        row.unwrap()[key].as_f64().unwrap()
    };
    assert!(all("beginner", "all", "qtm_mean") < 190.0);
    assert!(all("cfop", "all", "htm_mean") < 60.0);
    assert!(all("cfop", "cross", "htm_max") <= 8.0);
}
