//! Two-phase in quarter turns and in the axial metrics.

use std::collections::HashMap;
use std::time::Duration;

use crate::support::Stickers;
use cube::{Cube, Metric, Move, Notation, format_moves};
use solver::{Control, Limits, LoadOptions, Method, Solution, Solver};

fn load(metric: Metric) -> Box<dyn Solver> {
    let options = LoadOptions {
        metric,
        ..LoadOptions::small(LoadOptions::user_cache())
    };
    Method::TwoPhase.load(&options, &|_| {}).unwrap()
}

fn solve(solver: &dyn Solver, metric: Metric, cube: &Cube, time: Option<Duration>) -> Solution {
    let limits = Limits {
        metric,
        time,
        threads: 2,
        ..Limits::default()
    };
    let solution = solver.solve(cube, &limits, &Control::default()).unwrap();
    let mut stickers = Stickers(cube.facelets().to_string().chars().collect());
    stickers.turn(&format_moves(solution.moves(), Notation::Quarters));
    assert_eq!(stickers, Stickers::solved());
    assert_eq!(solution.length(), metric.length(solution.moves()));
    solution
}

/// The lowest cost of every position that some moves within the cost reach, by plain search.
fn cheapest(metric: Metric, most: usize) -> HashMap<Cube, usize> {
    let mut cheapest = HashMap::new();
    let mut paths: Vec<Vec<Move>> = vec![vec![]];
    while let Some(path) = paths.pop() {
        let cost = metric.length(&path);
        let known = cheapest
            .entry(Cube::SOLVED.apply_all(&path))
            .or_insert(cost);
        *known = cost.min(*known);
        for turn in Move::ALL
            .into_iter()
            .filter(|turn| path.last().is_none_or(|last| last.face() != turn.face()))
        {
            let mut longer = path.clone();
            longer.push(turn);
            if longer.len() <= 2 * most && metric.length(&longer) <= most {
                paths.push(longer);
            }
        }
    }
    cheapest
}

/// Solves near positions optimally and random ones within the length that their diameter suggests.
fn check(metric: Metric, near: usize, most: usize) {
    let solver = load(metric);
    let known = cheapest(metric, near);
    assert!(known.len() > 100);
    let mut positions: Vec<_> = known.into_iter().collect();
    positions.sort_by_key(|(cube, cost)| (*cost, cube.facelets().to_string()));
    for (cube, cost) in positions.iter().step_by(positions.len() / 150 + 1) {
        let solution = solve(solver.as_ref(), metric, cube, None);
        assert_eq!(
            (solution.length(), solution.is_optimal()),
            (*cost, true),
            "{cube:?}"
        );
    }
    for seed in 0..20 {
        let solution = solve(
            solver.as_ref(),
            metric,
            &Cube::from_seed(seed),
            Some(Duration::from_millis(20)),
        );
        assert!(solution.length() <= most, "{} moves", solution.length());
    }
    // Half turns are served by the same solver.
    let solution = solve(
        solver.as_ref(),
        Metric::HalfTurn,
        &Cube::from_seed(1),
        Some(Duration::from_millis(10)),
    );
    assert!(solution.length() <= 22);
}

#[test]
fn quarter_turns() {
    check(Metric::QuarterTurn, 3, 32);
}

#[test]
#[ignore = "generates another 130 MB of tables"]
fn axial_half_turns() {
    check(Metric::AxialHalfTurn, 2, 20);
}

#[test]
#[ignore = "generates another 130 MB of tables"]
fn axial_quarter_turns() {
    check(Metric::AxialQuarterTurn, 2, 27);
}
