//! The runs that ended, kept in a file over restarts.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::protocol::History;
use crate::run_watch::Record;

/// The newest runs that are kept.
const MOST_RUNS: usize = 500;
/// A file larger than this was not written here: 500 runs with long reasons have a quarter of it.
const MOST_BYTES: u64 = 1 << 20;

/// Why the history cannot be kept.
#[derive(Debug, Error)]
pub enum HistoryError {
    /// The file cannot be read or written.
    #[error("the history of runs '{}' cannot be {what}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// `read` or `written`.
        what: &'static str,
        /// Why.
        source: std::io::Error,
    },
    /// The file holds something else.
    #[error("'{}' is no history of runs: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// The history and its file.
pub struct HistoryFile {
    path: PathBuf,
    history: History,
}

impl HistoryFile {
    /// Opens the file; where there is none, nothing has run yet.
    ///
    /// # Errors
    /// It cannot be read, or is something else. It is not touched then.
    pub fn open(path: &Path) -> Result<Self, HistoryError> {
        let failed = |source| HistoryError::File { path: path.to_owned(), what: "read", source };
        let foreign = |reason| HistoryError::Foreign { path: path.to_owned(), reason };
        let history = match cube::outside::read_text(path, "a history of runs", MOST_BYTES) {
            Err(error) if error.kind() == ErrorKind::NotFound => History::default(),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                return Err(foreign(error.to_string()));
            }
            Err(error) => return Err(failed(error)),
            Ok(text) => serde_json::from_str(&text).map_err(|error| foreign(error.to_string()))?,
        };
        Ok(Self { path: path.to_owned(), history })
    }

    /// What is known.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Adds a run and writes the file, whole or not at all. A run that goes on is no record any more; in the file it stays until it
    /// ends, so that nothing is lost when the program ends before.
    ///
    /// # Errors
    /// It cannot be written. The run counts until the end of the program nevertheless.
    pub fn note(&mut self, record: Record) -> Result<(), HistoryError> {
        let Record::Ended(run) = record else {
            self.history.runs.pop();
            return Ok(());
        };
        self.history.runs.push(run);
        let surplus = self.history.runs.len().saturating_sub(MOST_RUNS);
        self.history.runs.drain(..surplus);
        self.write().map_err(|source| HistoryError::File { path: self.path.clone(), what: "written", source })
    }

    fn write(&self) -> std::io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let partial = self.path.with_extension("partial");
        fs::write(&partial, serde_json::to_vec(&self.history)?)?;
        fs::rename(&partial, &self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::PastRun;

    fn run(moves: u32) -> PastRun {
        PastRun {
            ended: 1.0,
            solved: true,
            reason: String::new(),
            attempts: 1,
            moves,
            scan: 9.5,
            solve: 2.0,
            execute: 33.035,
            check: 11.0,
        }
    }

    fn place(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("page-history-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        folder.join(name)
    }

    #[test]
    fn runs_are_there_again_after_a_restart_and_the_oldest_go() {
        let path = place("deep/runs.json");
        let mut file = HistoryFile::open(&path).expect("there is none yet");
        for moves in 0..502 {
            file.note(Record::Ended(run(moves))).expect("it can be written");
        }
        file.note(Record::GoesOn).expect("nothing is written");
        assert_eq!(file.history().runs.last(), Some(&run(500)), "the newest run has not ended");
        let newest = |file: HistoryFile| file.history().runs.last().cloned();
        assert_eq!(HistoryFile::open(&path).ok().and_then(newest), Some(run(501)), "nothing is lost meanwhile");
        file.note(Record::Ended(run(501))).expect("it can be written");
        let again = HistoryFile::open(&path).expect("it was written");
        let runs = &again.history().runs;
        assert_eq!((runs.len(), runs[0].moves, runs[499].moves), (500, 2, 501));
        assert_eq!(again.history(), file.history());
    }

    #[test]
    fn what_is_no_file_is_refused_at_once() {
        let error = HistoryFile::open(Path::new("/dev/zero")).map(|_| ());
        let error = error.expect_err("it has no end").to_string();
        assert!(error.ends_with("it is a device, not a file"), "{error}");
    }

    #[test]
    fn a_file_of_somebody_else_is_refused_and_left_alone() {
        let path = place("other.json");
        fs::write(&path, "{\"runs\": 7}").expect("a file for the test");
        let error = HistoryFile::open(&path).map(|_| ()).expect_err("no history");
        assert!(error.to_string().contains("other.json"), "{error}");
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("{\"runs\": 7}"));
    }
}
