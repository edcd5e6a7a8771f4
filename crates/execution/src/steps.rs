//! The types of an execution: steps to carry out, events that happen, effects that are wanted, and how it stands.

use brick::EndCode;
use rig::{Arm, GroupId, Joint};

use crate::estimate::Contradiction;
use crate::goal::{GoalId, GroupGoal};
use crate::limits::BeyondLimits;
use crate::report::Code;

/// One motion of one joint. Positions in radians, duration in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The joint that moves.
    pub joint: Joint,
    /// Where it starts.
    pub from: f64,
    /// Where it goes.
    pub target: f64,
    /// How long that takes.
    pub seconds: f64,
    /// Indices of the steps that must have arrived before.
    pub after: Vec<usize>,
    /// Steps that must have come this far before, though they need not have arrived: a claw that is open enough for a
    /// turn.
    pub passed: Vec<Mark>,
    /// How far this step may go before others have come far enough: a claw does not close on a wrist that still turns.
    pub held: Vec<Hold>,
}

/// A place that a step may not pass before another one has come far enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// The place, in radians.
    pub position: f64,
    /// How far the other one must have come.
    pub until: Mark,
}

/// A step, and a position on its way, in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Index of the step.
    pub step: usize,
    /// The position.
    pub position: f64,
}

impl Step {
    /// From where it starts to where it goes, radians.
    pub fn way(&self) -> f64 {
        self.target - self.from
    }

    /// Whether a position lies at another one or beyond it, on the way of this step.
    pub fn is_beyond(&self, position: f64, mark: f64) -> bool {
        0.0 <= (position - mark) * self.way().signum()
    }
}

/// How the action server ended a goal.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The result is SUCCESSFUL.
    Succeeded,
    /// The driver reports that the rig is stopped.
    Stopped,
    /// Cancelled, with the server's words. Where this planner did not ask for it, somebody stops the motion; a driver without a
    /// service `stop` is stopped so.
    Cancelled(String),
    /// Refused or aborted, with the server's words.
    Failed(String),
}

/// The status of a goal that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalStatus {
    /// Done.
    Succeeded,
    /// Its client took it back.
    Cancelled,
    /// Refused, or given up by the server.
    Aborted,
}

impl Outcome {
    /// What a driver's result means, with the code and the text of FollowJointTrajectory: the status counts, and the result gives
    /// the reason.
    pub fn of(status: GoalStatus, code: i32, text: String) -> Outcome {
        let reason = match (text.as_str(), code) {
            ("", 0) => "without a reason".to_owned(),
            ("", code) => format!("with error code {code}"),
            _ => text,
        };
        match status {
            _ if code == EndCode::Stopped as i32 => Outcome::Stopped,
            GoalStatus::Succeeded if code == EndCode::Successful as i32 => Outcome::Succeeded,
            GoalStatus::Cancelled => Outcome::Cancelled(reason),
            GoalStatus::Succeeded | GoalStatus::Aborted => Outcome::Failed(reason),
        }
    }
}

/// What happens to a running execution.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A joint was read, or time has passed.
    Update,
    /// A goal ended or was refused.
    Finished(GoalId, Outcome),
    /// Stop everything, for this reason.
    Stop(Failure),
}

/// What the execution wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Send a goal to its driver.
    Send(GroupGoal),
    /// Cancel a goal that is under way.
    Cancel(GroupId, GoalId),
    /// Have the driver of a group give up all its goals.
    CancelAll(GroupId),
}

