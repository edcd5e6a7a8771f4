//! Proven shortest solutions through the public interface.

use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use cube::{Cube, Notation, format_moves, parse_moves};
use solver::{Control, Limits, LoadOptions, Optimal, Proof, Solver};
use testkit::stickers::Stickers;

/// With the small tables, or with as many bytes as `CUBERIG_TEST_MEMORY` names.
static SOLVER: LazyLock<Optimal> = LazyLock::new(|| {
    let mut options = LoadOptions::small(LoadOptions::user_cache());
    if let Ok(bytes) = std::env::var("CUBERIG_TEST_MEMORY") {
        options.memory = Some(bytes.parse().expect("CUBERIG_TEST_MEMORY is a number of bytes"));
    }
    Optimal::load(&options, &|_| {}).unwrap()
});

fn limits() -> Limits {
    Limits { time: None, threads: 2, ..Limits::default() }
}

/// Solves all cubes of the data with known depths in this range.
fn check_depths(depths: std::ops::RangeInclusive<usize>) -> usize {
    let Some(rows) = testkit::cube_rows("known_depth.csv") else {
        return usize::MAX;
    };
    let mut checked = 0;
    for row in &rows {
        let depth: usize = row[1].parse().unwrap();
        if !depths.contains(&depth) {
            continue;
        }
        let cube: Cube = row[0].parse().unwrap();
        let solution = SOLVER.solve(&cube, &limits(), &Control::default()).unwrap();
        assert_eq!((solution.length(), solution.is_optimal()), (depth, true), "{}", &row[0]);
        let mut stickers = Stickers::new(&row[0]);
        stickers.turn(&format_moves(solution.moves(), Notation::Quarters));
        assert_eq!(stickers, Stickers::solved());
        checked += 1;
    }
    checked
}

#[test]
fn known_depths_to_fifteen_are_proven() {
    assert!(check_depths(1..=15) >= 60);
}

#[test]
#[ignore = "takes minutes with the small tables"]
fn known_depths_from_sixteen_on_are_proven() {
    assert!(check_depths(16..=18) >= 10);
}

#[test]
#[ignore = "takes minutes with the small tables"]
fn random_cubes_of_known_depth_are_proven() {
    let Some(rows) = testkit::cube_rows("random_cubes.csv") else {
        return;
    };
    for row in rows.iter().filter(|row| !row[3].is_empty()) {
        let cube: Cube = row[1].parse().unwrap();
        let solution = SOLVER.solve(&cube, &limits(), &Control::default()).unwrap();
        println!("{} {:.2} s", solution.length(), solution.seconds);
        assert_eq!(solution.length().to_string(), row[3], "{}", &row[1]);
        assert!(solution.is_optimal() && cube.apply_all(solution.moves()).is_solved());
    }
}

/// Cubes of 19 and 20 moves, as the moves that make them. Their sources are in the `results::cubes` of the thesis' crate.
const DEEP: [(&str, &str); 9] = [
    ("superflip", "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"),
    ("hardest of cube20.org", "F U' F2 D' B U R' F' L D' R' U' L U B' D2 R' F U2 D2"),
    ("superfliptwist", "U R F' B U' D' F U' D F L F' L' U R D F U R L"),
    ("symmetry D4h", "D L2 F2 R2 B' D2 L R U' R2 U' F2 D' R2 U' B' F' D2 R' U'"),
    ("nissy-core, 20 moves", "R2 U2 R F L' B D' R' U2 B2 U2 F D U2 R2 U2 F2 L F2 B2"),
    ("nissy-core, 19 moves, first", "D2 R2 U2 D B2 L2 U2 R F' B' U L2 D L2 F D' R2 U R"),
    ("nissy-core, 19 moves, second", "D L2 U D F' U2 R' U2 D' R2 L F' U B2 L D' L' B2 D2"),
    ("nissy-core, 19 moves, third", "U' L2 D' B' L D F R' D2 L2 B2 D' L2 D' L2 F2 L U' F'"),
    ("nissy-core, 19 moves, fourth", "U L U2 F2 R' B R' L B' D' L D' B R' D L' U L F"),
];

/// Looks through all lengths below that of the moves which make the cube, and prints how long each took.
fn prove(name: &str, made_by: &str) {
    let moves = parse_moves(made_by, Notation::Standard).unwrap();
    let cube = Cube::SOLVED.apply_all(&moves);
    let fewer = moves.len() - 1;
    let limits = Limits { max_length: Some(fewer), ..limits() };
    let start = Instant::now();
    let last = Arc::new(Mutex::new(0));
    let control = Control::default().watching_proof(move |proof: &Proof| {
        if std::mem::replace(&mut *last.lock().unwrap(), proof.at_least) < proof.at_least {
            println!("{} moves at least after {:?}", proof.at_least, start.elapsed());
        }
    });
    let error = SOLVER.solve(&cube, &limits, &control).unwrap_err();
    assert!(matches!(error, solver::Error::NotFound { max_length } if max_length == fewer), "{name}: {error}");
    println!("{name}: {} moves at least after {:?}", moves.len(), start.elapsed());
}

#[test]
#[ignore = "takes minutes with the small tables"]
fn cubes_of_nineteen_moves_need_them() {
    for (name, made_by) in DEEP.iter().filter(|(name, _)| name.contains("19 moves")) {
        prove(name, made_by);
    }
}

#[test]
#[ignore = "takes hours with the small tables; docs/benchmarks.md has the proofs with 2 GiB"]
fn cubes_of_twenty_moves_need_them() {
    for (name, made_by) in DEEP.iter().filter(|(name, _)| !name.contains("19 moves")) {
        prove(name, made_by);
    }
}

#[test]
fn a_proof_reports_how_far_it_has_come() {
    let moves = parse_moves("R U F2 L D' B R2 F U' L2 B' D R U2 F L", Notation::Standard).unwrap();
    let cube = Cube::SOLVED.apply_all(&moves);
    let reported = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&reported);
    let control = Control::default().watching_proof(move |proof: &Proof| listener.lock().unwrap().push(*proof));
    let solution = SOLVER.solve(&cube, &limits(), &control).unwrap();
    let reported = reported.lock().unwrap();
    assert!(reported.iter().all(|proof| (0.0..1.0).contains(&proof.done)));
    // Two-phase found it, so the length before it is the last one that was searched.
    let last = reported.iter().map(|proof| proof.at_least).max();
    assert!(solution.is_optimal() && last <= Some(solution.length()));
    assert!(Some(solution.length() - 1) <= last);
}

#[test]
fn without_time_nothing_is_proven() {
    let limits = Limits { time: Some(Duration::from_millis(50)), ..limits() };
    let cube = Cube::from_seed(4);
    let solution = SOLVER.solve(&cube, &limits, &Control::default()).unwrap();
    assert!(cube.apply_all(solution.moves()).is_solved());
    assert!(!solution.is_optimal());
    assert_eq!(solution.method, "optimal");
    let solution = SOLVER.solve(&Cube::SOLVED, &limits, &Control::default()).unwrap();
    assert!(solution.moves().is_empty() && solution.is_optimal());
}
