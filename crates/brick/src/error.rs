//! Everything that can go wrong between this program and a motor brick.

use crate::transport::OpenFailure;
use crate::{Opcode, Status};
use std::time::Duration;

/// Error of the crate; each text names the device, the value or the joint that is at fault.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A transport name that cannot be read.
    #[error("`{text}` is not a brick address: {reason}")]
    BadAddress {
        /// The name as given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The device could not be opened.
    #[error("cannot connect to brick {device}: {reason}")]
    Connect {
        /// Transport name of the brick.
        device: String,
        /// What that means.
        failure: OpenFailure,
        /// What the system said.
        reason: String,
    },
    /// The stream broke; only a new connection helps.
    #[error("lost the connection to brick {device}: {reason}")]
    Lost {
        /// Transport name of the brick.
        device: String,
        /// What the system said.
        reason: String,
    },
    /// No fitting reply came in time.
    #[error("brick {device} did not answer {request} within {} ms", waited.as_millis())]
    Timeout {
        /// Transport name of the brick.
        device: String,
        /// The request that stayed unanswered.
        request: Opcode,
        /// How long was waited, retries included.
        waited: Duration,
    },
    /// The brick answered that it will not or cannot.
    #[error("brick {device} refused {request}: status {status}")]
    Refused {
        /// Transport name of the brick.
        device: String,
        /// The refused request.
        request: Opcode,
        /// The status byte of the reply.
        status: Status,
    },
    /// A packet that does not follow the protocol.
    #[error("packet {packet:02X?} is not {expected}")]
    Malformed {
        /// What should have been there.
        expected: &'static str,
        /// The offending bytes (the first 64 of them).
        packet: Vec<u8>,
    },
    /// A field of a request that the protocol cannot carry.
    #[error("{field} is {value}, but must lie between {least} and {most}")]
    OutOfRange {
        /// Name of the field.
        field: &'static str,
        /// The offending value.
        value: i64,
        /// Smallest allowed value.
        least: i64,
        /// Largest allowed value.
        most: i64,
    },
    /// A trajectory that cannot be followed as given.
    #[error("the trajectory of joint {joint} cannot be followed: {reason}")]
    BadTrajectory {
        /// Name of the joint.
        joint: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The joint strayed further from its trajectory than allowed.
    #[error("joint {joint} is {error_degrees:.1} degrees off its path, {allowed_degrees:.1} are allowed")]
    PathTolerance {
        /// Name of the joint.
        joint: String,
        /// Distance from the desired position, degrees of the joint.
        error_degrees: f64,
        /// The tolerance, degrees of the joint.
        allowed_degrees: f64,
    },
    /// The joint did not reach its goal in time.
    #[error(
        "joint {joint} stands {error_degrees:.1} degrees off its goal after the time allowed, {allowed_degrees:.1} are allowed"
    )]
    GoalTolerance {
        /// Name of the joint.
        joint: String,
        /// Distance from the goal, degrees of the joint.
        error_degrees: f64,
        /// The tolerance, degrees of the joint.
        allowed_degrees: f64,
    },
    /// The joint is near enough to its goal and does not come to rest there.
    #[error(
        "joint {joint} is within tolerance of its goal after the time allowed but does not come to rest: it moves at {speed_degrees:.0} degrees a second"
    )]
    Restless {
        /// Name of the joint.
        joint: String,
        /// Its speed, degrees of the joint a second.
        speed_degrees: f64,
    },
    /// A joint that ought to stand square stands too far off for a drift of its gears.
    #[error(
        "joint {joint} stands {degrees:.1} degrees off the cube's face, but its gears creep by {allowed_degrees:.0} at most; has the cube slipped?"
    )]
    NotSquare {
        /// Name of the joint.
        joint: String,
        /// How far off, degrees of the joint.
        degrees: f64,
        /// The greatest drift that is accepted at once, degrees of the joint.
        allowed_degrees: f64,
    },
    /// Step responses that no motor model explains.
    #[error("the motor of joint {joint} cannot be identified: {reason}")]
    NotIdentified {
        /// Name of the joint.
        joint: String,
        /// What is missing.
        reason: String,
    },
    /// A file of motor models that cannot be used.
    #[error("the motors cannot be read: {reason}")]
    BadMotors {
        /// What is wrong, with the joint or line.
        reason: String,
    },
    /// Two joints that must turn against each other in step do not.
    #[error("joints {} and {} are {degrees:.0} degrees apart, but they turn the cube together", joints[0], joints[1])]
    Apart {
        /// Names of the joints.
        joints: [String; 2],
        /// How far apart, degrees of the joints.
        degrees: f64,
    },
    /// A later order took the place of this one.
    #[error("the goal given to brick {device} was superseded before it was reached")]
    Superseded {
        /// Transport name of the brick.
        device: String,
    },
    /// The client cancelled the goal.
    #[error("the goal given to brick {device} was cancelled before it was reached")]
    Cancelled {
        /// Transport name of the brick.
        device: String,
    },
    /// Nothing may move until a resume.
    #[error("brick {device} is stopped and moves nothing until `resume` is called")]
    Stopped {
        /// Transport name of the brick.
        device: String,
    },
    /// The motor of a joint reports a fault of its own, or does not answer.
    #[error("joint {joint}: {fault}")]
    Actuator {
        /// Name of the joint.
        joint: String,
        /// What is wrong, in words.
        fault: String,
    },
    /// The motor is driven and does not turn.
    #[error(
        "joint {joint} is blocked: its motor does not turn under {power} % of power at {position_degrees:.1} degrees"
    )]
    Stalled {
        /// Name of the joint.
        joint: String,
        /// Power that did not move it, percent.
        power: i8,
        /// Where it stands, degrees of the joint.
        position_degrees: f64,
    },
}

impl Error {
    /// A malformed packet, its bytes cut to a readable length.
    pub(crate) fn malformed(expected: &'static str, packet: &[u8]) -> Error {
        Error::Malformed { expected, packet: packet[..packet.len().min(64)].to_vec() }
    }
}
