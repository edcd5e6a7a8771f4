//! `plan`: the contract's keys, and plans followed by the arms of the tests.

use crate::support::{SOLVED, SUPERFLIP, arms, cuberig, cuberig_with_input, keys, model};
use serde_json::Value;

const KEYS: [&str; 7] = ["baseline_seconds", "motions", "moves", "parked_seconds", "parking", "profile", "seconds"];

fn plan_moves(moves: &str) -> Value {
    cuberig(["plan", "--json", "--moves", moves]).done().one_json()
}

#[track_caller]
fn assert_contract(plan: &Value) {
    assert_eq!(keys(plan), KEYS);
    let lists = [&plan["motions"], &plan["parking"]].map(|list| list.as_array().expect("a list"));
    for motion in lists.into_iter().flatten() {
        let wanted = ["action", "arm", "end", "holds", "quarters", "start", "waits"];
        assert_eq!(keys(motion), wanted);
        assert_eq!(motion["quarters"] == 0, motion["action"] != "turn");
    }
    let ends = lists[0].iter().map(|motion| motion["end"].as_f64().unwrap());
    let seconds = plan["seconds"].as_f64().unwrap();
    assert!((ends.fold(0.0, f64::max) - seconds).abs() < 1e-9, "seconds is the end of the last motion");
    assert!(seconds <= plan["parked_seconds"].as_f64().unwrap());
    assert!(seconds <= plan["baseline_seconds"].as_f64().unwrap() + 1e-9);
}

#[test]
fn the_times_of_single_turns_are_those_of_the_profile() {
    // nxt-2015: a quarter turn 0.60 s; a half turn goes from rest to the end of a cable in 1.25 s. The arms lie ready.
    for (moves, seconds) in [("R", 0.6), ("F'", 0.6), ("L2", 1.25), ("", 0.0)] {
        let plan = plan_moves(moves);
        assert_contract(&plan);
        assert!((plan["seconds"].as_f64().unwrap() - seconds).abs() < 1e-6, "{moves}: {}", plan["seconds"]);
    }
}

#[test]
fn plans_do_their_moves_and_obey_the_rules() {
    for moves in ["U", "D2", "U' D R", "R U R' U'", "F B' U2 L D' R2 U F'", "R L U D F B R2 U2 F2"] {
        let plan = plan_moves(moves);
        assert_contract(&plan);
        assert_eq!(arms::after(SOLVED, &plan["motions"]), model::apply_all(SOLVED, moves), "{moves}");
    }
}

#[test]
fn parking_ends_at_rest() {
    let plan = plan_moves("R U F'");
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
    let plan = cuberig(["plan", SUPERFLIP, "--json", "--time-limit", "0.2"]).done().one_json();
    assert_contract(&plan);
    assert!(model::is_solved(&arms::after(SUPERFLIP, &plan["motions"])));
    assert!(plan["seconds"].as_f64().unwrap() < plan["baseline_seconds"].as_f64().unwrap());
}

#[test]
fn rig_time_is_searched_unless_moves_are_asked_for() {
    let planned = |aim| {
        let plan = cuberig(["plan", SUPERFLIP, "--json", "--time-limit", "2", "--aim", aim]).done().one_json();
        assert_contract(&plan);
        assert!(model::is_solved(&arms::after(SUPERFLIP, &plan["motions"])));
        plan["seconds"].as_f64().unwrap()
    };
    let (searched, short) = (planned("rig-time"), planned("moves"));
    assert!(searched < short, "{searched} and {short}");
}

#[test]
fn the_fastest_of_all_plans_is_proven() {
    let cube = model::apply_all(SOLVED, "R2 F L'");
    let plan = cuberig(["plan", &cube, "--json", "--exact", "12"]).done().one_json();
    assert_contract(&plan);
    assert!(model::is_solved(&arms::after(&cube, &plan["motions"])));
    let backwards = plan_moves("L F' R2")["seconds"].as_f64().unwrap();
    assert!(plan["seconds"].as_f64().unwrap() <= backwards + 1e-9);
    cuberig(["plan", &cube, "--exact", "2"]).fails(1, "within 2 s");
    cuberig(["plan", "--moves", "R", "--exact", "9"]).fails(2, "--exact");
}

