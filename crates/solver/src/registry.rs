//! The registry of methods: a name gives a solver with its tables loaded.

use crate::cache::has_file;
use crate::{Auto, Combined, Error, LoadOptions, Method, Optimal, Progress, Solver, TwoPhase};

impl Method {
    /// The method's solver. Its tables are mapped from the cache directory, or generated there
    /// first; `progress` reports the generation, from any thread.
    ///
    /// # Errors
    /// [`Error::UnsupportedMetric`], [`Error::NoThreads`], [`Error::TooLittleMemory`], or [`Error::Cache`] where the directory
    /// cannot be written. A damaged file is no error: it is reported to `progress` and rebuilt.
    pub fn load(self, options: &LoadOptions, progress: &(dyn Fn(&Progress) + Sync)) -> Result<Box<dyn Solver>, Error> {
        self.check_metric(options.metric)?;
        Ok(match self {
            Method::Auto => Box::new(Auto::load(options, progress)?),
            Method::TwoPhase => Box::new(TwoPhase::load(options, progress)?),
            Method::Optimal => Box::new(Optimal::load(options, progress)?),
            Method::Combined => Box::new(Combined::load(options, progress)?),
        })
    }

    /// Whether every table that [`Method::load`] needs has its file, so that nothing would be built. Files are
    /// judged by name and length: a damaged one is found when it is loaded.
    pub fn is_built(self, options: &LoadOptions) -> bool {
        self.missing(options).is_ok_and(|missing| missing.is_empty())
    }

    /// The names of the tables that loading would build.
    pub(crate) fn missing(self, options: &LoadOptions) -> Result<Vec<&'static str>, Error> {
        let sets = match self {
            Method::TwoPhase => TwoPhase::table_sets(options)?,
            Method::Optimal => Optimal::table_sets(options)?,
            Method::Auto => Auto::table_sets(options)?,
            Method::Combined => Combined::table_sets(options)?,
        };
        let missing = sets.iter().filter(|set| !has_file(set, options));
        Ok(missing.map(|set| set.name).collect())
    }
}
