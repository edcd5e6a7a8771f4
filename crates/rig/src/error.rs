//! What can be wrong with a profile or with the look of a cube.

use cube::outside::quoted;
use thiserror::Error;

/// Why a profile or a look cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Error {
    /// Not TOML, a key missing or unknown, or a value of the wrong kind; the message names key and line.
    #[error("the profile cannot be read: {0}")]
    Unreadable(String),
    /// A value out of its range.
    #[error("the profile has {key} = {value}, but {reason}")]
    BadValue {
        /// Dotted path of the key.
        key: String,
        /// The value as given.
        value: String,
        /// What it should be.
        reason: String,
    },
    /// Neither a name of a profile nor a file.
    #[error("there is no profile {}, only {known}, or give a file", quoted(given))]
    UnknownProfile {
        /// What was given.
        given: String,
        /// The names that there are.
        known: String,
    },
    /// There is no look of that name.
    #[error("there is no {what} {}, only {known}", quoted(given))]
    UnknownLook {
        /// What was named.
        what: &'static str,
        /// The name as given.
        given: String,
        /// The names that there are.
        known: String,
    },
    /// The profile's file cannot be opened or read.
    #[error("cannot read {}: {reason}", quoted(path))]
    UnreadableFile {
        /// The file.
        path: String,
        /// The system's message.
        reason: String,
    },
    /// Something is wrong in the profile's file.
    #[error("'{path}': {error}")]
    InFile {
        /// The file.
        path: String,
        /// What is wrong.
        error: Box<Error>,
    },
}
