//! The control law of one joint: a pure step from a reading and the time to a motor power.

use super::battery::most_power;
use super::course::Course;
use super::observer::{Load, Observer};
use super::settings::{Drive, Instants, JointReport, JointSettings, MotorReading, Progress, Tolerances};
use super::settling::{Settling, early};
use super::unattended::BEYOND_CABLE;
use super::{CubeTurn, Estimate, Reference, Trajectory};
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
/// Seconds in which a joint may settle at least.
const LEAST_TO_SETTLE: f64 = 0.1;
/// A claw is sent this far towards its end, degrees of the joint.
const TO_END: f64 = 1.0;
/// Greatest power of a settling pulse, percent, before it grows.
const MOST_PULSE: f64 = 45.0;
/// A brick that goes off does so about this many seconds after its last reading was true: half the time to the next
/// one.
const OFF_LATER: f64 = 0.02;

/// A goal, and how far the joint has come with it.
#[derive(Debug, Clone)]
pub(super) struct Goal {
    pub reference: Reference,
    /// How far the joint has come on it, and the greatest pace at which its motor can follow.
    pub course: Course,
    pub most_pace: f64,
    pub start: f64,
    /// When it came to the end of the reference.
    pub ended: Option<f64>,
    /// How long after that the joint may take to settle, as it was sent off earlier than asked for.
    pub to_settle: f64,
    /// The joint turns the cube together with another.
    pub turns_cube: bool,
    /// What is left of its cable at the goal, or of the shorter one of both that turn the cube, radians; `None` for joints with ends.
    pub cable_left: Option<f64>,
    pub tolerances: Tolerances,
}

impl Goal {
    /// When it should be settled at its goal, if nothing holds it up.
    pub fn due(&self) -> f64 {
        self.start + self.reference.end() / self.most_pace + self.to_settle
    }

    /// When the time is over in which the joint seeks to come as near as it can.
    pub fn end(&self) -> f64 {
        self.ended.map_or(f64::INFINITY, |ended| ended.max(self.due()))
    }
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

    /// Starts a trajectory from where the joint is, and as fast as it is, when a command takes effect that is sent now; a goal under way is
    /// superseded. With a `cube_turn` another joint turns the cube with it.
    ///
    /// Errors: [`Error::BadTrajectory`] when a point lies beyond the joint's limits, or no reading has
    /// been taken yet; the goal under way then stays.
    pub fn follow(
        &mut self,
        trajectory: &Trajectory,
        tolerances: Tolerances,
        cube_turn: Option<CubeTurn>,
        instants: Instants,
    ) -> Result<(), Error> {
        let now = instants.effect;
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
        let turns_cube = cube_turn.is_some();
        let (slowing, cable_left) = match cube_turn {
            Some(turn) => (turn.slowing, turn.cable_left),
            None => (self.slowing_to_cable_end(trajectory, position), self.cable_left(trajectory, position)),
        };
        let way = match slowing {
            Some(slowing) => trajectory.coasting(position, slowing, BEYOND_CABLE.to_radians()),
            None => trajectory.clone(),
        };
        let length = way.goal().time;
        // A way that friction alone can end bears no hurry, and ends gently.
        let early = match slowing {
            Some(_) => 0.0,
            None => early(self.settings.has_ends || turns_cube, length),
        };
        let reference = Reference::new(position, speed, &way, 1.0 - early / length.max(1e-9));
        let load = match turns_cube {
            true => Load::Cube,
            false => Load::Usual,
        };
        self.observer.start_over(&self.settings, load, now);
        self.goal = Some(Goal {
            most_pace: self.most_pace(&reference, turns_cube, instants.interval),
            reference,
            course: Course::begun(now),
            start: now,
            ended: None,
            to_settle: early.max(LEAST_TO_SETTLE),
            turns_cube,
            cable_left,
            tolerances,
        });
        self.progress = Progress::Moving;
        Ok(())
    }

    /// Gives up any goal and holds: the next step brakes, and the joint stays where it comes to rest.
    pub fn hold(&mut self) {
        self.goal = None;
        self.progress = Progress::Holding;
        self.compliant_at = None;
    }

    /// Records a brake that was sent outside of [`JointLaw::step`], as when a stop comes. Its reference waits.
    pub fn record_brake(&mut self, instants: Instants) {
        if let Some(goal) = &mut self.goal {
            goal.course.go_on(instants.effect, 0.0);
        }
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
        self.see(reading.time, reading, self.observer.last_power(), instants.interval);
        let pace = self.pace(instants).unwrap_or_default();
        self.drive(instants, pace)
    }

    /// Takes a reading that may have been true at any time from `earliest` to its own. `power` is what was sent last before it was asked
    /// for: a motor that was braked since then was not seen to rest. `interval` is the time between two readings, seconds.
    pub(super) fn see(&mut self, earliest: f64, reading: MotorReading, power: f64, interval: f64) {
        let between = (earliest, reading.time);
        let count = f64::from(reading.degrees);
        let time = self.observer.when(&self.settings, count, between);
        let seen = MotorReading { time, ..reading };
        self.observer.observe(&self.settings, seen, interval);
        self.judge(reading.time, power);
    }

