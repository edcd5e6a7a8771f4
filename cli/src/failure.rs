//! How the program ends when it could not do what was asked: one sentence and an exit status.

use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The cube, image or file is not solvable or readable as it is. Exit status 1.
    #[error("{0}")]
    NotAsGiven(String),
    /// Some of several inputs failed; each error is printed already. Exit status 1.
    #[error("some inputs failed")]
    Several,
    /// The arguments make no sense. Exit status 2.
    #[error("{0}")]
    Usage(String),
    /// The reader of our output closed it, which is no error. Exit status 0.
    #[error("nobody reads the output any more")]
    OutputClosed,
    /// The output cannot be written. Exit status 1.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
}

impl Failure {
    /// Prints the failure and returns the exit status.
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::OutputClosed => return ExitCode::SUCCESS,
            Failure::Several => {}
            other => log(other),
        }
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            _ => ExitCode::from(1),
        }
    }
}

/// Makes the error of a result a failure in its own words.
pub trait OrFail<T> {
    /// As [`Failure::NotAsGiven`].
    fn or_fail(self) -> Result<T, Failure>;
    /// As [`Failure::Usage`].
    fn or_usage(self) -> Result<T, Failure>;
}

impl<T, E: std::fmt::Display> OrFail<T> for Result<T, E> {
    fn or_fail(self) -> Result<T, Failure> {
        self.map_err(|error| Failure::NotAsGiven(error.to_string()))
    }

    fn or_usage(self) -> Result<T, Failure> {
        self.map_err(|error| Failure::Usage(error.to_string()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::Output(error),
        }
    }
}

/// Writes one sentence to the error stream.
pub fn log(reason: impl std::fmt::Display) {
    use std::io::Write;
    // When the error stream is closed too, the exit status is all that is left.
    let reason = reason.to_string();
    let _ = writeln!(io::stderr(), "cuberig: {}", cube::outside::line(&reason));
}

/// The sentence for a file that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> String {
    format!("cannot read '{}': {error}", path.display())
}
