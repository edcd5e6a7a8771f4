//! How the length of a move sequence is counted.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Error, Move};

/// A way of counting moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Each face turn counts 1, half turns too.
    #[default]
    HalfTurn,
    /// A quarter turn counts 1, a half turn 2.
    QuarterTurn,
    /// Opposite faces turned one after the other count as one turn.
    AxialHalfTurn,
    /// Opposite faces turn at once, and the pair counts as its longer turn: a quarter 1, a half 2.
    AxialQuarterTurn,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 4] =
        [Metric::HalfTurn, Metric::QuarterTurn, Metric::AxialHalfTurn, Metric::AxialQuarterTurn];

    /// The name used on command lines and in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::HalfTurn => "half-turn",
            Metric::QuarterTurn => "quarter-turn",
            Metric::AxialHalfTurn => "axial-half-turn",
            Metric::AxialQuarterTurn => "axial-quarter-turn",
        }
    }

    /// The length of the sequence as it is written: nothing is merged but a turn and the turn of
    /// the opposite face right behind it, in the axial metrics.
    pub fn length(self, moves: &[Move]) -> usize {
        let cost = |turn: Move| if turn.is_half_turn() { 2 } else { 1 };
        match self {
            Metric::HalfTurn => moves.len(),
            Metric::QuarterTurn => moves.iter().map(|&turn| cost(turn)).sum(),
            Metric::AxialHalfTurn => axial_steps(moves).count(),
            Metric::AxialQuarterTurn => {
                axial_steps(moves).map(|step| step.iter().map(|&turn| cost(turn)).max().unwrap_or(0)).sum()
            }
        }
    }
}

/// Cuts the sequence into single turns and pairs of turns of opposite faces.
fn axial_steps(moves: &[Move]) -> impl Iterator<Item = &[Move]> {
    let mut rest = moves;
    std::iter::from_fn(move || {
        let paired = match rest {
            [] => return None,
            [first, second, ..] => first.face().opposite() == second.face(),
            [_] => false,
        };
        let (step, behind) = rest.split_at(if paired { 2 } else { 1 });
        rest = behind;
        Some(step)
    })
}

impl fmt::Display for Metric {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl std::str::FromStr for Metric {
    type Err = Error;

    /// Reads a metric's name, or its short form `htm`, `qtm`, `ahtm` or `aqtm`.
    fn from_str(text: &str) -> Result<Metric, Error> {
        match text {
            "half-turn" | "htm" => Ok(Metric::HalfTurn),
            "quarter-turn" | "qtm" => Ok(Metric::QuarterTurn),
            "axial-half-turn" | "axial" | "ahtm" => Ok(Metric::AxialHalfTurn),
            "axial-quarter-turn" | "axial-quarter" | "aqtm" => Ok(Metric::AxialQuarterTurn),
            _ => Err(Error::UnknownMetric { text: text.to_owned() }),
        }
    }
}
