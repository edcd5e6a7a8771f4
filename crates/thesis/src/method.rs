//! The thesis' solving methods by name.

use std::fmt;

/// A way of solving that the product does not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Proven shortest by iterative deepening on pattern databases, practical to 14 moves ([`crate::Korf`]).
    Korf,
    /// The same by fringe search, in bounded memory, practical to 12 moves ([`crate::KorfFringe`]).
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
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
