//! The two-phase method: into the group of U, D, R2, L2, F2, B2 first, and home within it.
//!
//! After H. Kociemba's algorithm. Phase one is searched in rising lengths, on all three axes and
//! for the inverse position too, by all threads at once; the first solutions come at once, and each
//! longer phase one leaves fewer moves to phase two. When phase one is as long as the best solution,
//! nothing shorter can exist, so the method proves optimality if it is given the time.

pub(crate) mod effects;
mod fill;
mod finish;
mod flip_slice;
mod jobs;
mod metric;
pub(crate) mod near;
pub(crate) mod problem;
pub(crate) mod search;
pub(crate) mod tables;
pub(crate) mod view;

use std::time::Instant;

use cube::{Cube, Metric, Move};

use crate::race::Race;
use crate::{Control, Error, Limits, LoadOptions, Method, Progress, Solution, Solver};
use jobs::Jobs;
use metric::MetricTables;
use problem::Problem;
use search::Search;
use tables::Tables;

/// The two-phase solver with its tables.
pub struct TwoPhase {
    tables: Tables,
    /// Distances of the metric asked for, unless that is half turns.
    metric: Option<MetricTables>,
}

impl TwoPhase {
    /// Maps the tables from the cache directory, or generates them there; this takes some seconds
    /// the first time.
    ///
    /// # Errors
    /// As [`Method::load`].
    pub fn load(
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<TwoPhase, Error> {
        let tables = Tables::load(options, progress)?;
        let metric = match options.metric {
            Metric::HalfTurn => None,
            metric => Some(MetricTables::load(metric, &tables, options, progress)?),
        };
        Ok(TwoPhase { tables, metric })
    }

    /// The tables, for searches that use them otherwise.
    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Searches on so many threads until the race is over.
    pub(crate) fn run(&self, cube: &Cube, threads: usize, race: &Race<'_>) {
        let problems = Problem::views(&self.tables, cube);
        // Where all axes are far from phase two, fewest sequences are worth following.
        let farness = |problem: &Problem| {
            let sum = problem
                .distances
                .iter()
                .map(|&distance| u32::from(distance))
                .sum::<u32>();
            (problem.distances[0], sum)
        };
        let hardest = (0..problems.len())
            .max_by_key(|&index| farness(&problems[index]))
            .unwrap_or(0);
        let jobs = Jobs::new(problems.len(), hardest, Move::COUNT);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| Search::new(&self.tables, &problems, &jobs, race).run());
            }
            Search::new(&self.tables, &problems, &jobs, race).run();
        });
    }

    /// As `run`, in another metric than half turns.
    fn run_in_metric(&self, metric: &MetricTables, cube: &Cube, threads: usize, race: &Race<'_>) {
        let problems = Problem::views(&self.tables, cube);
        let hardest = (0..problems.len())
            .max_by_key(|&index| metric.farness(&problems[index]))
            .unwrap_or(0);
        let jobs = Jobs::new(problems.len(), hardest, metric.step_count());
        let run = || metric::Search::new(&self.tables, metric, &problems, &jobs, race).run();
        std::thread::scope(|scope| {
            (1..threads).for_each(|_| drop(scope.spawn(run)));
            run();
        });
    }
}

impl Solver for TwoPhase {
    fn name(&self) -> &'static str {
        Method::TwoPhase.name()
    }

    fn solve(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        if limits.threads == 0 {
            return Err(Error::NoThreads);
        }
        let race = Race::new(self.name(), limits, control, start).always_answering();
        match (&self.metric, limits.metric) {
            (_, Metric::HalfTurn) => self.run(cube, limits.threads, &race),
            (Some(tables), metric) if tables.metric() == metric => {
                self.run_in_metric(tables, cube, limits.threads, &race);
            }
            (_, metric) => {
                return Err(Error::UnsupportedMetric {
                    method: self.name(),
                    metric,
                });
            }
        }
        race.outcome()
    }
}
