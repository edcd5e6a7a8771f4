//! What a solver returns: moves that were applied to the cube and found to solve it.

use cube::{Cube, Metric, Move};

use crate::Error;
use crate::race::LowerBound;

/// Moves that solve a cube, and how they were found.
///
/// [`Solution::new`] is the only way to make one. It applies the moves to the cube.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    cube: Cube,
    metric: Metric,
    stages: Vec<Stage>,
    moves: Vec<Move>,
    bound: Option<LowerBound>,
    /// The name of the method that found it.
    pub method: String,
    /// Positions looked at.
    pub nodes: u64,
    /// Time from the call to this solution or, in the returned one, to the end of the search, s.
    pub seconds: f64,
}

/// A part of a solution that reaches one goal of its method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What the stage reaches.
    pub name: String,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl Solution {
    /// The solution of `cube` that these stages make, found by `method`, which minimised lengths in `metric`.
    ///
    /// # Errors
    /// [`Error::WrongSolution`] where the moves do not solve the cube.
    pub fn new(cube: &Cube, metric: Metric, method: &str, stages: Vec<Stage>) -> Result<Solution, Error> {
        let moves: Vec<Move> = stages.iter().flat_map(|stage| stage.moves.iter().copied()).collect();
        if !cube.apply_all(&moves).is_solved() {
            return Err(Error::WrongSolution { method: method.to_owned(), cube: *cube, moves });
        }
        Ok(Solution {
            cube: *cube,
            metric,
            stages,
            moves,
            bound: None,
            method: method.to_owned(),
            nodes: 0,
            seconds: 0.0,
        })
    }

    /// The same solution with what a search has proven of its cube. A bound of another cube or metric, or one that is lower
    /// than the solution is long, proves nothing of it and is dropped.
    #[must_use]
    pub fn with_bound(self, bound: Option<LowerBound>) -> Solution {
        let of_this = |bound: &LowerBound| {
            *bound.cube() == self.cube && bound.metric() == self.metric && self.length() <= bound.moves()
        };
        let bound = bound.filter(of_this);
        Solution { bound, ..self }
    }

    /// The cube that it solves.
    pub fn cube(&self) -> &Cube {
        &self.cube
    }

    /// Face turns, first to last; empty for the solved cube.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves cut into the stages of the method.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The metric that was minimised.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Whether no shorter solution exists in [`Solution::metric`]: a search has proven it, or there is nothing to do.
    pub fn is_optimal(&self) -> bool {
        self.moves.is_empty() || self.bound.is_some()
    }

    /// The length in the metric that was minimised.
    pub fn length(&self) -> usize {
        self.metric.length(&self.moves)
    }

    /// The length in half turns.
    pub fn htm(&self) -> usize {
        Metric::HalfTurn.length(&self.moves)
    }

    /// The length in quarter turns.
    pub fn qtm(&self) -> usize {
        Metric::QuarterTurn.length(&self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::{Notation, inverted, parse_moves};

    #[test]
    fn moves_that_do_not_solve_make_no_solution() {
        let moves = parse_moves("R U F'", Notation::Standard).expect("three moves");
        let cube = Cube::SOLVED.apply_all(&moves);
        let solution = |moves| {
            let stage = Stage { name: "all".into(), moves };
            Solution::new(&cube, Metric::HalfTurn, "guess", vec![stage])
        };
        assert!(solution(inverted(&moves)).is_ok());
        let error = solution(moves).expect_err("these scramble it further");
        let sentence = error.to_string();
        assert!(sentence.contains("guess") && sentence.contains("R U F'"), "{sentence}");
        assert!(sentence.contains(&cube.facelets().to_string()), "{sentence}");
    }
}
