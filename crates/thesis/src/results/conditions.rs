//! Under which conditions results are measured, and how their progress is reported.

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
    /// Threads that search at once, where a result does not set its own; at least 1.
    pub threads: usize,
    /// Where tables are kept, and what they may take.
    pub tables: LoadOptions,
    /// Is called with each step.
    pub progress: &'a (dyn Fn(&Step) + Sync),
}

impl Conditions<'_> {
    /// The quick or the full number.
    pub(super) fn either<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Reports how far this result has come.
    pub(super) fn report(&self, done: f64, doing: impl Into<String>) {
        (self.progress)(&Step { done, doing: doing.into() });
    }

    /// Passes on the progress of a table that is built.
    pub(super) fn building(&self) -> impl Fn(&Progress) + Sync + '_ {
        |progress: &Progress| match &progress.note {
            Some(note) => self.report(progress.done, note.clone()),
            None => self.report(progress.done, format!("table {}", progress.table)),
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
