//! Proven shortest solutions: two-phase for a good solution, then proof that none is shorter.
//!
//! The proof is a depth-first search bounded by the phase-one distances of all three axes, after
//! M. Reid's optimal solver and T. Rokicki's nxopt. All threads work on one cube.

mod search;

use std::time::{Duration, Instant};

use cube::{Cube, Metric};

use crate::race::Race;
use crate::{Control, Error, Limits, LoadOptions, Method, Progress, Solution, Solver, TwoPhase};
use search::{Root, Search};

/// Time for the two-phase search before the proof begins. Its solution is nearly always within one
/// move of the shortest, and each move less makes the proof thirteen times shorter.
pub(crate) const HEAD_START: Duration = Duration::from_millis(150);

/// The optimal solver with its tables, which are those of [`TwoPhase`].
pub struct Optimal {
    two_phase: TwoPhase,
}

impl Optimal {
    /// Maps the tables from the cache directory, or generates them there. With less than 710 MB the
    /// four-byte table is left out, and proofs take several times as long.
    ///
    /// # Errors
    /// As [`Method::load`].
    pub fn load(
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<Optimal, Error> {
        Ok(Optimal {
            two_phase: TwoPhase::load(options, progress)?,
        })
    }
}

impl Solver for Optimal {
    fn name(&self) -> &'static str {
        Method::Optimal.name()
    }

    fn solve(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        if limits.threads == 0 {
            return Err(Error::NoThreads);
        }
        if limits.metric != Metric::HalfTurn {
            return Err(Error::UnsupportedMetric {
                method: self.name(),
                metric: limits.metric,
            });
        }
        let head_start = limits.time.map_or(HEAD_START, |time| time.min(HEAD_START));
        let first = Limits {
            time: Some(head_start),
            ..limits.clone()
        };
        let opening = Race::new(self.name(), &first, control, start).always_answering();
        self.two_phase.run(cube, limits.threads, &opening);
        let race = Race::new(self.name(), limits, control, start);
        let race = match opening.outcome() {
            Ok(solution) if solution.optimal || done(&solution, limits) => return Ok(solution),
            Ok(solution) => race.starting_from(solution),
            // No solution within max_length yet: the proof goes on looking.
            Err(Error::Stopped { .. }) => race,
            Err(error) => return Err(error),
        };
        self.prove(cube, limits.threads, &race);
        race.outcome()
    }
}

impl Optimal {
    /// The two-phase solver with the same tables.
    pub(crate) fn two_phase(&self) -> &TwoPhase {
        &self.two_phase
    }

    /// Looks for everything shorter than the race's best, on so many threads.
    pub(crate) fn prove(&self, cube: &Cube, threads: usize, race: &Race<'_>) {
        let root = Root::new(self.two_phase.tables(), cube);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| Search::new(&root, race).run());
            }
            Search::new(&root, race).run();
        });
    }
}

/// Whether the caller wants nothing better.
pub(crate) fn done(solution: &Solution, limits: &Limits) -> bool {
    limits
        .good_enough
        .is_some_and(|enough| solution.moves.len() <= enough)
}
