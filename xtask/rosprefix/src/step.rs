//! A long step of set-up: shows what happens, keeps the full output in a log, reports how long it took.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, IsTerminal, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{getpid, getppid};

/// Lines of a failed command's output that are shown; the log has the rest.
const SHOWN_LINES: usize = 25;

/// The steps that run at once, each with a line of the terminal.
static SHOWN: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// One running step.
pub struct Step {
    /// What it does, for people.
    pub title: String,
    bar: ProgressBar,
    started: Instant,
    log: PathBuf,
}

impl Step {
    /// Begins the step `name` (also the log's name), shown as `title`.
    pub fn begin(logs: &Path, name: &str, title: &str) -> Result<Self> {
        fs::create_dir_all(logs).with_context(|| format!("cannot make {}", logs.display()))?;
        let log = logs.join(format!("{name}.log"));
        File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let bar = SHOWN.add(ProgressBar::new_spinner());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix} [{elapsed}] {wide_msg:.dim}") {
            bar.set_style(style);
        }
        bar.set_prefix(title.to_owned());
        bar.enable_steady_tick(Duration::from_millis(120));
        if !std::io::stderr().is_terminal() {
            eprintln!("   {title} …");
        }
        Ok(Self { title: title.to_owned(), bar, started: Instant::now(), log })
    }

    /// Shows what the step is at.
    pub fn say(&self, message: impl Into<String>) {
        self.bar.set_message(message.into());
    }

    /// Runs `command`, shows its last line of output, keeps all of it in the log.
    ///
    /// # Errors
    /// When it cannot be started or ends with another status than 0; the message holds the end of its output.
    pub fn run(&self, command: &mut Command) -> Result<()> {
        let shown = display(command);
        let mut log = self.open_log()?;
        writeln!(log, "$ {shown}")?;
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start `{shown}`"))?;
        let tail = Arc::new(Mutex::new(Vec::<String>::new()));
        let stderr = child.stderr.take().map(|pipe| self.follow(pipe, tail.clone()));
        if let Some(pipe) = child.stdout.take() {
            let _ = self.follow(pipe, tail.clone())?.join();
        }
        if let Some(reader) = stderr {
            let _ = reader?.join();
        }
        let status = child.wait().with_context(|| format!("cannot wait for `{shown}`"))?;
        if !status.success() {
            let tail = tail.lock().map(|lines| lines.join("\n")).unwrap_or_default();
            bail!("`{shown}` failed ({status}):\n{tail}\nThe full output is in {}", self.log.display());
        }
        Ok(())
    }

    /// Ends the step and reports how long it took.
    pub fn done(self) {
        self.bar.finish_and_clear();
        let seconds = self.started.elapsed().as_secs_f64();
        SHOWN.suspend(|| eprintln!(" ✓ {} ({seconds:.1} s)", self.title));
    }

    fn open_log(&self) -> Result<File> {
        File::options().append(true).open(&self.log).with_context(|| format!("cannot write {}", self.log.display()))
    }

    fn follow(
        &self,
        pipe: impl std::io::Read + Send + 'static,
        tail: Arc<Mutex<Vec<String>>>,
    ) -> Result<std::thread::JoinHandle<()>> {
        let bar = self.bar.clone();
        let mut log = self.open_log()?;
        Ok(std::thread::spawn(move || {
            for line in BufReader::new(pipe).split(b'\n').map_while(|line| line.ok()) {
                let line = String::from_utf8_lossy(&line).into_owned();
                let _ = writeln!(log, "{line}");
                bar.set_message(line.trim().to_owned());
                if let Ok(mut lines) = tail.lock() {
                    lines.push(line);
                    if SHOWN_LINES < lines.len() {
                        lines.remove(0);
                    }
                }
            }
        }))
    }
}

/// Makes the kernel end the command when the thread that starts it is gone.
pub fn end_with_us(command: &mut Command) {
    let us = getpid();
    // SAFETY: between fork and exec only prctl and getppid are called, and both are async-signal-safe.
    unsafe {
        command.pre_exec(move || {
            prctl::set_pdeathsig(Signal::SIGTERM)?;
            // We may have died before the line above.
            if getppid() != us {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            Ok(())
        });
    }
}

/// The command as one would type it.
pub fn display(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let quoted = words.map(|word| {
        let word = word.to_string_lossy();
        if word.is_empty() || word.contains(|c: char| c.is_whitespace() || "'\"$;&|<>()*".contains(c)) {
            format!("'{}'", word.replace('\'', r"'\''"))
        } else {
            word.into_owned()
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// Prints `text`; a reader that has seen enough, such as `head`, is no error.
pub fn print(text: &str) -> Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot print"),
        _ => Ok(()),
    }
}

/// What `command` prints, trimmed; `None` when it cannot be started or fails.
pub fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("apt-get");
        command.args(["install", "a b", "it's", "plain"]);
        assert_eq!(display(&command), r"apt-get install 'a b' 'it'\''s' plain");
    }

    #[test]
    fn a_failing_command_shows_its_last_lines() -> Result<()> {
        let logs = std::env::temp_dir().join(format!("xtask-step-{}", std::process::id()));
        let step = Step::begin(&logs, "probe", "probing")?;
        let error = step.run(Command::new("sh").args(["-c", "echo first; echo broken >&2; exit 3"]));
        let message = error.expect_err("the command exits with 3").to_string();
        assert!(message.contains("broken") && message.contains("exit status: 3"), "{message}");
        assert!(fs::read_to_string(logs.join("probe.log"))?.contains("first"));
        fs::remove_dir_all(&logs)?;
        Ok(())
    }
}
