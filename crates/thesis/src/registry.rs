//! A solver for each of the thesis' methods.

use solver::{LoadOptions, Progress, Solver};

use crate::{Korf, KorfFringe, Method, Thistlethwaite};

impl Method {
    /// The method's solver, with tables from the cache directory or generated there.
    ///
    /// # Errors
    /// As [`solver::Method::load`].
    pub fn load(
        self,
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<Box<dyn Solver>, solver::Error> {
        self.check_metric(options.metric)?;
        Ok(match self {
            Method::Korf => Box::new(Korf::load(options, progress)?),
            Method::KorfFringe => Box::new(KorfFringe::load(options, progress)?),
            Method::Thistlethwaite => Box::new(Thistlethwaite::load(options, progress)?),
        })
    }
}
