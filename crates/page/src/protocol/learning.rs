//! What a learner has practised, the case to drill, and the timer.

use serde::{Deserialize, Serialize};

/// What a learner remembers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LearnerNow {
    /// The learner's name.
    pub name: String,
    /// All learners of the file.
    pub names: Vec<String>,
    /// Cases that are due now, and that will be due within a day.
    pub due: u32,
    /// See `due`.
    pub tomorrow: u32,
    /// The cases that were drilled, those most likely forgotten first.
    pub cases: Vec<CaseMemory>,
    /// Drills of the last 14 days, the last one today.
    pub days: Vec<u32>,
    /// The learner's own sequences.
    pub own: Vec<OwnSequence>,
}

/// What is remembered of a case.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CaseMemory {
    /// Its set, a name for requests.
    pub set: String,
    /// Its name in the set.
    pub case: String,
    /// How often it was drilled.
    pub drills: u32,
    /// How often it was forgotten.
    pub lapses: u32,
    /// The chance that it is remembered now, 0 to 1.
    pub chance: f64,
    /// Days until it is due; negative where it is.
    pub due: f64,
    /// Milliseconds of the last times it was recognised, the newest last.
    pub recognised: Vec<u32>,
    /// Milliseconds of the last times it was turned.
    pub turned: Vec<u32>,
}

/// A case to drill.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrillNow {
    /// Counts drills: another number is another drill.
    pub number: u32,
    /// Its set, a name for requests; empty where nothing is to be drilled.
    pub set: String,
    /// Its name in the set.
    pub case: String,
    /// Colour letters of the 54 stickers as the cube is held.
    pub stickers: String,
    /// Why this case, or why none, in a sentence.
    pub reason: String,
}

/// A learner's own sequence for a case, which is proven.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnSequence {
    /// The set.
    pub set: String,
    /// The case, by its name for requests.
    pub case: String,
    /// The moves.
    pub moves: String,
}

/// Which cases are drilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DrillOrder {
    /// What is due, then new ones.
    Due,
    /// What is most likely forgotten, due or not.
    Weakest,
    /// Any.
    Random,
    /// Each of them once, in any order, against the clock.
    Attack,
}

/// The timer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimerNow {
    /// The session's number.
    pub session: u32,
    /// The learner's sessions: number and name.
    pub sessions: Vec<(u32, String)>,
    /// The next scramble, and the 54 stickers that it makes; empty while it is sought.
    pub scramble: String,
    /// See `scramble`.
    pub stickers: String,
    /// How many solves the session has, and how many of them count.
    pub count: u32,
    /// See `count`.
    pub valid: u32,
    /// Its newest solves, the oldest of them first.
    pub solves: Vec<TimedSolve>,
    /// The best result of all, in milliseconds.
    pub best: Option<u32>,
    /// The mean of those that count, in milliseconds.
    pub mean: Option<f64>,
    /// Mean of 3, averages of 5, 12 and 100, as far as there are enough solves.
    pub averages: Vec<RollingAverage>,
}

/// A solve.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimedSolve {
    /// Its number, for requests.
    pub id: u32,
    /// When it ended: seconds since 1970.
    pub at: f64,
    /// Milliseconds without the penalty.
    pub millis: u32,
    /// What is added.
    pub penalty: SolvePenalty,
    /// Its scramble.
    pub scramble: String,
    /// A note.
    pub comment: String,
    /// When cross, F2L and OLL ended, in milliseconds from the begin; empty where that is not known.
    pub splits: Vec<u32>,
    /// Its turns with their milliseconds from the first one, such as `R@0 U'@210`; empty where they are not known.
    pub turns: String,
}

/// What is added to a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SolvePenalty {
    /// Nothing.
    #[default]
    None,
    /// Two seconds.
    PlusTwo,
    /// It does not count.
    Dnf,
}

/// An average of the last solves, and the best one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RollingAverage {
    /// Over how many solves.
    pub size: u32,
    /// Milliseconds; nothing where too many of the solves do not count.
    pub current: Option<f64>,
    /// See `current`.
    pub best: Option<f64>,
}
