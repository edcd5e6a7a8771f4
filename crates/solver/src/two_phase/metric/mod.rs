//! Two-phase search in quarter turns and in the axial metrics.

mod search;
mod steps;
mod tables;

pub(super) use search::Search;
pub(super) use tables::MetricTables;

use super::problem::Problem;

impl MetricTables {
    /// Steps of the metric.
    pub(super) fn step_count(&self) -> usize {
        self.steps.list.len()
    }

    /// The metric.
    pub(super) fn metric(&self) -> cube::Metric {
        self.metric
    }

    /// The cost to phase two of a view's axis, then of all axes together.
    pub(super) fn farness(&self, problem: &Problem) -> (u8, u32) {
        let costs = problem.standings.map(|at| self.phase_one(at));
        (costs[0], costs.iter().map(|&cost| u32::from(cost)).sum())
    }
}
