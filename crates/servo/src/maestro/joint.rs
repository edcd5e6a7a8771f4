//! One joint and its hobby servo. It reports nothing: where the joint is follows from the pulses that the Maestro sends.

use brick::Error;
use brick::control::{Tolerances, Trajectory};
use rig::{Channel, Joint, Profile};

use super::command::Command;
use crate::{DrivenJoint, Motion};

/// Seconds by which a servo is behind its pulses: one sees them up to 20 ms late, servos start tens of milliseconds apart, and each
/// lags. References end that much sooner, and a joint counts as arrived that long after its last pulse.
const LAG: f64 = 0.1;
/// How near pulses come to their target, microseconds: they have quarters.
const NEAR: f64 = 1.0;
/// Quarters of a microsecond, as the Maestro counts.
const QUARTERS: f64 = 4.0;
/// The unit of a channel's speed, microseconds a second: 0.25 in 10 ms.
const SPEED_UNIT: f64 = 25.0;

/// A joint on a channel.
#[derive(Clone, Debug)]
pub struct HobbyJoint {
    motion: Motion,
    channel: Channel,
    /// The pulses as read last, microseconds; none while the channel is off.
    pulse: Option<f64>,
    /// Since when the pulses are those of the goal's end.
    reached: Option<f64>,
}

impl DrivenJoint for HobbyJoint {
    fn motion(&self) -> &Motion {
        &self.motion
    }

    fn motion_mut(&mut self) -> &mut Motion {
        &mut self.motion
    }

    fn follow(&mut self, trajectory: &Trajectory, tolerances: Tolerances, now: f64) -> Result<(), Error> {
        self.motion.follow(trajectory, tolerances, now)?;
        self.reached = None;
        Ok(())
    }

    fn remember(&mut self, position: f64) {
        self.motion.position = position;
    }
}

impl HobbyJoint {
    /// A joint of a rig; `None` where no channel drives it.
    pub fn of(profile: &Profile, joint: Joint) -> Option<HobbyJoint> {
        let motion = Motion::new(profile, joint, LAG)?;
        Some(HobbyJoint { motion, channel: profile.maestro.channel(joint)?, pulse: None, reached: None })
    }

    /// Its channel.
    pub fn channel(&self) -> Channel {
        self.channel
    }

    /// The pulses as read last, microseconds; none while the channel is off.
    pub fn pulse(&self) -> Option<f64> {
        self.pulse
    }

    /// What makes the pulses change no faster than the servo turns. A Maestro forgets it when it is off.
    pub fn limits(&self) -> [Command; 2] {
        let Channel { number, per_radian, speed, .. } = self.channel;
        let units = speed * per_radian.abs() / SPEED_UNIT;
        [Command::SetSpeed(number, units.ceil() as u16), Command::SetAcceleration(number, 0)]
    }

    /// Where the channel is to be now, quarters of a microsecond.
    pub fn target(&self, now: f64) -> Option<u16> {
        Some((QUARTERS * self.channel.pulse(self.motion.desired(now)?)).round() as u16)
    }

    /// Its servo has let go, for this reason: what moves is given up, and all is held again where it was sent last.
    pub fn let_go(&mut self, reason: String) {
        if self.motion.undecided().is_some() {
            self.motion.break_off(reason);
        }
    }

    /// Takes the pulses that its channel sends now, quarters of a microsecond, and judges the goal. Whether it has let go.
    pub fn see(&mut self, now: f64, quarters: u16) -> bool {
        let was_on = self.pulse.is_some();
        self.pulse = (quarters != 0).then(|| f64::from(quarters) / QUARTERS);
        let motion = &mut self.motion;
        let Some(pulse) = self.pulse else {
            motion.speed = 0.0;
            if motion.position.is_nan() {
                // Nobody knows. A person closed the claws and turned the wrists to neutral.
                motion.position = 0.0;
            }
            motion.held.get_or_insert(motion.position);
            return was_on;
        };
        motion.position = self.channel.radians(pulse);
        motion.speed = motion.undecided().map_or(0.0, |goal| goal.reference.at(now - goal.start).1);
        motion.held.get_or_insert(motion.position);
        let Some(goal) = motion.undecided() else { return false };
        let elapsed = now - goal.start;
        let end = self.channel.pulse(goal.reference.goal());
        if goal.reference.end() <= elapsed && (end - pulse).abs() <= NEAR {
            if LAG <= now - *self.reached.get_or_insert(now) {
                motion.arrive();
            }
            return false;
        }
        match motion.strayed(goal, elapsed) {
            Some(Error::GoalTolerance { .. }) => motion.break_off(format!(
                "channel {} of the Maestro stays at {pulse:.0} microseconds instead of {end:.0}; widen its range in the Maestro's settings",
                self.channel.number
            )),
            Some(error) => motion.fail(error),
            None => {}
        }
        false
    }
}
