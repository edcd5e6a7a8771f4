//! The thesis' solving methods by name.

use std::fmt;

use cube::Metric;

/// A way of solving that the product does not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Proven shortest by iterative deepening on pattern databases, practical to 14 moves ([`crate::Korf`]).
    Korf,
    /// The same by fringe search, in bounded memory: of 512 MiB for 13 moves, of 2 GiB for 14 ([`crate::KorfFringe`]).
    KorfFringe,
    /// Four stages, at most 45 moves, at once ([`crate::Thistlethwaite`]).
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

    /// Refuses a metric other than half turns, which the thesis' methods do not count in.
    ///
    /// # Errors
    /// [`solver::Error::UnsupportedMetric`], which names the methods that can.
    pub fn check_metric(self, metric: Metric) -> Result<(), solver::Error> {
        match metric {
            Metric::HalfTurn => Ok(()),
            _ => Err(solver::Error::UnsupportedMetric { method: self.name(), metric }),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
