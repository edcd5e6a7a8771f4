//! `solve`: the contract's keys, solutions judged by the model of the tests, files with good and bad lines.

use std::io::Write;

use crate::support::{Answer, SOLVED, SUPERFLIP, colors, cuberig, cuberig_with_input, data, keys, model};
use serde_json::Value;

const KEYS: [&str; 8] = ["htm", "method", "moves", "nodes", "optimal", "qtm", "seconds", "stages"];

/// Memory for the smallest table of `optimal`, which is soonest built; without it the free memory would choose one.
const SMALL: &str = "240M";

/// Asserts that the object obeys the contract and that its moves solve the cube.
#[track_caller]
fn assert_solves(object: &Value, cube: &str) {
    assert_eq!(keys(object), KEYS);
    let moves = object["moves"].as_str().expect("text");
    assert_eq!(model::apply_all(cube, moves), SOLVED, "{moves}");
    let written: Vec<&str> = moves.split_whitespace().collect();
    let half_turns = written.iter().filter(|turn| turn.ends_with('2')).count();
    assert_eq!(object["htm"], written.len());
    assert_eq!(object["qtm"], written.len() + half_turns);
    assert!(0.0 <= object["seconds"].as_f64().expect("a number"));
    assert!(object["nodes"].is_u64() && object["optimal"].is_boolean());
    let stages = object["stages"].as_array().expect("a list");
    stages.iter().for_each(|stage| assert_eq!(keys(stage), ["moves", "name"]));
    let joined: Vec<&str> =
        stages.iter().flat_map(|stage| stage["moves"].as_str().expect("text").split_whitespace()).collect();
    assert_eq!(joined, written, "the stages make up the moves");
}

/// A good answer about a cube.
#[track_caller]
fn solved(cube: &str, arguments: &[&str]) -> Value {
    let solve = ["solve", "--json", "--time-limit", "0.2", cube];
    let answer = cuberig(solve.iter().chain(arguments)).done().one_json();
    assert_solves(&answer, cube);
    answer
}

fn solve_input(input: impl AsRef<[u8]>, limit: &str) -> Answer {
    cuberig_with_input(["solve", "--json", "--time-limit", limit, "--file", "/dev/stdin"], input.as_ref())
}

#[test]
fn random_cubes_are_solved() {
    for cube in cuberig(["scramble", "--seed", "100", "--count", "5"]).done().stdout.lines() {
        let answer = solved(cube, &[]);
        assert_eq!(answer["method"], "two-phase");
        assert!(answer["htm"].as_u64().unwrap() <= 23, "{answer}");
    }
    assert_eq!(solved(SOLVED, &[])["htm"], 0);
    let short = model::apply_all(SOLVED, "F2 U' R");
    assert_eq!(solved(&short, &[])["moves"], "R' U F2");
    // Colour letters mean the same cube.
    let answer = cuberig(["solve", "--json", "--time-limit", "0.2", &colors(SUPERFLIP)]).done().one_json();
    assert_solves(&answer, SUPERFLIP);
}

#[test]
fn stages_are_reported_as_the_method_has_them() {
    let cube = model::apply_all(SOLVED, "R U2 F' L D B2 R' U F D2");
    let answer = solved(&cube, &["--method", "thistlethwaite"]);
    assert_eq!(answer["method"], "thistlethwaite");
    assert_eq!(answer["stages"].as_array().unwrap().len(), 4);
    assert!(answer["htm"].as_u64().unwrap() <= 45, "published bound of the method");
}

/// What the rig takes for moves, s.
fn rig_seconds(moves: &str) -> f64 {
    let plan = cuberig(["plan", "--json", "--moves", moves]).done().one_json();
    plan["seconds"].as_f64().expect("a number")
}

