//! A time attack: each case of some sets once, in any order, and the times of all of them added.

use std::fmt::Display;

use practice::{CaseKey, Penalty, Solve};
use teach::Words;

use super::outcome::Drilled;

/// How the names of time attacks begin.
pub const TITLE: &str = "Time attack";

/// A time attack that goes on, or has just ended.
pub struct Attack {
    /// All cases of these sets, by name.
    name: String,
    left: Vec<CaseKey>,
    count: usize,
    millis: u32,
    /// How many cases were not done without help.
    failed: usize,
}

impl Attack {
    /// Begins; the last of `cases` comes first.
    pub fn new(name: String, cases: Vec<CaseKey>) -> Self {
        Self { name, count: cases.len(), left: cases, millis: 0, failed: 0 }
    }

    /// The name, which is that of the session of its results too.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The next case, and what is said of it; `None` after the last one.
    pub fn next(&mut self, words: &Words) -> Option<(CaseKey, String)> {
        let case = self.left.pop()?;
        let number = self.count - self.left.len();
        let values: [(&str, &dyn Display); 3] = [("name", &self.name), ("number", &number), ("count", &self.count)];
        Some((case, words.fill("practice.attack", &values)))
    }

    /// Adds the times of a case.
    pub fn note(&mut self, drilled: &Drilled) {
        let Drilled { remembered, helped, recognised, turned } = *drilled;
        self.millis = [recognised, turned].into_iter().flatten().fold(self.millis, u32::saturating_add);
        self.failed += usize::from(!remembered || helped);
    }

    /// The result, once all cases are done: as a solve it has a place in a session, with averages and a best one.
    pub fn result(&self, at: i64, words: &Words) -> Option<(Solve, String)> {
        if !self.left.is_empty() {
            return None;
        }
        let penalty = if self.failed == 0 { Penalty::None } else { Penalty::Dnf };
        let comment = words.fill("practice.attack-cases", &[("count", &self.count)]);
        let seconds = format!("{:.2}", f64::from(self.millis / 10) / 100.0);
        let key = if self.failed == 0 { "practice.attack-done" } else { "practice.attack-failed" };
        let values: [(&str, &dyn Display); 4] =
            [("name", &self.name), ("count", &self.count), ("seconds", &seconds), ("failed", &self.failed)];
        let text = words.fill(key, &values);
        Some((Solve { at, millis: self.millis, penalty, comment, ..Solve::default() }, text))
    }
}