    /// Decides what to send now, and goes on along the reference at a pace.
    pub(super) fn drive(&mut self, instants: Instants, pace: f64) -> Drive {
        if let Some(goal) = &mut self.goal {
            goal.course.go_on(instants.effect, pace);
        }
        let drive = self.decide(instants);
        self.observer.sent(&self.settings, drive, instants);
        drive
    }

    /// The greatest pace of its goal, and a lesser one that its partner in a turn of the cube needs.
    pub(super) fn most_pace_mut(&mut self) -> Option<&mut f64> {
        self.goal.as_mut().map(|goal| &mut goal.most_pace)
    }

    /// Whether the joint is on its way together with another, turning the cube.
    pub(super) fn turns_cube(&self) -> bool {
        let is_under_way = |goal: &Goal| goal.turns_cube && goal.ended.is_none();
        self.progress == Progress::Moving && self.goal.as_ref().is_some_and(is_under_way)
    }

    /// Whether the joint has a goal that is further away than an angle, radians.
    pub(super) fn is_on_its_way(&self, further: f64) -> bool {
        let is_far = |goal: &Goal| further < (goal.reference.goal() - self.position()).abs();
        self.progress == Progress::Moving && self.goal.as_ref().is_some_and(is_far)
    }

    fn motor_of(&self, joint_degrees: f64) -> f64 {
        joint_degrees.to_radians() * self.settings.gearing.motor_degrees_per_radian.abs()
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
        let settles = goal.course.time(instants.effect + instants.interval) >= goal.reference.end();
        let (power, target) = match settles {
            true => self.settle(estimate, goal, instants),
            false => (self.track(estimate, goal, instants), None),
        };
        self.ending_by_itself(Power::saturating(power), target, estimate, goal, instants)
    }

    /// Keeps to the reference.
    fn track(&self, estimate: Estimate, goal: &Goal, instants: Instants) -> f64 {
        let Instants { effect, interval } = instants;
        let gearing = &self.settings.gearing;
        let (position, _) = goal.reference.at(goal.course.time(effect));
        let (_, speed) = goal.reference.at(goal.course.time(effect + interval));
        let speed = goal.course.pace() * speed * gearing.motor_degrees_per_radian;
        // The joint hangs behind in the play, so the motor has to be ahead by it.
        let ahead = if speed == 0.0 { 0.0 } else { gearing.backlash_degrees.copysign(speed) };
        let distance = gearing.motor_degrees(position) + ahead - estimate.degrees;
        let stiffness = STIFFNESS.min(MOST_PER_INTERVAL / interval);
        let wanted = speed + stiffness * distance;
        let power = self.settings.model.power_for(estimate, wanted, interval, EAGERNESS);
        let closes = self.settings.has_ends && goal.reference.goal() <= self.settings.limits.0;
        if closes && power * speed < 0.0 {
            // A claw that is ahead is braked: the cube stops it, which one that is driven back on late replies lets go of.
            return 0.0;
        }
        // What has been seen to stand needs more to come free than to go on.
        let power = match self.observer.stuck_readings() > 0 && power != 0.0 {
            true => power.abs().max(self.observer.breaks_free()).copysign(power),
            false => power,
        };
        power.clamp(-self.settings.most_power, self.settings.most_power)
    }

    /// The power that brings the motor to rest where the joint is at its goal, and the motor's degrees there; 0 when it is near enough.
    fn settle(&self, estimate: Estimate, goal: &Goal, instants: Instants) -> (f64, Option<f64>) {
        let (gearing, model) = (&self.settings.gearing, &self.settings.model);
        let settling = Settling::of(&self.settings, goal.turns_cube, self.observer.interval());
        // Perfection is sought for a moment only; on a slow link pulses scatter more than it takes.
        let tolerance = goal.tolerances.goal.to_degrees();
        let enough = if self.progress == Progress::Arrived {
            tolerance + PUSHED_DEGREES
        } else if instants.effect > goal.due() + goal.tolerances.goal_time {
            // Its time is over: where it is within tolerance now, it is left to come to rest.
            tolerance
        } else if instants.effect > goal.end() + settling.last {
            (0.9 * tolerance).max(REST_DEGREES)
        } else if instants.effect > goal.end() + settling.patience {
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
            return (0.0, None);
        }
        // A claw may as well go to its end: it is stopped there, and would be short of its place otherwise.
        let further = if self.settings.has_ends { self.motor_of(TO_END) } else { 0.0 };
        let target = goal + (gearing.backlash_degrees + further).copysign(goal - at_rest);
        let most = self.settings.most_power.min(MOST_PULSE);
        // On a link that is faster than the motor, a correction takes more than one step: each new count would start another.
        let lasting = instants.interval.max(model.time_constant / 2.0);
        let power = model.power_to_rest_at(estimate, target, lasting, most);
        let power = match estimate.speed * power > 0.0 {
            true => power,
            // Less would not even begin to turn it; the tacho limit ends what is too much.
            false => power.abs().max(self.observer.breaks_free()).copysign(power),
        };
        (power, Some(target))
    }
}
