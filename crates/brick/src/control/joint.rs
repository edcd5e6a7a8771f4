//! The control law of one joint: a pure step from a reading and the time to a motor power.

use super::{Estimate, Gearing, MotorModel, Reference, Trajectory};
use crate::{Error, Power};
use std::collections::VecDeque;

/// What the law has to know about a joint.
#[derive(Debug, Clone, PartialEq)]
pub struct JointSettings {
    /// Name of the joint, for errors.
    pub name: String,
    /// Gears between motor and joint.
    pub gearing: Gearing,
    /// The motor.
    pub model: MotorModel,
    /// Least and greatest position that a trajectory may ask for, radians.
    pub limits: (f64, f64),
    /// Greatest power, percent.
    pub most_power: f64,
}

/// How far the joint may stray before a goal counts as failed. Radians and seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerances {
    /// Greatest distance from the desired position under way; `None` is any.
    pub path: Option<f64>,
    /// Greatest distance from the goal at the end.
    pub goal: f64,
    /// How long after the end of the trajectory the goal may still be reached.
    pub goal_time: f64,
}

impl Default for Tolerances {
    /// Two degrees, one second late at most, any path.
    fn default() -> Tolerances {
        Tolerances {
            path: None,
            goal: 2f64.to_radians(),
            goal_time: 1.0,
        }
    }
}

/// A rotation count and when it was true.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotorReading {
    /// Seconds; best estimated as half-way between request and reply.
    pub time: f64,
    /// Degrees of the motor.
    pub degrees: i32,
}

/// The times that belong to a step, in seconds on the clock of the readings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instants {
    /// When the power decided now will reach the motor.
    pub effect: f64,
    /// How long it will stay in force: the time to the next step.
    pub interval: f64,
}

/// How a joint's goal fares.
#[derive(Debug, Clone, PartialEq)]
pub enum Progress {
    /// No goal: it holds where it is.
    Holding,
    /// On the way.
    Moving,
    /// At rest within tolerance of the goal; it goes on holding there.
    Landed,
    /// Given up; it holds where it is.
    Failed(Error),
}

/// What a joint does, for `joint_states` and feedback. Radians and seconds of the joint.
#[derive(Debug, Clone, PartialEq)]
pub struct JointReport {
    /// Where it stands, play considered, as of the newest reading.
    pub position: f64,
    /// Estimated speed.
    pub speed: f64,
    /// Where it should stand.
    pub desired: f64,
    /// How the goal fares.
    pub progress: Progress,
}

#[derive(Debug, Clone)]
struct Goal {
    reference: Reference,
    /// When the reference starts, and when the trajectory as given ends.
    start: f64,
    end: f64,
    tolerances: Tolerances,
}

/// The law of one joint.
#[derive(Debug, Clone)]
pub struct JointLaw {
    settings: JointSettings,
    estimate: Estimate,
    estimate_time: f64,
    /// Side of the play that the joint hangs on, in motor degrees; `None` before the first reading.
    driven: Option<f64>,
    last_reading: Option<MotorReading>,
    /// Since when the count has not changed.
    still_since: f64,
    /// Extra power that breaks a motor loose which a landing pulse did not move, percent.
    push: f64,
    /// Powers sent, with the time from which each acts; the first acts since ever.
    sent: VecDeque<(f64, f64)>,
    goal: Option<Goal>,
    progress: Progress,
    desired: f64,
}

