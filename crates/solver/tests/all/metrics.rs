//! Two-phase in quarter turns and in the axial metrics.

use std::collections::HashMap;
use std::time::Duration;

use cube::{Cube, Metric, Move, Notation, format_moves, parse_moves};
use solver::{Control, Limits, LoadOptions, Method, Solution, Solver};
use testkit::cubes::{SUBGROUPS, drawn, structured_cube};
use testkit::proptest::collection::vec;
use testkit::proptest::sample::select;
use testkit::stickers::Stickers;

/// Cubes of each small group.
const OF_EACH_GROUP: usize = 50;

fn load(metric: Metric) -> Box<dyn Solver> {
    let options = LoadOptions { metric, ..LoadOptions::small(LoadOptions::user_cache()) };
    Method::TwoPhase.load(&options, &|_| {}).unwrap()
}

/// Solves, and checks the solution in the second model.
fn solve(solver: &dyn Solver, cube: &Cube, limits: &Limits) -> Solution {
    let solution = solver
        .solve(cube, limits, &Control::default())
        .unwrap_or_else(|error| panic!("{error}: {} in {}", cube.facelets(), limits.metric));
    let mut stickers = Stickers::new(&cube.facelets().to_string());
    stickers.turn(&format_moves(solution.moves(), Notation::Quarters));
    assert_eq!(stickers, Stickers::solved(), "{} in {}", cube.facelets(), limits.metric);
    assert_eq!(solution.length(), limits.metric.length(solution.moves()));
    solution
}

/// On two threads.
fn limits(metric: Metric, time: Option<Duration>) -> Limits {
    Limits { metric, time, threads: 2, ..Limits::default() }
}

/// The lowest cost of every position that some moves within the cost reach, by plain search.
fn cheapest(metric: Metric, most: usize) -> HashMap<Cube, usize> {
    let mut cheapest = HashMap::new();
    let mut paths: Vec<Vec<Move>> = vec![vec![]];
    while let Some(path) = paths.pop() {
        let cost = metric.length(&path);
        let known = cheapest.entry(Cube::SOLVED.apply_all(&path)).or_insert(cost);
        *known = cost.min(*known);
        for turn in Move::ALL.into_iter().filter(|turn| path.last().is_none_or(|last| last.face() != turn.face())) {
            let mut longer = path.clone();
            longer.push(turn);
            if longer.len() <= 2 * most && metric.length(&longer) <= most {
                paths.push(longer);
            }
        }
    }
    cheapest
}

/// Cubes of each small group and structured ones in turn, so that no two of a kind follow each other.
fn structured_cubes() -> Vec<Cube> {
    let mut kinds: Vec<Vec<Cube>> = SUBGROUPS
        .iter()
        .map(|(_, generators)| {
            let turns = parse_moves(generators, Notation::Standard).unwrap();
            drawn(vec(select(turns), 0..40), OF_EACH_GROUP).map(|moves| Cube::SOLVED.apply_all(&moves)).collect()
        })
        .collect();
    let structured: Vec<Cube> = drawn(structured_cube(), 2 * OF_EACH_GROUP).collect();
    kinds.extend(structured.chunks(OF_EACH_GROUP).map(<[Cube]>::to_vec));
    (0..OF_EACH_GROUP).flat_map(|place| kinds.iter().map(move |cubes| cubes[place])).collect()
}

/// No solution of a cube or of its inverse is shorter than one that is proven shortest, in the metric of the proof.
fn check_proofs(solutions: &[Solution], cube: &Cube) {
    for proven in solutions.iter().filter(|solution| solution.is_optimal()) {
        for other in solutions {
            assert!(
                proven.length() <= proven.metric().length(other.moves()),
                "{} in {}: {} moves are proven, {} moves solve",
                cube.facelets(),
                proven.metric(),
                proven.length(),
                proven.metric().length(other.moves())
            );
        }
    }
}

/// Solves structured cubes on one thread and on two, and in half turns in between. One solver serves all of them, so that
/// anything that it keeps of a cube would spoil the next ones.
fn check_structured(solver: &dyn Solver, metric: Metric, most: usize) {
    let cubes = structured_cubes();
    let mut proven = 0;
    for (index, cube) in cubes.iter().enumerate() {
        let at_once = |metric, threads| Limits { threads, ..limits(metric, Some(Duration::ZERO)) };
        let one_thread = solve(solver, cube, &at_once(metric, 1));
        let half_turns = solve(solver, cube, &at_once(Metric::HalfTurn, 1 + index % 2));
        let two_threads = solve(solver, &cube.inverse(), &limits(metric, Some(Duration::from_millis(1))));
        let solutions = [one_thread, half_turns, two_threads];
        check_proofs(&solutions, cube);
        for solution in &solutions {
            let most = match solution.metric() {
                Metric::HalfTurn => 22,
                _ => most,
            };
            assert!(solution.length() <= most, "{} moves", solution.length());
            assert_eq!(solution.moves().is_empty(), cube.is_solved());
        }
        proven += usize::from(solutions[0].is_optimal() || solutions[2].is_optimal());
    }
    println!("{metric}: {} cubes, {proven} proven", cubes.len());
    assert!(cubes.len() < 4 * proven, "{proven} of {} are proven", cubes.len());
}

/// Solves near positions optimally, and random and structured ones within the length that their diameter suggests.
fn check(metric: Metric, near: usize, most: usize) {
    let solver = load(metric);
    let known = cheapest(metric, near);
    assert!(known.len() > 100);
    let mut positions: Vec<_> = known.into_iter().collect();
    positions.sort_by_key(|(cube, cost)| (*cost, cube.facelets().to_string()));
    for (cube, cost) in positions.iter().step_by(positions.len() / 150 + 1) {
        let solution = solve(solver.as_ref(), cube, &limits(metric, None));
        assert_eq!((solution.length(), solution.is_optimal()), (*cost, true), "{cube:?}");
    }
    for seed in 0..20 {
        let short = limits(metric, Some(Duration::from_millis(20)));
        let solution = solve(solver.as_ref(), &Cube::from_seed(seed), &short);
        assert!(solution.length() <= most, "{} moves", solution.length());
    }
    check_structured(solver.as_ref(), metric, most);
    // Half turns are served by the same solver.
    let short = limits(Metric::HalfTurn, Some(Duration::from_millis(10)));
    let solution = solve(solver.as_ref(), &Cube::from_seed(1), &short);
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
