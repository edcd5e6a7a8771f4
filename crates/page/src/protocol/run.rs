//! Runs and plans.

use serde::{Deserialize, Serialize};

/// What the rig does now, and the run that this is about; without such a run all else is empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RunNow {
    /// What the rig does.
    pub stage: Stage,
    /// Which attempt this is, from 1; 0 before the first.
    pub attempt: u32,
    /// What happens, in a sentence.
    pub text: String,
    /// What a run needs and is not there, by the names of nodes, for people who know them; empty when all is there.
    pub details: String,
    /// The share of this stage that is done, 0 to 1.
    pub progress: f32,
    /// All moves of the run: those that are done, and the rest of the solution, once there is one.
    pub moves: Vec<String>,
    /// How many of them are done.
    pub moves_done: u32,
    /// Seconds that the run has worked; it stands still while the rig is stopped and after the end.
    pub elapsed: Option<f64>,
    /// Seconds left of the plan that is carried out.
    pub left: Option<f64>,
    /// Why earlier attempts failed; the newest last. Why the last one failed is the text.
    pub troubles: Vec<String>,
    /// What a person is asked to confirm; empty when nobody waits.
    pub question: String,
}

/// What a rig does: the stages of a run, and what else arms do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Nothing: it waits for something to do.
    Idle,
    /// The arms show the faces to the camera.
    Scanning,
    /// Moves are looked for.
    Solving,
    /// The arms do the moves.
    Executing,
    /// The arms show the cube again.
    Checking,
    /// Nothing, and the cube is solved.
    Solved,
    /// Someone stopped it.
    Stopped,
    /// Nothing, since what was done last failed.
    Failed,
    /// Nothing, and a run could not begin: something that it needs is not there.
    NotReady,
    /// A person puts a cube in or takes it out.
    HandOver,
    /// The arms carry out a lesson.
    Teaching,
    /// The arms move for something else.
    Moving,
}

impl Stage {
    /// Which of the four parts of a run it is; none when no run is under way.
    pub(crate) fn part(self) -> Option<usize> {
        [Stage::Scanning, Stage::Solving, Stage::Executing, Stage::Checking].iter().position(|stage| *stage == self)
    }
}

/// A plan of arm motions, and where it stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanNow {
    /// The moves that it does, in standard notation; empty for a scan.
    pub moves: Vec<String>,
    /// Seconds from its start to its end.
    pub seconds: f64,
    /// In order of their start.
    pub motions: Vec<PlannedMotion>,
    /// Seconds into the plan when this part was made; nothing while it is not carried out.
    pub now: Option<f64>,
}

/// One motion of one motor.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlannedMotion {
    /// `r`, `l`, `f` or `b`.
    pub arm: String,
    /// `open`, `close` or `turn`.
    pub action: String,
    /// Quarter turns, positive clockwise as the arm sees its face; 0 for claws.
    pub quarters: i8,
    /// Seconds since the plan's start.
    pub start: f64,
    /// Seconds since the plan's start.
    pub end: f64,
}

/// A plan that is played without a rig.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Player {
    /// Seconds into the plan.
    pub at: f64,
    /// Whether it runs.
    pub playing: bool,
    /// Times as fast as in reality.
    pub speed: f64,
}

/// The runs that ended, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct History {
    /// At most the newest 500.
    pub runs: Vec<PastRun>,
}

/// A run that ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PastRun {
    /// When it ended: seconds since 1970 (UTC).
    pub ended: f64,
    /// Whether the cube was solved.
    pub solved: bool,
    /// Why not; empty for a solved one.
    pub reason: String,
    /// Attempts.
    pub attempts: u32,
    /// How many moves were done.
    pub moves: u32,
    /// Seconds of scanning, solving, executing, looking again.
    pub scan: f64,
    /// As above.
    pub solve: f64,
    /// As above.
    pub execute: f64,
    /// As above.
    pub check: f64,
}
