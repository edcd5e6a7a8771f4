//! One joint and its servo: whether a goal is reached, and what is wrong. Pure: time and readings come in.

use brick::Error;
use brick::control::{Tolerances, Trajectory};
use rig::{Joint, JointKind, Profile};

use super::registers::position_to_steps;
use super::{Alarms, Fault, Reading};
use crate::{DrivenJoint, Motion};

/// Seconds by which a servo lags behind where it is sent: its reference ends that much sooner.
const LAG: f64 = 0.06;
/// Near enough to report at once, and speed that counts as rest: radians, and radians a second.
const NEAR: f64 = 0.7 * DEGREE;
const REST: f64 = 9.0 * DEGREE;
/// From this many seconds after the end on, anything within tolerance will do; that much later a joint that does not rest is given up.
const PATIENCE: f64 = 0.2;
const SETTLING: f64 = 0.5;
/// The most output of a claw and of a wrist, thousandths. A claw presses softly, and so never comes to the servo's overload.
const SOFT: u16 = 500;
const FULL: u16 = 1000;
/// A servo that stands still with this share of its most output is pressed against something. A claw that closes has gripped after
/// the first of these times, if no more than this angle is left; any other joint is blocked after the second. Seconds.
const STRAIN: f64 = 0.9;
const GRIPPED: f64 = 0.1;
const BLOCKED: f64 = 0.4;
const GIVE: f64 = 8.0 * DEGREE;
/// A servo that has not answered for this long is not there, seconds. Meanwhile it holds the place that it was sent last.
const SILENT: f64 = 1.0;
/// Alarms of a servo that was just set to try again do not count, seconds.
const RECOVERY: f64 = 0.15;
/// A joint that stands further than this beyond its limits is not what the profile says, radians.
const OUT_OF_PLACE: f64 = 15.0 * DEGREE;
/// A servo that turns freely is set to hold once its goal is this near to where it is, radians.
const SURE: f64 = 3.0 * DEGREE;
const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// A joint with its servo.
#[derive(Clone, Debug)]
pub struct ServoJoint {
    motion: Motion,
    id: u8,
    /// Radians of the servo for each of the joint.
    ratio: f64,
    reading: Option<Reading>,
    /// When it answered last, or was asked first.
    answered: Option<f64>,
    /// Whether it held its place at the last reading.
    has_torque: bool,
    /// It is to be set up anew.
    is_unset: bool,
    /// Since when it is pressed against something.
    strained: Option<f64>,
}

impl DrivenJoint for ServoJoint {
    fn motion(&self) -> &Motion {
        &self.motion
    }

    fn motion_mut(&mut self) -> &mut Motion {
        &mut self.motion
    }

    fn follow(&mut self, trajectory: &Trajectory, tolerances: Tolerances, now: f64) -> Result<(), Error> {
        self.motion.follow(trajectory, tolerances, now)?;
        self.strained = None;
        self.is_unset |= self.reading.is_some_and(|reading| reading.alarms != Alarms::default());
        Ok(())
    }
}

impl ServoJoint {
    /// A joint of a rig; `None` where no servo drives it.
    pub fn of(profile: &Profile, joint: Joint) -> Option<ServoJoint> {
        Some(ServoJoint {
            motion: Motion::new(profile, joint, LAG)?,
            id: profile.servos.id(joint)?,
            ratio: profile.gearing.ratio(joint.kind),
            reading: None,
            answered: None,
            has_torque: false,
            is_unset: true,
            strained: None,
        })
    }

    /// The servo's id.
    pub fn id(&self) -> u8 {
        self.id
    }

    /// What was read last.
    pub fn reading(&self) -> Option<Reading> {
        self.reading
    }

    /// Where the servo is to be now, in steps; nowhere before the first reading.
    pub fn steps(&self, now: f64) -> Option<u16> {
        Some(position_to_steps(self.motion.desired(now)? * self.ratio))
    }

