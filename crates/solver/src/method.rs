//! The methods by name.

use std::fmt;

use cube::Metric;

use crate::Error;

/// A way of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Picks one of the others by the time allowed ([`crate::Auto`]).
    Auto,
    /// Near-optimal at once and better while time is left ([`crate::TwoPhase`]).
    TwoPhase,
    /// Proven shortest, in seconds to minutes ([`crate::Optimal`]).
    Optimal,
    /// Two-phase at once, then the optimal search while time is left ([`crate::Combined`]).
    Combined,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 4] = [Method::Auto, Method::TwoPhase, Method::Optimal, Method::Combined];

    /// The name used on command lines and in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::TwoPhase => "two-phase",
            Method::Optimal => "optimal",
            Method::Combined => "combined",
        }
    }

    /// Whether it can look for solutions that are short in this metric.
    pub const fn minimises(self, metric: Metric) -> bool {
        match self {
            Method::Auto | Method::TwoPhase => true,
            Method::Optimal | Method::Combined => matches!(metric, Metric::HalfTurn),
        }
    }

    /// Refuses a metric that the method cannot minimise, before any table is loaded for it.
    ///
    /// # Errors
    /// [`Error::UnsupportedMetric`], which names the methods that can.
    pub fn check_metric(self, metric: Metric) -> Result<(), Error> {
        match self.minimises(metric) {
            true => Ok(()),
            false => Err(Error::UnsupportedMetric { method: self.name(), metric }),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl std::str::FromStr for Method {
    type Err = Error;

    fn from_str(text: &str) -> Result<Method, Error> {
        Method::ALL.into_iter().find(|method| method.name() == text).ok_or_else(|| Error::UnknownMethod {
            text: text.to_owned(),
            known: Method::ALL.map(Method::name).to_vec(),
        })
    }
}
