//! The thesis' future work. What is exact finds the same lengths as the ordinary search, on cubes of proven depth. What is
//! not exact never claims a proof, and is never shorter than one.

use std::sync::LazyLock;

use cube::{Cube, Face, Metric, Move, Notation, format_moves, inverted, random_moves};
use solver::{Control, Error, Limits, LoadOptions, Solution, Solver};
use testkit::stickers::Stickers;
use thesis::{Habits, Ideas, Kociemba, Korf, KorfIdeas, KorfInterleaved, PhaseOne};

static KORF: LazyLock<Korf> = LazyLock::new(|| Korf::load(&options(), &|_| {}).unwrap());

fn options() -> LoadOptions {
    LoadOptions::small(LoadOptions::user_cache())
}

fn solve(solver: &dyn Solver, cube: &Cube, threads: usize) -> Result<Solution, Error> {
    let limits = Limits { time: None, threads, ..Limits::default() };
    solver.solve(cube, &limits, &Control::default())
}

/// The length of a solution that really solves.
fn length(cube: &Cube, solution: &Solution) -> usize {
    let mut stickers = Stickers::new(&cube.facelets().to_string());
    stickers.turn(&format_moves(solution.moves(), Notation::Quarters));
    assert_eq!(stickers, Stickers::solved(), "by {}", solution.method);
    assert_eq!(Metric::HalfTurn.length(solution.moves()), solution.length());
    solution.length()
}

fn proven(solver: &dyn Solver, cube: &Cube, threads: usize) -> usize {
    let solution = solve(solver, cube, threads).unwrap();
    assert!(solution.is_optimal(), "{}", solver.name());
    length(cube, &solution)
}

/// Cubes of the data up to this depth.
fn known(deepest: usize) -> Vec<(Cube, usize)> {
    let rows = testkit::cube_rows("known_depth.csv").unwrap_or_default();
    let known = rows.iter().map(|row| (row[0].parse().unwrap(), row[1].parse().unwrap()));
    known.filter(|(_, depth)| *depth <= deepest).collect()
}

#[test]
fn interleaved_fringes_of_any_memory_find_the_known_depths() {
    let mut solver = KorfInterleaved::load(&options(), &|_| {}).unwrap();
    // No fringe, one that is soon too small, and one that has room for all.
    for (memory, threads) in [(0, 2), (100_000, 1), (100_000, 3), (64 << 20, 2)] {
        solver = solver.with_memory(memory);
        assert_eq!(proven(&solver, &Cube::SOLVED, threads), 0);
        for (cube, depth) in known(10) {
            assert_eq!(proven(&solver, &cube, threads), depth, "{memory} bytes");
        }
    }
}

#[test]
fn interleaved_fringes_save_the_nodes_of_earlier_bounds() {
    let solvers = [0, 100_000, 64 << 20].map(|memory| {
        let solver = KorfInterleaved::load(&options(), &|_| {}).unwrap();
        solver.with_memory(memory)
    });
    let mut sums = [0; 3];
    for seed in 0..4 {
        let cube = Cube::SOLVED.apply_all(&random_moves(seed, 11));
        let most = proven(&*KORF, &cube, 2) - 1;
        for (sum, solver) in sums.iter_mut().zip(&solvers) {
            *sum += solver.nodes(&cube, most, 1);
        }
    }
    let [none, small, large] = sums;
    assert!(large <= small && small <= none && large < none, "{sums:?}");
}

#[test]
fn both_ways_through_phase_one_prove_the_known_depths() {
    let mut solver = Kociemba::new(PhaseOne::Deepening);
    for phase_one in [PhaseOne::Deepening, PhaseOne::FRINGE] {
        solver = solver.with(phase_one);
        assert_eq!(proven(&solver, &Cube::SOLVED, 1), 0);
        let known = known(9);
        for (cube, depth) in &known {
            assert_eq!(proven(&solver, cube, 1), *depth, "{phase_one:?}");
        }
    }
}

