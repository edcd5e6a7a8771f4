//! The goal of a client that the conductor works on: a run or a hand-over.

use r2r::cuberig_msgs::action::{HandOver, RunCube};
use tokio_util::sync::CancellationToken;

use crate::runtime::Goal;

/// A client's goal.
pub(super) enum ClientGoal {
    /// Of `run`.
    Run(Goal<RunCube::Action>),
    /// Of `load` or `release`.
    HandOver(Goal<HandOver::Action>),
}

impl ClientGoal {
    /// Cancelled when its client wants that.
    pub fn cancelled(&self) -> &CancellationToken {
        match self {
            ClientGoal::Run(goal) => &goal.cancelled,
            ClientGoal::HandOver(goal) => &goal.cancelled,
        }
    }
}
