//! What a family of servos is: a controller that is asked and sent, and what is judged of each joint.

use brick::clock::Instant;
use brick::control::{Tolerances, Trajectory};
use brick::{ByteStream, Error};
use rig::{Joint, Profile};

use crate::{Health, Motion};

/// A joint that a servo drives.
pub trait DrivenJoint: Clone + Send + Sync + 'static {
    /// What it is to do.
    fn motion(&self) -> &Motion;

    /// The same, to be changed.
    fn motion_mut(&mut self) -> &mut Motion;

    /// Begins a trajectory, in place of any other.
    ///
    /// Errors: [`Error::BadTrajectory`] beyond the joint's limits.
    fn follow(&mut self, trajectory: &Trajectory, tolerances: Tolerances, now: f64) -> Result<(), Error> {
        self.motion_mut().follow(trajectory, tolerances, now)
    }

    /// It stood there (radians) when it was driven last: for servos that cannot report where they are.
    fn remember(&mut self, _position: f64) {}
}

/// A controller of servos, at one address.
pub trait Family: Send + Sized + 'static {
    /// A joint with its servo.
    type Joint: DrivenJoint;

    /// What errors call these servos.
    const NAME: &'static str;
    /// Bits a second of a serial device.
    const BAUD: u32;

    /// Speaks over this stream; `device` is what errors call it.
    fn open(device: String, stream: Box<dyn ByteStream>, profile: &Profile) -> Self;

    /// What errors call it.
    fn device(&self) -> &str;

    /// A joint of a rig; `None` where this family does not drive it.
    fn joint(profile: &Profile, joint: Joint) -> Option<Self::Joint>;

    /// Reads all joints, and judges their goals. `started` is when the loop's time began.
    ///
    /// Errors: [`Error::Lost`] for a controller that is not there, [`Error::Actuator`] for a servo that cannot be used.
    fn cycle(&mut self, joints: &mut [Self::Joint], started: Instant)
    -> impl Future<Output = Result<(), Error>> + Send;

    /// Sends all joints where to be now.
    ///
    /// Errors: [`Error::Lost`].
    fn send(&mut self, joints: &mut [Self::Joint], now: f64) -> impl Future<Output = Result<(), Error>> + Send;

    /// How the servos are. The fault is left to the loop.
    fn health(&self, joints: &[Self::Joint]) -> Health;
}
