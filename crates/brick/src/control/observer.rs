//! Where a motor is now: readings are late, so the powers sent since are replayed through the model.

use super::sent::SentCommands;
use super::{Drive, Estimate, Gearing, Instants, JointSettings, MotorReading};

// Tuned on the emulated brick with 30 ms +- 15 ms of latency; ratios of one interval scale with the link.
/// Share of a surprise that corrects the position.
const POSITION_GAIN: f64 = 0.55;
/// Share of a surprise, per interval, that corrects the speed.
const SPEED_GAIN: f64 = 0.25;
/// Seconds in which an error of the friction is learnt, but for a third.
const FRICTION_TIME: f64 = 0.7;
/// Speed of the surprises that friction accounts for at most, degrees a second: a greater one comes from a reading that was late.
const FRICTION_SURPRISE: f64 = 115.0;
/// Share of the difference between a motor's friction and the model's that is kept for its next goal.
const FRICTION_KEPT: f64 = 0.8;
/// Range of the estimated friction, percent.
const FRICTION_RANGE: (f64, f64) = (1.0, 60.0);
/// A motor at rest turns with this many times the power that did not turn it, or that friction eats, and a little more, percent.
const BREAKS_FREE: f64 = 1.3;
const AND_MORE: f64 = 3.0;
/// Share of the power that did not turn a motor which friction eats once it turns; and the most of it, percent: what was stuck may
/// be free.
const RUBS_SHARE: f64 = 0.6;
const MOST_AFTER_HOLD: f64 = 25.0;
/// A motor that turned by no more than this between two readings, degrees, has not come free of what held it.
const CREEPS: f64 = 3.0;
/// Share of the greatest power that moves a motor which is free to move.
const STRAINING_SHARE: f64 = 0.85;
/// The end that stops a joint lies within this beyond its limit, radians.
const END_BEYOND: f64 = 5.0 * std::f64::consts::PI / 180.0;
/// Steps in which it is looked when a reading was true, seconds; and counts that are too near to distinguish times.
const WHEN_STEP: f64 = 0.01;
const SAME_COUNT: f64 = 0.5;

/// What is known of one motor.
#[derive(Debug, Clone)]
pub(super) struct Observer {
    estimate: Estimate,
    /// What the motor turns now, and what was learnt of the friction of each load, as [`Load`] counts them.
    load: Load,
    learnt: [f64; 2],
    time: f64,
    /// Side of the play that the joint hangs on, in motor degrees; `None` before the first reading.
    driven: Option<f64>,
    /// Between two readings, seconds.
    interval: f64,
    last: Option<MotorReading>,
    still_since: f64,
    has_moved: bool,
    stuck_readings: u32,
    strained: f64,
    /// The greatest power that has not turned the motor since it stands, percent.
    held: f64,
    sent: SentCommands,
}

/// What a motor turns. Friction differs between loads by much, and less from one time to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Load {
    /// A layer, an open claw, or fingers.
    Usual,
    /// The whole cube, together with another motor.
    Cube,
}

impl Observer {
    pub fn new(settings: &JointSettings) -> Observer {
        let friction = settings.model.friction_percent;
        Observer {
            estimate: Estimate { friction, ..Estimate::default() },
            load: Load::Usual,
            learnt: [friction; 2],
            time: f64::NEG_INFINITY,
            driven: None,
            interval: 0.0,
            last: None,
            still_since: 0.0,
            has_moved: false,
            stuck_readings: 0,
            strained: 0.0,
            held: 0.0,
            sent: SentCommands::new(),
        }
    }

    /// The estimate at the time of the newest reading.
    pub fn estimate(&self) -> Estimate {
        self.estimate
    }

    /// Where the driven side of the play stands, as of the newest reading, in motor degrees.
    pub fn driven(&self) -> Option<f64> {
        self.driven
    }

    /// Degrees of the motor as read last.
    pub fn reading(&self) -> Option<f64> {
        self.last.map(|last| f64::from(last.degrees))
    }

    /// The joint was found on this side of its play, in motor degrees.
    pub fn set_driven(&mut self, driven: f64) {
        self.driven = Some(driven);
    }

