//! What a solver returns.

use cube::{Metric, Move};
use serde::{Deserialize, Serialize};

/// Moves that solve a cube, and how they were found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solution {
    /// Face turns, first to last; empty for the solved cube.
    pub moves: Vec<Move>,
    /// Whether no shorter solution exists, proven by this search, in `metric`.
    pub optimal: bool,
    /// The metric that was minimised.
    pub metric: Metric,
    /// The name of the method that found it.
    pub method: String,
    /// Positions looked at.
    pub nodes: u64,
    /// Time from the call to this solution or, in the returned one, to the end of the search, s.
    pub seconds: f64,
    /// The moves cut into the stages of the method.
    pub stages: Vec<Stage>,
}

/// A part of a solution that reaches one goal of its method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// What the stage reaches.
    pub name: String,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl Solution {
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
