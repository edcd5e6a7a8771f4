//! The recorded steps of the conductor, taken again.

use std::collections::VecDeque;

use mission::{Effect, Input, State, Step, decisions};

use crate::difference::Compared;
use crate::messages::Shown;

/// A status is recorded within this time before or after its step, nanoseconds.
const SETTLED: u64 = 1_000_000_000;
/// The topic of the steps.
pub const STEPS: &str = "run/steps";
/// The topic of the statuses.
pub const STATUSES: &str = "run/status";

/// What the conductor knows, what it shows now, and what was recorded of it.
#[derive(Default)]
pub struct Runs {
    /// As it follows from the steps; `None` where the next recorded state counts, as after a difference.
    state: Option<State>,
    /// What is shown now, in order, with the time of the step.
    shown: VecDeque<(u64, Shown)>,
    /// What was recorded and not compared yet.
    waiting: VecDeque<(u64, Shown)>,
    /// Whether statuses follow from recorded steps.
    is_comparable: bool,
    /// When the newest step was published: that of a later status may not have been recorded.
    newest: u64,
    /// Counts of steps.
    pub steps: Compared,
    /// Counts of statuses.
    pub statuses: Compared,
    /// When the comparison began.
    pub since: Option<u64>,
    /// What was found to differ: when, on which topic, how.
    pub differences: Vec<(u64, &'static str, String)>,
}

impl Runs {
    /// Takes a recorded step again.
    pub fn step(&mut self, at: u64, step: Step) {
        let Step { now, before, input, decided } = step;
        self.newest = at;
        let mut state = match self.state.take() {
            // Another conductor may have begun.
            Some(mut state) if input != Input::Start => {
                state.follow(*before);
                state
            }
            _ => *before,
        };
        self.since.get_or_insert(at);
        let taken = state.take(now, input.clone());
        let statuses = taken.iter().flatten().filter_map(Effect::status);
        self.shown.extend(statuses.map(|status| (at, Shown::now(&status))));
        if !self.is_comparable {
            self.is_comparable = true;
            // A status is published just before its step, and after those that are missing.
            let is_of_step = |status: &Shown| self.shown.iter().any(|(_, shown)| shown == status);
            self.waiting.retain(|(sent, status)| at <= *sent || at <= sent + SETTLED && is_of_step(status));
        }
        let decides = decisions(&taken);
        self.steps.compared += 1;
        if decides == decided {
            self.state = Some(state);
        } else {
            self.steps.different += 1;
            let text = format!("after {input:?} it decided {}, decides {}", words(&decided), words(&decides));
            self.differences.push((at, STEPS, text));
        }
        self.settle(at.saturating_sub(SETTLED));
    }

    /// A recorded `run/status`.
    pub fn status(&mut self, at: u64, status: Shown) {
        self.statuses.recorded += 1;
        self.waiting.push_back((at, status));
        self.settle(at.saturating_sub(SETTLED));
    }

    /// Steps are missing after this time: what was found since then means nothing.
    pub fn lost(&mut self, since: u64) {
        self.settle(since);
        let before = self.differences.len();
        self.differences.retain(|(at, ..)| *at <= since);
        let removed = (before - self.differences.len()) as u64;
        self.statuses.different -= removed;
        self.statuses.compared -= removed;
        (self.state, self.is_comparable) = (None, false);
        self.shown.clear();
        self.waiting.clear();
    }

    /// Compares the statuses that were received by this time.
    pub fn settle(&mut self, until: u64) {
        while let Some((at, was)) = self.waiting.front().filter(|(at, _)| *at <= until.min(self.newest)).cloned() {
            self.waiting.pop_front();
            // Statuses between two that were recorded may have been replaced before they went out.
            let found = (0..self.shown.len()).min_by_key(|place| was.differences(&self.shown[*place].1).len());
            let is = found.and_then(|place| self.shown.drain(..=place).next_back());
            let text = match &is {
                Some((_, is)) => was.differences(is).join("; "),
                None => format!("{:?} is not shown now", was.text()),
            };
            self.statuses.compared += 1;
            if !text.is_empty() {
                self.statuses.different += 1;
                self.differences.push((at, STATUSES, text));
            }
        }
        while self.shown.front().is_some_and(|(at, _)| at.saturating_add(SETTLED) < until) {
            self.shown.pop_front();
        }
    }
}

fn words(decided: &Result<Vec<Effect>, String>) -> String {
    match decided {
        Ok(effects) => format!("{effects:?}"),
        Err(reason) => format!("to refuse it ({reason})"),
    }
}
