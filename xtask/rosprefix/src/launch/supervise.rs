//! Starts the processes of a launch, keeps those running that should, and stops them all.
//!
//! Everything happens on the calling thread: the kernel ends a child whose starting *thread* is gone.

use std::collections::BTreeMap;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::launch::node::Process;
use crate::launch::output::Printer;
use crate::step::end_with_us;

/// How often children and signals are looked at.
const PACE: Duration = Duration::from_millis(50);

/// The signals that end a child, in turn.
const ENDING: [Signal; 3] = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGKILL];

/// How long a child has after each of these signals, as in ROS's own launch.
const GRACE: Duration = Duration::from_secs(5);

/// By then a child that will not end has been killed.
pub const LONGEST_END: Duration = Duration::from_secs(2 * GRACE.as_secs());

enum State {
    /// With the last of the ending signals that it was sent, by its place in [`ENDING`].
    Running(Child, Option<(usize, Instant)>),
    /// It starts at this moment.
    Waiting(Instant),
    Ended,
}

struct Supervised {
    process: Process,
    program: PathBuf,
    number: usize,
    label: String,
    state: State,
}

/// Runs `processes`, each with the file of its program, until all have ended or a signal stops them. Returns whether all
/// that are not started again ended well.
///
/// # Errors
/// When signals or children cannot be waited for.
pub fn run(
    processes: Vec<(Process, PathBuf)>,
    environment: &BTreeMap<String, String>,
    printer: &Printer,
) -> Result<bool> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).context("cannot listen to signals")?;
    let supervise = |(number, (process, program)): (usize, (Process, PathBuf))| Supervised {
        label: format!("{}-{}", process.label, number + 1),
        process,
        program,
        number,
        state: State::Waiting(Instant::now()),
    };
    let mut all: Vec<_> = processes.into_iter().enumerate().map(supervise).collect();
    let mut all_well = true;
    let mut stopping = None;
    while all.iter().any(|one| !matches!(one.state, State::Ended)) {
        for signal in signals.pending() {
            // Asking again is asking harder.
            stopping = Some(stopping.map_or(0, |before| ENDING.len().min(before + 2) - 1));
            let name = Signal::try_from(signal).map_or("signal", Signal::as_str);
            printer.say("WARNING", "launch", &format!("{name}: stopping all processes"));
        }
        for one in &mut all {
            all_well &= one.look(stopping, environment, printer)?;
        }
        thread::sleep(PACE);
    }
    printer.drain();
    Ok(all_well)
}

impl Supervised {
    /// Does what is due now; `stopping` is the ending signal that is wanted. Returns whether all is well.
    fn look(
        &mut self,
        stopping: Option<usize>,
        environment: &BTreeMap<String, String>,
        printer: &Printer,
    ) -> Result<bool> {
        match (&mut self.state, stopping) {
            (State::Running(child, sent), _) => {
                let ended = child.try_wait();
                if let Some(status) = ended.with_context(|| format!("cannot wait for {}", self.label))? {
                    return Ok(self.ended(status, stopping.is_some(), printer));
                }
                if let Some(wanted) = stopping {
                    push(child, sent, wanted, &self.label, printer);
                }
            }
            (State::Waiting(_), Some(_)) => self.state = State::Ended,
            (State::Waiting(start), None) if *start <= Instant::now() => match self.start(environment, printer) {
                Ok(child) => self.state = State::Running(child, None),
                Err(error) => {
                    let why = format!("cannot start {}: {error}", self.program.display());
                    printer.say("ERROR", &self.label, &why);
                    self.state = State::Ended;
                    return Ok(false);
                }
            },
            _ => {}
        }
        Ok(true)
    }

    fn start(&self, environment: &BTreeMap<String, String>, printer: &Printer) -> io::Result<Child> {
        let mut command = Command::new(&self.program);
        command
            .args(&self.process.arguments)
            .envs(environment)
            .envs(&self.process.environment)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        end_with_us(&mut command);
        let mut child = command.spawn()?;
        printer.follow(child.stdout.take(), io::stdout(), &self.label, self.number);
        printer.follow(child.stderr.take(), io::stderr(), &self.label, self.number);
        let started = format!("process started with pid [{}]", child.id());
        printer.say("INFO", &self.label, &started);
        Ok(child)
    }

    /// Reports how the process ended and decides what follows. Returns whether all is well.
    fn ended(&mut self, status: ExitStatus, stopping: bool, printer: &Printer) -> bool {
        let pid = match &self.state {
            State::Running(child, _) => child.id(),
            _ => 0,
        };
        self.state = State::Ended;
        if status.success() {
            let text = format!("process has finished cleanly [pid {pid}]");
            printer.say("INFO", &self.label, &text);
        } else {
            let code = status.code().or(status.signal().map(|signal| -signal)).unwrap_or_default();
            let command = self.program.display();
            let arguments = self.process.arguments.join(" ");
            let text = format!("process has died [pid {pid}, exit code {code}, cmd '{command} {arguments}'].");
            printer.say("ERROR", &self.label, &text);
        }
        match self.process.respawn {
            // Ending by the signal that was sent is fine; a crash on the way out is not.
            _ if stopping => status.signal().is_none_or(|signal| [SIGINT, SIGTERM].contains(&signal)),
            Some(delay) => {
                let text = format!("starting it again in {:.1} s", delay.as_secs_f64());
                printer.say("INFO", &self.label, &text);
                self.state = State::Waiting(Instant::now() + delay);
                true
            }
            None => status.success(),
        }
    }
}

/// Sends a running child the next signal when it is due: at once up to the one that is wanted, later when its grace is over.
fn push(child: &Child, sent: &mut Option<(usize, Instant)>, wanted: usize, label: &str, printer: &Printer) {
    let due = match *sent {
        None => wanted,
        Some((last, _)) if last < wanted => wanted,
        Some((last, since)) if last + 1 < ENDING.len() && GRACE <= since.elapsed() => last + 1,
        Some(_) => return,
    };
    if let Some((_, since)) = *sent {
        let waited = since.elapsed().as_secs_f64();
        let text = format!("still running after {waited:.1} s, sending {}", ENDING[due]);
        printer.say("ERROR", label, &text);
    }
    *sent = Some((due, Instant::now()));
    if let Ok(pid) = i32::try_from(child.id()) {
        // The child is not reaped yet, so its process group is still its own; that it just ended is fine.
        let _ = killpg(Pid::from_raw(pid), ENDING[due]);
    }
}
