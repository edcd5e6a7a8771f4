//! Everything that can go wrong with a recording.

use std::io;
use std::path::PathBuf;

/// Error of the crate; each text names the file or the type.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No definition of a message type, which readers need.
    #[error("no definition of {}{} is installed", cube::outside::quoted(name), match needed_by {
        Some(needed_by) => format!(", which {} needs,", cube::outside::line(needed_by)),
        None => String::new(),
    })]
    UnknownType {
        /// The type.
        name: String,
        /// The type that refers to it.
        needed_by: Option<String>,
    },
    /// A file is there already, and nothing is overwritten.
    #[error("{} exists already; recordings overwrite nothing", path.display())]
    Exists {
        /// The file or folder.
        path: PathBuf,
    },
    /// The file cannot be made.
    #[error("cannot record to {}: {reason}", path.display())]
    Create {
        /// The file or folder.
        path: PathBuf,
        /// What the system reports.
        reason: io::Error,
    },
    /// The file could not be written further.
    #[error("the recording {} ends here: {reason}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system reports.
        reason: String,
    },
    /// The file was removed or moved while it was written.
    #[error("the recording {} ends here: the file is no longer there", path.display())]
    Gone {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be opened or read.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system reports.
        reason: io::Error,
    },
    /// The file is something else.
    #[error("{} is no MCAP recording", path.display())]
    NoRecording {
        /// The file.
        path: PathBuf,
    },
    /// A folder that does not have one recording.
    #[error("{} has {count} MCAP files in place of one", path.display())]
    NotOne {
        /// The folder.
        path: PathBuf,
        /// How many it has.
        count: usize,
    },
    /// The file has no end: its writer was killed, or the disk was full.
    #[error("the recording {} breaks off", path.display())]
    BreaksOff {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read further.
    #[error("the recording {} cannot be read further: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}
