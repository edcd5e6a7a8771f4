//! The thesis' solving methods by name.

use std::fmt;

use solver::{LoadOptions, Progress, Solver};

use crate::{Korf, KorfFringe, Thistlethwaite};

/// A way of solving that the product does not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Proven shortest by iterative deepening on pattern databases, practical to 14 moves ([`Korf`]).
    Korf,
    /// The same by fringe search, in bounded memory, practical to 12 moves ([`KorfFringe`]).
    KorfFringe,
    /// Four stages, at most 45 moves, at once ([`Thistlethwaite`]).
    Thistlethwaite,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 3] = [Method::Korf, Method::KorfFringe, Method::Thistlethwaite];

    /// The name used on command lines and in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Korf => "korf",
            Method::KorfFringe => "korf-fringe",
            Method::Thistlethwaite => "thistlethwaite",
        }
    }

    /// The method's solver, with tables from the cache directory or generated there.
    ///
    /// # Errors
    /// As [`solver::Method::load`].
    pub fn load(
        self,
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<Box<dyn Solver>, solver::Error> {
        Ok(match self {
            Method::Korf => Box::new(Korf::load(options, progress)?),
            Method::KorfFringe => Box::new(KorfFringe::load(options, progress)?),
            Method::Thistlethwaite => Box::new(Thistlethwaite::load(options, progress)?),
        })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
