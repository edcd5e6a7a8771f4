//! Closing the claws when a driver has reached its brick, as the thesis' rig does: there a person holds the cube between the open
//! arms, touches 'connect', and the clamps close by themselves.

use rig::Action;

use crate::control::JointGoal;
use crate::control::runner::Following;
use crate::control::{Tolerances, Trajectory};
use crate::{BrickName, Error, Link};

/// Closes the claws of a brick once: after its first connection, not after one that was lost and found again. Then the claws
/// may be open on purpose, around a misaligned wrist.
#[derive(Debug)]
pub struct ClampOnConnect {
    /// What is to be done still.
    goals: Vec<JointGoal>,
}

impl ClampOnConnect {
    /// Closes nothing.
    pub const NEVER: ClampOnConnect = ClampOnConnect { goals: Vec::new() };

    /// Closes both claws of this brick in the rig's time for that. A brick that turns wrists has none.
    ///
    /// # Errors
    /// [`Error::BadTrajectory`] for a profile that closes claws in no time.
    pub fn once(brick: BrickName, timing: &rig::Timing, tolerances: Tolerances) -> Result<ClampOnConnect, Error> {
        if !brick.clamps() {
            return Ok(ClampOnConnect::NEVER);
        }
        let joints = brick.driven_joints();
        let goals = joints.iter().enumerate().map(|(joint, driven)| {
            let trajectory = Trajectory::to(driven.name(), 0.0, timing.seconds(Action::Close))?;
            Ok(JointGoal { joint, trajectory, tolerances })
        });
        Ok(ClampOnConnect { goals: goals.collect::<Result<_, Error>>()? })
    }

    /// Gives the order, if the brick is connected, the rig may move, and the order was not given before. Ask when the link or the
    /// stop state changes.
    pub fn begin(&mut self, link: &Link, is_stopped: bool) -> Option<Following> {
        match link {
            Link::Up(handle) if !self.goals.is_empty() && !is_stopped => {
                Some(handle.follow(std::mem::take(&mut self.goals)))
            }
            _ => None,
        }
    }
}
