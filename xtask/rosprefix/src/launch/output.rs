//! What is printed during a launch: each line marked with its process.

use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Colours that read well on a dark and on a light background, in turn.
const COLOURS: [u8; 6] = [36, 33, 32, 35, 34, 31];

/// The terminal during one launch.
pub struct Printer {
    coloured: bool,
    /// Each reader of a pipe holds one more.
    readers: Arc<()>,
}

impl Printer {
    /// For this program's terminal, or its replacement.
    pub fn new() -> Self {
        let coloured = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let readers = Arc::new(());
        Self { coloured, readers }
    }

    /// Prints a line about the launch itself or one of its processes.
    pub fn say(&self, level: &str, label: &str, text: &str) {
        let line = match (self.coloured, level) {
            (true, "ERROR") => format!("\u{1b}[31m[{level}] [{label}]: {text}\u{1b}[0m\n"),
            _ => format!("[{level}] [{label}]: {text}\n"),
        };
        // A closed terminal is no reason to let the nodes run on unwatched.
        let _ = std::io::stderr().write_all(line.as_bytes());
    }

    /// Passes on the lines that `from` delivers, in a thread of its own. `number` chooses the colour.
    pub fn follow(
        &self,
        from: Option<impl Read + Send + 'static>,
        mut to: impl Write + Send + 'static,
        label: &str,
        number: usize,
    ) {
        let Some(from) = from else { return };
        let mark = match self.coloured {
            true => format!("\u{1b}[{}m[{label}]\u{1b}[0m", COLOURS[number % COLOURS.len()]),
            false => format!("[{label}]"),
        };
        let reader = self.readers.clone();
        thread::spawn(move || {
            for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
                let text = String::from_utf8_lossy(&line);
                let line = format!("{mark} {}\n", text.trim_end_matches('\r'));
                let _ = to.write_all(line.as_bytes());
            }
            drop(reader);
        });
    }

    /// Lets the last lines through; a stray process that holds a pipe open is not waited for.
    pub fn drain(&self) {
        let end = Instant::now() + Duration::from_millis(500);
        while 1 < Arc::strong_count(&self.readers) && Instant::now() < end {
            thread::sleep(Duration::from_millis(5));
        }
    }
}
