//! A graph that this tool launches for a while: by its own launcher, in a process group of its own, output in a log.

use std::fs::File;
use std::net::TcpListener;
use std::ops::Range;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use rosprefix::launch::LONGEST_END;

/// The bricks that the simulator stands for, each with a TCP port of its own.
const BRICKS: u16 = 4;
/// How long the launcher may take to end, beyond what its nodes may.
const END: Duration = Duration::from_secs(2);
/// Lines of the graph's output that are shown after a failure.
const SHOWN_LINES: usize = 15;

/// A running graph; ended when dropped.
pub struct Graph(Child);

impl Graph {
    /// Launches the rig with these arguments (`name:=value`), of programs that are built.
    ///
    /// # Errors
    /// When the log cannot be written or the launcher not be started.
    pub fn start(arguments: &[String], log: &Path) -> Result<Self> {
        let output = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let errors = output.try_clone().context("cannot write the log twice")?;
        let own_program = std::env::current_exe().context("cannot find this program")?;
        let launch = Command::new(own_program)
            .args(["launch", "--no-build"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(errors)
            .process_group(0)
            .spawn()
            .context("cannot launch the graph")?;
        Ok(Self(launch))
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(Some(_)))
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        let group = Pid::from_raw(self.0.id() as i32);
        let deadline = Instant::now() + LONGEST_END + END;
        // A group that is gone already needs no signal.
        let _ = killpg(group, Signal::SIGINT);
        while !self.has_ended() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = killpg(group, Signal::SIGKILL);
        let _ = self.0.wait();
    }
}

/// The first of four neighbouring TCP ports that are free now.
///
/// # Errors
/// When there are none.
pub fn free_ports() -> Result<u16> {
    let all_free = |first: u16| (0..BRICKS).all(|brick| is_free(first + brick));
    let mut first_ports = (15700..16700).step_by(usize::from(BRICKS));
    first_ports.find(|first| all_free(*first)).context("no four neighbouring TCP ports are free from 15700 to 16700")
}

/// The first TCP port of these that is free now.
pub fn free_port(mut ports: Range<u16>) -> Option<u16> {
    ports.find(|port| is_free(*port))
}

fn is_free(port: u16) -> bool {
    TcpListener::bind(("127.0.0.1", port)).is_ok()
}

/// Shows the end of a graph's log.
pub fn show_end_of(log: &Path) {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<_> = text.lines().collect();
    eprintln!("the last lines of the nodes' output:");
    for line in &lines[lines.len().saturating_sub(SHOWN_LINES)..] {
        eprintln!("  {line}");
    }
}
