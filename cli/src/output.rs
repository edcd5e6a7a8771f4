//! Where results go: one JSON object a line for scripts, or text and colours for people.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use serde::Serialize;

use crate::failure::Failure;

/// Standard output in the form that was asked for.
pub struct Output {
    json: bool,
    terminal: bool,
    stream: anstream::AutoStream<io::Stdout>,
}

impl Output {
    /// Writes to standard output; colours are kept only where a terminal shows them.
    pub fn new(json: bool) -> Output {
        let terminal = io::stdout().is_terminal();
        Output { json, terminal, stream: anstream::AutoStream::auto(io::stdout()) }
    }

    /// Whether results are wanted as JSON.
    pub fn wants_json(&self) -> bool {
        self.json
    }

    /// Whether a person is looking.
    pub fn is_terminal(&self) -> bool {
        self.terminal && !self.json
    }

    /// Writes one JSON object and a line end.
    pub fn json(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        let mut line = serde_json::to_vec(object).map_err(io::Error::from)?;
        line.push(b'\n');
        self.stream.write_all(&line)?;
        Ok(self.stream.flush()?)
    }

    /// Writes text and a line end.
    pub fn text(&mut self, text: impl std::fmt::Display) -> Result<(), Failure> {
        writeln!(self.stream, "{text}")?;
        Ok(self.stream.flush()?)
    }
}

/// Writes a file that was asked for.
pub fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::NotAsGiven(format!("cannot write '{}': {error}", path.display())))
}

/// Makes a folder that was asked for, unless it is there.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path)
        .map_err(|error| Failure::NotAsGiven(format!("cannot make the folder '{}': {error}", path.display())))
}
