//! What becomes of a motor that nobody looks after: its driver may get no processor for a while, or the link may break.
//!
//! ```text
//!   power        lets go        rest        end of the cable
//!     |------------->|------------>|               |
//!       tacho limit       coast          unused
//! ```
//!
//! Each direct command has a tacho limit, at which the brick lets go of the motor. It is not braked then, and coasts on against
//! friction alone. A wrist on its way to the end of its cable is never faster than friction can end before that
//! ([`JointLaw::slowing_to_cable_end`]), and each command has the limit from which friction does. A
//! profile may say that a cable gives more for a moment (`cable_slack`). Two wrists that turn the cube are let go of where their common
//! reference is a few steps later, so an unattended turn ends with both at about the same angle.

use super::joint::Goal;
use super::{Drive, Estimate, Instants, JointLaw, MotorModel, Trajectory};
use crate::Power;

/// Friction of any motor with its gears, percent: less is an error of its identification.
const LEAST_FRICTION: f64 = 2.0;
/// Share of the friction that is known which a motor without current has at least.
const SURE: f64 = 0.38;
/// A brick that receives nothing more lets go of a motor this far (degrees of the motor) behind its goal.
const MARGIN: f64 = 12.0;
/// The same where it brakes: with the usual margin a claw that braked when its brick fell silent opened again by 9 degrees.
const BRAKING_MARGIN: f64 = 3.0;
/// An unattended motor may end this far beyond the cable's end, degrees of the joint.
pub(super) const BEYOND_CABLE: f64 = 4.2;
/// A goal nearer than this to the end of a cable, degrees of the joint, is approached slowly enough to coast.
const NEAR_END: f64 = 80.0;
/// A way slows down by this share of what friction does, so that there is power left to follow it.
const COASTING_SHARE: f64 = 0.85;
/// A command lets go of a motor so that it ends this much further, degrees of the joint: one that keeps to its way is not let go of.
const FURTHER: f64 = 3.0;
/// Steps that each command bears in any case.
const LEAST_STEPS: f64 = 2.0;
/// Steps after which wrists that turn the cube are let go of, and seconds at least. The power that brings one free which stands is more
/// than what keeps it going: it lasts for one step.
const PAIR_STEPS: f64 = 3.0;
const PAIR_SECONDS: f64 = 0.25;
/// The next command is waited for this many intervals, before a motor under way is let go of.
const INTERVALS: f64 = 1.5;
/// Percent more than friction that keeps a motor turning, and in which a lesser power is sought.
const AND_MORE: f64 = 3.0;
const POWER_STEP: f64 = 3.0;
/// Time step and length of the prediction, seconds.
const STEP: f64 = 0.008;
const FORESIGHT: f64 = 0.6;

/// How fast a motor without current slows down when friction eats this much power (percent): degrees a second squared.
fn slowing(model: &MotorModel, friction: f64) -> f64 {
    friction * model.speed_per_percent / model.time_constant
}

/// The friction of a motor in any case, percent.
fn sure(model: &MotorModel) -> f64 {
    SURE * model.friction_percent.max(LEAST_FRICTION)
}

/// A motor with a power. Degrees of the motor; the way of the power counts as positive.
#[derive(Debug, Clone, Copy)]
struct Driven {
    model: MotorModel,
    /// The motor when the power takes effect; its degrees do not matter.
    estimate: Estimate,
    power: f64,
    /// Without current, degrees a second squared.
    slowing: f64,
}

impl Driven {
    fn coast(&self, speed: f64) -> f64 {
        speed.max(0.0).powi(2) / (2.0 * self.slowing)
    }

    /// The greatest power up to its own, but no less than `least`, with which it ends within `room` degrees although it is driven for an
    /// interval; and the tacho limit.
    fn lasting(&self, room: f64, furthest: f64, interval: f64, least: f64) -> (f64, f64) {
        let mut motor = *self;
        loop {
            let limit = motor.limit(room, furthest);
            let needed = self.model.advance(self.estimate, motor.power, interval).degrees - self.estimate.degrees;
            if needed.min(furthest) <= limit || motor.power <= least {
                return (motor.power, limit);
            }
            motor.power = (motor.power - POWER_STEP).max(least);
        }
    }

    /// The greatest tacho limit, up to `furthest`, with which it ends within `room` degrees; 0 when it does not even if it is let go of
    /// now.
    fn limit(&self, room: f64, furthest: f64) -> f64 {
        let mut motor = Estimate { degrees: 0.0, ..self.estimate };
        let (mut time, mut limit) = (0.0, 0.0);
        while time < FORESIGHT && motor.degrees < furthest {
            if motor.degrees + self.coast(motor.speed) > room {
                return limit;
            }
            limit = motor.degrees.max(limit);
            motor = self.model.advance(motor, self.power, STEP);
            time += STEP;
        }
        // It stands, or is as fast as it becomes.
        furthest.min((room - self.coast(motor.speed)).max(limit))
    }
}

impl JointLaw {
    /// How fast friction slows the joint down on a way that leads to the end of its cable, radians a second squared; `None` on others.
    pub(super) fn slowing_to_cable_end(&self, trajectory: &Trajectory, from: f64) -> Option<f64> {
        let left = self.cable_left(trajectory, from)?;
        let model = &self.settings.model;
        let slowing = COASTING_SHARE * self.settings.gearing.speed(slowing(model, sure(model))).abs();
        (left < NEAR_END.to_radians()).then_some(slowing)
    }