#[test]
fn several_cubes_are_planned_and_bad_ones_told() {
    let good = model::apply_all(SOLVED, "R2 U");
    let file = format!("{good}\nUUU\n{good}\n");
    let answer = cuberig_with_input(["plan", "--json", "--time-limit", "0.1", "--file", "/dev/stdin"], file.as_bytes());
    let plans = answer.fails(1, "line 2").json();
    assert_eq!(plans.len(), 3);
    assert_eq!(keys(&plans[1]), ["error", "facelets"]);
    for plan in [&plans[0], &plans[2]] {
        assert!(model::is_solved(&arms::after(&good, &plan["motions"])));
    }
}

#[test]
fn rotations_in_moves_only_rename_faces() {
    let plan = plan_moves("x U x'");
    assert_eq!(plan["moves"], "F");
}

#[test]
fn wrong_usage_is_told() {
    cuberig(["plan"]).fails(2, "FACELETS");
    cuberig(["plan", SOLVED, "--moves", "R"]).fails(2, "--moves");
    cuberig(["plan", "--moves", "R9"]).fails(2, "'9'");
    cuberig(["plan", "--moves", "R", "--profile", "nxt-1066"]).fails(2, "nxt-2015");
    cuberig(["plan", "--moves", "R", "--profile", "/no/such.toml"]).fails(2, "/no/such.toml");
    cuberig(["plan", "--moves", "R", "--profile", "/dev/null"]).fails(2, "/dev/null");
    cuberig(["plan", &SOLVED[1..]]).fails(1, "53");
}

#[test]
fn people_get_a_table() {
    let answer = cuberig(["plan", "--moves", "R"]).done();
    assert!(answer.stdout.starts_with("R\n"), "{}", answer.stdout);
    assert!(answer.stdout.contains("   0.00    0.60  r    turn +1"), "{}", answer.stdout);
}

#[test]
fn a_plan_can_be_drawn() {
    let path = std::env::temp_dir().join(format!("cuberig-gantt-{}.svg", std::process::id()));
    let file = path.to_str().expect("UTF-8");
    cuberig(["plan", "--moves", "U R2", "--gantt", file]).done();
    let picture = std::fs::read_to_string(&path).expect("it was written");
    std::fs::remove_file(&path).expect("it is there");
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{picture}");
    // Line breaks around a text are not drawn.
    let picture = picture.replace('\n', "");
    assert!(picture.contains(">R2<"), "the move is written on its turn");
    cuberig(["plan", "--moves", "R", "--gantt", "/no/such/folder/plan.svg"]).fails(1, "/no/such/folder/plan.svg");
    cuberig(["plan", "--file", "/dev/null", "--gantt", file]).fails(2, "--gantt");
}

#[test]
fn options_of_the_solver_are_refused_where_it_is_not_asked() {
    for (option, value) in [("--method", "optimal"), ("--metric", "quarter-turn"), ("--memory", "32M")] {
        let named = format!("{option} needs a cube and --aim moves");
        cuberig(["plan", SUPERFLIP, option, value]).fails(2, &named);
        cuberig(["plan", SUPERFLIP, "--exact", "1", option, value]).fails(2, &named);
        cuberig(["plan", "--moves", "R", option, value]).fails(2, &named);
    }
    let scrambled = model::apply_all(SOLVED, "R U");
    let by_solver = ["--aim", "moves", "--method", "thistlethwaite"];
    let solved = cuberig([&["plan", &scrambled, "--json"], &by_solver[..]].concat());
    let plan = solved.done().one_json();
    assert!(model::is_solved(&arms::after(&scrambled, &plan["motions"])));
}
