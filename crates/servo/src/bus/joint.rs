//! One joint and its servo: where to be at each moment, and whether a goal is reached. Pure: time and readings come in.

use brick::Error;
use brick::control::{JointReport, Progress, Reference, Tolerances, Trajectory};
use rig::{Joint, JointKind, Profile};

use crate::registers::position_to_steps;
use crate::{Alarms, Fault, Reading};

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
/// A servo that is stopped comes to rest after about this time, seconds: it is not sent back.
const STOPPING: f64 = 0.03;
const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// A joint with its servo.
#[derive(Clone, Debug)]
pub struct ServoJoint {
    joint: Joint,
    id: u8,
    /// Radians of the servo for each of the joint.
    ratio: f64,
    limits: (f64, f64),
    goal: Option<Goal>,
    /// Where it is to be without a goal; nowhere before the first reading.
    held: Option<f64>,
    progress: Progress,
    reading: Option<Reading>,
    /// When it answered last, or was asked first.
    answered: Option<f64>,
    /// Whether it held its place at the last reading.
    has_torque: bool,
    /// It is to be set up anew.
    is_unset: bool,
    /// Since when it is pressed against something.
    strained: Option<f64>,
    /// What its servo reported to be wrong, until a goal is reached again.
    fault: Option<Fault>,
}

#[derive(Clone, Debug)]
struct Goal {
    reference: Reference,
    tolerances: Tolerances,
    start: f64,
    /// When the trajectory ends, seconds from its start.
    due: f64,
}

impl ServoJoint {
    /// A joint of a rig; `None` where no servo drives it.
    pub fn of(profile: &Profile, joint: Joint) -> Option<ServoJoint> {
        Some(ServoJoint {
            joint,
            id: profile.servos.id(joint)?,
            ratio: profile.gearing.ratio(joint.kind),
            limits: profile.joint_limits(joint)?,
            goal: None,
            held: None,
            progress: Progress::Holding,
            reading: None,
            answered: None,
            has_torque: false,
            is_unset: true,
            strained: None,
            fault: None,
        })
    }

    /// The joint.
    pub fn joint(&self) -> Joint {
        self.joint
    }

    /// The servo's id.
    pub fn id(&self) -> u8 {
        self.id
    }

    /// How its goal fares.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// What its servo reported to be wrong, until a goal is reached again.
    pub fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// What was read last.
    pub fn reading(&self) -> Option<Reading> {
        self.reading
    }

    fn position(&self) -> f64 {
        self.reading.map_or(f64::NAN, |reading| reading.position / self.ratio)
    }

    fn speed(&self) -> f64 {
        self.reading.map_or(0.0, |reading| reading.speed / self.ratio)
    }

    /// Begins a trajectory, in place of any other. It goes on from where the servo is sent now, at that speed.
    ///
    /// Errors: [`Error::BadTrajectory`] beyond the joint's limits.
    pub fn follow(&mut self, trajectory: &Trajectory, tolerances: Tolerances, now: f64) -> Result<(), Error> {
        trajectory.within(self.joint.name(), self.limits)?;
        let (position, speed) = match (&self.goal, self.held) {
            (Some(goal), _) => goal.reference.at(now - goal.start),
            (None, held) => (held.unwrap_or(self.position()), 0.0),
        };
        let due = trajectory.goal().time;
        let scale = if 2.0 * LAG < due { 1.0 - LAG / due } else { 1.0 };
        let reference = Reference::new(position, speed, trajectory, scale);
        self.goal = Some(Goal { reference, tolerances, start: now, due });
        self.progress = Progress::Moving;
        self.strained = None;
        self.is_unset |= self.reading.is_some_and(|reading| reading.alarms != Alarms::default());
        Ok(())
    }

    /// Ends the goal; the joint stays where it is.
    pub fn hold(&mut self) {
        self.progress = Progress::Holding;
        if self.goal.take().is_some() {
            self.held = Some(self.position() + STOPPING * self.speed());
        }
    }

    /// Where the servo is to be now, in steps; nowhere before the first reading.
    pub fn steps(&self, now: f64) -> Option<u16> {
        let (least, most) = self.limits;
        let place = match &self.goal {
            Some(goal) => goal.reference.at(now - goal.start).0.clamp(least, most),
            None => self.held?,
        };
        place.is_finite().then(|| position_to_steps(place * self.ratio))
    }

