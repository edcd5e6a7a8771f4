//! Where a motor is now: readings are late, so the powers sent since are replayed through the model.

use super::{Estimate, Gearing, JointSettings, MotorReading};
use std::collections::VecDeque;

// Gains were tuned on the emulated brick with 30 ms +- 15 ms of latency; those of speed and friction
// are ratios of one interval, so they scale with the link.
/// Share of a surprise that corrects the position.
const POSITION_GAIN: f64 = 0.55;
/// Share of a surprise, per interval, that corrects the speed.
const SPEED_GAIN: f64 = 0.25;
/// Share of a surprise, per interval, that corrects the friction.
const FRICTION_GAIN: f64 = 0.10;
/// Greatest surprise that friction accounts for, degrees.
const FRICTION_SURPRISE: f64 = 4.0;
/// Share of what a motor's friction was found off the model's that is believed of its next goal.
const FRICTION_KEPT: f64 = 0.5;
/// Friction that is believed, percent.
const FRICTION_RANGE: (f64, f64) = (1.0, 30.0);
/// Power that moves a motor which is free to move, percent.
const STRAINING_POWER: f64 = 20.0;
/// Steps in which it is looked when a reading was true, seconds; and counts that are too near to tell times apart.
const WHEN_STEP: f64 = 0.01;
const SAME_COUNT: f64 = 0.5;
/// Powers remembered: at thirty a second, two seconds of them.
const MOST_SENT: usize = 64;

/// What is known of one motor.
#[derive(Debug, Clone)]
pub(super) struct Observer {
    estimate: Estimate,
    time: f64,
    /// Side of the play that the joint hangs on, in motor degrees; `None` before the first reading.
    driven: Option<f64>,
    last: Option<MotorReading>,
    still_since: f64,
    stuck_readings: u32,
    strained: f64,
    /// Powers sent, with the time from which each acts; the first acts since ever.
    sent: VecDeque<(f64, f64)>,
}

impl Observer {
    pub fn new(settings: &JointSettings) -> Observer {
        let friction = settings.model.friction_percent;
        Observer {
            estimate: Estimate {
                friction,
                ..Estimate::default()
            },
            time: f64::NEG_INFINITY,
            driven: None,
            last: None,
            still_since: 0.0,
            stuck_readings: 0,
            strained: 0.0,
            sent: VecDeque::from([(f64::NEG_INFINITY, 0.0)]),
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

    /// How many readings in a row found the motor where it was although it was driven.
    pub fn stuck_readings(&self) -> u32 {
        self.stuck_readings
    }

    /// The power sent last, percent.
    pub fn last_power(&self) -> f64 {
        self.sent.back().map_or(0.0, |(_, power)| *power)
    }

    /// A power (percent) was sent and acts from `effect` on.
    pub fn sent(&mut self, power: f64, effect: f64) {
        self.sent.push_back((effect, power));
        while self.sent.len() > MOST_SENT {
            self.sent.pop_front();
        }
    }

    /// A new goal begins: standing still does not count against it yet.
    pub fn start_over(&mut self, settings: &JointSettings, now: f64) {
        // What was learnt on a slow way near the end of a cable is too much for a fast one.
        let usual = settings.model.friction_percent;
        self.estimate.friction = usual + FRICTION_KEPT * (self.estimate.friction - usual);
        self.still_since = now;
        self.stuck_readings = 0;
        self.strained = 0.0;
    }

    /// The estimate at a time, replaying the powers that act until then.
    pub fn predict(&self, settings: &JointSettings, until: f64) -> Estimate {
        let mut estimate = self.estimate;
        let mut time = self.time;
        for (index, (_, power)) in self.sent.iter().enumerate() {
            let next = self.sent.get(index + 1);
            let stop = next.map_or(f64::INFINITY, |(effect, _)| *effect).min(until);
            if stop > time {
                estimate = settings.model.advance(estimate, *power, stop - time);
                time = stop;
            }
        }
        estimate
    }

    /// The estimate so many seconds after the newest reading.
    pub fn predict_ahead(&self, settings: &JointSettings, seconds: f64) -> Estimate {
        self.predict(settings, self.time + seconds)
    }

    /// Where the driven side of the play is when the motor has come to some degrees.
    pub fn driven_at(&self, gearing: &Gearing, degrees: f64) -> f64 {
        gearing.push_through_play(self.driven.unwrap_or(degrees), degrees)
    }

    /// When a count was most likely true that came late, between two times: the reply may have been late, or whoever waited
    /// for it got no processor when it came. The powers that were sent tell where the motor was when.
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

    /// Takes a reading; `interval` is the time between two of them, seconds.
    pub fn observe(&mut self, settings: &JointSettings, reading: MotorReading, interval: f64) {
        let degrees = f64::from(reading.degrees);
        self.driven = Some(self.driven_at(&settings.gearing, degrees));
        let Some(last) = self.last.replace(reading) else {
            self.estimate.degrees = degrees;
            self.time = reading.time;
            self.still_since = reading.time;
            return;
        };
        if last.degrees != reading.degrees {
            self.still_since = reading.time;
            self.stuck_readings = 0;
            self.strained = 0.0;
        } else {
            // A gap in the readings says little about what happened in it.
            let elapsed = (reading.time - last.time).clamp(0.0, 0.1);
            let power = self.power_at(reading.time - elapsed / 2.0).abs();
            self.stuck_readings += u32::from(power != 0.0);
            // A motor that little power did not move is not blocked, however long it stood.
            if power >= STRAINING_POWER {
                self.strained += elapsed;
            }
        }
        self.estimate = self.predict(settings, reading.time);
        self.time = self.time.max(reading.time);
        self.correct(settings, degrees, interval.max(0.01));
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
        // A motor that lags behind the model has more friction than believed.
        let behind = -surprise * self.estimate.speed.signum();
        // A great surprise comes from a reading that was late, not from friction.
        let behind = behind.clamp(-FRICTION_SURPRISE, FRICTION_SURPRISE);
        let per_degree = FRICTION_GAIN / (interval * settings.model.speed_per_percent);
        let (least, most) = FRICTION_RANGE;
        self.estimate.friction = (self.estimate.friction + per_degree * behind).clamp(least, most);
    }

    /// The power that acts at a time, percent.
    fn power_at(&self, time: f64) -> f64 {
        let acting = self.sent.iter().rev().find(|(effect, _)| *effect <= time);
        acting.map_or(0.0, |(_, power)| *power)
    }
}
