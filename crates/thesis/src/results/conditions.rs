//! Under which conditions results are measured, and how the caller hears how far that has come.

use solver::{LoadOptions, Progress, Solver};

use crate::{Error, Method};

/// How far the measuring of a result has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Share done, 0 to 1; of a table while one is built.
    pub done: f64,
    /// What is under way.
    pub doing: String,
}

/// What a measurement may use.
pub struct Conditions<'a> {
    /// Few and shallow cubes: all results together take under two minutes.
    pub quick: bool,
    /// Threads that search at once, where a result does not say otherwise; at least 1.
    pub threads: usize,
    /// Where tables are kept, and what they may take.
    pub tables: LoadOptions,
    /// Hears of each step.
    pub progress: &'a (dyn Fn(&Step) + Sync),
}

impl Conditions<'_> {
    /// The quick or the full number.
    pub(super) fn either<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Tells the caller how far this result has come.
    pub(super) fn tell(&self, done: f64, doing: impl Into<String>) {
        (self.progress)(&Step { done, doing: doing.into() });
    }

    /// Passes on what the building of a table tells.
    pub(super) fn building(&self) -> impl Fn(&Progress) + Sync + '_ {
        |progress: &Progress| match &progress.note {
            Some(note) => self.tell(progress.done, note.clone()),
            None => self.tell(progress.done, format!("table {}", progress.table)),
        }
    }

    /// A method of the thesis.
    pub(super) fn load(&self, method: Method) -> Result<Box<dyn Solver>, Error> {
        Ok(method.load(&self.tables, &self.building())?)
    }

    /// A method of the product.
    pub(super) fn load_product(&self, method: solver::Method) -> Result<Box<dyn Solver>, Error> {
        Ok(method.load(&self.tables, &self.building())?)
    }
}