#[test]
fn combined_takes_of_equally_short_solutions_the_one_the_rig_does_soonest() {
    // Three pairs of half turns in any order.
    let cube = model::apply_all(SOLVED, "R2 L2 F2 B2 U2 D2");
    let orders = [
        "R2 L2 F2 B2 U2 D2",
        "R2 L2 U2 D2 F2 B2",
        "F2 B2 R2 L2 U2 D2",
        "F2 B2 U2 D2 R2 L2",
        "U2 D2 R2 L2 F2 B2",
        "U2 D2 F2 B2 R2 L2",
    ];
    let seconds = orders.map(rig_seconds);
    let fast = seconds.into_iter().fold(f64::INFINITY, f64::min);
    assert!(seconds.into_iter().any(|slow| fast < slow));
    for method in ["combined", "auto"] {
        let answer = cuberig(["solve", "--json", "--method", method, "--time-limit", "1", &cube]).done().one_json();
        assert_solves(&answer, &cube);
        assert_eq!((&answer["htm"], &answer["optimal"]), (&6.into(), &true.into()));
        let seconds = rig_seconds(answer["moves"].as_str().unwrap());
        assert!((seconds - fast).abs() < 1e-9, "{method}: {seconds} s, not {fast} s");
    }
}

#[test]
fn every_method_answers_every_cube_of_one_turn() {
    for method in ["two-phase", "optimal", "combined", "auto", "korf", "korf-fringe", "thistlethwaite"] {
        let how = ["--method", method, "--memory", SMALL];
        solved(&model::apply_all(SOLVED, "R"), &how);
        let nothing = solved(SOLVED, &how);
        assert_eq!((&nothing["moves"], &nothing["optimal"]), (&"".into(), &true.into()));
    }
}

#[test]
fn no_time_is_no_excuse_for_an_endless_search() {
    let zero = |method: &str| {
        cuberig(["solve", "--json", "--time-limit", "0", "--method", method, "--memory", SMALL, SUPERFLIP])
    };
    for method in ["two-phase", "optimal", "combined", "auto", "thistlethwaite"] {
        assert_solves(&zero(method).done().one_json(), SUPERFLIP);
    }
    for method in ["korf", "korf-fringe"] {
        zero(method).fails(1, "without a solution");
    }
}

#[test]
fn a_bad_cube_in_the_middle_leaves_the_rest_answered() {
    let good = model::apply_all(SOLVED, "L D2 B'");
    let mut twisted = SOLVED.as_bytes().to_vec();
    (twisted[8], twisted[9], twisted[20]) = (twisted[9], twisted[20], twisted[8]);
    let twisted = String::from_utf8(twisted).unwrap();
    let answer = solve_input(format!("{good}\n\n{twisted}\nnonsense\r\n{SUPERFLIP}\n"), "0.1");
    let answer = answer.fails(1, "line 3").fails(1, "line 4");
    let objects = answer.json();
    assert_eq!(objects.len(), 4);
    assert_solves(&objects[0], &good);
    assert_eq!(keys(&objects[1]), ["error", "facelets"]);
    assert_eq!(objects[1]["facelets"], twisted);
    assert!(objects[1]["error"].as_str().unwrap().contains("URF"), "{}", objects[1]);
    assert_eq!(objects[2]["facelets"], "nonsense");
    assert_solves(&objects[3], SUPERFLIP);
    let bytes: Vec<u8> = (0..=255).cycle().take(5000).collect();
    solve_input(bytes, "0.1").fails(1, "line");
}

#[test]
fn answers_come_while_the_input_is_still_open() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_cuberig"))
        .args(["solve", "--json", "--time-limit", "0.1", "--file", "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
    for moves in ["R", "U2"] {
        let cube = model::apply_all(SOLVED, moves);
        writeln!(stdin, "{cube}").unwrap();
        stdin.flush().unwrap();
        let line = stdout.next().unwrap().unwrap();
        assert_solves(&serde_json::from_str(&line).unwrap(), &cube);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn known_cubes_are_solved_no_shorter_than_their_depth() {
    let Some(data) = data() else { return };
    let table = std::fs::read_to_string(data.join("cubes/known_depth.csv")).expect("it is there");
    let rows = table.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()).step_by(9);
    let rows: Vec<(&str, u64)> = rows.map(|fields| (fields[0], fields[1].parse().expect("a depth"))).collect();
    let list: String = rows.iter().map(|(cube, _)| format!("{cube}\n")).collect();
    for (object, (cube, depth)) in solve_input(list, "0.3").done().json().iter().zip(&rows) {
        assert_solves(object, cube);
        let htm = object["htm"].as_u64().unwrap();
        assert!(*depth <= htm, "{cube} is {depth} moves deep, not {htm}");
        let is_right = object["optimal"] == false || htm == *depth;
        assert!(is_right, "{cube}: {htm} moves are called optimal, {depth} are enough");
    }
}
