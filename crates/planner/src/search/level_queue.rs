//! Which phase 1 comes next: each level of each problem waits, and the most promising is handed out first.
//!
//! What a level will find is guessed from what the problem found before, in how many steps.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::{Mutex, PoisonError};

/// A problem that has not shown anything yet counts as if it had found this many solutions of phase 1 …
const HOPE: f64 = 0.3;
/// … in this many steps.
const STEPS: f64 = 300.0;

/// All phases 1 of a problem that take as long as a level allows and longer than the one below.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProblemLevel {
    pub problem: usize,
    pub level: u32,
    /// Steps and solutions of the levels before, those long ago counting less.
    steps: f64,
    solutions: f64,
    /// What a solution of this level is worth.
    worth: f64,
}

impl ProblemLevel {
    /// What a step will be worth.
    fn promise(&self) -> f64 {
        (self.solutions + HOPE) / (self.steps + STEPS) * self.worth
    }
}

/// LevelQueue are in the order of their promise.
impl Ord for ProblemLevel {
    fn cmp(&self, other: &ProblemLevel) -> Ordering {
        let by_promise = self.promise().total_cmp(&other.promise());
        by_promise.then(other.problem.cmp(&self.problem))
    }
}

impl PartialOrd for ProblemLevel {
    fn partial_cmp(&self, other: &ProblemLevel) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ProblemLevel {
    fn eq(&self, other: &ProblemLevel) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ProblemLevel {}

/// All levels that wait.
pub(crate) struct LevelQueue {
    waiting: Mutex<BinaryHeap<ProblemLevel>>,
    /// What a solution is worth a level later.
    later: f64,
}

impl LevelQueue {
    /// `starts`: the first level of each problem and what a solution would be worth at level 0. `later`: what it is worth
    /// a level later, as a share.
    pub fn new(starts: impl Iterator<Item = (u32, f64)>, later: f64) -> LevelQueue {
        let first = |(problem, (level, worth)): (usize, (u32, f64))| ProblemLevel {
            problem,
            level,
            steps: 0.0,
            solutions: 0.0,
            worth: worth * later.powi(level as i32),
        };
        LevelQueue { waiting: Mutex::new(starts.enumerate().map(first).collect()), later }
    }

    /// The most promising given. `None` when none waits.
    pub fn next(&self) -> Option<ProblemLevel> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.pop()
    }

    /// Notes what a level took and found: the problem's next level waits.
    pub fn done(&self, given: ProblemLevel, steps: u64, solutions: u64) {
        // The next level takes about twice the steps.
        let next = ProblemLevel {
            level: given.level + 1,
            steps: (given.steps + steps as f64) / 2.0,
            solutions: (given.solutions + solutions as f64) / 2.0,
            worth: given.worth * self.later,
            ..given
        };
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fruitful_problem_comes_first() {
        let queue = LevelQueue::new([(0, 1.0), (0, 1.0)].into_iter(), 0.6);
        let mut levels = [0, 0];
        for _ in 0..20 {
            let given = queue.next().expect("levels are left");
            levels[given.problem] += 1;
            queue.done(given, 1000, if given.problem == 1 { 100 } else { 1 });
        }
        assert!(levels[0] + 2 < levels[1], "{levels:?}");
        assert!(0 < levels[0], "{levels:?}");
    }

    #[test]
    fn every_level_of_a_problem_is_handed_out_once_and_in_order() {
        let queue = LevelQueue::new([(2, 1.0), (5, 0.3)].into_iter(), 0.6);
        let mut seen = [2, 5];
        for _ in 0..40 {
            let given = queue.next().expect("levels are left");
            assert_eq!(given.level, seen[given.problem]);
            seen[given.problem] += 1;
            queue.done(given, 10, 0);
        }
    }

    #[test]
    fn what_is_worth_more_comes_first() {
        let queue = LevelQueue::new([(3, 0.5), (3, 0.9), (1, 0.9)].into_iter(), 0.6);
        let order: Vec<usize> = std::iter::from_fn(|| queue.next()).map(|given| given.problem).collect();
        assert_eq!(order, [2, 1, 0]);
    }
}
