//! What can be wrong at one place of written moves.

use crate::outside::quoted;
use thiserror::Error;

use super::{Notation, grammar};

/// Why a place in written moves cannot be read. The words follow "'…' at character …".
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveFault {
    /// Letters that are no move.
    #[error("is not a move in {0} notation")]
    Unknown(Notation),
    /// A number, a prime or another sign that follows no letter.
    #[error("belongs to no letter: write it directly after or before a letter, without a space")]
    Stray,
    /// A sign of the plus-minus notation in a text that is in no notation as a whole.
    #[error("is a sign of the plus-minus notation (R+ R-), which cannot be mixed with other signs in one text")]
    Sign,
    /// A number in front of a bracket.
    #[error("is a number before a bracket: to repeat the bracket {0} times, write (…){0}")]
    TimesInFront(String),
    /// `(x3)` behind moves.
    #[error(
        "can be a rotation or a number of repetitions: for repetitions write (…){times}, for a rotation leave out the brackets"
    )]
    TimesInBracket {
        /// The number as given.
        times: String,
    },
    /// All three layers, which is a rotation of the whole cube.
    #[error("turns all three layers: write {write}")]
    AllLayers {
        /// The rotation.
        write: String,
    },
    /// A layer that a 3x3x3 does not have.
    #[error("names layer {layer}, but a face and what lies behind it have the layers 1, 2 and 3")]
    NoSuchLayer {
        /// The number as given.
        layer: String,
    },
    /// A number of quarters that is no turn.
    #[error("has the number {}: a turn is of 1, 2 or 3 quarters", quoted(amount))]
    Amount {
        /// The number as given.
        amount: String,
    },
    /// Two primes at one turn.
    #[error("has two primes: write one for an anticlockwise turn, or 2 for a half turn")]
    TwoPrimes,
    /// A bracket without its end.
    #[error("opens a bracket that is never closed")]
    NeverClosed,
    /// An end without its bracket.
    #[error("closes a bracket that is not open")]
    NotOpen,
    /// The other kind of bracket is open.
    #[error("closes a bracket of another kind than the open one")]
    WrongEnd,
    /// Brackets in brackets in brackets.
    #[error("is a bracket inside {} others, which is too deep", grammar::DEEPEST)]
    TooDeep,
    /// More turns than anybody means.
    #[error("makes more than {} turns", grammar::MOST_TURNS)]
    TooLong,
    /// A bracket that is done no times.
    #[error("is a bracket that is repeated 0 times: leave it out")]
    NoTimes,
    /// A square bracket that is neither commutator nor conjugate.
    #[error("has more than two parts: a commutator is [A, B], and a conjugate is [A: B]")]
    TooManyParts,
    /// A commutator or conjugate with nothing in a part.
    #[error("has an empty part: a commutator is [A, B], and a conjugate is [A: B]")]
    EmptyPart,
    /// A colon that makes no conjugate.
    #[error("is a colon outside square brackets: a conjugate is [A: B]")]
    Colon,
    /// A comment without its end.
    #[error("begins a comment that has no */")]
    OpenComment,
    /// A length and a wide turn look the same.
    #[error("can be the length of the moves or a turn: leave a length out, or write {write}")]
    LengthOrTurn {
        /// The turn in a clear way.
        write: String,
    },
    /// A number in brackets behind a bracket.
    #[error("can be the length of the moves or the repetitions of the bracket: for repetitions write ){0}")]
    LengthOrTimes(String),
    /// `x3` behind a bracket.
    #[error(
        "can be a rotation or the repetitions of the bracket: for repetitions write ){times}, for a rotation {rotation}"
    )]
    TimesOrRotation {
        /// The number as given.
        times: String,
        /// The rotation in a clear way.
        rotation: &'static str,
    },
    /// A face letter alone in square brackets.
    #[error("can be a wide turn or, as in some lists, a rotation: write {wide} or {rotation}")]
    BracketRotation {
        /// The wide turn in a clear way.
        wide: String,
        /// The rotation in a clear way.
        rotation: String,
    },
}
