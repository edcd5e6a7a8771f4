//! What a joint does so that a motor that nobody looks after stays within the twist of its cable: where it may go, how fast,
//! and with which command it is left.

use super::joint::Goal;
use super::unattended::{self, Outward};
use super::{Drive, Estimate, JointLaw, Progress, Trajectory};
use crate::Power;

/// A brick that receives nothing more lets go of a motor this far (degrees of the motor) behind its goal.
const LIMIT_MARGIN: f64 = 12.0;
/// The same when it brakes, or is near the end of a turn of the cube, which claws close on next. With the usual margin a claw that
/// braked when its brick fell silent opened again by 9 degrees. Wrists by themselves settle later with this one.
const SMALL_MARGIN: f64 = 3.0;
/// A turn of the cube is near its end when this much is left of it, degrees of the motor.
const TURNS_TO_END: f64 = 20.0;
/// An unattended motor may end this far beyond the cable's end, degrees of the joint.
const BEYOND_CABLE: f64 = 4.2;
/// The same where the motor stands and comes free unattended, without the load that was learnt.
const BEYOND_WHEN_FREE: f64 = 7.0;
/// A wrist that is nearer to its goal than this, degrees of the joint, ends there by itself too, for what was sent ahead relies on it.
/// With 30 degrees a plan of 20 moves takes a second longer.
const NEAR_GOAL: f64 = 15.0;
/// It may end this far beyond the goal, degrees of the joint: a claw takes hold of what is misaligned by 15 degrees.
/// Nearer takes longer.
const BEYOND_GOAL: f64 = 9.2;
/// The same where two wrists turn the cube, which open claws then close on.
const BEYOND_GOAL_WITH_CUBE: f64 = 7.2;
/// A motor that stands still for this many readings in a row is stuck.
const SURELY_STUCK: u32 = 4;
/// A goal nearer than this to the end of a cable, degrees of the joint, is approached slowly enough to coast. With 45 degrees, wrists
/// that turn the cube came apart, because only the one that nears its end is braked.
const NEAR_END: f64 = 80.0;
/// A way slows down by this share of what friction does, so that there is power left to follow it.
const COASTING_SHARE: f64 = 0.85;

impl JointLaw {
    /// The way to take: one that friction ends in time, wherever the motor is let go of, where it leads to the end of a cable.
    pub(super) fn way(&self, trajectory: &Trajectory, from: f64) -> Trajectory {
        match self.ends_cable(trajectory, from) {
            true => self.coasting(trajectory, from, BEYOND_CABLE.to_radians(), false),
            false => trajectory.clone(),
        }
    }

    /// The way of a wrist that turns the cube together with one that comes to the end of its cable.
    pub(super) fn way_to_cable_end(&self, trajectory: &Trajectory, from: f64) -> Trajectory {
        self.coasting(trajectory, from, BEYOND_CABLE.to_radians(), true)
    }

    /// Whether a way leads to where a cable ends soon.
    pub(super) fn ends_cable(&self, trajectory: &Trajectory, from: f64) -> bool {
        !self.settings.has_ends && self.left_behind(trajectory, from) < NEAR_END.to_radians()
    }

    /// Whether the joint has a goal that is further away than an angle, radians.
    pub(super) fn is_on_its_way(&self, further: f64) -> bool {
        let is_far = |goal: &Goal| further < (goal.reference.goal() - self.position()).abs();
        self.progress == Progress::Moving && self.goal.as_ref().is_some_and(is_far)
    }

    /// Whether the joint is on its way to the end of a cable, or turns the cube with one that is.
    pub(super) fn nears_cable_end(&self) -> bool {
        let ends_gently = self.goal.as_ref().is_some_and(|goal| goal.ends_gently);
        ends_gently && self.progress == Progress::Moving
    }

    /// Where the cable ends both ways, radians.
    fn cable_ends(&self) -> (f64, f64) {
        let (least, most) = self.settings.limits;
        let slack = self.settings.cable_slack;
        (least - slack, most + slack)
    }

    /// How much of the cable is left behind the end of a way, radians.
    fn left_behind(&self, trajectory: &Trajectory, from: f64) -> f64 {
        let (least, most) = self.cable_ends();
        let goal = trajectory.goal().position;
        match goal < from {
            true => goal - least,
            false => most - goal,
        }
    }

    fn coasting(&self, trajectory: &Trajectory, from: f64, beyond: f64, turns_cube: bool) -> Trajectory {
        let slowing = COASTING_SHARE * unattended::slowing(&self.settings.model, turns_cube);
        let slowing = self.settings.gearing.speed(slowing).abs();
        trajectory.coasting(from, slowing, beyond)
    }

    /// A power, or less of it, with the tacho limit that ends it when nobody looks after the motor any more. It must
    /// be driven for at least `driven` seconds.
    pub(super) fn ending_by_itself(&self, power: Power, estimate: Estimate, goal: &Goal, driven: f64) -> Drive {
        if power == Power::ZERO {
            return Drive::BRAKE;
        }
        let gearing = &self.settings.gearing;
        let outward = f64::from(power.percent().signum());
        let remaining = gearing.motor_degrees(goal.reference.goal()) - estimate.degrees;
        let brakes = estimate.speed * outward < 0.0;
        let turns_to_end = goal.turns_cube && remaining.abs() < TURNS_TO_END;
        let margin = match brakes || turns_to_end {
            true => SMALL_MARGIN,
            false => LIMIT_MARGIN,
        };
        // Whether it drives on or brakes: not much further than to the goal.
        let furthest = (remaining * outward).max(0.0) + margin;
        let drive = |percent: u8, limit: u32| Drive {
            power: Power::saturating(f64::from(percent) * outward),
            limit,
            free: false,
        };
        let percent = power.percent().unsigned_abs();
        if self.settings.has_ends {
            return drive(percent, furthest.ceil() as u32);
        }
        let (least, most) = self.cable_ends();
        let ends = [least, most].map(|end| gearing.motor_degrees(end) * outward);
        let of_motor = |degrees: f64| degrees * gearing.motor_degrees_per_radian.abs().to_radians();
        // A reading that the estimate has not followed yet counts where it is further out.
        let now = self.observer.estimate().degrees;
        let behind = (self.observer.reading()).map_or(0.0, |reading| (reading - now) * outward);
        let to_cable_end = ends[0].max(ends[1]) - estimate.degrees * outward;
        let ahead = remaining * outward;
        // The wrist that turns the cube with one that comes to the end of its cable goes like that one.
        let to_end = match goal.ends_there && ahead > 0.0 {
            true => ahead.min(to_cable_end),
            false => to_cable_end,
        };
        let beyond_goal = match goal.turns_cube {
            _ if !goal.ends_near || of_motor(NEAR_GOAL) < ahead => f64::INFINITY,
            true => BEYOND_GOAL_WITH_CUBE,
            false => BEYOND_GOAL,
        };
        let to_cable = to_end + of_motor(BEYOND_CABLE);
        let room = to_cable.min(ahead.max(0.0) + of_motor(beyond_goal));
        let motor = Outward {
            model: self.settings.model,
            estimate: Estimate { speed: estimate.speed * outward, ..estimate },
            room: room - behind.max(0.0),
            furthest,
            slowing: unattended::slowing(&self.settings.model, goal.turns_cube),
            driven,
            is_stuck: self.observer.stuck_readings() >= SURELY_STUCK,
            free_slack: of_motor(BEYOND_WHEN_FREE - BEYOND_CABLE),
        };
        let found = motor.power(percent);
        found.map_or(Drive::BRAKE, |(percent, limit)| drive(percent, limit))
    }
}