// Gains were tuned on the emulated brick with 30 ms +- 15 ms of latency; they are ratios of one
// interval (about 35 ms), so they scale with the link.
/// Share of a surprise that corrects the position.
const POSITION_GAIN: f64 = 0.55;
/// Share of a surprise, per interval, that corrects the speed.
const SPEED_GAIN: f64 = 0.25;
/// Share of a surprise, per interval, that corrects the friction.
const FRICTION_GAIN: f64 = 0.10;
/// Friction that is believed, percent.
const FRICTION_RANGE: (f64, f64) = (1.0, 30.0);
/// Speed asked for per degree of distance from the reference, 1/s.
const STIFFNESS: f64 = 10.0;
/// Share of a speed error to remove in one interval.
const EAGERNESS: f64 = 0.9;
/// The reference ends this much early (seconds, but at most a fifth), to leave time for landing.
const LEAD: f64 = 0.09;
/// Distances in degrees of the joint: good enough to rest at, good enough to report, worth a correction while holding.
const REST_DEGREES: f64 = 0.5;
const LANDED_DEGREES: f64 = 1.2;
const HOLD_DEGREES: f64 = 1.5;
/// Greatest power of a landing pulse, percent.
const MOST_PULSE: f64 = 45.0;
/// By how much a pulse grows each time that it did not move the motor, percent.
const PUSH_STEP: f64 = 2.0;
/// A motor that does not turn for so long under so much power is blocked.
const STALL_SECONDS: f64 = 0.4;
const STALL_POWER: f64 = 20.0;

impl JointLaw {
    /// A law that holds still until it is given a goal.
    pub fn new(settings: JointSettings) -> JointLaw {
        JointLaw {
            estimate: Estimate {
                friction: settings.model.friction_percent,
                ..Estimate::default()
            },
            estimate_time: f64::NEG_INFINITY,
            driven: None,
            last_reading: None,
            still_since: 0.0,
            push: 0.0,
            sent: VecDeque::from([(f64::NEG_INFINITY, 0.0)]),
            goal: None,
            progress: Progress::Holding,
            desired: 0.0,
            settings,
        }
    }

    /// The settings it was made with.
    pub fn settings(&self) -> &JointSettings {
        &self.settings
    }

    /// Starts a trajectory at `now`, from where the joint is; a goal under way is superseded.
    ///
    /// Errors: [`Error::BadTrajectory`] when a point lies beyond the joint's limits, or no reading has
    /// been taken yet; the goal under way then stays.
    pub fn follow(
        &mut self,
        trajectory: &Trajectory,
        tolerances: Tolerances,
        now: f64,
    ) -> Result<(), Error> {
        let bad = |reason| {
            Err(Error::BadTrajectory {
                joint: self.settings.name.clone(),
                reason,
            })
        };
        let (least, most) = self.settings.limits;
        let slack = 1e-6;
        if let Some(point) = trajectory
            .points()
            .iter()
            .find(|point| !(least - slack..=most + slack).contains(&point.position))
        {
            return bad(format!(
                "it asks for {:.2} degrees, but the joint goes from {:.2} to {:.2}",
                point.position.to_degrees(),
                least.to_degrees(),
                most.to_degrees()
            ));
        }
        if self.driven.is_none() {
            return bad("the position of its motor has not been read yet".to_owned());
        }
        let length = trajectory.goal().time;
        let scale = if length > 0.0 {
            1.0 - (LEAD / length).min(0.2)
        } else {
            1.0
        };
        let reference = match self.predict(now) {
            moving if moving.speed.abs() > 30.0 => {
                let gearing = self.settings.gearing;
                let driven = gearing
                    .push_through_play(self.driven.unwrap_or(moving.degrees), moving.degrees);
                Reference::new(
                    gearing.position(driven),
                    gearing.speed(moving.speed),
                    trajectory,
                    scale,
                )
            }
            _ => Reference::new(self.position(), 0.0, trajectory, scale),
        };
        self.goal = Some(Goal {
            reference,
            start: now,
            end: now + length,
            tolerances,
        });
        self.progress = Progress::Moving;
        self.still_since = now;
        Ok(())
    }

    /// Gives up any goal and holds: the next step brakes, and the joint stays where it comes to rest.
    pub fn hold(&mut self) {
        self.goal = None;
        self.progress = Progress::Holding;
    }

