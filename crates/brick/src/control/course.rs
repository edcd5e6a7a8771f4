//! How fast a joint goes along its reference: one pace, from which all limits of its speed follow.
//!
//! A reference says where a joint should be at each of its own seconds. The pace is how many of them go by in one second:
//! at most one, and less where the motor could not follow.
//!
//! - **What the motor can do.** Speed and acceleration of the reference need a power ([`MotorModel`]) that the motor has on its battery.
//! - **What is seen of it.** A control that samples needs some steps on the way (Åström and Wittenmark, *Computer-Controlled Systems*:
//!   four to ten in a rise time). A slow link makes a motion longer.
//! - **What it must not pass.** On its way to the end of a cable a wrist is never faster than its friction alone can end in time
//!   ([`super::unattended`]); its reference is made so.
//! - **What lags behind.** The reference waits for a joint that does not keep up. Two wrists that turn the cube have one pace, that
//!   of the slower one ([`super::together`]).

use super::{Instants, JointLaw, MotorModel, Reference};
use std::f64::consts::FRAC_PI_2;

/// Steps of the control that a motion takes at least; and that a quarter turn of the cube takes, for the faster two wrists turn, the
/// less is known of how far they are apart.
const LEAST_STEPS: f64 = 6.0;
const PAIR_STEPS: f64 = 12.0;
/// Share of a motor's power that a reference may need; the rest corrects.
const NEEDED_SHARE: f64 = 0.85;
/// A reference goes on at its full pace while the joint is behind it by less than the first, and waits for one that is behind by
/// both, radians.
const MAY_LAG: f64 = 4.0 * std::f64::consts::PI / 180.0;
const WAITS_WITHIN: f64 = 8.0 * std::f64::consts::PI / 180.0;
/// The same for two wrists that turn the cube, which is torn where they are 12 degrees apart.
const PAIR_MAY_LAG: f64 = 3.0 * std::f64::consts::PI / 180.0;
const PAIR_WAITS_WITHIN: f64 = 6.0 * std::f64::consts::PI / 180.0;
/// Until both are seen to move, their reference goes no further than twice this.
const PAIR_SETS_OFF: f64 = 2.0 * std::f64::consts::PI / 180.0;
/// Parts of a reference in which its speed and acceleration are looked at.
const PARTS: u32 = 24;

/// How far a joint has come on its reference, in the reference's own seconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Course {
    at: f64,
    time: f64,
    pace: f64,
    /// Its pace before that.
    before: f64,
}

impl Course {
    /// The reference begins at `now`.
    pub fn begun(now: f64) -> Course {
        Course { at: now, time: 0.0, pace: 1.0, before: 0.0 }
    }

    /// The reference's time at `now`.
    pub fn time(&self, now: f64) -> f64 {
        let pace = if now < self.at { self.before } else { self.pace };
        (self.time + pace * (now - self.at)).max(0.0)
    }

    /// From `now` on the reference goes at this pace.
    pub fn go_on(&mut self, now: f64, pace: f64) {
        if self.at < now {
            (self.time, self.at, self.before) = (self.time(now), now, self.pace);
        }
        self.pace = pace;
    }

    /// Its pace now.
    pub fn pace(&self) -> f64 {
        self.pace
    }
}

/// The greatest pace at which a motor can follow a reference with this much power (percent) beyond friction. `ratio` is degrees of the
/// motor for a radian of the joint.
fn feasible(model: &MotorModel, reference: &Reference, power: f64, ratio: f64) -> f64 {
    let end = reference.end();
    if end <= 0.0 {
        return 1.0;
    }
    let part = end / f64::from(PARTS);
    let spare = (power * model.speed_per_percent).max(1.0);
    let mut pace: f64 = 1.0;
    for index in 0..PARTS {
        let time = part * f64::from(index);
        let [(_, before), (_, after)] = [time, time + part].map(|time| reference.at(time));
        let speed = ratio.abs() * before.abs().max(after.abs());
        let speeding_up = model.time_constant * ratio.abs() * (after.abs() - before.abs()).abs() / part;
        // speed * pace + speeding_up * pace^2 = spare
        let root = (speed * speed + 4.0 * speeding_up * spare).sqrt();
        let most = 2.0 * spare / (speed + root).max(1e-9);
        pace = pace.min(most);
    }
    pace
}

impl JointLaw {
    /// The greatest pace of a reference that its motor can follow, and that a link lets see.
    pub(super) fn most_pace(&self, reference: &Reference, turns_cube: bool, interval: f64) -> f64 {
        let model = &self.settings.model;
        let friction = self.observer.estimate().friction.max(model.friction_percent);
        let power = (NEEDED_SHARE * self.settings.most_power - friction).max(5.0);
        let ratio = self.settings.gearing.motor_degrees_per_radian;
        let steps = match turns_cube {
            true => PAIR_STEPS * ((reference.goal() - reference.at(0.0).0).abs() / FRAC_PI_2).max(1.0),
            false => LEAST_STEPS,
        };
        let seen = reference.end() / (steps * interval.max(1e-3));
        let feasible = feasible(model, reference, power, ratio);
        feasible.min(seen)
    }

    /// The pace at which the joint may go on; `None` when it has no goal.
    pub(super) fn pace(&self, instants: Instants) -> Option<f64> {
        let goal = self.goal.as_ref()?;
        let gearing = &self.settings.gearing;
        let estimate = self.observer.predict(&self.settings, instants.effect);
        let stands = gearing.position(self.observer.driven_at(gearing, estimate.degrees));
        let time = goal.course.time(instants.effect);
        let (wanted, speed) = goal.reference.at(time);
        // What is not seen to move may be held by friction or play, whatever its model foretells.
        let stands = match self.observer.has_moved() || !goal.turns_cube {
            true => stands,
            false => self.position(),
        };
        let behind = (wanted - stands) * speed.signum();
        let (may_lag, waits) = match (goal.turns_cube, self.observer.has_moved()) {
            (true, false) => (PAIR_SETS_OFF, PAIR_SETS_OFF),
            (true, true) => (PAIR_MAY_LAG, PAIR_WAITS_WITHIN),
            (false, _) => (MAY_LAG, WAITS_WITHIN),
        };
        let keeps_up = 1.0 - ((behind - may_lag) / waits).clamp(0.0, 1.0);
        Some(goal.most_pace * keeps_up)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Trajectory;
    use super::*;

    #[test]
    fn a_reference_that_no_motor_can_follow_is_stretched_until_one_can() {
        let way = Trajectory::to("a wrist", 1.6, 0.2).expect("a good trajectory");
        let reference = Reference::new(0.0, 0.0, &way, 1.0);
        let model = MotorModel::default();
        let pace = feasible(&model, &reference, 80.0, 60.0);
        assert!(pace < 1.0, "{pace}");
        // At that pace its greatest speed is within what 80 % can hold.
        let fastest = (0..100).map(|part| reference.at(0.002 * f64::from(part)).1).fold(0.0, f64::max);
        assert!(60.0 * fastest * pace <= 80.0 * model.speed_per_percent, "{pace}");
    }

    #[test]
    fn time_never_goes_back_when_the_pace_changes() {
        let mut course = Course::begun(1.0);
        let mut before = 0.0;
        for (now, pace) in [(2.0, 0.5), (2.5, 0.0), (3.0, 0.2), (4.0, 1.0)] {
            course.go_on(now, pace);
            assert!(before <= course.time(now), "{now}");
            before = course.time(now);
        }
    }
}
