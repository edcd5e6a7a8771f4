//! A good solution at once, then optimal search while time is left. The idea is the thesis'; [`crate::Auto`] uses it from
//! one second on.
//!
//! Behind each of the two it looks for other solutions as short as the best one, if the caller prefers
//! some of them, such as those a robot does sooner.

use std::time::{Duration, Instant};

use cube::Cube;

use crate::cache::TableSet;
use crate::optimal::{HEAD_START, done};
use crate::race::Race;
use crate::{Control, Error, Limits, LoadOptions, Method, Optimal, Progress, Solution, Solver};

/// Two-phase and optimal search, one after the other.
pub struct Combined {
    optimal: Optimal,
}

impl Combined {
    /// Loads the tables of [`Optimal`] for the memory given, [`LoadOptions::DEFAULT_MEMORY`] where none
    /// is: a first answer must not wait for a large table.
    ///
    /// # Errors
    /// As [`Method::load`].
    pub fn load(options: &LoadOptions, progress: &(dyn Fn(&Progress) + Sync)) -> Result<Combined, Error> {
        Ok(Combined { optimal: Optimal::load(&within_default(options), progress)? })
    }

    /// The tables that [`Combined::load`] loads.
    pub(crate) fn table_sets(options: &LoadOptions) -> Result<Vec<TableSet>, Error> {
        Optimal::table_sets(&within_default(options))
    }

    /// The optimal solver it uses.
    pub(crate) fn optimal(&self) -> &Optimal {
        &self.optimal
    }
}

/// The options with the default memory where they leave it open.
fn within_default(options: &LoadOptions) -> LoadOptions {
    LoadOptions { memory: options.memory.or(Some(LoadOptions::DEFAULT_MEMORY)), ..options.clone() }
}

impl Solver for Combined {
    fn name(&self) -> &'static str {
        Method::Combined.name()
    }

    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        limits.check_half_turns(self.name())?;
        // Half of a short time goes to equally short solutions, where the caller cares about them.
        let part = if control.has_preference() { 2 } else { 1 };
        let until = |parts: u32| {
            let most = HEAD_START * parts;
            Some(limits.time.map_or(most, |time| most.min(time * parts / part)))
        };
        let race = |time: Option<Duration>| Limits { time, ..limits.clone() };

        let opening = race(until(1));
        let first = Race::new(self.name(), cube, &opening, control, start).always_answering();
        self.optimal.two_phase().run(cube, limits.threads, &first);
        let mut best = match first.outcome() {
            Ok(solution) => Some(solution),
            // No solution within max_length yet: the optimal search goes on looking.
            Err(Error::Stopped { .. }) => None,
            Err(error) => return Err(error),
        };
        if let Some(solution) = best {
            best = Some(self.choose(cube, &race(until(2)), control, start, solution)?);
        }
        let shortest_before = best.as_ref().map(Solution::length);
        let last = Race::new(self.name(), cube, limits, control, start);
        let last = match best {
            Some(solution) if solution.is_optimal() || done(&solution, limits) => {
                return Ok(solution);
            }
            Some(solution) => last.starting_from(solution),
            None => last,
        };
        self.optimal.prove(cube, limits.threads, &last);
        let solution = last.outcome()?;
        // Where the proof found a shorter one there may be others as short.
        let more = start.elapsed() + HEAD_START;
        let until = limits.time.map_or(more, |time| time.min(more));
        match shortest_before.is_none_or(|before| solution.length() < before) {
            true => self.choose(cube, &race(Some(until)), control, start, solution),
            false => Ok(solution),
        }
    }
}

impl Combined {
    /// Looks for other solutions as short as this one that the caller would rather have.
    fn choose(
        &self,
        cube: &Cube,
        limits: &Limits,
        control: &Control,
        start: Instant,
        solution: Solution,
    ) -> Result<Solution, Error> {
        if !control.has_preference() || solution.moves().is_empty() {
            return Ok(solution);
        }
        let ties = Race::new(self.name(), cube, limits, control, start).starting_from(solution).with_ties();
        self.optimal.two_phase().run(cube, limits.threads, &ties);
        ties.outcome()
    }
}
