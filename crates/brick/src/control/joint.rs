//! The control law of one joint: a pure step from a reading and the time to a motor power.

use super::battery::most_power;
use super::observer::{Load, Observer};
use super::settings::{Drive, Instants, JointReport, JointSettings, MotorReading, Progress, Tolerances};
use super::settling::{Early, SLOW_INTERVAL, Settling};
use super::{Estimate, Reference, Trajectory};
use crate::{Error, Power};

/// Speed asked for per degree of distance from the reference, 1/s, on a fast link.
const STIFFNESS: f64 = 10.0;
/// Share of a distance from the reference that one interval may remove, on a slow link.
const MOST_PER_INTERVAL: f64 = 0.5;
/// Share of a speed error to remove in one interval.
const EAGERNESS: f64 = 0.9;
/// Good enough to rest at, degrees of the joint: nearer than the nearest count of a wrist's encoder is not possible.
const REST_DEGREES: f64 = 0.4;
/// By how much a joint that has arrived must be pushed out of its tolerance to be driven again. Others move
/// once it has arrived, so a correction of what was good enough would come in between.
const PUSHED_DEGREES: f64 = 1.0;
/// Greatest power of a settling pulse, percent, and by how much a pulse grows each time that it did
/// not move the motor.
const MOST_PULSE: f64 = 45.0;
const PULSE_GROWTH: f64 = 2.0;
/// A brick that goes off does so about this many seconds after its last reading was true: half the time to the next
/// one.
const OFF_LATER: f64 = 0.02;
/// The next command is waited for this many intervals, before a motor under way is let go of.
const INTERVALS: f64 = 1.5;

#[derive(Debug, Clone)]
pub(super) struct Goal {
    pub reference: Reference,
    /// When the reference starts, and when the trajectory as given ends.
    pub start: f64,
    pub end: f64,
    /// It must end near its goal even if nobody looks after it: the other wrist that turns the cube comes to the end of its
    /// cable.
    pub ends_there: bool,
    /// It must end not far from its goal even if nobody looks after it. Not so over a slow link, where nothing else relies on it.
    pub ends_near: bool,
    /// Its way is slow enough for the end of a cable.
    pub ends_gently: bool,
    /// The joint turns the cube together with another.
    pub turns_cube: bool,
    pub tolerances: Tolerances,
}

/// The law of one joint.
#[derive(Debug, Clone)]
pub struct JointLaw {
    /// Model and greatest power in it are those that the battery allows now; `fresh` has those of a full one.
    pub(super) settings: JointSettings,
    fresh: JointSettings,
    pub(super) observer: Observer,
    pub(super) goal: Option<Goal>,
    pub(super) progress: Progress,
    pub(super) desired: f64,
    /// Where something square holds the joint soon, while its motor is let go of, radians; and what the motor
    /// counted when it was let go of.
    pub(super) compliant_at: Option<(f64, f64)>,
    /// Sum of the drifts found, radians.
    pub(super) drift: f64,
    /// What the wrist was found off at the last close that did not fit a drift, radians.
    pub(super) suspicion: Option<f64>,
    /// How a layer that the wrist has left misaligned will be found, now that the wrist is right, radians.
    pub(super) left_misaligned: Option<f64>,
    /// How many places other than the estimated one were assumed.
    pub(super) guesses: usize,
}

impl JointLaw {
    /// A law that holds still until it is given a goal.
    pub fn new(settings: JointSettings) -> JointLaw {
        JointLaw {
            observer: Observer::new(&settings),
            fresh: settings.clone(),
            settings,
            goal: None,
            progress: Progress::Holding,
            desired: 0.0,
            compliant_at: None,
            drift: 0.0,
            suspicion: None,
            left_misaligned: None,
            guesses: 0,
        }
    }

    /// The settings it was made with.
    pub fn settings(&self) -> &JointSettings {
        &self.settings
    }

    /// Takes the battery's voltage: speeds are in proportion to it, and a weak one does not bear two motors that are
    /// stuck at full power.
    pub fn set_battery(&mut self, volts: f64) {
        self.settings.model = self.fresh.model.at_battery(volts);
        self.settings.most_power = self.fresh.most_power.min(most_power(volts));
    }

