//! What can go wrong with a learner's file.

use std::path::PathBuf;

/// What can go wrong with a learner's file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be opened or made.
    #[error("the practice file '{}' cannot be opened: {reason}", file.display())]
    Open {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// A later version wrote the file.
    #[error("the practice file '{}' was written by a later version of cuberig: update cuberig, or choose another file", file.display())]
    Later {
        /// The file.
        file: PathBuf,
    },
    /// The file cannot be read or written.
    #[error("the practice file cannot be used: {0}")]
    Database(#[from] rusqlite::Error),
    /// A name cannot be that of a learner or of a session.
    #[error("'{name}' cannot be a name: it needs 1 to {most} letters")]
    Name {
        /// The name.
        name: String,
        /// How long it may be.
        most: usize,
    },
    /// No learner or session has this number.
    #[error("there is no {what} with the number {number}")]
    Unknown {
        /// What was looked for.
        what: &'static str,
        /// Its number.
        number: i64,
    },
    /// Turns with times cannot be read.
    #[error("'{0}' is no turn with a time that follows")]
    Turns(String),
    /// A file of another timer cannot be read.
    #[error("this is no file of csTimer: {0}")]
    NotCstimer(String),
}
