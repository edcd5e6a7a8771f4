//! `solve`: the contract's keys, solutions judged by the model of the tests, files with good and bad lines.

use std::io::Write;

use crate::support::{Answer, SOLVED, SUPERFLIP, cuberig, cuberig_with_input, data, keys, model};
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

fn solve(arguments: &[&str]) -> Answer {
    cuberig(["solve", "--json", "--time-limit", "0.2"].iter().chain(arguments))
}

#[test]
fn random_cubes_are_solved() {
    for cube in cuberig(["scramble", "--seed", "100", "--count", "5"]).done().stdout.lines() {
        let answer = solve(&[cube]).done().one_json();
        assert_solves(&answer, cube);
        assert_eq!(answer["method"], "two-phase");
        assert!(answer["htm"].as_u64().unwrap() <= 23, "{answer}");
    }
}

#[test]
fn the_solved_cube_needs_nothing() {
    let answer = solve(&[SOLVED]).done().one_json();
    assert_solves(&answer, SOLVED);
    assert_eq!(answer["moves"], "");
    assert_eq!(answer["htm"], 0);
}

#[test]
fn short_cubes_are_solved_shortly() {
    let cube = model::apply_all(SOLVED, "F2 U' R");
    assert_eq!(solve(&[&cube]).done().one_json()["moves"], "R' U F2");
}

#[test]
fn stages_are_reported_as_the_method_has_them() {
    let cube = model::apply_all(SOLVED, "R U2 F' L D B2 R' U F D2");
    let answer = solve(&[&cube, "--method", "thistlethwaite"]).done().one_json();
    assert_solves(&answer, &cube);
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
        let answer = cuberig(["solve", "--json", "--method", method, "--time-limit", "1", &cube]);
        let answer = answer.done().one_json();
        assert_solves(&answer, &cube);
        assert_eq!((&answer["htm"], &answer["optimal"]), (&6.into(), &true.into()));
        let seconds = rig_seconds(answer["moves"].as_str().unwrap());
        assert!((seconds - fast).abs() < 1e-9, "{method}: {seconds} s, not {fast} s");
    }
    let unknown = ["solve", "--method", "combined", "--profile", "nowhere", &cube];
    cuberig(unknown).fails(2, "there is no profile 'nowhere'");
}

#[test]
fn impossible_cubes_are_told_which_piece_or_parity_forbids_them() {
    let swapped = |pairs: &[(usize, usize)]| {
        let mut letters = SOLVED.as_bytes().to_vec();
        pairs.iter().for_each(|&(a, b)| letters.swap(a, b));
        String::from_utf8(letters).unwrap()
    };
    // The edge UF flipped; the corner URF twisted; the edges UF and UR exchanged.
    solve(&[&swapped(&[(7, 19)])]).fails(1, "UF");
    solve(&[&swapped(&[(8, 9), (9, 20)])]).fails(1, "URF");
    let answer = solve(&[&swapped(&[(19, 10)])]).fails(1, "two pieces");
    assert_eq!(answer.stderr.lines().count(), 1, "{}", answer.stderr);
}

