//! `plan`: the contract's keys, and plans followed by the arms of the tests.

use crate::support::{SOLVED, SUPERFLIP, arms, cuberig, keys, model};
use serde_json::Value;

const KEYS: [&str; 7] = ["baseline_seconds", "motions", "moves", "parked_seconds", "parking", "profile", "seconds"];

/// A plan that obeys the contract, and its seconds.
#[track_caller]
fn plan(arguments: &[&str]) -> (Value, f64) {
    let plan = cuberig([&["plan", "--json"], arguments].concat()).done().one_json();
    assert_eq!(keys(&plan), KEYS);
    let lists = [&plan["motions"], &plan["parking"]].map(|list| list.as_array().expect("a list"));
    for motion in lists.into_iter().flatten() {
        let wanted = ["action", "arm", "end", "holds", "quarters", "start", "waits"];
        assert_eq!(keys(motion), wanted);
        assert_eq!(motion["quarters"] == 0, motion["action"] != "turn");
    }
    let ends = lists[0].iter().map(|motion| motion["end"].as_f64().unwrap());
    let [seconds, parked, baseline] =
        ["seconds", "parked_seconds", "baseline_seconds"].map(|key| plan[key].as_f64().unwrap());
    assert!((ends.fold(0.0, f64::max) - seconds).abs() < 1e-9, "seconds is the end of the last motion");
    assert!(seconds <= parked && seconds <= baseline + 1e-9);
    (plan, seconds)
}

/// The seconds of a plan that solves a cube.
#[track_caller]
fn solved_in(cube: &str, arguments: &[&str]) -> f64 {
    let (plan, seconds) = plan(&[&[cube], arguments].concat());
    assert!(model::is_solved(&arms::after(cube, &plan["motions"])));
    seconds
}

#[test]
fn the_times_of_single_turns_are_those_of_the_profile() {
    // nxt-2015: a quarter turn 0.60 s; a half turn goes from rest to the end of a cable in 1.25 s. The arms lie ready.
    for (moves, wanted) in [("R", 0.6), ("F'", 0.6), ("L2", 1.25), ("", 0.0)] {
        let (_, seconds) = plan(&["--moves", moves]);
        assert!((seconds - wanted).abs() < 1e-6, "{moves}: {seconds}");
    }
}

#[test]
fn plans_do_their_moves_and_obey_the_rules() {
    for moves in ["U", "D2", "U' D R", "R U R' U'", "F B' U2 L D' R2 U F'", "R L U D F B R2 U2 F2"] {
        let (plan, _) = plan(&["--moves", moves]);
        assert_eq!(arms::after(SOLVED, &plan["motions"]), model::apply_all(SOLVED, moves), "{moves}");
    }
}

#[test]
fn parking_ends_at_rest() {
    let (plan, _) = plan(&["--moves", "R U F'"]);
    let all = [&plan["motions"], &plan["parking"]].map(|list| list.as_array().unwrap().clone()).concat();
    let after = arms::after(SOLVED, &Value::from(all.clone()));
    assert_eq!(after, model::apply_all(SOLVED, "R U F'"), "parking turns no face");
    for arm in ["r", "l", "f", "b"] {
        let own = || all.iter().filter(|motion| motion["arm"] == arm);
        let turned: i64 = own().map(|motion| motion["quarters"].as_i64().unwrap()).sum();
        let last_of_claw = own()
            .filter(|motion| motion["action"] != "turn")
            .max_by(|a, b| a["end"].as_f64().unwrap().total_cmp(&b["end"].as_f64().unwrap()));
        assert_eq!(turned, 0, "wrist {arm} is neutral");
        assert!(last_of_claw.is_none_or(|motion| motion["action"] == "close"), "claw {arm} is closed");
    }
}

#[test]
fn a_cube_is_solved_by_its_plan() {
    let scrambled = model::apply_all(SOLVED, "R U");
    solved_in(&scrambled, &["--aim", "moves", "--method", "thistlethwaite"]);
    let (plan, seconds) = plan(&[SUPERFLIP, "--time-limit", "0.2"]);
    assert!(model::is_solved(&arms::after(SUPERFLIP, &plan["motions"])));
    assert!(seconds < plan["baseline_seconds"].as_f64().unwrap());
    // Rig time is searched unless moves are asked for.
    let [searched, short] = ["rig-time", "moves"].map(|aim| solved_in(SUPERFLIP, &["--time-limit", "2", "--aim", aim]));
    assert!(searched < short, "{searched} and {short}");
}

#[test]
fn the_fastest_of_all_plans_is_proven() {
    let cube = model::apply_all(SOLVED, "R2 F L'");
    let seconds = solved_in(&cube, &["--exact", "12"]);
    let (_, backwards) = plan(&["--moves", "L F' R2"]);
    assert!(seconds <= backwards + 1e-9);
    cuberig(["plan", &cube, "--exact", "2"]).fails(1, "within 2 s");
}
