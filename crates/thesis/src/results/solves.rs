//! Figure 5.8: seven solves, with their seconds and turns a second.
//!
//! The thesis timed a real rig. Here the same lengths are planned for the profile of that rig: for each length the first random
//! cube for which two-phase finds a solution of just this many moves.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cube::{Cube, Move};
use planner::{Planner, SearchLimits, SearchTables};
use rig::{Profile, RigState};
use solver::{Control, Limits, Solution, Solver};

use super::{Conditions, Published, Row};
use crate::{Error, plan_the_thesis_way};

/// Length of the solution and seconds of each solve.
const SOLVES: [(usize, f64); 7] = [(20, 70.0), (22, 85.0), (21, 74.0), (20, 65.0), (20, 69.0), (20, 75.0), (22, 81.0)];
/// The means that the text gives: seconds, and turns a second.
const MEAN: (f64, f64) = (74.0, 0.28);

/// Seconds of a solve in three ways.
struct Planned {
    length: usize,
    one_by_one: f64,
    same_moves: f64,
    /// Moves and seconds of the search for rig time.
    searched: (usize, f64),
}

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let profile = Profile::nxt_2015();
    let planner = Planner::new(&profile);
    let solver = conditions.load_product(solver::Method::TwoPhase)?;
    let tables = SearchTables::load(&profile, &conditions.tables, &conditions.building())?;
    let mut seed = 0;
    let mut solves = Vec::new();
    for (index, (length, _)) in SOLVES.into_iter().enumerate() {
        conditions.report(index as f64 / 7.0, format!("solve {}", index + 1));
        let (cube, moves) = loop {
            seed += 1;
            let cube = Cube::from_seed(seed);
            if let Some(moves) = solution_of(solver.as_ref(), &cube, length)? {
                break (cube, moves);
            }
        };
        let start = std::time::Instant::now();
        let limits = SearchLimits {
            threads: conditions.threads,
            stop: &|| Duration::from_secs(1) < start.elapsed(),
            known: &[],
        };
        let searched = planner.cube(&tables, &RigState::REST, &cube, &limits)?;
        solves.push(Planned {
            length,
            one_by_one: plan_the_thesis_way(&profile, &RigState::REST, &moves)?.seconds(),
            same_moves: planner.moves(&RigState::REST, &moves)?.seconds(),
            searched: (searched.moves().len(), searched.seconds()),
        });
    }
    Ok(listed(&solves))
}

/// Moves of exactly this length that two-phase comes by within a moment.
fn solution_of(solver: &dyn Solver, cube: &Cube, length: usize) -> Result<Option<Vec<Move>>, Error> {
    let found = Arc::new(Mutex::new(None));
    let listener = Arc::clone(&found);
    let control = Control::with_feedback(move |solution: &Solution| {
        if solution.length() == length {
            let mut found = listener.lock().unwrap_or_else(PoisonError::into_inner);
            *found = Some(solution.moves().to_vec());
        }
    });
    let limits =
        Limits { time: Some(Duration::from_millis(20)), good_enough: Some(length), threads: 1, ..Limits::default() };
    solver.solve(cube, &limits, &control)?;
    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(found.take())
}

/// Each solve in each way, then the means.
fn listed(solves: &[Planned]) -> Vec<Row> {
    let mut rows = Vec::new();
    type Way = (&'static str, fn(&Planned) -> (usize, f64));
    let ways: [Way; 3] = [
        ("one move after the other", |solve| (solve.length, solve.one_by_one)),
        ("same moves, fastest plan", |solve| (solve.length, solve.same_moves)),
        ("search for rig time", |solve| solve.searched),
    ];
    for (name, way) in ways {
        let (mut all, mut rates) = (0.0, 0.0);
        for ((number, solve), (length, published)) in (1..).zip(solves).zip(SOLVES) {
            let (moves, seconds) = way(solve);
            let rate = moves as f64 / seconds;
            (all, rates) = (all + seconds, rates + rate);
            let row = format!("{name}: solve {number}, {length} moves");
            let row = Row::new(row, "s", Published::exactly(published), seconds);
            rows.push(match moves == length {
                true => row.noted(format!("{rate:.2} turns a second")),
                false => row.noted(format!("{moves} moves, {rate:.2} turns a second")),
            });
        }
        let count = solves.len() as f64;
        let mean = Published::exactly(MEAN.0);
        rows.push(Row::new(format!("{name}: mean"), "s", mean, all / count));
        let rate = Published::exactly(MEAN.1);
        let row = format!("{name}: turns a second, mean");
        rows.push(Row::new(row, "1/s", rate, rates / count));
    }
    rows
}
