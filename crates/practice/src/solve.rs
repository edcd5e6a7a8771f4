//! One timed solve, by the rules of the World Cube Association (regulations A4 to A7, 9f).

use serde::{Deserialize, Serialize};

use crate::Turns;

/// What is added to a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Penalty {
    /// Nothing.
    #[default]
    None,
    /// Two seconds: a turn was missing, or inspection took 15 to 17 s.
    PlusTwo,
    /// It does not count: it was not solved, or inspection took 17 s or more.
    Dnf,
}

impl Penalty {
    pub(crate) const ALL: [Self; 3] = [Self::None, Self::PlusTwo, Self::Dnf];
}

/// How long the cube was inspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// Milliseconds.
    pub millis: u32,
}

impl Inspection {
    /// Milliseconds at which the judge calls "eight seconds" and "twelve seconds" (A3a2), and after which two seconds are added, and
    /// the solve does not count (A4d, A4d1).
    pub const CALLS: [u32; 4] = [8_000, 12_000, 15_000, 17_000];

    /// The penalty for it.
    pub fn penalty(self) -> Penalty {
        let [_, _, two, out] = Self::CALLS;
        match self.millis {
            time if time < two => Penalty::None,
            time if time < out => Penalty::PlusTwo,
            _ => Penalty::Dnf,
        }
    }
}

/// One timed solve.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Solve {
    /// When it ended.
    pub at: i64,
    /// Milliseconds, without the penalty.
    pub millis: u32,
    /// What is added.
    pub penalty: Penalty,
    /// The scramble, as it was shown.
    pub scramble: String,
    /// What the solver noted.
    pub comment: String,
    /// When each stage but the last ended, in milliseconds from the begin.
    pub splits: Vec<u32>,
    /// Milliseconds of inspection; `None` where it was not timed.
    pub inspected: Option<u32>,
    /// Its turns, where they are known.
    #[serde(default)]
    pub turns: Turns,
}

impl Solve {
    /// The result in milliseconds; `None` where it does not count.
    pub fn result(&self) -> Option<u32> {
        match self.penalty {
            Penalty::None => Some(self.millis),
            Penalty::PlusTwo => Some(self.millis.saturating_add(2_000)),
            Penalty::Dnf => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inspection_costs_what_the_regulations_say() {
        let of = |millis| Inspection { millis }.penalty();
        assert_eq!(
            [0, 14_999, 15_000, 16_999, 17_000].map(of),
            [Penalty::None, Penalty::None, Penalty::PlusTwo, Penalty::PlusTwo, Penalty::Dnf]
        );
    }
}
