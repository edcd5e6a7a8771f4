//! What becomes of a motor that nobody looks after: its driver may get no processor for a while, or the link may break.
//!
//! ```text
//!   power        lets go        rest        end of the cable
//!     |------------->|------------>|               |
//!       tacho limit       coast          unused
//! ```
//!
//! At its tacho limit a motor is let go of, not braked, and coasts on against friction alone. A motor that moves towards
//! the end of a cable therefore gets only as much power as friction can end before that end. A brake always ends by itself.
//!
//! # A motor that its driver does not watch
//!
//! Each direct command has a tacho limit. Near the end of a cable a wrist goes only as fast as friction can stop it in
//! time (`brick/src/control/unattended.rs`, `cable.rs`). In the last 15 degrees before any goal the same holds, less
//! strictly, because claws that were sent ahead rely on it. When a driver gets no processor time for a while, a wrist
//! ends a few degrees beyond its cable's twist, alone or with the cube (`crates/sim/tests/all/starved.rs` allows 8). A
//! profile may say that a cable gives more for a moment (`cable_slack`, 0 by default, 90 degrees in the profiles
//! `…-blended`). From 80 on, no wrist goes slowly for that reason. A driver that comes back does not trust what it
//! expected. Its observer lets go of the motor where the brick did (`observer.rs`). On the way to the end of a cable, a
//! reply that waited for the driver moves no motor: the driver notes it and asks again (`cycle.rs`).

use super::{Estimate, MotorModel};

/// Least friction of a motor without current, as a share of the model's, with empty claws.
const LEAST_FRICTION: f64 = 0.45;
/// Least friction of a motor without current, as a share of the model's, when two wrists turn the cube.
const LEAST_WITH_CUBE: f64 = 0.7;
/// Share of the learnt friction that a motor under power has at least.
const SURELY_LEARNT: f64 = 0.8;
/// Share of the learnt friction that a motor without current has at least.
const SURELY_COASTED: f64 = 0.4;
/// Time step of the prediction, seconds.
const STEP: f64 = 0.012;
/// Time step of the prediction of a motor that comes free, seconds: its limit may be a few degrees.
const FINE_STEP: f64 = 0.002;
/// Length of the prediction, seconds.
const FORESIGHT: f64 = 0.5;

/// How fast a motor without current slows down, at least, degrees a second squared.
pub(super) fn slowing(model: &MotorModel, turns_cube: bool) -> f64 {
    let share = match turns_cube {
        true => LEAST_WITH_CUBE,
        false => LEAST_FRICTION,
    };
    share * model.friction_percent * model.speed_per_percent / model.time_constant
}

/// A motor on its way towards the end of a cable. Degrees of the motor; the way out counts as positive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outward {
    /// Scaled to the battery.
    pub model: MotorModel,
    /// The motor when the power takes effect; its degrees do not matter.
    pub estimate: Estimate,
    /// Degrees that are left to it.
    pub room: f64,
    /// Degrees after which it is let go of in any case.
    pub furthest: f64,
    /// How fast it slows down without current, at least.
    pub slowing: f64,
    /// It must be driven at least this long, until the next command comes, seconds.
    pub driven: f64,
    /// Degrees beyond its room that are left to it when it comes free.
    pub free_slack: f64,
    /// It was driven and did not turn when it was seen last: it may come free, and then nothing that was learnt of its
    /// friction holds.
    pub is_stuck: bool,
}