#[test]
fn every_method_answers_every_cube_of_one_turn() {
    for method in ["two-phase", "optimal", "combined", "auto", "korf", "korf-fringe", "thistlethwaite"] {
        let cube = model::apply_all(SOLVED, "R");
        let with = |cube: &str| solve(&["--method", method, "--memory", SMALL, cube]);
        let answer = with(&cube).done().one_json();
        assert_solves(&answer, &cube);
        let solved = with(SOLVED).done().one_json();
        assert_eq!((&solved["moves"], &solved["optimal"]), (&"".into(), &true.into()));
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
fn colour_letters_mean_the_same_cube() {
    let colored = |facelets: &str| -> String {
        facelets.chars().map(|face| "WRGYOB".as_bytes()["URFDLB".find(face).unwrap()] as char).collect()
    };
    let answer = solve(&[&colored(SUPERFLIP)]).done().one_json();
    assert_solves(&answer, SUPERFLIP);
}

#[test]
fn a_bad_cube_in_the_middle_leaves_the_rest_answered() {
    let good = model::apply_all(SOLVED, "L D2 B'");
    let mut twisted = SOLVED.as_bytes().to_vec();
    (twisted[8], twisted[9], twisted[20]) = (twisted[9], twisted[20], twisted[8]);
    let twisted = String::from_utf8(twisted).unwrap();
    let file = format!("{good}\n\n{twisted}\nnonsense\r\n{SUPERFLIP}\n");
    let answer =
        cuberig_with_input(["solve", "--json", "--time-limit", "0.1", "--file", "/dev/stdin"], file.as_bytes());
    let answer = answer.fails(1, "line 3");
    assert!(answer.stderr.contains("line 4"), "{}", answer.stderr);
    let objects = answer.json();
    assert_eq!(objects.len(), 4);
    assert_solves(&objects[0], &good);
    assert_eq!(keys(&objects[1]), ["error", "facelets"]);
    assert_eq!(objects[1]["facelets"], twisted);
    assert!(objects[1]["error"].as_str().unwrap().contains("URF"), "{}", objects[1]);
    assert_eq!(objects[2]["facelets"], "nonsense");
    assert_solves(&objects[3], SUPERFLIP);
}

#[test]
fn a_csv_is_read_by_its_facelets_column() {
    let cubes = ["R", "U2 F"].map(|moves| model::apply_all(SOLVED, moves));
    let file = format!("\u{feff}id, Facelets ,note\n1,{},\"a, b\"\n,,\n2,\"{}\"\n3\n", cubes[0], cubes[1]);
    let answer =
        cuberig_with_input(["solve", "--json", "--time-limit", "0.1", "--file", "/dev/stdin"], file.as_bytes());
    let objects = answer.fails(1, "line 5").json();
    assert_eq!(objects.len(), 3);
    assert_solves(&objects[0], &cubes[0]);
    assert_solves(&objects[1], &cubes[1]);
    assert_eq!(keys(&objects[2]), ["error", "facelets"]);
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
fn files_that_hold_no_cubes_are_told() {
    solve(&["--file", "/no/such/file.csv"]).fails(1, "/no/such/file.csv");
    solve(&["--file", "/"]).fails(1, "'/'");
    solve(&["--file", "/dev/null"]).fails(1, "no cubes");
    solve(&["--file", "/dev/zero"]).fails(1, "line 1");
    let bytes: Vec<u8> = (0..=255).cycle().take(5000).collect();
    cuberig_with_input(["solve", "--json", "--file", "/dev/stdin"], &bytes).fails(1, "line");
}

#[test]
fn wrong_options_name_what_there_is() {
    solve(&[SOLVED, "--method", "guessing"]).fails(2, "two-phase");
    solve(&[SOLVED, "--metric", "furlongs"]).fails(2, "half-turn");
    for limit in ["soon", "-1", "nan", "inf", "1e300"] {
        let limit = format!("--time-limit={limit}");
        cuberig(["solve", SOLVED, &limit]).fails(2, "--time-limit");
    }
    solve(&[SOLVED, "--threads", "0"]).fails(2, "--threads");
    solve(&[SOLVED, "--memory", "0"]).fails(2, "--memory");
    solve(&[SOLVED, "--file", "/dev/null"]).fails(2, "--file");
    cuberig(["solve"]).fails(2, "FACELETS");
}

#[test]
fn people_get_moves_and_a_summary() {
    let cube = model::apply_all(SOLVED, "F2 U' R");
    let answer = cuberig(["solve", &cube, "--time-limit", "0.2"]).done();
    let mut lines = answer.stdout.lines();
    assert_eq!(lines.next(), Some("R' U F2"));
    assert!(lines.next().unwrap().contains("3 moves, 4 quarter turns"), "{}", answer.stdout);
}

#[test]
fn known_cubes_are_solved_no_shorter_than_their_depth() {
    let Some(data) = data() else { return };
    let table = std::fs::read_to_string(data.join("cubes/known_depth.csv")).expect("it is there");
    let rows: Vec<(&str, u64)> = table
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|fields| (fields[0], fields[1].parse().expect("a depth")))
        .step_by(9)
        .collect();
    let list: String = rows.iter().map(|(cube, _)| format!("{cube}\n")).collect();
    let answer =
        cuberig_with_input(["solve", "--json", "--time-limit", "0.3", "--file", "/dev/stdin"], list.as_bytes());
    for (object, (cube, depth)) in answer.done().json().iter().zip(&rows) {
        assert_solves(object, cube);
        let htm = object["htm"].as_u64().unwrap();
        assert!(*depth <= htm, "{cube} is {depth} moves deep, not {htm}");
        assert!(
            object["optimal"] == false || htm == *depth,
            "{cube}: {htm} moves are called optimal, {depth} are enough"
        );
    }
}
