//! Cubes of known depth.
//!
//! The end of a shortest solution is a shortest solution itself: were there a shorter one, the whole would have a shorter one, too.
//! So one proven solution of 18 moves gives a cube of each depth up to 18.

use cube::{Cube, Metric, Move, Notation, inverted, parse_moves};

/// Shortest solutions, of 18 moves, of the first random cubes of the test data that need this many. The method `optimal` proves
/// them (docs/benchmarks.md).
const RANDOM: [&str; 10] = [
    "R' L2 U' F D2 F R U' B R F' D2 B2 U' L' D2 R2 D",
    "B U2 R2 F2 L F' D' B2 L2 B2 L' D' F2 L2 U L2 F U2",
    "L' B' U D2 B' R' L U' L F B L B R D2 R' B R'",
    "U2 D B' U' R2 D2 F' L D2 L U2 B2 U R2 L' F2 D' L2",
    "L' U' L' U' R D L' F2 B2 L2 U' R2 L' U' B' L2 B R",
    "U2 F L D F' R' B' L B2 U L' U L D' F D2 L2 B",
    "L F2 L D F R2 F2 R B' R' U' F L2 B2 L' U' D' B",
    "L' F D L2 U R2 F2 L2 F U2 F2 D L2 B' U R' F' B",
    "R B' U R D2 R U' L F' U' F' D2 F2 D' R D' F L'",
    "R' D2 R' U2 L2 U D F B2 D B2 U D2 F2 B L' U L2",
];

/// Cubes of 20 moves from the literature, each as moves that make it from the solved cube. `cuberig solve --method optimal
/// --memory 2G` has proven them again (docs/benchmarks.md).
const TWENTY: [&str; 5] = [
    // The superflip, all edges flipped in place. D. Winter found 20 moves for it in 1992, and M. Reid proved in 1995 that fewer do
    // not do.
    "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
    // The cube that T. Rokicki, H. Kociemba, M. Davidson and J. Dethridge call the hardest for their programs (cube20.org, 2010).
    "F U' F2 D' B U R' F' L D' R' U' L U B' D2 R' F U2 D2",
    // Superflip and all corners twisted: one of all its solutions of 20 moves, which M. Reid listed (Cube-Lovers, 5 August 1997).
    "U R F' B U' D' F U' D F L F' L' U R D F U R L",
    // The only one with the symmetry D4h among H. Kociemba's list of all symmetric cubes of 20 moves (kociemba.org).
    "D L2 F2 R2 B' D2 L R U' R2 U' F2 D' R2 U' B' F' D2 R' U'",
    // One of those that S. Tronto's nissy-core measures its solvers by.
    "R2 U2 R F L' B D' R' U2 B2 U2 F D U2 R2 U2 F2 L F2 B2",
];

/// Cubes of 19 moves, by which nissy-core measures its solvers, too.
const NINETEEN: [&str; 4] = [
    "D2 R2 U2 D B2 L2 U2 R F' B' U L2 D L2 F D' R2 U R",
    "D L2 U D F' U2 R' U2 D' R2 L F' U B2 L D' L' B2 D2",
    "U' L2 D' B' L D F R' D2 L2 B2 D' L2 D' L2 F2 L U' F'",
    "U L U2 F2 R' B R' L B' D' L D' B R' D L' U L F",
];

/// The cube that the last `depth` moves of a shortest solution solve.
fn ending(solution: &[Move], depth: usize) -> Option<Cube> {
    let from = solution.len().checked_sub(depth)?;
    Some(Cube::SOLVED.apply_all(&inverted(&solution[from..])))
}

/// At most `most` cubes of a depth up to 20. To 18 they belong to different random cubes. Those of 19 moves are from the literature,
/// and what the first turn of a shortest solution leaves of the cubes of 20.
pub(crate) fn of_depth(depth: usize, most: usize) -> Vec<Cube> {
    let solves = |made_by: &&str| inverted(&moves(made_by));
    let solutions: Vec<Vec<Move>> = match depth {
        0..=18 => RANDOM.iter().map(|text| moves(text)).collect(),
        19 => NINETEEN.iter().chain(&TWENTY).map(solves).collect(),
        _ => TWENTY.iter().map(solves).collect(),
    };
    let cubes = solutions.iter().take(most);
    cubes.filter_map(|solution| ending(solution, depth)).collect()
}

fn moves(text: &str) -> Vec<Move> {
    let moves = parse_moves(text, Notation::Standard).expect("the solutions of this file are moves");
    debug_assert_eq!(Metric::HalfTurn.length(&moves), moves.len());
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::{Control, Limits, LoadOptions, Method, Solver};

    fn proven(solver: &dyn Solver, cube: &Cube) -> usize {
        let limits = Limits { time: None, ..Limits::default() };
        let solution = solver.solve(cube, &limits, &Control::default());
        let solution = solution.expect("there is time");
        assert!(solution.is_optimal());
        solution.length()
    }

    fn tables() -> LoadOptions {
        LoadOptions::small(LoadOptions::user_cache())
    }

    #[test]
    fn solutions_have_the_lengths_that_they_promise() {
        for text in RANDOM {
            assert_eq!(moves(text).len(), 18);
        }
        for (deep, length) in [(&NINETEEN[..], 19), (&TWENTY[..], 20)] {
            for made_by in deep {
                assert_eq!(moves(made_by).len(), length);
            }
        }
        let [flipped, _, twisted, ..] = TWENTY.map(|made_by| {
            let cube = Cube::SOLVED.apply_all(&moves(made_by));
            (*cube.edge_orientation(), *cube.corner_orientation(), cube)
        });
        assert_eq!((flipped.0, flipped.1), ([1; 12], [0; 8]));
        assert_eq!(flipped.2, flipped.2.inverse());
        assert_eq!(twisted.0, [1; 12]);
        assert!(!twisted.1.contains(&0));
        for cube in [flipped.2, twisted.2] {
            assert_eq!(cube.edge_permutation(), Cube::SOLVED.edge_permutation());
            assert_eq!(cube.corner_permutation(), Cube::SOLVED.corner_permutation());
        }
    }

    #[test]
    fn shallow_ends_are_as_deep_as_they_are_long() {
        let korf = crate::Korf::load(&tables(), &|_| {}).expect("tables");
        for depth in [1, 5, 9, 11] {
            for cube in of_depth(depth, usize::MAX) {
                assert_eq!(proven(&korf, &cube), depth);
            }
        }
        for depth in 1..=20 {
            assert!(5 <= of_depth(depth, usize::MAX).len());
        }
        for depth in 18..=20 {
            let cubes = of_depth(depth, usize::MAX);
            let different: std::collections::HashSet<&Cube> = cubes.iter().collect();
            assert_eq!(different.len(), cubes.len(), "{depth} moves");
        }
    }

    #[test]
    #[ignore = "proves the shortest solutions again, which takes some minutes"]
    fn the_solutions_are_shortest() {
        let options = LoadOptions { memory: Some(2 << 30), ..tables() };
        let optimal = Method::Optimal.load(&options, &|_| {}).expect("tables");
        for cube in of_depth(18, usize::MAX) {
            assert_eq!(proven(optimal.as_ref(), &cube), 18);
        }
    }
}