    /// Starts a trajectory at `now`, from where the joint is and as fast as it is; a goal under way is
    /// superseded.
    ///
    /// Errors: [`Error::BadTrajectory`] when a point lies beyond the joint's limits, or no reading has
    /// been taken yet; the goal under way then stays.
    pub fn follow(&mut self, trajectory: &Trajectory, tolerances: Tolerances, now: f64) -> Result<(), Error> {
        self.settings.allow(trajectory)?;
        if self.observer.driven().is_none() {
            return Err(Error::BadTrajectory {
                joint: self.settings.name.clone(),
                reason: "the position of its motor has not been read yet".to_owned(),
            });
        }
        if self.has_arrived_at(trajectory, tolerances) {
            return Ok(());
        }
        self.take_hold();
        let gearing = &self.settings.gearing;
        let moving = self.observer.predict(&self.settings, now);
        let position = gearing.position(self.observer.driven_at(gearing, moving.degrees));
        let speed = gearing.speed(moving.speed);
        let way = self.way(trajectory, position);
        let length = way.goal().time;
        let early = Early::of(&self.settings, &self.fresh.model, way.turns_cube());
        let scale = match way.ends_gently() || length == 0.0 {
            true => 1.0,
            false => 1.0 - (early.seconds / length).min(early.share),
        };
        let longer = match way.ends_gently() {
            true => 2.0 * early.seconds,
            false => 0.0,
        };
        self.goal = Some(Goal {
            reference: Reference::new(position, speed, &way, scale),
            start: now,
            end: now + length + longer,
            ends_there: trajectory.ends_gently(),
            ends_near: self.observer.interval() <= SLOW_INTERVAL,
            ends_gently: way.ends_gently(),
            turns_cube: trajectory.turns_cube(),
            tolerances,
        });
        self.progress = Progress::Moving;
        let load = match trajectory.turns_cube() {
            true => Load::Cube,
            false => Load::Usual,
        };
        self.observer.start_over(&self.settings, load, now);
        Ok(())
    }

    /// Gives up any goal and holds: the next step brakes, and the joint stays where it comes to rest.
    pub fn hold(&mut self) {
        self.goal = None;
        self.progress = Progress::Holding;
        self.compliant_at = None;
    }

    /// Records a brake that was sent outside of [`JointLaw::step`], as when a stop comes.
    pub fn record_brake(&mut self, instants: Instants) {
        self.observer.sent(&self.settings, Drive::BRAKE, instants);
    }

    /// Where the joint stands as of the newest reading, radians.
    pub fn position(&self) -> f64 {
        self.settings.gearing.position(self.observer.driven().unwrap_or_default())
    }

    /// What the joint does.
    pub fn report(&self) -> JointReport {
        JointReport {
            position: self.position(),
            speed: self.settings.gearing.speed(self.observer.estimate().speed),
            desired: self.desired,
            progress: self.progress.clone(),
            drift: self.drift,
            zero: self.settings.gearing.position_at_zero,
            coast: self.coast(),
            coasted: self.settings.coasted,
        }
    }

    /// How much further the joint comes when its brick goes off now, radians: driven as it is until the motor feels it,
    /// then slowed by friction alone, for a motor without current is not braked.
    fn coast(&self) -> f64 {
        let now = self.observer.estimate();
        let last = self.observer.predict_ahead(&self.settings, OFF_LATER);
        let rest = self.settings.model.coast(last, f64::INFINITY);
        self.settings.gearing.speed(rest.degrees - now.degrees)
    }

    /// Takes a reading and decides what to send now.
    pub fn step(&mut self, reading: MotorReading, instants: Instants) -> Drive {
        self.step_since(reading.time, reading, instants)
    }

    /// The same with a reading that may have been true at any time from `earliest` to its own.
    pub(super) fn step_since(&mut self, earliest: f64, reading: MotorReading, instants: Instants) -> Drive {
        self.see(earliest, reading, instants.interval);
        self.restep(instants)
    }

    /// Takes such a reading and sends nothing; `interval` is the time between two readings, seconds.
    pub(super) fn see(&mut self, earliest: f64, reading: MotorReading, interval: f64) {
        let between = (earliest, reading.time);
        let count = f64::from(reading.degrees);
        let time = self.observer.when(&self.settings, count, between);
        let seen = MotorReading { time, ..reading };
        self.observer.observe(&self.settings, seen, interval);
        self.judge(reading.time);
    }

