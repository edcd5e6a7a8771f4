//! How goals ended, for their clients.

use cube::{Cube, Face, Move};

use crate::lateness::Lateness;

/// How a goal ended; the names are those of the actions' error codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Code {
    /// As wanted.
    #[default]
    Success,
    /// What was asked for cannot be meant.
    BadGoal,
    /// No plan exists.
    NoPlan,
    /// A driver failed or a joint did not arrive.
    DriverFailed,
    /// Joints are not where they are expected, or the pose is unknown.
    Contradiction,
    /// Cancelled.
    Stopped,
    /// Joints are not seen, or their drivers are not there, and did not come while they were waited for.
    NoJointStates,
    /// A face was shown and not read.
    FaceNotSeen,
    /// Another goal is under way.
    Busy,
}

/// The result of a goal, by its action.
#[derive(Clone, Debug, PartialEq)]
pub enum GoalReport {
    /// Of `execute`.
    Execute(ExecuteReport),
    /// Of `scan`.
    Scan(ScanReport),
    /// Of `move_claws`.
    Claws(ClawsReport),
}

impl GoalReport {
    /// How the goal ended, why, and the seconds that it took.
    pub fn ending(&self) -> (Code, &str, f64) {
        match self {
            Self::Execute(ExecuteReport { code, text, seconds, .. })
            | Self::Scan(ScanReport { code, text, seconds, .. })
            | Self::Claws(ClawsReport { code, text, seconds, .. }) => (*code, text, *seconds),
        }
    }
}

/// The result of `execute`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExecuteReport {
    /// How it ended.
    pub code: Code,
    /// Why, in a sentence.
    pub text: String,
    /// The moves of the plan, those that are done first; empty without a plan. A half turn that broke off after a quarter is two moves.
    pub moves: Vec<Move>,
    /// Seconds of that plan.
    pub planned_seconds: f64,
    /// How many of the moves are done.
    pub moves_done: usize,
    /// Seconds that it took.
    pub seconds: f64,
    /// By how much that is more than planned, where it was carried out to its end.
    pub lateness: Option<Lateness>,
    /// The cube now.
    pub cube: Option<Cube>,
}

/// The result of `scan`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScanReport {
    /// How it ended.
    pub code: Code,
    /// Why, in a sentence.
    pub text: String,
    /// The faces that were read.
    pub faces_seen: Vec<Face>,
    /// Seconds that it took.
    pub seconds: f64,
}

/// How many claws stand as a goal wants them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClawCount {
    /// Those that do.
    pub done: usize,
    /// All that the rig has.
    pub total: usize,
}

/// The result of `move_claws`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClawsReport {
    /// How it ended.
    pub code: Code,
    /// Why, in a sentence.
    pub text: String,
    /// How the claws stand.
    pub claws: ClawCount,
    /// Seconds that it took.
    pub seconds: f64,
}