    /// Seconds for which much power has acted on the motor since its count last changed.
    pub fn strained(&self) -> f64 {
        self.strained
    }

    /// Power that turns a motor which stands, percent: more than what has not turned it, or than friction.
    pub fn breaks_free(&self) -> f64 {
        BREAKS_FREE * self.held.max(self.estimate.friction) + AND_MORE
    }

    /// How many readings in a row found the motor where it was although it was driven.
    pub fn stuck_readings(&self) -> u32 {
        self.stuck_readings
    }

    /// The power sent last, percent.
    pub fn last_power(&self) -> f64 {
        self.sent.last_power()
    }

    /// A command was sent.
    pub fn sent(&mut self, settings: &JointSettings, drive: Drive, instants: Instants) {
        let from = self.predict(settings, instants.effect).degrees;
        self.sent.push(drive, instants, from);
    }

    /// A new goal begins, with a load: standing still does not count against it yet.
    pub fn start_over(&mut self, settings: &JointSettings, load: Load, now: f64) {
        // What was learnt on a slow way near the end of a cable is too much for a fast one.
        let usual = settings.model.friction_percent;
        self.learnt[self.load as usize] = self.estimate.friction;
        self.estimate.friction = usual + FRICTION_KEPT * (self.learnt[load as usize] - usual);
        self.load = load;
        self.still_since = now;
        self.has_moved = false;
        self.stuck_readings = 0;
        self.strained = 0.0;
        self.held = 0.0;
    }

    /// Whether the motor was seen to move since the goal began.
    pub fn has_moved(&self) -> bool {
        self.has_moved
    }

    /// The estimate at a time, replaying the commands that act until then. Ends stop a joint.
    pub fn predict(&self, settings: &JointSettings, until: f64) -> Estimate {
        let (estimate, (least, most)) = (self.replay(settings, until).0, settings.limits);
        let [one, other] = [least - END_BEYOND, most + END_BEYOND].map(|end| settings.gearing.motor_degrees(end));
        let (least, most) = (one.min(other).min(self.estimate.degrees), one.max(other).max(self.estimate.degrees));
        match settings.has_ends && !(least..=most).contains(&estimate.degrees) {
            true => Estimate { degrees: estimate.degrees.clamp(least, most), speed: 0.0, ..estimate },
            false => estimate,
        }
    }

    /// The estimate, and whether the brick may have let go of the motor on the way.
    fn replay(&self, settings: &JointSettings, until: f64) -> (Estimate, bool) {
        let held = Estimate { friction: self.estimate.friction.max(self.held), ..self.estimate };
        let (estimate, was_let_go) = self.sent.replay(&settings.model, held, self.time, until);
        (Estimate { friction: self.estimate.friction, ..estimate }, was_let_go)
    }

    /// The estimate this many seconds after the newest reading.
    pub fn predict_ahead(&self, settings: &JointSettings, seconds: f64) -> Estimate {
        self.predict(settings, self.time + seconds)
    }

    /// Where the driven side of the play is when the motor has come to some degrees.
    pub fn driven_at(&self, gearing: &Gearing, degrees: f64) -> f64 {
        gearing.push_through_play(self.driven.unwrap_or(degrees), degrees)
    }

    /// When a count was most likely true that came late, between two times: the reply may have been late, or the driver
    /// got no processor when it came. The powers that were sent show where the motor was when.
    pub fn when(&self, settings: &JointSettings, degrees: f64, between: (f64, f64)) -> f64 {
        let (earliest, latest) = between;
        let mut best = (f64::INFINITY, latest);
        let mut time = latest;
        while self.last.is_some() && time > earliest {
            let off = (self.predict(settings, time).degrees - degrees).abs();
            // A motor at rest is the same at all times: the latest is as good then.
            if off < best.0 - SAME_COUNT {
                best = (off, time);
            }
            time -= WHEN_STEP;
        }
        best.1
    }

    /// How long it is from one reading to the next, seconds.
    pub fn interval(&self) -> f64 {
        self.interval
    }

