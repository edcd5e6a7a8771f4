//! What the processes print: each line marked with its process, on the terminal, in a log, or both.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use crate::launch::process::Output;

/// Colours that read well on dark and light ground, in turn.
const COLOURS: [u8; 6] = [36, 33, 32, 35, 34, 31];

/// Launches whose logs are kept.
const KEPT: usize = 20;

/// The terminal and the log folder of one launch.
#[derive(Clone)]
pub struct Printer {
    folder: PathBuf,
    coloured: bool,
    readers: Arc<AtomicUsize>,
}

/// Which of a process's two streams a line comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Error,
}

impl Printer {
    /// Makes a log folder for this launch under `logs` and removes old ones.
    pub fn new(logs: &Path) -> Result<Self> {
        let seconds = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_secs();
        let folder = logs.join(format!("{seconds}-{}", std::process::id()));
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let mut older: Vec<PathBuf> = fs::read_dir(logs)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .collect();
        older.sort();
        for old in older.iter().rev().skip(KEPT) {
            let _ = fs::remove_dir_all(old);
        }
        let coloured = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Ok(Self {
            folder,
            coloured,
            readers: Arc::default(),
        })
    }

    /// Where the logs are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Says something about the launch itself or one of its processes.
    pub fn say(&self, level: &str, label: &str, text: &str) {
        let line = match (self.coloured, level) {
            (true, "ERROR") => format!("\u{1b}[31m[{level}] [{label}]: {text}\u{1b}[0m\n"),
            _ => format!("[{level}] [{label}]: {text}\n"),
        };
        // A closed terminal is no reason to let the nodes run on unwatched.
        let _ = std::io::stderr().lock().write_all(line.as_bytes());
    }

    /// Passes on what `pipe` delivers, in a thread of its own.
    pub fn follow(
        &self,
        pipe: impl Read + Send + 'static,
        stream: Stream,
        label: &str,
        number: usize,
        output: Output,
    ) {
        let mut log = (output != Output::Screen)
            .then(|| self.log(label))
            .flatten();
        let shown = output != Output::Log || stream == Stream::Error;
        let mark = match self.coloured {
            true => format!(
                "\u{1b}[{}m[{label}]\u{1b}[0m",
                COLOURS[number % COLOURS.len()]
            ),
            false => format!("[{label}]"),
        };
        let readers = self.readers.clone();
        readers.fetch_add(1, Ordering::SeqCst);
        thread::spawn(move || {
            for line in BufReader::new(pipe)
                .split(b'\n')
                .map_while(|line| line.ok())
            {
                let text = String::from_utf8_lossy(&line);
                let text = text.trim_end_matches('\r');
                if let Some(log) = &mut log {
                    let _ = writeln!(log, "{text}");
                }
                if shown {
                    let line = format!("{mark} {text}\n");
                    let _ = match stream {
                        Stream::Out => std::io::stdout().lock().write_all(line.as_bytes()),
                        Stream::Error => std::io::stderr().lock().write_all(line.as_bytes()),
                    };
                }
            }
            readers.fetch_sub(1, Ordering::SeqCst);
        });
    }

    /// Lets the last lines through; a stray process that holds a pipe open is not waited for.
    pub fn drain(&self) {
        let end = Instant::now() + Duration::from_millis(500);
        while 0 < self.readers.load(Ordering::SeqCst) && Instant::now() < end {
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn log(&self, label: &str) -> Option<File> {
        let file = self.folder.join(format!("{}.log", label.replace('/', "_")));
        File::options().create(true).append(true).open(file).ok()
    }
}
