//! One drill of a case, and how well it went.

use serde::{Deserialize, Serialize};

/// A case of a catalogue: its set, such as `pll`, and its name in it, such as `T`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CaseKey {
    /// The set.
    pub set: String,
    /// The case.
    pub case: String,
}

impl CaseKey {
    /// A case by its names.
    pub fn new(set: impl Into<String>, case: impl Into<String>) -> Self {
        Self { set: set.into(), case: case.into() }
    }
}

/// How well a case was remembered: the grades of FSRS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// It was not remembered.
    Again = 1,
    /// Only after a while, or with help.
    Hard = 2,
    /// As usual.
    Good = 3,
    /// At once.
    Easy = 4,
}

/// One drill of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drill {
    /// When it ended.
    pub at: i64,
    /// The case.
    pub case: CaseKey,
    /// Milliseconds until it was recognised; `None` where that was not timed.
    pub recognised: Option<u32>,
    /// Milliseconds of turning; `None` where only recognition was asked for, or nothing was timed.
    pub turned: Option<u32>,
    /// How well it was remembered.
    pub rating: Rating,
}

/// A learner's usual time to recognise a case of a set: the middle one of the newest twenty, in milliseconds.
pub fn usual_time(drills: &[Drill], set: &str) -> Option<u32> {
    let newest = drills.iter().rev().filter(|drill| drill.case.set == set);
    let mut times: Vec<u32> = newest.filter_map(|drill| drill.recognised).take(20).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

impl Rating {
    /// The grade of a drill. A case counts as hard when it took twice as long to recognise as is `usual` for the learner (milliseconds),
    /// and as easy in less than half of that. Without a usual time, or a time, it is good.
    pub fn of(remembered: bool, helped: bool, recognised: Option<u32>, usual: Option<u32>) -> Self {
        match (remembered, helped, recognised, usual) {
            (false, ..) => Self::Again,
            (true, true, ..) => Self::Hard,
            (true, false, Some(time), Some(usual)) if 2 * u64::from(usual) <= u64::from(time) => Self::Hard,
            (true, false, Some(time), Some(usual)) if 2 * u64::from(time) < u64::from(usual) => Self::Easy,
            _ => Self::Good,
        }
    }

    /// The grade of this number, 1 to 4.
    pub(crate) fn from_number(number: i64) -> Option<Self> {
        [Self::Again, Self::Hard, Self::Good, Self::Easy].into_iter().find(|rating| *rating as i64 == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_case_is_hard_and_a_fast_one_easy() {
        let of = |time| Rating::of(true, false, Some(time), Some(2000));
        assert_eq!([999, 1000, 3999, 4000].map(of), [Rating::Easy, Rating::Good, Rating::Good, Rating::Hard]);
        assert_eq!(Rating::of(true, true, Some(1), Some(2000)), Rating::Hard);
        assert_eq!(Rating::of(false, false, Some(1), Some(2000)), Rating::Again);
        assert_eq!(Rating::of(true, false, None, Some(2000)), Rating::Good);
        assert_eq!(Rating::of(true, false, Some(u32::MAX), Some(u32::MAX)), Rating::Good);
    }
}
