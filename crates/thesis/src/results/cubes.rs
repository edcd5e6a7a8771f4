//! Cubes of known depth.
//!
//! The end of a shortest solution is a shortest solution itself: were there a shorter one, the whole would have a shorter one, too.
//! So one proven solution of 18 moves gives a cube of each depth up to 18.

use cube::{Cube, Metric, Move, Notation, inverted, parse_moves};

/// Shortest solutions, of 18 moves, of the first random cubes of the test data that need so many. The method `optimal` proves
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

/// A shortest solution of the superflip, all edges flipped in place. D. Winter found 20 moves for it in 1992, and M. Reid proved in
/// 1995 that fewer do not do. The inverse of a solution is one, too, because the superflip is its own inverse.
const SUPERFLIP: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

/// The cube that the last `depth` moves of a shortest solution solve.
fn ending(solution: &[Move], depth: usize) -> Option<Cube> {
    let from = solution.len().checked_sub(depth)?;
    Some(Cube::SOLVED.apply_all(&inverted(&solution[from..])))
}

/// At most `most` cubes of a depth up to 20. To 18 they belong to different random cubes. Of 19 moves there are two, of 20 one:
/// the superflip and what its first turn leaves of it.
pub(crate) fn of_depth(depth: usize, most: usize) -> Vec<Cube> {
    let random = RANDOM.iter().map(|text| moves(text));
    let superflip = moves(SUPERFLIP);
    let deepest = [superflip.clone(), inverted(&superflip)];
    let solutions: Vec<Vec<Move>> = match depth {
        0..=18 => random.collect(),
        19 => deepest.to_vec(),
        _ => deepest[..1].to_vec(),
    };
    let cubes = solutions.iter().take(most);
    cubes
        .filter_map(|solution| ending(solution, depth))
        .collect()
}

fn moves(text: &str) -> Vec<Move> {
    let moves =
        parse_moves(text, Notation::Standard).expect("the solutions of this file are moves");
    debug_assert_eq!(Metric::HalfTurn.length(&moves), moves.len());
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::{Control, Limits, LoadOptions, Method, Solver};

    fn proven(solver: &dyn Solver, cube: &Cube) -> usize {
        let limits = Limits {
            time: None,
            ..Limits::default()
        };
        let solution = solver.solve(cube, &limits, &Control::default());
        let solution = solution.expect("there is time");
        assert!(solution.optimal);
        solution.length()
    }

    fn tables() -> LoadOptions {
        let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tmp");
        LoadOptions::small(directory)
    }

    #[test]
    fn solutions_have_the_lengths_that_they_promise() {
        for text in RANDOM {
            assert_eq!(moves(text).len(), 18);
        }
        let flipped = ending(&moves(SUPERFLIP), 20).expect("20 moves");
        assert_eq!(flipped.edge_orientation(), &[1; 12]);
        assert_eq!(flipped, flipped.inverse());
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
            assert!(!of_depth(depth, 1).is_empty());
        }
    }

    #[test]
    #[ignore = "proves the shortest solutions again, which takes some minutes"]
    fn the_solutions_are_shortest() {
        let options = LoadOptions {
            memory: Some(2 << 30),
            ..tables()
        };
        let optimal = Method::Optimal.load(&options, &|_| {}).expect("tables");
        for cube in of_depth(18, usize::MAX) {
            assert_eq!(proven(optimal.as_ref(), &cube), 18);
        }
    }
}