impl Outward {
    /// The greatest power up to `wanted` percent, and a tacho limit in degrees, with which the motor ends within its room
    /// when no other command comes; `None` when only a brake does.
    pub fn power(&self, wanted: u8) -> Option<(u8, u32)> {
        if let Some(limit) = self.limit(wanted) {
            return Some((wanted, limit));
        }
        let (mut low, mut high) = (0, wanted);
        let mut found = None;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match self.limit(middle) {
                Some(limit) => (low, found) = (middle, Some((middle, limit))),
                None => high = middle,
            }
        }
        found
    }

    /// The greatest tacho limit with which it ends within its room at a power.
    fn limit(&self, power: u8) -> Option<u32> {
        if self.is_stuck {
            return self.limit_when_free(power);
        }
        let model = &self.model;
        // Under a load it slows down sooner, as far as that is known.
        let learnt = SURELY_COASTED * self.estimate.friction;
        let slowing = (learnt * model.speed_per_percent / model.time_constant).max(self.slowing);
        let coast = |speed: f64| speed.max(0.0).powi(2) / (2.0 * slowing);
        let mut motor = Estimate { degrees: 0.0, friction: SURELY_LEARNT * self.estimate.friction, ..self.estimate };
        let fastest = motor.speed.max(model.speed_per_percent * f64::from(power));
        if self.furthest + coast(fastest) <= self.room {
            return Some(self.furthest.ceil() as u32);
        }
        let (mut time, mut limit) = (0.0, None);
        while time < FORESIGHT && motor.degrees < self.furthest.min(self.room) {
            motor = model.advance(motor, f64::from(power), STEP);
            time += STEP;
            let coast = coast(motor.speed);
            // At the furthest it is let go of even before the next command.
            let is_late = time >= self.driven || motor.degrees >= self.furthest;
            // The least limit is one degree.
            if is_late && motor.degrees >= 1.0 && motor.degrees + coast <= self.room {
                limit = Some(motor.degrees);
            }
        }
        if motor.speed <= 0.0 && motor.degrees <= self.room {
            // Friction is assumed to hold it.
            return self.limit_when_free(power);
        }
        limit.map(|degrees| degrees.min(self.furthest).floor().max(1.0) as u32)
    }

    /// The greatest tacho limit with which a motor ends within its room that stands, and comes free when nobody looks: then
    /// it has the least friction.
    fn limit_when_free(&self, power: u8) -> Option<u32> {
        let coast = |speed: f64| speed.powi(2) / (2.0 * self.slowing);
        let mut motor = Estimate {
            degrees: 0.0,
            speed: self.estimate.speed.max(0.0),
            friction: LEAST_FRICTION * self.model.friction_percent,
        };
        let mut limit = None;
        let mut time = 0.0;
        while time < FORESIGHT && motor.degrees < self.furthest {
            motor = self.model.advance(motor, f64::from(power), FINE_STEP);
            time += FINE_STEP;
            if motor.degrees + coast(motor.speed) > self.room + self.free_slack {
                break;
            }
            limit = Some(motor.degrees);
        }
        if motor.speed == 0.0 {
            // Not even the least friction lets it turn.
            limit = Some(self.room.min(self.furthest));
        }
        // The least limit is one degree.
        let degrees = limit.filter(|degrees| *degrees >= 1.0)?;
        Some(degrees.min(self.furthest.max(1.0)).floor() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn outward(speed: f64, room: f64) -> Outward {
        Outward {
            model: MotorModel::default(),
            estimate: Estimate { degrees: 0.0, speed, friction: MotorModel::default().friction_percent },
            room,
            furthest: 400.0,
            slowing: slowing(&MotorModel::default(), false),
            driven: 0.05,
            free_slack: 0.0,
            is_stuck: false,
        }
    }

    /// Where the motor ends that is driven as far as its limit, and then slowed by the least friction only.
    fn end(motor: &Outward, power: u8, limit: u32) -> f64 {
        const TICK: f64 = 0.001;
        let mut now = Estimate { friction: SURELY_LEARNT * motor.estimate.friction, ..motor.estimate };
        for _ in 0..1000 {
            if now.degrees >= f64::from(limit) {
                break;
            }
            now = motor.model.advance(now, f64::from(power), TICK);
        }
        while now.speed > 0.0 {
            now.degrees += now.speed * TICK;
            now.speed -= motor.slowing * TICK;
        }
        now.degrees
    }

    proptest! {
        #[test]
        fn a_motor_ends_within_its_room(speed in -200.0..800f64, room in 0.0..500f64, wanted in 1..=100u8) {
            let motor = outward(speed, room);
            if let Some((power, limit)) = motor.power(wanted) {
                let end = end(&motor, power, limit);
                // The steps that it foresees are coarse.
                prop_assert!(power <= wanted && end <= 1.04 * room + 4.0, "{power} % to {limit} ends at {end:.1}");
            }
        }

        #[test]
        fn a_motor_that_comes_free_ends_within_its_room(stuck in 1.0..100f64, room in 0.0..500f64, wanted in 1..=100u8) {
            let mut motor = outward(0.0, room);
            motor.is_stuck = true;
            // What holds it looks like friction.
            motor.estimate.friction = stuck;
            if let Some((power, limit)) = motor.power(wanted) {
                motor.estimate.friction = LEAST_FRICTION / SURELY_LEARNT * motor.model.friction_percent;
                let end = end(&motor, power, limit);
                prop_assert!(power <= wanted && end <= room + 3.0, "{power} % to {limit} ends at {end:.1}");
            }
        }

        #[test]
        fn no_power_is_taken_away_without_need(speed in 0.0..500f64, wanted in 1..=100u8) {
            prop_assert_eq!(outward(speed, 3000.0).power(wanted), Some((wanted, 400)));
        }
    }

    /// A quarter turn of a wrist at its fastest, towards the end of its cable: it is braked, and near the end it may go on.
    #[test]
    fn what_cannot_end_in_time_is_braked() {
        assert_eq!(outward(490.0, 20.0).power(60), None);
        let slow = outward(90.0, 40.0).power(60);
        assert!(slow.is_some_and(|(power, _)| (8..40).contains(&power)), "{slow:?}");
    }
}
