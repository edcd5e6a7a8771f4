//! The thesis' ideas for Korf's search: with any of them the first solution is a shortest one, and none costs nodes that it
//! promises to save.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use cube::{Cube, Move, random_moves};
use solver::{Control, Limits, LoadOptions, Solver};
use thesis::{Ideas, Korf, KorfIdeas};

static KORF: LazyLock<Korf> = LazyLock::new(|| Korf::load(&options(), &|_| {}).unwrap());

fn options() -> LoadOptions {
    LoadOptions::small(LoadOptions::user_cache())
}

fn with(ideas: Ideas) -> KorfIdeas {
    KorfIdeas::load(ideas, &options(), &|_| {}).unwrap()
}

fn length(solver: &dyn Solver, cube: &Cube) -> usize {
    let limits = Limits { time: None, threads: 1, ..Limits::default() };
    let solution = solver.solve(cube, &limits, &Control::default()).unwrap();
    assert!(cube.apply_all(solution.moves()).is_solved() && solution.is_optimal());
    solution.length()
}

/// Every choice of the ideas; the small cache overflows often.
fn all() -> impl Iterator<Item = Ideas> {
    let bits = |bit: u32| move |choice: u32| choice >> bit & 1 == 1;
    (0..24).map(move |choice| Ideas {
        looks_back: bits(0)(choice),
        random_order: bits(1)(choice).then_some(7),
        least_overrun: bits(2)(choice),
        cache: [None, Some(100), Some(1_000_000)][choice as usize / 8],
        ..Ideas::STOCK
    })
}

#[test]
fn with_any_ideas_the_first_solution_is_a_shortest_one() {
    for ideas in all() {
        let solver = with(ideas);
        assert_eq!(length(&solver, &Cube::SOLVED), 0);
        for seed in 0..6 {
            let cube = Cube::SOLVED.apply_all(&random_moves(seed, 9));
            assert_eq!(length(&solver, &cube), length(&*KORF, &cube), "{ideas:?}");
        }
    }
}

#[test]
fn ideas_save_nodes_or_cost_none() {
    let stock = Ideas::STOCK;
    let looks_back = Ideas { looks_back: true, ..stock };
    let cached = Ideas { cache: Ideas::IMPROVED.cache, ..stock };
    let by_one = Ideas { least_overrun: false, ..stock };
    let solvers = [stock, looks_back, cached, by_one].map(with);
    let mut sums = [0; 4];
    for seed in 0..6 {
        let cube = Cube::SOLVED.apply_all(&random_moves(seed, 11));
        let most = length(&*KORF, &cube).saturating_sub(1);
        for (sum, solver) in sums.iter_mut().zip(&solvers) {
            *sum += solver.nodes(&cube, most);
        }
    }
    let [stock, looks_back, cached, by_one] = sums;
    assert!(looks_back < stock && cached < stock, "{sums:?}");
    // With equal costs an estimate exceeds the bound by one somewhere, so the bounds are the same.
    assert_eq!(by_one, stock);
}

#[test]
fn stock_tries_every_move_at_every_node() {
    // A turn from solved, no bound below 1 is searched: at bound 1 the root is expanded, and each of its 18 children is generated
    // until one is solved. The last of the moves solves last.
    let solver = with(Ideas::STOCK);
    for (index, turn) in Move::ALL.into_iter().enumerate() {
        let cube = Cube::SOLVED.apply(turn.inverse());
        assert_eq!(solver.nodes(&cube, 20), index as u64 + 2, "{turn}");
    }
}

/// A sequence with neighbouring turns of opposite faces in one order.
fn ordered(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    for at in 1..moves.len() {
        let opposite =
            moves[at].face() != moves[at - 1].face() && moves[at].face().axis() == moves[at - 1].face().axis();
        if opposite && moves[at] < moves[at - 1] {
            moves.swap(at, at - 1);
        }
    }
    moves
}

#[test]
fn all_shortest_solutions_are_those_that_trying_all_sequences_finds() {
    for seed in 0..12 {
        let cube = Cube::SOLVED.apply_all(&random_moves(seed, 3));
        let depth = length(&*KORF, &cube);
        let mut sequences = vec![Vec::new()];
        for _ in 0..depth {
            let longer =
                |moves: &Vec<Move>| Move::ALL.map(|turn| moves.iter().copied().chain([turn]).collect::<Vec<Move>>());
            sequences = sequences.iter().flat_map(longer).collect();
        }
        let solves = |moves: &&Vec<Move>| cube.apply_all(moves).is_solved();
        let tried: BTreeSet<Vec<Move>> = sequences.iter().filter(solves).map(|moves| ordered(moves)).collect();
        let found = KORF.all_shortest(&cube, 20).unwrap();
        let found: BTreeSet<Vec<Move>> = found.iter().map(|solution| ordered(solution.moves())).collect();
        assert_eq!(found, tried);
        assert_eq!(KORF.all_shortest(&cube, depth.saturating_sub(1)).unwrap().len(), usize::from(depth == 0));
    }
}
