//! The ways in which a rule of motion can be broken.

use thiserror::Error;

use crate::{Action, Arm, Pair, WristRange};

/// A rule broken at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BrokenRule {
    /// Neither pair of claws is closed and at rest on the cube.
    #[error("no opposite pair of claws holds the cube")]
    NotHeld,
    /// A claw opens or closes while its wrist turns.
    #[error("arm {arm} turns while its claw opens or closes")]
    TurnsWhileClawMoves {
        /// The arm.
        arm: Arm,
    },
    /// A face turns while a neighbouring claw is not closed and still.
    #[error("arm {arm} turns its face while the neighbouring arm {neighbour} is not closed and still")]
    NeighbourNotHolding {
        /// The arm that turns.
        arm: Arm,
        /// The arm that should hold.
        neighbour: Arm,
    },
    /// A face turns while fingers of a neighbouring claw lie on its layer.
    #[error("arm {arm} turns its face into the horizontal fingers of arm {neighbour}")]
    NeighbourInTheWay {
        /// The arm that turns.
        arm: Arm,
        /// The arm in the way.
        neighbour: Arm,
    },
    /// Both claws of a pair turn faces though the rules have no opposite turns.
    #[error("arms {arm} and {opposite} turn opposite faces at once, which opposite_turns = false forbids")]
    OppositeTurns {
        /// One arm.
        arm: Arm,
        /// The arm across.
        opposite: Arm,
    },
    /// Fewer claws hold the cube than the rules ask for.
    #[error("arm {arm} turns its face while {holding} claws hold, fewer than min_holding_claws = {needed}")]
    TooFewHolding {
        /// The arm that turns.
        arm: Arm,
        /// Claws closed and still.
        holding: usize,
        /// How many it takes.
        needed: u8,
    },
    /// The whole cube turns while a claw of the other pair is not open.
    #[error("pair {pair} turns the cube while the claw of arm {arm} is not open")]
    CubeTurnBlocked {
        /// The pair that turns.
        pair: Pair,
        /// The arm that is in the way.
        arm: Arm,
    },
    /// Two opposite claws turn the free cube apart, or one of them only.
    #[error("the claws of pair {pair} do not turn the cube together")]
    CubeTorn {
        /// The pair that turns.
        pair: Pair,
    },
    /// Two neighbouring claws are on the cube and horizontal.
    #[error("the fingers of arms {first} and {second} meet: both are horizontal on the cube")]
    FingersMeet {
        /// One arm.
        first: Arm,
        /// The neighbouring arm.
        second: Arm,
    },
}

/// A plan that breaks the rules of motion: which one, when, and by whom.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Violation {
    /// A rule is broken at an instant.
    #[error("at {time:.3} s {fault}")]
    At {
        /// Seconds from the start.
        time: f64,
        /// Which rule.
        fault: BrokenRule,
    },
    /// A time is negative or no number, or a motion ends before it starts.
    #[error("arm {arm}: {action} from {start} s to {end} s is no span of time")]
    BadTime {
        /// Who.
        arm: Arm,
        /// What.
        action: Action,
        /// Start in seconds.
        start: f64,
        /// End in seconds.
        end: f64,
    },
    /// A motion is faster than the profile's motors.
    #[error("arm {arm}: {action} at {start:.3} s lasts {seconds:.3} s, but the profile needs {needed:.3} s")]
    TooFast {
        /// Who.
        arm: Arm,
        /// What.
        action: Action,
        /// Start in seconds.
        start: f64,
        /// How long the motion lasts.
        seconds: f64,
        /// How long it must last.
        needed: f64,
    },
    /// A turn by other than one or two quarters.
    #[error("arm {arm} turns by {quarters} quarters at {start:.3} s; a step turns by 1 or 2, either way")]
    BadQuarters {
        /// Who.
        arm: Arm,
        /// How far.
        quarters: i8,
        /// Start in seconds.
        start: f64,
    },
    /// An arm that the rig does not have.
    #[error("arm {arm} moves at {start:.3} s, but the rig has no such arm")]
    NoSuchArm {
        /// Who.
        arm: Arm,
        /// Start in seconds.
        start: f64,
    },
    /// Two motions of one arm at a time.
    #[error("arm {arm} starts to {action} at {start:.3} s before its last motion ends at {busy_until:.3} s")]
    Busy {
        /// Who.
        arm: Arm,
        /// What.
        action: Action,
        /// Start in seconds.
        start: f64,
        /// When the arm is free.
        busy_until: f64,
    },
    /// Opening an open claw, or closing a closed one.
    #[error("arm {arm} cannot {action} at {start:.3} s: it already has")]
    NothingToDo {
        /// Who.
        arm: Arm,
        /// What.
        action: Action,
        /// Start in seconds.
        start: f64,
    },
    /// A wrist leaves its range.
    #[error("arm {arm} turns to {quarters} quarters from neutral at {start:.3} s, beyond its range of {range}")]
    Twisted {
        /// Who.
        arm: Arm,
        /// Where it would stand.
        quarters: i32,
        /// Start in seconds.
        start: f64,
        /// What the rig's rules allow.
        range: WristRange,
    },
}