    /// Decides what to send now without waiting for a new reading, as when a goal has just come in.
    pub fn restep(&mut self, instants: Instants) -> Drive {
        let drive = self.decide(instants);
        self.observer.sent(&self.settings, drive, instants);
        drive
    }

    pub(super) fn joint_degrees(&self, motor_degrees: f64) -> f64 {
        self.settings.gearing.speed(motor_degrees).to_degrees().abs()
    }

    fn decide(&self, instants: Instants) -> Drive {
        if self.compliant_at.is_some() {
            return Drive::FREE;
        }
        let Some(goal) = &self.goal else {
            return Drive::BRAKE;
        };
        let estimate = self.observer.predict(&self.settings, instants.effect);
        let time = instants.effect - goal.start;
        let settles = time + instants.interval >= goal.reference.end();
        let power = if settles {
            self.settle(estimate, goal, instants)
        } else {
            self.track(estimate, &goal.reference, time, instants.interval)
        };
        let driven = match settles {
            // A pulse may end before the next one.
            true => 0.0,
            false => INTERVALS * instants.interval,
        };
        self.ending_by_itself(Power::saturating(power), estimate, goal, driven)
    }

    /// Keeps to the reference.
    fn track(&self, estimate: Estimate, reference: &Reference, time: f64, interval: f64) -> f64 {
        let gearing = &self.settings.gearing;
        let (position, _) = reference.at(time);
        let (_, speed) = reference.at(time + interval);
        let speed = speed * gearing.motor_degrees_per_radian;
        // The joint hangs behind in the play, so the motor has to be ahead by it.
        let ahead = if speed == 0.0 { 0.0 } else { gearing.backlash_degrees.copysign(speed) };
        let distance = gearing.motor_degrees(position) + ahead - estimate.degrees;
        let stiffness = STIFFNESS.min(MOST_PER_INTERVAL / interval);
        let wanted = speed + stiffness * distance;
        let power = self.settings.model.power_for(estimate, wanted, interval, EAGERNESS);
        power.clamp(-self.settings.most_power, self.settings.most_power)
    }

    /// Brings the motor to rest where the joint is at its goal, or leaves it when it is near enough.
    fn settle(&self, estimate: Estimate, goal: &Goal, instants: Instants) -> f64 {
        let (gearing, model) = (&self.settings.gearing, &self.settings.model);
        let settling = Settling::of(&self.settings, goal.turns_cube, self.observer.interval());
        // Perfection is sought for a moment only; on a slow link pulses scatter more than it takes.
        let tolerance = goal.tolerances.goal.to_degrees();
        let enough = if self.progress == Progress::Arrived {
            tolerance + PUSHED_DEGREES
        } else if instants.effect > goal.end + goal.tolerances.goal_time {
            // Its time is over: where it is within tolerance now, it is left to come to rest.
            tolerance
        } else if instants.effect > goal.end + settling.last {
            (0.9 * tolerance).max(REST_DEGREES)
        } else if instants.effect > goal.end + settling.patience {
            (0.9 * settling.enough).max(REST_DEGREES)
        } else {
            REST_DEGREES
        };
        let goal_position = goal.reference.goal();
        let goal = gearing.motor_degrees(goal_position);
        let at_effect = self.observer.driven_at(gearing, estimate.degrees);
        let rest = model.rest(estimate);
        let at_rest = gearing.push_through_play(at_effect, rest);
        let is_beyond = (goal - at_rest) * (rest - at_rest) < 0.0;
        let enough = enough.max(if is_beyond { settling.rest_beyond } else { 0.0 });
        let position = self.settings.within_ends(gearing.position(at_rest));
        if (position - goal_position).to_degrees().abs() <= enough {
            return 0.0;
        }
        let target = goal + gearing.backlash_degrees.copysign(goal - at_rest);
        let most = self.settings.most_power.min(MOST_PULSE);
        let power = model.power_to_rest_at(estimate, target, instants.interval, most);
        let increase = PULSE_GROWTH * f64::from(self.observer.stuck_readings());
        power + increase.min(most).copysign(power)
    }
}
