//! A program under test: in a process group of its own, its output in a file, ended by pid.

use std::fs::{self, File};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

/// Limits are for an idle machine; they are multiplied by this for a busy one.
pub const PATIENCE: u32 = 4;

/// A running program. Dropping it ends its whole process group.
pub struct Process {
    name: String,
    child: Child,
    group: Pid,
    log: PathBuf,
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts the command; both its output streams go to a file of their own.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(name: &str, mut command: Command) -> Result<Process> {
        let folder = std::env::temp_dir().join(format!("cuberig-tests-{}", std::process::id()));
        fs::create_dir_all(&folder).context("cannot make a folder for logs")?;
        let log = folder.join(format!("{name}-{}.log", unique()));
        let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file).process_group(0);
        // SAFETY: prctl is async-signal-safe and touches no memory of this process.
        unsafe { command.pre_exec(end_with_parent) };
        let child = command.spawn().with_context(|| format!("cannot start {name}"))?;
        let group = Pid::from_raw(i32::try_from(child.id()).context("pids fit 31 bits")?);
        Ok(Process { name: name.into(), child, group, log, ended: None })
    }

    /// Its pid.
    pub fn pid(&self) -> Pid {
        self.group
    }

    /// What it has written so far.
    pub fn output(&self) -> String {
        fs::read(&self.log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }

    /// The last lines of what it has written.
    pub fn tail(&self, lines: usize) -> String {
        let output = self.output();
        let all: Vec<&str> = output.lines().collect();
        all[all.len().saturating_sub(lines)..].join("\n")
    }

    /// Waits for a line of output that contains these words, and returns the rest of the line.
    ///
    /// # Errors
    /// When no line has them within [`PATIENCE`] times `limit`.
    pub fn wait_for_output(&self, words: &str, limit: Duration) -> Result<String> {
        let deadline = Instant::now() + limit * PATIENCE;
        loop {
            let output = self.output();
            if let Some((_, rest)) = output.lines().find_map(|line| line.split_once(words)) {
                return Ok(rest.trim().to_owned());
            }
            if deadline < Instant::now() {
                bail!("{} did not print '{words}'", self.name);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// How it ended, if it did.
    pub fn ended(&mut self) -> Result<Option<ExitStatus>> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().with_context(|| format!("cannot wait for {}", self.name))?;
        }
        Ok(self.ended)
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// When it still runs after [`PATIENCE`] times `limit`.
    pub fn wait(&mut self, limit: Duration) -> Result<ExitStatus> {
        let limit = limit * PATIENCE;
        let deadline = Instant::now() + limit;
        loop {
            if let Some(status) = self.ended()? {
                return Ok(status);
            }
            if deadline < Instant::now() {
                bail!("{} still runs after {limit:?}; the end of its output:\n{}", self.name, self.tail(30));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Asks it to end by a signal to it alone, and waits for it.
    ///
    /// # Errors
    /// When it does not end in time.
    pub fn stop(&mut self, signal: Signal, limit: Duration) -> Result<ExitStatus> {
        if self.ended()?.is_none() {
            kill(self.group, signal).with_context(|| format!("cannot signal {}", self.name))?;
        }
        self.wait(limit)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if matches!(self.ended(), Ok(None)) {
            let _ = self.stop(Signal::SIGTERM, Duration::from_secs(3));
        }
        // What its children left behind; there is usually nothing, and then the group is gone.
        let _ = killpg(self.group, Signal::SIGKILL);
        let _ = self.child.wait();
    }
}

/// Lets the kernel end the child when the thread that started it dies, however it dies.
fn end_with_parent() -> std::io::Result<()> {
    nix::sys::prctl::set_pdeathsig(Signal::SIGTERM).map_err(std::io::Error::from)
}

/// A number that no other log of this test program has.
fn unique() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// How a program ended, in words.
pub fn in_words(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("status {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "an unknown end".into(),
    }
}