    /// Takes a reading; `interval` is the time between two of them, seconds.
    pub fn observe(&mut self, settings: &JointSettings, reading: MotorReading, interval: f64) {
        let degrees = f64::from(reading.degrees);
        self.interval = interval;
        self.driven = Some(self.driven_at(&settings.gearing, degrees));
        let Some(last) = self.last.replace(reading) else {
            self.estimate.degrees = degrees;
            self.time = reading.time;
            self.still_since = reading.time;
            return;
        };
        if last.degrees != reading.degrees {
            self.still_since = reading.time;
            self.has_moved = true;
            self.stuck_readings = 0;
            self.strained = 0.0;
            // What has held a layer goes on to rub, but less. A cube is held by nothing but play and the two motors' own friction.
            if self.load == Load::Usual {
                self.estimate.friction = self.estimate.friction.max((RUBS_SHARE * self.held).min(MOST_AFTER_HOLD));
            }
            if f64::from((reading.degrees - last.degrees).abs()) > CREEPS {
                self.held = 0.0;
            }
        } else {
            // A gap in the readings leaves open what happened in it.
            let elapsed = (reading.time - last.time).clamp(0.0, 0.1);
            let power = self.sent.power_at(reading.time - elapsed / 2.0).abs();
            self.stuck_readings += u32::from(power != 0.0);
            // A motor that less power did not move is not blocked, however long it stood.
            if power >= STRAINING_SHARE * settings.most_power {
                self.strained += elapsed;
            }
            if reading.time - self.still_since > interval + settings.model.time_constant {
                // Whatever holds it is no weaker than the power that does not turn it.
                self.held = self.held.max(power);
            }
        }
        let (estimate, was_let_go) = self.replay(settings, reading.time);
        self.estimate = estimate;
        self.time = self.time.max(reading.time);
        self.correct(settings, degrees, interval.max(0.01));
        if was_let_go {
            // It lags behind because the brick let go of it, rather than because of much friction.
            self.estimate.friction = self.estimate.friction.min(estimate.friction);
        }
        if reading.time - self.still_since > 1.5 * interval {
            self.estimate.speed = 0.0;
            self.estimate.degrees = degrees;
        }
    }

    fn correct(&mut self, settings: &JointSettings, degrees: f64, interval: f64) {
        let surprise = degrees - self.estimate.degrees;
        // Half a count of difference is only rounding.
        let surprise = surprise - surprise.clamp(-0.5, 0.5);
        self.estimate.degrees += POSITION_GAIN * surprise;
        self.estimate.speed += SPEED_GAIN * surprise / interval;
        // A motor that lags behind the model has more friction than estimated.
        let behind = -surprise * self.estimate.speed.signum();
        // A great surprise comes from a reading that was late, not from friction.
        let most = FRICTION_SURPRISE * interval;
        let behind = behind.clamp(-most, most);
        // A percent more of friction leaves the motor this many degrees behind after an interval. In a short one that is less than a count,
        // so it is judged as over a longer one.
        let model = &settings.model;
        let seen = interval.max(model.time_constant);
        let lag = seen - model.time_constant * (1.0 - (-seen / model.time_constant).exp());
        let per_degree = (1.0 - (-interval / FRICTION_TIME).exp()) / (model.speed_per_percent * lag);
        let (least, most) = FRICTION_RANGE;
        self.estimate.friction = (self.estimate.friction + per_degree * behind).clamp(least, most);
    }
}

#[cfg(test)]
mod tests {
    use super::super::MotorModel;
    use super::*;
    use crate::Power;
    use proptest::prelude::*;

    const INTERVAL: f64 = 0.035;

    fn settings() -> JointSettings {
        JointSettings {
            name: "r_wrist".to_owned(),
            gearing: Gearing {
                motor_degrees_per_radian: 1f64.to_degrees(),
                position_at_zero: 0.0,
                backlash_degrees: 0.0,
            },
            model: MotorModel::default(),
            limits: (-4.0, 4.0),
            cable_slack: 0.0,
            has_ends: false,
            most_power: 100.0,
            coasted: None,
        }
    }

