//! The commands that were sent to a motor, and what they do to it.

use super::{Drive, Estimate, Instants, MotorModel};
use std::collections::VecDeque;

/// A command that no other has followed for this many intervals was left to itself: its driver gets no processor.
const LEFT_INTERVALS: f64 = 3.0;
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
    /// `None` for a brake, which never ends by itself.
    limit: Option<Limit>,
}

/// Where a brick lets go of a motor.
#[derive(Debug, Clone, Copy)]
struct Limit {
    /// Degrees of the motor, as far as is known where it began.
    degrees: f64,
    /// A command that acts for longer than until then, seconds, was left to itself. Only then its limit counts: a
    /// settling pulse is replaced sooner, and where it begins is not known well enough.
    left_from: f64,
}

impl SentCommands {
    /// A brake since ever.
    pub fn new() -> SentCommands {
        SentCommands(VecDeque::from([Sent { effect: f64::NEG_INFINITY, power: 0.0, limit: None }]))
    }

    /// A command was sent, which begins to act where the motor stands at `from` degrees.
    pub fn push(&mut self, drive: Drive, instants: Instants, from: f64) {
        let Instants { effect, interval } = instants;
        let power = f64::from(drive.power.percent());
        let limit = (drive.limit != 0).then(|| Limit {
            degrees: from + f64::from(drive.limit).copysign(power),
            left_from: effect + LEFT_INTERVALS * interval,
        });
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
                Some(Limit { degrees, left_from }) if left_from < stop => {
                    model.advance_to_limit(estimate, sent.power, degrees, stop - time)
                }
                _ => model.advance(estimate, sent.power, stop - time),
            };
            let is_past = |limit: Limit| (estimate.degrees - limit.degrees) * sent.power >= 0.0;
            was_let_go |= sent.limit.is_some_and(is_past);
            time = stop;
        }
        (estimate, was_let_go)
    }
}
