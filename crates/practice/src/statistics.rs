//! Means and averages, by the rules of the World Cube Association (9f8, 9f9) and, for long averages, those of csTimer.

use serde::Serialize;

use crate::Solve;

/// A mean or an average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Average {
    /// Milliseconds.
    Of(f64),
    /// Too many of its solves do not count.
    Dnf,
}

impl Average {
    /// Of all these results, of which `trimmed` of the best and of the worst are left out. A result that does not count is the worst.
    fn of(results: &[Option<u32>], trimmed: usize) -> Self {
        let mut sorted: Vec<u64> = results.iter().map(|result| result.map_or(u64::MAX, u64::from)).collect();
        sorted.sort_unstable();
        let kept = &sorted[trimmed..sorted.len() - trimmed];
        match kept.last() {
            None | Some(&u64::MAX) => Self::Dnf,
            Some(_) => Self::Of(kept.iter().sum::<u64>() as f64 / kept.len() as f64),
        }
    }

    fn is_better_than(self, other: Self) -> bool {
        match (self, other) {
            (Self::Of(one), Self::Of(other)) => one < other,
            (Self::Of(_), Self::Dnf) => true,
            (Self::Dnf, _) => false,
        }
    }
}

/// An average of the last solves, and the best of all such.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rolling {
    /// Over how many solves.
    pub size: usize,
    /// Of the last ones.
    pub current: Average,
    /// The best, and the number of its first solve, from 0.
    pub best: (Average, usize),
}

/// What a session of solves comes to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Statistics {
    /// How many solves there are.
    pub count: usize,
    /// How many of them count.
    pub valid: usize,
    /// The best and the worst result, in milliseconds.
    pub best: Option<u32>,
    /// See `best`.
    pub worst: Option<u32>,
    /// The mean of all that count, in milliseconds.
    pub mean: Option<f64>,
    /// Mean of three, averages of 5, 12 and 100; those of which there are enough solves.
    pub rolling: Vec<Rolling>,
}

impl Statistics {
    /// Sizes of the mean of three and of the averages.
    pub const SIZES: [usize; 4] = [3, 5, 12, 100];

    /// Of these solves, the oldest first.
    pub fn of(solves: &[Solve]) -> Self {
        let results: Vec<Option<u32>> = solves.iter().map(Solve::result).collect();
        let valid: Vec<u32> = results.iter().copied().flatten().collect();
        let sum: u64 = valid.iter().copied().map(u64::from).sum();
        Self {
            count: solves.len(),
            valid: valid.len(),
            best: valid.iter().copied().min(),
            worst: valid.iter().copied().max(),
            mean: (!valid.is_empty()).then(|| sum as f64 / valid.len() as f64),
            rolling: Self::SIZES.iter().filter_map(|&size| rolling(&results, size)).collect(),
        }
    }
}

/// How many results are left out at each end: none of a mean of three, else five percent, rounded up.
fn trimmed(size: usize) -> usize {
    if size == 3 { 0 } else { (size * 5).div_ceil(100) }
}

fn rolling(results: &[Option<u32>], size: usize) -> Option<Rolling> {
    let mut averages = results.windows(size).map(|window| Average::of(window, trimmed(size))).enumerate();
    let (_, first) = averages.next()?;
    let (mut current, mut best) = (first, (first, 0));
    for (at, average) in averages {
        current = average;
        if average.is_better_than(best.0) {
            best = (average, at);
        }
    }
    Some(Rolling { size, current, best })
}
