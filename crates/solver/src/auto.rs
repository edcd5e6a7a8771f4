//! Picks a method by the time allowed and by the metric.

use std::time::Duration;

use cube::{Cube, Metric};

use crate::cache::TableSet;
use crate::{Combined, Control, Error, Limits, LoadOptions, Method, Progress, Solution, Solver, TwoPhase};

/// With less time than this an optimal search proves too little to be worth its start.
const COMBINED_FROM: Duration = Duration::from_secs(1);

/// Two-phase for short times, both searches for longer ones, optimal where time has no limit; always two-phase where other
/// moves than half turns are counted. The solution's `method` names the one that found it.
pub struct Auto(Chosen);

/// What is loaded for the metric.
enum Chosen {
    HalfTurns(Combined),
    OtherMetric(TwoPhase),
}

impl Auto {
    /// Loads the tables of [`Combined`], or those of [`TwoPhase`] for a metric that only this one counts in.
    ///
    /// # Errors
    /// As [`Method::load`].
    pub fn load(options: &LoadOptions, progress: &(dyn Fn(&Progress) + Sync)) -> Result<Auto, Error> {
        Ok(Auto(match options.metric {
            Metric::HalfTurn => Chosen::HalfTurns(Combined::load(options, progress)?),
            _ => Chosen::OtherMetric(TwoPhase::load(options, progress)?),
        }))
    }

    /// The tables that [`Auto::load`] loads.
    pub(crate) fn table_sets(options: &LoadOptions) -> Result<Vec<TableSet>, Error> {
        match options.metric {
            Metric::HalfTurn => Combined::table_sets(options),
            _ => TwoPhase::table_sets(options),
        }
    }
}

impl Solver for Auto {
    fn name(&self) -> &'static str {
        Method::Auto.name()
    }

    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let combined = match &self.0 {
            Chosen::OtherMetric(two_phase) => return two_phase.solve(cube, limits, control),
            Chosen::HalfTurns(combined) => combined,
        };
        if limits.metric != Metric::HalfTurn {
            return Err(Error::MetricNotLoaded { method: self.name(), metric: limits.metric });
        }
        match limits.time {
            None if !control.has_preference() => combined.optimal().solve(cube, limits, control),
            Some(time) if time < COMBINED_FROM => {
                let two_phase = combined.optimal().two_phase();
                two_phase.solve(cube, limits, control)
            }
            _ => combined.solve(cube, limits, control),
        }
    }
}
