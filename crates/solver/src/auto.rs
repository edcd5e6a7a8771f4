//! Picks a method by the time allowed.

use std::time::Duration;

use cube::Cube;

use crate::{Combined, Control, Error, Limits, LoadOptions, Method, Progress, Solution, Solver};

/// With less time than this an optimal search proves too little to be worth its start.
const COMBINED_FROM: Duration = Duration::from_secs(1);

/// Two-phase for short times, both searches for longer ones, optimal where time has no limit. The solution's `method` names the
/// one that found it.
pub struct Auto {
    combined: Combined,
}

impl Auto {
    /// Loads the tables of [`Combined`].
    ///
    /// # Errors
    /// As [`Method::load`].
    pub fn load(
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<Auto, Error> {
        Ok(Auto {
            combined: Combined::load(options, progress)?,
        })
    }
}

impl Solver for Auto {
    fn name(&self) -> &'static str {
        Method::Auto.name()
    }

    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        match limits.time {
            None if !control.has_preference() => {
                self.combined.optimal().solve(cube, limits, control)
            }
            Some(time) if time < COMBINED_FROM => self
                .combined
                .optimal()
                .two_phase()
                .solve(cube, limits, control),
            _ => self.combined.solve(cube, limits, control),
        }
    }
}
