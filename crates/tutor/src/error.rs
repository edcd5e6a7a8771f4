//! Why a request of a learner is not done.

use teach::Words;
use thiserror::Error as ThisError;

/// Why a request is not done. Each message is one sentence.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// It cannot be done now.
    #[error("{0}")]
    NotNow(&'static str),
    /// The lesson has no such place, or the turns lead too far from it.
    #[error(transparent)]
    Lesson(#[from] teach::Error),
    /// A turn that cannot be read.
    #[error(transparent)]
    Turn(#[from] cube::Error),
    /// A line for the guide that cannot be followed.
    #[error(transparent)]
    Guide(#[from] crate::handscan::Error),
    /// Several turns, where one is followed at a time.
    #[error("one turn at a time is followed, not {count}")]
    SeveralTurns {
        /// How many there were.
        count: usize,
    },
}

impl Error {
    /// The sentence in a learner's language. What only a program can cause is in English.
    pub fn sentence(&self, words: &Words) -> String {
        match self {
            Error::Lesson(teach::Error::TooManyExtraTurns { most }) => words.fill("turn.too-many", &[("most", most)]),
            Error::SeveralTurns { count } => words.fill("turn.several", &[("count", count)]),
            other => other.to_string(),
        }
    }
}
