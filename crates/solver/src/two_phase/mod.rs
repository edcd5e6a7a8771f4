//! The two-phase method: into the group of U, D, R2, L2, F2, B2 first, and home within it.
//!
//! After H. Kociemba's algorithm. All threads search phase one in rising lengths, on all three axes and for the inverse
//! position too. The first solutions come at once. Each longer phase one needs a shorter phase two. When phase one is as long
//! as the best solution, nothing shorter can exist, so the method proves optimality if it is given the time.

mod effects;
mod expander;
mod flip_slice;
mod graph;
mod layout;
mod metric_tables;
mod near_sets;
mod phase_two;
mod problem;
mod products;
pub(crate) mod search;
mod search_tables;
mod steps;
mod tables;
mod work_items;

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use cube::{Cube, Metric};

use crate::cache::TableSet;
use crate::pool::race_on_threads;
use crate::race::Race;
use crate::{Control, Error, Limits, LoadOptions, Method, Progress, Solution, Solver};
use layout::Size;
use metric_tables::MetricTables;
use problem::Problem;
use search::{Worker, parity};
use tables::Tables;
use work_items::WorkItems;

/// The two-phase solver with its tables.
pub struct TwoPhase {
    tables: Tables,
    half_turn: MetricTables,
    /// Tables of the metric asked for, unless that is half turns.
    metric: Option<MetricTables>,
}

impl TwoPhase {
    /// Maps the tables from the cache directory, or generates them there; this takes a few seconds
    /// the first time. They are the largest that the memory has room for, of 31 MB, 154 MB or 718 MB.
    ///
    /// # Errors
    /// As [`Method::load`].
    pub fn load(options: &LoadOptions, progress: &(dyn Fn(&Progress) + Sync)) -> Result<TwoPhase, Error> {
        if options.threads == 0 {
            return Err(Error::NoThreads);
        }
        let size = size_within(options)?;
        let tables = Tables::load(options, progress)?;
        let load = |metric, size| MetricTables::load(metric, size, &tables, options, progress);
        let half_turn = load(Metric::HalfTurn, size)?;
        let metric = match options.metric {
            Metric::HalfTurn => None,
            metric => Some(load(metric, Size::Large)?),
        };
        Ok(TwoPhase { tables, half_turn, metric })
    }

    /// The tables that [`TwoPhase::load`] loads.
    pub(crate) fn table_sets(options: &LoadOptions) -> Result<Vec<TableSet>, Error> {
        let size = size_within(options)?;
        let mut sets = vec![tables::SET, layout::table_set(Metric::HalfTurn, size)];
        if options.metric != Metric::HalfTurn {
            sets.push(layout::table_set(options.metric, Size::Large));
        }
        if size == Size::Largest {
            sets.push(layout::EFFECTS);
        }
        Ok(sets)
    }

    /// Searches in half turns on this many threads until the race is over.
    pub(crate) fn run(&self, cube: &Cube, threads: usize, race: &Race<'_>) {
        self.run_in_metric(&self.half_turn, cube, threads, race);
    }

    /// As `run`, in any metric.
    fn run_in_metric(&self, metric: &MetricTables, cube: &Cube, threads: usize, race: &Race<'_>) {
        let tables = metric.search_tables(&self.tables);
        let problems = Problem::views(&self.tables, cube);
        // Where all axes are far from phase two, fewest sequences are worth following.
        let distances: Vec<u32> = problems
            .iter()
            .map(|problem| tables.distance(problem.coordinates.class, problem.coordinates.twist))
            .map(u32::from)
            .collect();
        let farness = |&view: &usize| {
            let same_way = &distances[view / 3 * 3..][..3];
            (distances[view], same_way.iter().sum::<u32>())
        };
        let hardest = (0..problems.len()).max_by_key(farness).unwrap_or(0);
        let items = WorkItems::new(problems.len(), hardest, tables.width);
        let parity = parity(metric.metric, cube);
        let worker = || Worker::new(tables, &problems, &items, race, parity);
        let mut first = worker();
        first.open();
        let first = Mutex::new(Some(first));
        race_on_threads(threads, race, || {
            let first = first.lock().unwrap_or_else(PoisonError::into_inner).take();
            first.unwrap_or_else(worker).run();
        });
        race.searched_all();
    }
}

/// The largest tables that the memory has room for.
fn size_within(options: &LoadOptions) -> Result<Size, Error> {
    let allowed = options.memory.unwrap_or(LoadOptions::DEFAULT_MEMORY);
    let others = Tables::MEMORY
        + match options.metric {
            Metric::HalfTurn => 0,
            metric => MetricTables::memory(metric, Size::Large),
        };
    let needed = |size| (others + MetricTables::memory(Metric::HalfTurn, size)) as u64;
    let sizes = [Size::Largest, Size::Large, Size::Small];
    let size = sizes.into_iter().find(|&size| needed(size) <= allowed);
    size.ok_or(Error::TooLittleMemory { method: Method::TwoPhase.name(), needed: needed(Size::Small), allowed })
}

impl Solver for TwoPhase {
    fn name(&self) -> &'static str {
        Method::TwoPhase.name()
    }

    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        if limits.threads == 0 {
            return Err(Error::NoThreads);
        }
        let race = Race::new(self.name(), cube, limits, control, start).always_answering();
        match (&self.metric, limits.metric) {
            (_, Metric::HalfTurn) => self.run(cube, limits.threads, &race),
            (Some(tables), metric) if tables.metric == metric => {
                self.run_in_metric(tables, cube, limits.threads, &race);
            }
            (_, metric) => {
                return Err(Error::MetricNotLoaded { method: self.name(), metric });
            }
        }
        race.outcome()
    }
}
