//! Steps of the conductor, as they are recorded and taken again.
//!
//! A recording has topics only. Goals, their results and calls of services are not on topics, nor is the order in which the conductor
//! took them. So it publishes each step on `run/steps`: what it knew, what came, when, and what it decided. `cuberig replay` takes the
//! same steps with the code of today. As each has all that is known, a recording may begin in mid-run and lack messages.
//!
//! ROS's introspection of services (`_service_event`) would record less. It shows neither when the conductor took an answer, nor its
//! clock, its settings and what it knew before. ROS has it only since Jazzy, and r2r cannot switch it on.
//!
//! The motion planner records no steps: each reading of a joint is an input of it, also while the rig is idle, and its state has whole
//! plans and the goals of all bricks.

use execution::events::Moment;
use serde::{Deserialize, Serialize};

use crate::conductor::Goal;
use crate::events::{Code, Effect, Event};
use crate::state::State;

/// What comes to the conductor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Input {
    /// It starts.
    Start,
    /// A client's goal, and the reason why nothing may move, if so.
    Begin(Goal, Option<String>),
    /// The person confirms what was asked.
    Confirm,
    /// The interrupted run goes on.
    Resume,
    /// The interrupted run is given up.
    Abandon,
    /// Something happens to what is under way.
    Event(Event),
}

/// A step of the conductor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// When.
    pub now: Moment,
    /// What was known.
    pub before: Box<State>,
    /// What came.
    pub input: Input,
    /// The [`decisions`].
    pub decided: Result<Vec<Effect>, String>,
}

impl Step {
    /// As `run/steps` has it.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| unreachable!("all keys are texts: {error}"))
    }

    /// Reads it.
    ///
    /// # Errors
    /// Another version wrote it, or a client gave a number that is none.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let read = serde_json::from_str(text);
        // Without the place, which differs from step to step.
        read.map_err(|error| error.to_string().split(" at line ").next().unwrap_or_default().to_owned())
    }
}

/// What was decided, without statuses, which are on `run/status`; or why nothing was.
///
/// # Errors
/// The reason of a refusal.
pub fn decisions(taken: &Result<Vec<Effect>, (Code, String)>) -> Result<Vec<Effect>, String> {
    let is_shown = |effect: &&Effect| matches!(effect, Effect::Status(_) | Effect::Prompt(..));
    match taken {
        Ok(effects) => Ok(effects.iter().filter(|effect| !is_shown(effect)).cloned().collect()),
        Err((_, text)) => Err(text.clone()),
    }
}