    /// Records a power that was sent outside of [`JointLaw::step`], such as the brake of a stop.
    pub fn record(&mut self, power: Power, effect: f64) {
        self.sent.push_back((effect, f64::from(power.percent())));
        while self.sent.len() > 64 {
            self.sent.pop_front();
        }
    }

    /// Where the joint stands as of the newest reading, radians.
    pub fn position(&self) -> f64 {
        self.settings
            .gearing
            .position(self.driven.unwrap_or_default())
    }

    /// What the joint does.
    pub fn report(&self) -> JointReport {
        JointReport {
            position: self.position(),
            speed: self.settings.gearing.speed(self.estimate.speed),
            desired: self.desired,
            progress: self.progress.clone(),
        }
    }

    /// Decides the power to send now without waiting for a new reading, as when a goal has just come in.
    pub fn restep(&mut self, instants: Instants) -> Power {
        let power = Power::saturating(self.decide(instants));
        self.record(power, instants.effect);
        power
    }

    /// Takes a reading and decides the power to send now.
    pub fn step(&mut self, reading: MotorReading, instants: Instants) -> Power {
        self.observe(reading, instants.interval);
        self.judge(reading.time);
        let power = Power::saturating(self.decide(instants));
        self.record(power, instants.effect);
        power
    }

    fn degrees_of_joint(&self, motor_degrees: f64) -> f64 {
        self.settings
            .gearing
            .speed(motor_degrees)
            .to_degrees()
            .abs()
    }

    /// The estimate at a time, replaying the powers that act until then.
    fn predict(&self, until: f64) -> Estimate {
        let mut estimate = self.estimate;
        let mut time = self.estimate_time;
        for (index, (_, power)) in self.sent.iter().enumerate() {
            let acts_until = self
                .sent
                .get(index + 1)
                .map_or(f64::INFINITY, |(effect, _)| *effect);
            let stop = acts_until.min(until);
            if stop > time {
                estimate = self.settings.model.advance(estimate, *power, stop - time);
                time = stop;
            }
        }
        estimate
    }

    /// The power that acts at a time, percent.
    fn power_at(&self, time: f64) -> f64 {
        let acting = self.sent.iter().rev().find(|(effect, _)| *effect <= time);
        acting.map_or(0.0, |(_, power)| *power)
    }

    fn observe(&mut self, reading: MotorReading, interval: f64) {
        let degrees = f64::from(reading.degrees);
        let driven = self
            .settings
            .gearing
            .push_through_play(self.driven.unwrap_or(degrees), degrees);
        self.driven = Some(driven);
        let Some(last) = self.last_reading.replace(reading) else {
            self.estimate.degrees = degrees;
            self.estimate_time = reading.time;
            self.still_since = reading.time;
            return;
        };
        if last.degrees != reading.degrees {
            self.still_since = reading.time;
            self.push = 0.0;
        } else if self.power_at(reading.time - interval / 2.0) != 0.0 {
            self.push = (self.push + PUSH_STEP).min(MOST_PULSE);
        }
        self.estimate = self.predict(reading.time);
        self.estimate_time = self.estimate_time.max(reading.time);
        let surprise = degrees - self.estimate.degrees;
        // Half a count of difference is only rounding.
        let surprise = surprise - surprise.clamp(-0.5, 0.5);
        let interval = interval.max(0.01);
        let model = &self.settings.model;
        self.estimate.degrees += POSITION_GAIN * surprise;
        self.estimate.speed += SPEED_GAIN * surprise / interval;
        let per_degree = FRICTION_GAIN / (interval * model.speed_per_percent);
        let behind = -surprise * self.estimate.speed.signum();
        let (least, most) = FRICTION_RANGE;
        self.estimate.friction = (self.estimate.friction + per_degree * behind).clamp(least, most);
        if reading.time - self.still_since > 1.5 * interval {
            self.estimate.speed = 0.0;
            self.estimate.degrees = degrees;
        }
    }

