//! What a person can say that is of no use.

use cube::outside::quoted;

/// Why a person's words could not be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A person's word about a sticker cannot be read.
    #[error(
        "{} names no sticker and colour. Say for instance F3=G: a face U R F D L B, a number 1 to 9, a colour W Y R O G B",
        quoted(text)
    )]
    Correction {
        /// What was said.
        text: String,
    },
    /// A person's line to the guide cannot be understood.
    #[error("{} is not understood; {help}", quoted(text))]
    NotUnderstood {
        /// What was said.
        text: String,
        /// What can be said.
        help: &'static str,
    },
    /// A person's word about a sticker of a face that was not shown yet.
    #[error("sticker {sticker} is on a face that was not read yet")]
    NotYetRead {
        /// Its name.
        sticker: String,
    },
}