#[test]
fn both_ways_through_phase_one_find_the_same_first_solution() {
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let solvers = [PhaseOne::Deepening, PhaseOne::FRINGE].map(Kociemba::new);
    for seed in 0..20 {
        let cube = Cube::from_seed(seed);
        let [deepening, fringe] = solvers.each_ref().map(|solver| {
            let solution = solver.solve(&cube, &limits, &Control::default()).unwrap();
            assert!(!solution.is_optimal() && length(&cube, &solution) <= 22);
            solution.moves().to_vec()
        });
        assert_eq!(deepening, fringe);
    }
}

#[test]
fn a_fringe_in_phase_one_saves_nodes_and_is_refused_what_it_has_no_room_for() {
    let cube = Cube::SOLVED.apply_all(&random_moves(3, 10));
    let most = proven(&*KORF, &cube, 2) - 1;
    let deepening = Kociemba::new(PhaseOne::Deepening);
    let without = deepening.phase_one_nodes(&cube, most).unwrap();
    let fringe = deepening.with(PhaseOne::FRINGE);
    let with = fringe.phase_one_nodes(&cube, most).unwrap();
    assert!(with < without, "{with} and {without}");
    let narrow = fringe.with(PhaseOne::Fringe { memory: 1000 });
    let error = narrow.phase_one_nodes(&cube, most).unwrap_err();
    assert!(matches!(error, thesis::Error::FringeFull { bytes: 1000 }), "{error}");
}

/// Habits of a person who only turns U, R and F.
fn three_faces() -> Habits {
    let solutions: Vec<Vec<Move>> = (0..200).map(|seed| right_handed(seed, 20)).collect();
    Habits::learned_from(solutions.iter().map(Vec::as_slice))
}

fn right_handed(seed: u64, count: usize) -> Vec<Move> {
    let mut moves = random_moves(seed, 10 * count);
    moves.retain(|turn| matches!(turn.face(), Face::U | Face::R | Face::F));
    moves.dedup_by_key(|turn| turn.face());
    moves.truncate(count);
    moves
}

fn with_habits(leaves_out_below: u32) -> KorfIdeas {
    let ideas = Ideas { looks_back: true, habits: Some(three_faces()), leaves_out_below, ..Ideas::STOCK };
    KorfIdeas::load(ideas, &options(), &|_| {}).unwrap()
}

#[test]
fn likely_branches_first_lose_no_shortest_solution() {
    let solver = with_habits(0);
    for seed in 0..8 {
        let cube = Cube::SOLVED.apply_all(&random_moves(seed, 9));
        assert_eq!(proven(&solver, &cube, 1), proven(&*KORF, &cube, 2));
    }
}

#[test]
fn without_rare_branches_solutions_are_legal_never_too_short_and_sometimes_missed() {
    let solver = with_habits(10);
    let (mut missed, mut cubes) = (0, 0);
    for seed in 0..8 {
        let as_learned = inverted(&right_handed(1000 + seed, 8));
        for (moves, is_habitual) in [(as_learned, true), (random_moves(seed, 6), false)] {
            let cube = Cube::SOLVED.apply_all(&moves);
            let shortest = proven(&*KORF, &cube, 2);
            let limits = Limits { time: None, max_length: Some(moves.len() + 1), threads: 1, ..Limits::default() };
            cubes += 1;
            match solver.solve(&cube, &limits, &Control::default()) {
                Ok(solution) => {
                    assert!(!solution.is_optimal() || solution.moves().is_empty());
                    assert!(shortest <= length(&cube, &solution));
                    missed += usize::from(shortest < solution.length());
                }
                Err(Error::Stopped { .. }) => {
                    // The moves backwards are a solution of three faces.
                    assert!(!is_habitual, "{moves:?}");
                    missed += 1;
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(0 < missed && missed < cubes, "{missed} of {cubes}");
    let left_handed = Cube::SOLVED.apply(Move::quarter(Face::L));
    let limits = Limits { time: None, max_length: Some(3), ..Limits::default() };
    // One turn solves it, so the search must not report that no solution exists.
    let error = solver.solve(&left_handed, &limits, &Control::default());
    assert!(matches!(error, Err(Error::Stopped { max_length: 3, .. })), "{error:?}");
}
