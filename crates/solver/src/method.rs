//! The methods by name.

use std::fmt;

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
    pub const ALL: [Method; 4] = [
        Method::Auto,
        Method::TwoPhase,
        Method::Optimal,
        Method::Combined,
    ];

    /// The name used on command lines and in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::TwoPhase => "two-phase",
            Method::Optimal => "optimal",
            Method::Combined => "combined",
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
        Method::ALL
            .into_iter()
            .find(|method| method.name() == text)
            .ok_or_else(|| Error::UnknownMethod {
                text: text.to_owned(),
                known: Method::ALL.map(Method::name).to_vec(),
            })
    }
}
