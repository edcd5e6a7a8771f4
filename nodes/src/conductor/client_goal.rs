//! The goal of a client that the conductor works on: a run or a hand-over.

use mission::Code;
use r2r::cuberig_msgs::action::{HandOver, RunCube};
use tokio_util::sync::CancellationToken;

use super::convert;
use crate::runtime::Goal;

/// A client's goal.
pub(super) enum ClientGoal {
    /// Of `run`.
    Run(Goal<RunCube::Action>),
    /// Of `load` or `release`.
    HandOver(Goal<HandOver::Action>),
}

impl ClientGoal {
    /// What an operator calls it.
    pub fn name(&self) -> &'static str {
        match self {
            ClientGoal::Run(_) => "run",
            ClientGoal::HandOver(_) => "hand-over",
        }
    }

    /// Ends it before it is begun.
    pub fn refuse(self, refused: (Code, String)) {
        match self {
            ClientGoal::Run(goal) => goal.abort(convert::refusal(refused)),
            ClientGoal::HandOver(goal) => goal.abort(convert::hand_over_result(Some(&refused))),
        }
    }

    /// Cancelled when its client wants that.
    pub fn cancelled(&self) -> &CancellationToken {
        match self {
            ClientGoal::Run(goal) => &goal.cancelled,
            ClientGoal::HandOver(goal) => &goal.cancelled,
        }
    }
}
