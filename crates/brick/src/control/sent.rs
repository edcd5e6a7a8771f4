//! The commands that were sent to a motor, and what they do to it.

use super::{Drive, Estimate, Instants, MotorModel};
use std::collections::VecDeque;

/// Commands remembered: at thirty a second, two seconds of them.
const MOST_SENT: usize = 64;

/// The commands of the last seconds; the first acts since ever.
#[derive(Debug, Clone)]
pub(super) struct SentCommands(VecDeque<Sent>);

/// A command to the motor.
#[derive(Debug, Clone, Copy)]
struct Sent {
    /// When it begins to act, seconds.
    effect: f64,
    /// Power, percent.
    power: f64,
    /// Where the brick lets go of the motor, degrees, as far as is known where it began; `None` for a brake, which never ends by itself.
    limit: Option<f64>,
}

impl SentCommands {
    /// A brake since ever.
    pub fn new() -> SentCommands {
        SentCommands(VecDeque::from([Sent { effect: f64::NEG_INFINITY, power: 0.0, limit: None }]))
    }

    /// A command was sent, which begins to act where the motor stands at `from` degrees.
    pub fn push(&mut self, drive: Drive, instants: Instants, from: f64) {
        let effect = instants.effect;
        let power = f64::from(drive.power.percent());
        let limit = (drive.limit != 0).then(|| from + f64::from(drive.limit).copysign(power));
        self.0.push_back(Sent { effect, power, limit });
        while self.0.len() > MOST_SENT {
            self.0.pop_front();
        }
    }

    /// The power sent last, percent.
    pub fn last_power(&self) -> f64 {
        self.0.back().map_or(0.0, |sent| sent.power)
    }

    /// The power that acts at a time, percent.
    pub fn power_at(&self, time: f64) -> f64 {
        let acting = self.0.iter().rev().find(|sent| sent.effect <= time);
        acting.map_or(0.0, |sent| sent.power)
    }

    /// Where the commands bring a motor from an estimate at a time, until another; and whether the brick may have let go of the
    /// motor on the way.
    pub fn replay(&self, model: &MotorModel, mut estimate: Estimate, mut time: f64, until: f64) -> (Estimate, bool) {
        let mut was_let_go = false;
        for (index, sent) in self.0.iter().enumerate() {
            let next = self.0.get(index + 1);
            let stop = next.map_or(f64::INFINITY, |next| next.effect).min(until);
            if stop <= time {
                continue;
            }
            estimate = match sent.limit {
                Some(degrees) => model.advance_to_limit(estimate, sent.power, degrees, stop - time),
                None => model.advance(estimate, sent.power, stop - time),
            };
            let is_past = |limit: f64| (estimate.degrees - limit) * sent.power >= 0.0;
            was_let_go |= sent.limit.is_some_and(is_past);
            time = stop;
        }
        (estimate, was_let_go)
    }
}
