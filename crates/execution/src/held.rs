//! Claws that close while a turn near them is under way: how far they may go before it has ended.
//!
//! Such a claw starts when the turn has come so far that it will have ended in time. If the turn takes longer than planned, the claw
//! stops where it is still out of the way, and goes on once the turn has reached its target.

use crate::readings::{Readings, Tolerances};
use crate::steps::{Mark, Progress, Step};

/// A claw is told to stop when it would be at its mark in so many seconds: about what a reading and a goal take on their way.
const AHEAD: f64 = 0.06;

/// What is seen of the steps now.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub steps: &'a [Step],
    pub progress: &'a [Progress],
    pub readings: &'a Readings,
    pub tolerances: &'a Tolerances,
}

/// Which steps were told to stop on their way, by their index.
pub struct Held {
    stops_at: Vec<Option<f64>>,
    was_held: Vec<bool>,
}

impl Seen<'_> {
    /// Whether a step has come as far as a mark on its way.
    pub fn has_passed(&self, mark: &Mark) -> bool {
        let step = &self.steps[mark.step];
        match self.progress[mark.step] {
            Progress::Waiting => false,
            Progress::Arrived => true,
            Progress::Moving(since) => self.readings.of(step.joint).is_some_and(|reading| {
                since < reading.time && step.is_beyond(reading.position, mark.position)
            }),
        }
    }

    /// Of each step whether those that it waits for on their way have come far enough.
    pub fn all_passed(&self) -> Vec<bool> {
        let passed = |step: &Step| step.passed.iter().all(|mark| self.has_passed(mark));
        self.steps.iter().map(passed).collect()
    }

    /// Whether a step stands at its target, or has just come there.
    fn is_over(&self, index: usize) -> bool {
        let step = &self.steps[index];
        let tolerance = self.tolerances.of(step.joint).copysign(step.way());
        self.has_passed(&Mark {
            step: index,
            position: step.target - tolerance,
        })
    }

    /// Where a moving step must stop, if it nears a place that it may not pass yet; `before` is what was said last.
    fn must_stop_at(&self, index: usize, before: Option<f64>) -> Option<f64> {
        let step = &self.steps[index];
        let (Progress::Moving(_), Some(reading)) =
            (self.progress[index], self.readings.of(step.joint))
        else {
            return None;
        };
        let soon = reading.position + reading.speed * AHEAD;
        let is_near =
            |mark: &&Mark| before == Some(mark.position) || step.is_beyond(soon, mark.position);
        let unmet = (step.held.iter())
            .filter(is_near)
            .filter(|mark| !self.is_over(mark.step));
        let positions = unmet.map(|mark| mark.position);
        // The first of them on the way.
        positions.reduce(|one, other| match step.is_beyond(one, other) {
            true => other,
            false => one,
        })
    }
}

impl Held {
    /// Nothing is held of so many steps.
    pub fn new(steps: usize) -> Held {
        Held {
            stops_at: vec![None; steps],
            was_held: vec![false; steps],
        }
    }

    /// Looks at all steps: those that must stop now, or may go on, and so need a new goal.
    pub fn update(&mut self, seen: &Seen) -> Vec<usize> {
        let mut changed = Vec::new();
        for index in 0..self.stops_at.len() {
            let stop = seen.must_stop_at(index, self.stops_at[index]);
            if std::mem::replace(&mut self.stops_at[index], stop) != stop {
                self.was_held[index] = true;
                changed.push(index);
            }
        }
        changed
    }

    /// Where a step stops short of its target.
    pub fn stops_at(&self, index: usize) -> Option<f64> {
        self.stops_at[index]
    }

    /// Whether a step was ever stopped.
    pub fn was_held(&self, index: usize) -> bool {
        self.was_held[index]
    }
}