    /// Decides whether the goal is reached or lost.
    fn judge(&mut self, now: f64) {
        let gearing = self.settings.gearing;
        let position = self.position();
        let Some(goal) = &self.goal else {
            self.desired = position;
            return;
        };
        self.desired = goal.reference.at(now - goal.start).0;
        if self.progress != Progress::Moving {
            return;
        }
        let joint = || self.settings.name.clone();
        let distance = (goal.reference.goal() - position).abs();
        let last_power = self.sent.back().map_or(0.0, |(_, power)| *power);
        let at_rest =
            last_power == 0.0 && gearing.speed(self.estimate.speed).abs() < 15f64.to_radians();
        let good = if now < goal.end + 0.2 {
            LANDED_DEGREES.to_radians()
        } else {
            f64::INFINITY
        };
        let strayed = (self.desired - position).abs();
        let failure = if now >= goal.start + goal.reference.end()
            && at_rest
            && distance <= good.min(goal.tolerances.goal)
        {
            self.progress = Progress::Landed;
            return;
        } else if now > goal.end + goal.tolerances.goal_time {
            Error::GoalTolerance {
                joint: joint(),
                error_degrees: distance.to_degrees(),
                allowed_degrees: goal.tolerances.goal.to_degrees(),
            }
        } else if let Some(allowed) = goal.tolerances.path.filter(|allowed| strayed > *allowed) {
            Error::PathTolerance {
                joint: joint(),
                error_degrees: strayed.to_degrees(),
                allowed_degrees: allowed.to_degrees(),
            }
        } else if now - self.still_since > STALL_SECONDS && last_power.abs() >= STALL_POWER {
            Error::Stalled {
                joint: joint(),
                power: last_power as i8,
                position_degrees: position.to_degrees(),
            }
        } else {
            return;
        };
        self.progress = Progress::Failed(failure);
        self.goal = None;
    }

    fn decide(&self, instants: Instants) -> f64 {
        let Some(goal) = &self.goal else {
            return 0.0;
        };
        let estimate = self.predict(instants.effect);
        let time = instants.effect - goal.start;
        if time + instants.interval >= goal.reference.end() {
            return self.land(estimate, goal.reference.goal(), instants.interval);
        }
        let gearing = self.settings.gearing;
        let (position, _) = goal.reference.at(time);
        let (_, speed) = goal.reference.at(time + instants.interval);
        let speed = speed * gearing.motor_degrees_per_radian;
        // The joint hangs behind in the play, so the motor has to be ahead by it.
        let ahead = if speed == 0.0 {
            0.0
        } else {
            gearing.backlash_degrees.copysign(speed)
        };
        let distance = gearing.motor_degrees(position) + ahead - estimate.degrees;
        let wanted = speed + STIFFNESS * distance;
        let power = self
            .settings
            .model
            .power_for(estimate, wanted, instants.interval, EAGERNESS);
        power.clamp(-self.settings.most_power, self.settings.most_power)
    }

    /// Brings the motor to rest where the joint is at its goal, or leaves it when it is near enough.
    fn land(&self, estimate: Estimate, goal: f64, interval: f64) -> f64 {
        let gearing = self.settings.gearing;
        let model = self.settings.model;
        let goal = gearing.motor_degrees(goal);
        let driven = self.driven.unwrap_or(estimate.degrees);
        let at_effect = gearing.push_through_play(driven, estimate.degrees);
        let at_rest = gearing.push_through_play(at_effect, model.rest(estimate));
        let enough = if self.progress == Progress::Landed {
            HOLD_DEGREES
        } else {
            REST_DEGREES
        };
        if self.degrees_of_joint(goal - at_rest) <= enough {
            return 0.0;
        }
        let target = goal + gearing.backlash_degrees.copysign(goal - at_rest);
        let most = self.settings.most_power.min(MOST_PULSE);
        let power = model.power_to_rest_at(estimate, target, interval, most);
        power + self.push.copysign(power)
    }
}
