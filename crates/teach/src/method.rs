//! The registry of methods: a name gives the stages of a method.

use std::fmt;
use std::str::FromStr;

use crate::{Error, Stage, beginner, cfop, layers};

/// A method that can be taught. To add one, write its stages and its text, and name it here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Layer by layer with the fewest sequences to remember.
    Beginner,
    /// Cross, pairs of the first two layers, orientation and permutation of the last layer.
    Cfop,
    /// The layer method of the permutation lab: sequences of face turns, the cube is never turned as a whole.
    Layers,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 3] = [Method::Beginner, Method::Cfop, Method::Layers];

    /// The name used on command lines and for the file of its text.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Beginner => "beginner",
            Method::Cfop => "cfop",
            Method::Layers => "layers",
        }
    }

    /// The stages, first to last.
    pub const fn stages(self) -> &'static [Stage] {
        match self {
            Method::Beginner => &beginner::STAGES,
            Method::Cfop => &cfop::STAGES,
            Method::Layers => &layers::STAGES,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(text: &str) -> Result<Method, Error> {
        let known = Method::ALL.into_iter().find(|method| method.name() == text);
        known.ok_or_else(|| Error::UnknownMethod { text: text.to_owned() })
    }
}