    /// Its most output, thousandths, where the servo is to be set to hold with that: it does not, or has to forget an alarm.
    pub fn take_setup(&mut self) -> Option<u16> {
        let limit = if self.joint.kind == JointKind::Grip { SOFT } else { FULL };
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
        let (least, most) = self.limits;
        let position = self.position();
        if !(least - OUT_OF_PLACE..=most + OUT_OF_PLACE).contains(&position) {
            let [degrees, least, most] = [position, least, most].map(f64::to_degrees);
            return Err(Fault::OutOfPlace { id: self.id, degrees, least, most });
        }
        let had_torque = std::mem::replace(&mut self.has_torque, reading.torque);
        if had_torque && !reading.torque {
            self.break_off(Fault::Reset { id: self.id, volts: reading.volts });
        }
        if !reading.torque && self.goal.is_none() {
            // It may still be moved: it is to hold where it comes to rest.
            self.held = Some(position);
        }
        self.held.get_or_insert(position);
        let is_strained = STRAIN * f64::from(reading.torque_limit) / 1000.0 <= reading.load.abs();
        match is_strained && self.speed().abs() < REST {
            true => drop(self.strained.get_or_insert(now)),
            false => self.strained = None,
        }
        let is_recovering = self.goal.as_ref().is_some_and(|goal| now < goal.start + RECOVERY);
        if reading.alarms != Alarms::default() && !is_recovering {
            let Reading { alarms, volts, celsius, .. } = reading;
            self.break_off(Fault::Alarm { id: self.id, alarms, volts, celsius });
        }
        self.judge(now);
        Ok(())
    }

    fn break_off(&mut self, fault: Fault) {
        self.fault = Some(fault);
        self.fail(fault.of(self.joint));
    }

    /// Gives the goal up. The joint holds the place where it was seen.
    fn fail(&mut self, error: Error) {
        let had_goal = self.goal.is_some();
        self.hold();
        self.held = Some(self.position());
        if had_goal {
            self.progress = Progress::Failed(error);
        }
    }

    fn judge(&mut self, now: f64) {
        let Some(goal) = self.goal.as_ref().filter(|_| self.progress == Progress::Moving) else { return };
        let elapsed = now - goal.start;
        let (least, most) = self.limits;
        let position = self.position().clamp(least, most);
        let end = goal.reference.goal();
        let distance = (end - position).abs();
        let allowed = goal.tolerances.goal;
        let good = if elapsed < goal.due + PATIENCE { NEAR.min(allowed) } else { allowed };
        let is_at_rest = self.speed().abs() < REST;
        let strained = self.strained.map_or(0.0, |since| now - since);
        let closes = self.joint.kind == JointKind::Grip && end < position;
        let joint = || self.joint.name().to_owned();
        let degrees = |angle: f64| angle.to_degrees();
        let late = elapsed - goal.due - goal.tolerances.goal_time;
        let error = if goal.reference.end() <= elapsed && is_at_rest && distance <= good
            || closes && GRIPPED <= strained && distance <= GIVE
        {
            (self.progress, self.fault) = (Progress::Arrived, None);
            return;
        } else if BLOCKED <= strained && allowed < distance {
            let power = self.reading.map_or(0, |reading| (100.0 * reading.load) as i8);
            Error::Stalled { joint: joint(), power, position_degrees: degrees(position) }
        } else if 0.0 < late && allowed < distance {
            let (error_degrees, allowed_degrees) = (degrees(distance), degrees(allowed));
            Error::GoalTolerance { joint: joint(), error_degrees, allowed_degrees }
        } else if SETTLING < late {
            Error::Restless { joint: joint(), speed_degrees: degrees(self.speed().abs()) }
        } else {
            let strayed = (goal.reference.at(elapsed).0 - position).abs();
            let Some(path) = goal.tolerances.path.filter(|path| *path < strayed) else { return };
            let (error_degrees, allowed_degrees) = (degrees(strayed), degrees(path));
            Error::PathTolerance { joint: joint(), error_degrees, allowed_degrees }
        };
        self.fail(error);
    }

    /// What is published of it.
    pub fn report(&self, now: f64) -> JointReport {
        let position = self.position();
        let desired = self.goal.as_ref().map(|goal| goal.reference.at(now - goal.start).0).or(self.held);
        JointReport {
            position,
            speed: self.speed(),
            desired: desired.unwrap_or(position),
            progress: self.progress.clone(),
            // Its sensor sits on the joint: there is nothing between that could creep, and nothing to coast.
            drift: 0.0,
            zero: 0.0,
            coast: 0.0,
            coasted: None,
        }
    }
}
