//! Korf's method: iterative deepening on pattern databases, and the thesis' fringe variation of it.
//!
//! After R. Korf, "Finding optimal solutions to Rubik's Cube using pattern databases", 1997.

mod fringe;
mod patterns;
mod search;

use std::time::Instant;

use cube::{Cube, Metric};
use solver::parts::Race;
use solver::{Control, Error, Limits, LoadOptions, Progress, Solution, Solver};

use crate::Method;
use patterns::Patterns;

/// Bytes a fringe may take where the caller sets no bound: some 32 million positions.
const FRINGE_MEMORY: u64 = 512 << 20;

/// Korf's optimal solver with its pattern databases.
pub struct Korf {
    patterns: Patterns,
}

/// The fringe-search variation of [`Korf`].
pub struct KorfFringe {
    patterns: Patterns,
    memory: u64,
}

impl Korf {
    /// Maps the databases, 59 MB, from the cache directory, or generates them there.
    ///
    /// # Errors
    /// As [`solver::Method::load`].
    pub fn load(
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<Korf, Error> {
        Ok(Korf {
            patterns: Patterns::load(Method::Korf, options, progress)?,
        })
    }
}

impl KorfFringe {
    /// Maps the databases of [`Korf`]. The fringe may take what `options.memory` leaves, or 512 MiB.
    ///
    /// # Errors
    /// As [`solver::Method::load`].
    pub fn load(
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<KorfFringe, Error> {
        let patterns = Patterns::load(Method::KorfFringe, options, progress)?;
        let memory = options.memory.map_or(FRINGE_MEMORY, |memory| {
            memory.saturating_sub(patterns.length())
        });
        Ok(KorfFringe { patterns, memory })
    }
}

/// Refuses limits that neither method can obey.
fn check(method: Method, limits: &Limits) -> Result<(), Error> {
    if limits.threads == 0 {
        return Err(Error::NoThreads);
    }
    if limits.metric != Metric::HalfTurn {
        return Err(Error::UnsupportedMetric {
            method: method.name(),
            metric: limits.metric,
        });
    }
    Ok(())
}

impl Solver for Korf {
    fn name(&self) -> &'static str {
        Method::Korf.name()
    }

    fn solve(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        check(Method::Korf, limits)?;
        let race = Race::new(self.name(), limits, control, start);
        search::deepen(&self.patterns, cube, limits.threads, &race);
        race.first_is_shortest().outcome()
    }
}

impl Solver for KorfFringe {
    fn name(&self) -> &'static str {
        Method::KorfFringe.name()
    }

    fn solve(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        check(Method::KorfFringe, limits)?;
        let race = Race::new(self.name(), limits, control, start);
        match fringe::search(&self.patterns, cube, limits.threads, &race, self.memory) {
            Ok(()) => race.first_is_shortest().outcome(),
            Err(fringe::Full) => Err(crate::Error::FringeFull { bytes: self.memory }.into()),
        }
    }
}
