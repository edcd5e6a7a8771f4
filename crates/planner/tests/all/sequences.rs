//! Exact plans of known sequences: they do the moves, obey the rules, and take what independent figures give.

use cube::{Cube, Move, Notation, parse_moves};
use planner::Planner;
use rig::{Profile, RigState};

/// The best known solutions of random cubes; empty, loudly, where the data are not there.
fn best_solutions() -> Vec<Vec<Move>> {
    let Some(path) = testkit::file("cubes/random_cubes.csv") else {
        return Vec::new();
    };
    let mut reader = testkit::csv::Reader::from_path(&path).expect("the file can be read");
    let rows: Vec<testkit::csv::StringRecord> = reader.records().map(|row| row.expect("a row of the data")).collect();
    rows.iter()
        .filter(|row| !row[4].is_empty())
        .map(|row| parse_moves(&row[4], Notation::Standard).expect("moves in the data"))
        .collect()
}

#[test]
fn best_solutions_take_as_long_as_measured() {
    let profile = Profile::nxt_2015();
    let planner = Planner::new(&profile);
    let (mut exact, mut one_by_one) = (0.0, 0.0);
    let solutions = best_solutions();
    if solutions.is_empty() {
        return;
    }
    let count = solutions.len().min(40);
    for moves in &solutions[..count] {
        let plan = planner.moves(&RigState::REST, moves).expect("a plan");
        assert_eq!(Cube::SOLVED.apply_all(plan.moves()), Cube::SOLVED.apply_all(moves));
        let baseline = planner.one_by_one_seconds(&RigState::REST, moves);
        let baseline = baseline.expect("a start").expect("four arms");
        assert!(plan.seconds() < baseline);
        exact += plan.seconds() / count as f64;
        one_by_one += baseline / count as f64;
    }
    eprintln!("mean of {count}: exact {exact:.2} s, one by one {one_by_one:.2} s");
    // Measured elsewhere on eight cubes: 36.9 s and 74.8 s, so about half.
    assert!((33.0..39.0).contains(&exact), "{exact}");
    assert!((0.46..0.54).contains(&(exact / one_by_one)), "{exact} to {one_by_one}");
}
