//! The search for the least rig time, with its tables, loaded when the first cube needs them.

use std::time::{Duration, Instant};

use cube::Cube;
use planner::{Plan, Planner, SearchLimits, SearchTables};
use rig::{Profile, RigState};

use crate::failure::{Failure, OrFail};
use crate::solving::SolvingArguments;
use crate::tables;

/// Searches from rest.
pub struct Search {
    tables: Option<SearchTables>,
    profile: Profile,
    time: Option<Duration>,
    threads: usize,
}

impl Search {
    /// With the limits that were typed.
    pub fn new(typed: &SolvingArguments, profile: &Profile) -> Search {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        Search {
            tables: None,
            profile: profile.clone(),
            time: typed.time_limit,
            threads: typed.threads.map_or_else(processors, usize::from),
        }
    }

    /// The fastest plan that is found in time; a second if no limit was typed.
    pub fn fastest(&mut self, planner: &Planner, cube: &Cube) -> Result<Plan, Failure> {
        let time = self.time.unwrap_or(Duration::from_secs(1));
        let threads = self.threads;
        let tables = self.tables()?;
        let start = Instant::now();
        let limits = SearchLimits { threads, stop: &|| time < start.elapsed(), known: &[] };
        planner.cube(tables, &RigState::REST, cube, &limits).or_fail()
    }

    /// The plan that no other within a time is faster than; without a typed limit it takes what it takes.
    pub fn proven(&mut self, planner: &Planner, cube: &Cube, within: Duration) -> Result<Plan, Failure> {
        let (time, threads) = (self.time, self.threads);
        let tables = self.tables()?;
        let start = Instant::now();
        let stop = || time.is_some_and(|time| time < start.elapsed());
        planner.proven(tables, cube, within, threads, &stop).or_fail()?.ok_or_else(|| {
            let seconds = within.as_secs_f64();
            Failure::NotAsGiven(format!("no plan solves this cube within {seconds} s: the search was complete"))
        })
    }

    fn tables(&mut self) -> Result<&SearchTables, Failure> {
        let tables = match self.tables.take() {
            Some(tables) => tables,
            None => tables::use_rig_once(&self.profile)?,
        };
        Ok(self.tables.insert(tables))
    }
}