    /// How much of a wrist's cable is left where a way ends.
    pub(super) fn cable_left(&self, trajectory: &Trajectory, from: f64) -> Option<f64> {
        let goal = trajectory.goal().position;
        self.cable_room(goal, goal - from)
    }

    /// How much of a wrist's cable is left in a direction, with what it may be passed by, radians.
    fn cable_room(&self, position: f64, direction: f64) -> Option<f64> {
        let (least, most) = self.settings.limits;
        let beyond = self.settings.cable_slack + (BEYOND_CABLE + FURTHER).to_radians();
        let room = match direction < 0.0 {
            true => position - least,
            false => most - position,
        };
        (!self.settings.has_ends).then_some(room + beyond)
    }

    /// A power with the tacho limit at which the brick lets go of the motor when nobody looks after it any more. A pulse to a target of
    /// the motor ends there.
    pub(super) fn ending_by_itself(
        &self,
        power: Power,
        target: Option<f64>,
        estimate: Estimate,
        goal: &Goal,
        instants: Instants,
    ) -> Drive {
        if power == Power::ZERO {
            return Drive::BRAKE;
        }
        let gearing = &self.settings.gearing;
        let outward = f64::from(power.percent().signum());
        let to = |position: f64| (gearing.motor_degrees(position) - estimate.degrees) * outward;
        let margin = match estimate.speed * outward < 0.0 {
            true => BRAKING_MARGIN,
            false => MARGIN,
        };
        let mut furthest = to(goal.reference.goal()).max(0.0) + margin;
        if goal.turns_cube {
            let goes = self.observer.has_moved() && self.observer.stuck_readings() == 0;
            let steps = if goes { PAIR_STEPS } else { 1.0 };
            let later = instants.effect + (steps * instants.interval).max(PAIR_SECONDS);
            let (position, _) = goal.reference.at(goal.course.time(later));
            furthest = furthest.min(to(position).max(0.0) + BRAKING_MARGIN);
        }
        let drive = |limit: f64| Drive { power, limit: limit.ceil().max(1.0) as u32, free: false };
        let model = self.settings.model;
        let motor = Driven {
            model,
            estimate: Estimate { speed: estimate.speed * outward, ..estimate },
            power: f64::from(power.percent().unsigned_abs()),
            slowing: slowing(&model, sure(&model)),
        };
        if let Some(target) = target {
            let room = (target - estimate.degrees) * outward;
            let likely = Driven { slowing: slowing(&model, estimate.friction), ..motor };
            furthest = furthest.min(likely.limit(room, room.max(0.0)));
        }
        let direction = outward * gearing.motor_degrees_per_radian.signum();
        let (position, end) = (gearing.position(estimate.degrees), goal.reference.goal());
        let leads_there = 0.0 < (end - position) * direction;
        let left = match leads_there {
            true => goal.cable_left,
            false => self.cable_room(end, direction),
        };
        let Some(left) = left else {
            return drive(furthest);
        };
        let room = left + (end - position) * direction.signum();
        // A reading that the estimate has not followed yet counts where it is further out.
        let now = self.observer.estimate().degrees;
        let behind = (self.observer.reading()).map_or(0.0, |reading| (reading - now) * outward);
        let room = room * gearing.motor_degrees_per_radian.abs() - behind.max(0.0);
        if left < NEAR_END.to_radians() {
            if motor.coast(motor.estimate.speed) > room {
                return Drive::BRAKE;
            }
            // No less than what turns it: a pulse of one degree leads to no speed that matters.
            let least = match self.observer.stuck_readings() > 0 {
                true => self.observer.breaks_free(),
                false => estimate.friction + AND_MORE,
            };
            let (power, limit) = motor.lasting(room, furthest, INTERVALS * instants.interval, least);
            return Drive {
                power: Power::saturating(power * outward),
                limit: limit.floor().max(1.0) as u32,
                free: false,
            };
        }
        let limit = motor.limit(room, furthest);
        // Far from the end of its cable a wrist is faster than friction alone could end before that.
        let least = motor.model.advance(motor.estimate, motor.power, LEAST_STEPS * instants.interval).degrees
            - estimate.degrees;
        drive(limit.max(least.min(furthest)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn driven(speed: f64, power: f64) -> Driven {
        let model = MotorModel::default();
        let friction = model.friction_percent;
        let estimate = Estimate { degrees: 0.0, speed, friction };
        Driven { model, estimate, power, slowing: slowing(&model, sure(&model)) }
    }

    /// Where the motor ends that is driven as far as its limit, and then slowed by the least friction only.
    fn end(motor: &Driven, limit: f64) -> f64 {
        const TICK: f64 = 0.001;
        let mut now = motor.estimate;
        for _ in 0..2000 {
            if now.degrees >= limit {
                break;
            }
            now = motor.model.advance(now, motor.power, TICK);
        }
        now.degrees + motor.coast(now.speed)
    }

    proptest! {
        #[test]
        fn a_motor_ends_within_its_room(speed in -200.0..800f64, room in 0.0..500f64, power in 1.0..100f64) {
            let motor = driven(speed, power);
            let limit = motor.limit(room, 400.0);
            prop_assert!(motor.coast(speed) > room || end(&motor, limit) <= 1.04 * room + 4.0, "{limit}");
        }

        #[test]
        fn no_limit_is_nearer_than_needed(speed in 0.0..500f64, power in 30.0..100f64) {
            prop_assert_eq!(driven(speed, power).limit(9000.0, 200.0), 200.0);
        }
    }
}