    fn drive(power: f64, limit: u32) -> Drive {
        Drive { power: Power::saturating(power), limit, free: false }
    }

    /// A real motor with a brick: it is driven as far as its limit, and friction slows it then.
    struct Motor {
        model: MotorModel,
        now: Estimate,
        limit: f64,
    }

    impl Motor {
        fn new() -> Motor {
            let model = MotorModel::default();
            let friction = model.friction_percent;
            Motor { model, now: Estimate { friction, ..Estimate::default() }, limit: 0.0 }
        }

        fn live(&mut self, power: f64, duration: f64) {
            const TICK: f64 = 0.0005;
            let slowing = 0.8 * self.model.friction_percent * self.model.speed_per_percent / self.model.time_constant;
            for _ in 0..(duration / TICK).round() as u32 {
                if self.now.degrees < self.limit {
                    self.now = self.model.advance(self.now, power, TICK);
                } else {
                    self.now.degrees += self.now.speed * TICK;
                    self.now.speed = (self.now.speed - slowing * TICK).max(0.0);
                }
            }
        }

        fn reading(&self, time: f64) -> MotorReading {
            MotorReading { time, degrees: self.now.degrees as i32 }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        /// The driver of a motor that stands is stopped after it has sent a command with a limit.
        #[test]
        fn a_motor_that_was_left_to_itself_is_where_its_limit_left_it(power in 10..60i32, limit in 1..60u32, left in 0.15..0.6f64) {
            let settings = settings();
            let mut motor = Motor::new();
            let mut observer = Observer::new(&settings);
            observer.observe(&settings, motor.reading(0.0), INTERVAL);
            let power = f64::from(power);
            let instants = Instants { effect: 0.0, interval: INTERVAL };
            observer.sent(&settings, drive(power, limit), instants);
            motor.limit = f64::from(limit);
            motor.live(power, left);
            let estimate = observer.predict(&settings, left);
            let off = (estimate.degrees - motor.now.degrees).abs();
            prop_assert!(off < 2.0 + 0.15 * motor.now.degrees, "{} instead of {}", estimate.degrees, motor.now.degrees);
        }
    }

    /// A layer rubs more than the cube does: a wrist with the friction of the other load would run ahead.
    #[test]
    fn friction_is_learnt_for_each_load() {
        let settings = settings();
        let usual = settings.model.friction_percent;
        let mut observer = Observer::new(&settings);
        let mut begins = |load: Load, learnt: Option<f64>| {
            observer.start_over(&settings, load, 0.0);
            let estimated = observer.estimate.friction;
            observer.estimate.friction = learnt.unwrap_or(estimated);
            estimated
        };
        begins(Load::Usual, Some(3.0 * usual));
        assert_eq!(begins(Load::Cube, Some(0.5 * usual)), usual);
        let kept = |share: f64| usual + FRICTION_KEPT * (share - 1.0) * usual;
        assert!((begins(Load::Usual, None) - kept(3.0)).abs() < 1e-9);
        assert!((begins(Load::Cube, None) - kept(0.5)).abs() < 1e-9);
    }

    /// A wrist creeps to its goal near the end of its cable by pulses of a degree; another has twice the usual friction.
    #[test]
    fn a_stop_at_a_limit_is_not_counted_as_friction() {
        let settings = settings();
        let usual = settings.model.friction_percent;
        for (limit, friction) in [(1, 0.9 * usual..1.71 * usual), (400, 1.75 * usual..2.2 * usual)] {
            let mut motor = Motor::new();
            if limit > 1 {
                motor.now.friction = 2.0 * usual;
            }
            let mut observer = Observer::new(&settings);
            for step in 0..30 {
                let effect = f64::from(step) * INTERVAL;
                observer.observe(&settings, motor.reading(effect), INTERVAL);
                let instants = Instants { effect, interval: INTERVAL };
                observer.sent(&settings, drive(20.0, limit), instants);
                motor.limit = motor.now.degrees + f64::from(limit);
                motor.live(20.0, INTERVAL);
            }
            let learnt = observer.estimate().friction;
            assert!(friction.contains(&learnt), "limit {limit}: {learnt}");
        }
    }
}