    /// Its most output, thousandths, where the servo is to be set to hold with that: it does not, or has to forget an alarm.
    pub fn take_setup(&mut self) -> Option<u16> {
        let limit = if self.motion.joint.kind == JointKind::Grip { SOFT } else { FULL };
        let reading = self.reading?;
        if !reading.torque && SURE < (reading.goal - reading.position).abs() {
            // It does not know yet that it is to stay where it is, and would jump.
            return None;
        }
        let is_unset = std::mem::take(&mut self.is_unset) || !reading.torque || reading.torque_limit != limit;
        is_unset.then_some(limit)
    }

    /// Takes a reading, or that there was none, and judges the goal.
    ///
    /// Errors: [`Fault`] for a servo that cannot be used: silent, or not where this joint can be.
    pub fn see(&mut self, now: f64, reading: Option<Reading>) -> Result<(), Fault> {
        let Some(reading) = reading else {
            let since = *self.answered.get_or_insert(now);
            return if SILENT < now - since { Err(Fault::Silent { id: self.id }) } else { Ok(()) };
        };
        (self.answered, self.reading) = (Some(now), Some(reading));
        let motion = &mut self.motion;
        (motion.position, motion.speed) = (reading.position / self.ratio, reading.speed / self.ratio);
        let ((least, most), position) = (motion.limits, motion.position);
        if !(least - OUT_OF_PLACE..=most + OUT_OF_PLACE).contains(&position) {
            let [degrees, least, most] = [position, least, most].map(f64::to_degrees);
            return Err(Fault::OutOfPlace { id: self.id, degrees, least, most });
        }
        let had_torque = std::mem::replace(&mut self.has_torque, reading.torque);
        if had_torque && !reading.torque {
            motion.break_off(Fault::Reset { id: self.id, volts: reading.volts }.to_string());
        }
        if !reading.torque && motion.goal.is_none() {
            // It may still be moved: it is to hold where it comes to rest.
            motion.held = Some(position);
        }
        motion.held.get_or_insert(position);
        let is_strained = STRAIN * f64::from(reading.torque_limit) / 1000.0 <= reading.load.abs();
        match is_strained && motion.speed.abs() < REST {
            true => drop(self.strained.get_or_insert(now)),
            false => self.strained = None,
        }
        let is_recovering = motion.goal.as_ref().is_some_and(|goal| now < goal.start + RECOVERY);
        if reading.alarms != Alarms::default() && !is_recovering {
            let Reading { alarms, volts, celsius, .. } = reading;
            motion.break_off(Fault::Alarm { id: self.id, alarms, volts, celsius }.to_string());
        }
        match self.judge(now, reading) {
            Some(Ok(())) => self.motion.arrive(),
            Some(Err(error)) => self.motion.fail(error),
            None => {}
        }
        Ok(())
    }

    /// Whether the goal is reached or missed; nothing while that is open.
    fn judge(&self, now: f64, reading: Reading) -> Option<Result<(), Error>> {
        let motion = &self.motion;
        let goal = motion.undecided()?;
        let elapsed = now - goal.start;
        let (least, most) = motion.limits;
        let position = motion.position.clamp(least, most);
        let end = goal.reference.goal();
        let distance = (end - position).abs();
        let allowed = goal.tolerances.goal;
        let good = if elapsed < goal.due + PATIENCE { NEAR.min(allowed) } else { allowed };
        let is_at_rest = motion.speed.abs() < REST;
        let strained = self.strained.map_or(0.0, |since| now - since);
        let closes = motion.joint.kind == JointKind::Grip && end < position;
        if goal.reference.end() <= elapsed && is_at_rest && distance <= good
            || closes && GRIPPED <= strained && distance <= GIVE
        {
            return Some(Ok(()));
        }
        let joint = || motion.joint.name().to_owned();
        if BLOCKED <= strained && allowed < distance {
            let power = (100.0 * reading.load) as i8;
            return Some(Err(Error::Stalled { joint: joint(), power, position_degrees: position.to_degrees() }));
        }
        if let Some(error) = motion.strayed(goal, elapsed) {
            return Some(Err(error));
        }
        let is_restless = SETTLING < elapsed - goal.due - goal.tolerances.goal_time;
        is_restless.then(|| Err(Error::Restless { joint: joint(), speed_degrees: motion.speed.abs().to_degrees() }))
    }
}