/// Why an execution ended before its last step. `Display` names the joint or the group of joints.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// It was cancelled.
    #[error("stopped on request")]
    Cancelled,
    /// The node that gave the goal is lost.
    #[error("{0}; the motions were stopped because their client is lost")]
    ClientLost(String),
    /// Two programs publish a joint; a sentence names them.
    #[error("{0}")]
    Doubled(String),
    /// A joint is published as what is no number.
    #[error("{joint} is reported as {value} on joint_states")]
    NotANumber {
        /// The joint's name.
        joint: &'static str,
        /// NaN or infinite.
        value: f64,
    },
    /// A joint is published where it cannot be.
    #[error(transparent)]
    Beyond(#[from] BeyondLimits),
    /// A driver reports a joint as done, but its reading has not changed.
    #[error(
        "driver {group} reports the motion of {joint} as done, but joint_states still has {joint} at {degrees:.1} degrees; are its readings frozen?"
    )]
    Frozen {
        /// The joint's name.
        joint: &'static str,
        /// The name of its group.
        group: String,
        /// Its reading.
        degrees: f64,
    },
    /// A claw was to close and stands short of it, where a misaligned layer holds it open.
    #[error(
        "{} stops {degrees:.1} degrees before it is closed: a layer is misaligned at claw {}; straighten it by hand",
        arm.grip(),
        arm.letter().to_ascii_uppercase()
    )]
    Jammed {
        /// The arm of the claw.
        arm: Arm,
        /// How far it is open.
        degrees: f64,
    },
    /// A joint has left its place, and no step moves it: another program does, or a hand, or its driver lets go of it.
    #[error("{0}; something else than this plan moves it, or its driver lets go of it")]
    Moved(Contradiction),
    /// Somebody cancelled a goal of a driver.
    #[error("somebody cancelled the motion of driver {group}: {reason}")]
    CancelledByOthers {
        /// The name of its group.
        group: String,
        /// Its own words.
        reason: String,
    },
    /// A driver refused or aborted a goal.
    #[error("driver {group} failed: {reason}")]
    Driver {
        /// The name of its group.
        group: String,
        /// Its own words.
        reason: String,
    },
    /// The same while a single wrist turned, which stands still on its way.
    #[error(
        "driver {group} failed: {reason}; where a layer next to claw {} is misaligned, straighten it by hand",
        arm.letter().to_ascii_uppercase()
    )]
    Stuck {
        /// The arm of the wrist.
        arm: Arm,
        /// The name of its group.
        group: String,
        /// Its own words.
        reason: String,
    },
    /// The driver of a group has gone.
    #[error("driver {0} is lost: no server of {0}/follow_joint_trajectory is running")]
    Gone(String),
    /// No more readings of a moving joint came.
    #[error("no joint_states of {joint} for {seconds:.1} s while it moves; is its driver still running?")]
    Silent {
        /// The joint's name.
        joint: &'static str,
        /// Since when.
        seconds: f64,
    },
    /// A joint did not come to its target in time.
    #[error("joint {joint} did not arrive at {target_degrees:.1} degrees within {waited:.1} s; {last_seen}")]
    NotArrived {
        /// The joint's name.
        joint: &'static str,
        /// Where it should be, in degrees.
        target_degrees: f64,
        /// Seconds since its motion began.
        waited: f64,
        /// Where it is instead, in words.
        last_seen: String,
    },
}

impl Failure {
    /// The code of a goal that ends so.
    pub fn code(&self) -> Code {
        match self {
            Failure::Cancelled | Failure::CancelledByOthers { .. } => Code::Stopped,
            Failure::Moved(_) => Code::Contradiction,
            Failure::Doubled(_) | Failure::NotANumber { .. } => Code::NoJointStates,
            _ => Code::DriverFailed,
        }
    }
}

/// Where an execution stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// Steps are under way or waiting.
    Running,
    /// Drivers got the order to stop; waiting for the joints to stand still.
    Stopping,
    /// All steps have arrived.
    Done,
    /// Ended early, and everything stands still as far as is known.
    Ended(Failure),
}

/// Where a step stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// Not begun.
    Waiting,
    /// Commanded, at this time.
    Moving(f64),
    /// At its target.
    Arrived,
}

/// How patient an execution is, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patience {
    /// A step may take this many times its planned duration …
    pub factor: f64,
    /// … and this much longer.
    pub arrival: f64,
    /// How long readings of a moving joint may be missing.
    pub silence: f64,
    /// How long joints may take to stand still after a stop.
    pub standstill: f64,
}

impl Default for Patience {
    fn default() -> Self {
        Self { factor: 2.0, arrival: 3.0, silence: 4.0, standstill: 1.5 }
    }
}
