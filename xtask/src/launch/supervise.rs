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

use anyhow::{Context, Result, bail};
use nix::sys::prctl;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::{Pid, getpid, getppid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::launch::output::{Printer, Stream};
use crate::launch::process::{Process, Program};

/// How often children and signals are looked at.
const PACE: Duration = Duration::from_millis(20);

/// Finds the file of an executable of a ROS package.
pub type Finder<'a> = &'a dyn Fn(&str, &str) -> Result<PathBuf>;

/// The signals that end a child, in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Push {
    Interrupt,
    Terminate,
    Kill,
}

impl Push {
    fn signal(self) -> Signal {
        match self {
            Push::Interrupt => Signal::SIGINT,
            Push::Terminate => Signal::SIGTERM,
            Push::Kill => Signal::SIGKILL,
        }
    }
}

enum State {
    Running {
        child: Child,
        pushed: Option<(Push, Instant)>,
    },
    Waiting {
        until: Instant,
    },
    Ended,
}

struct Supervised {
    process: Process,
    label: String,
    program: PathBuf,
    restarts: u32,
    state: State,
}

/// Runs `processes` until all have ended or a signal stops them; tells whether all went well.
///
/// # Errors
/// When an executable is missing or cannot be started; what was started is stopped again.
pub fn run(
    processes: Vec<Process>,
    environment: &BTreeMap<String, String>,
    find: Finder,
    printer: &Printer,
) -> Result<bool> {
    let mut signals =
        Signals::new([SIGINT, SIGTERM, SIGHUP]).context("cannot listen to signals")?;
    // All executables are looked for before any is started.
    let mut supervised = Vec::new();
    for (number, process) in processes.into_iter().enumerate() {
        let program = match &process.program {
            Program::OfPackage {
                package,
                executable,
            } => find(package, executable)?,
            Program::Plain(program) => PathBuf::from(program),
        };
        let label = format!("{}-{}", process.label, number + 1);
        supervised.push(Supervised {
            process,
            label,
            program,
            restarts: 0,
            state: State::Ended,
        });
    }
    let mut all_well = true;
    let mut stopping: Option<Push> = None;
    let mut problem = None;
    for (number, one) in supervised.iter_mut().enumerate() {
        if let Err(error) = start(one, number, environment, printer) {
            problem = Some(error);
            stopping = Some(Push::Interrupt);
            break;
        }
    }
    while supervised
        .iter()
        .any(|one| !matches!(one.state, State::Ended))
    {
        for signal in signals.pending() {
            let name = Signal::try_from(signal).map_or("signal", Signal::as_str);
            // Asking again is asking harder.
            stopping = Some(match stopping {
                None => Push::Interrupt,
                Some(Push::Interrupt) => Push::Terminate,
                Some(_) => Push::Kill,
            });
            printer.say(
                "WARNING",
                "launch",
                &format!("{name}: stopping all processes"),
            );
        }
        for (number, one) in supervised.iter_mut().enumerate() {
            let ended = match &mut one.state {
                State::Running { child, .. } => child
                    .try_wait()
                    .with_context(|| format!("cannot wait for {}", one.label))?,
                _ => None,
            };
            if let Some(status) = ended {
                let after = after_end(one, status, stopping.is_some(), printer);
                all_well &= after.well;
                if after.ends_all && stopping.is_none() {
                    printer.say(
                        "INFO",
                        "launch",
                        &format!("{} ended, and the launch ends with it", one.label),
                    );
                    stopping = Some(Push::Interrupt);
                }
            }
            match (&mut one.state, stopping) {
                (State::Running { child, pushed }, Some(wanted)) => {
                    push(child, pushed, wanted, &one.process, &one.label, printer)
                }
                (State::Waiting { .. }, Some(_)) => one.state = State::Ended,
                (State::Waiting { until }, None) if *until <= Instant::now() => {
                    if let Err(error) = start(one, number, environment, printer) {
                        printer.say("ERROR", &one.label, &format!("{error:#}"));
                        all_well = false;
                    }
                }
                _ => {}
            }
        }
        thread::sleep(PACE);
    }
    printer.drain();
    problem.map_or(Ok(all_well), Err)
}

fn start(
    one: &mut Supervised,
    number: usize,
    environment: &BTreeMap<String, String>,
    printer: &Printer,
) -> Result<()> {
    let mut command = Command::new(&one.program);
    command.args(&one.process.arguments).envs(environment);
    for (name, value) in &one.process.environment {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    if let Some(folder) = &one.process.folder {
        command.current_dir(folder);
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    let supervisor = getpid();
    // SAFETY: between fork and exec only prctl and getppid are called, and both are async-signal-safe.
    unsafe {
        command.pre_exec(move || {
            prctl::set_pdeathsig(Signal::SIGTERM)?;
            // The supervisor may have died before the line above.
            if getppid() != supervisor {
                Err(io::ErrorKind::BrokenPipe.into())
            } else {
                Ok(())
            }
        });
    }
    one.state = State::Ended;
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {}", one.program.display()))?;
    if let Some(pipe) = child.stdout.take() {
        printer.follow(pipe, Stream::Out, &one.label, number, one.process.output);
    }
    if let Some(pipe) = child.stderr.take() {
        printer.follow(pipe, Stream::Error, &one.label, number, one.process.output);
    }
    printer.say(
        "INFO",
        &one.label,
        &format!("process started with pid [{}]", child.id()),
    );
    one.state = State::Running {
        child,
        pushed: None,
    };
    Ok(())
}

struct AfterEnd {
    well: bool,
    ends_all: bool,
}

/// Says how a process ended and decides what follows.
fn after_end(
    one: &mut Supervised,
    status: ExitStatus,
    stopping: bool,
    printer: &Printer,
) -> AfterEnd {
    let pid = match &one.state {
        State::Running { child, .. } => child.id(),
        _ => 0,
    };
    one.state = State::Ended;
    let code = status
        .code()
        .unwrap_or_else(|| -status.signal().unwrap_or_default());
    if status.success() {
        printer.say(
            "INFO",
            &one.label,
            &format!("process has finished cleanly [pid {pid}]"),
        );
    } else {
        let command = std::iter::once(one.program.display().to_string())
            .chain(one.process.arguments.iter().cloned());
        let command = command.collect::<Vec<_>>().join(" ");
        printer.say(
            "ERROR",
            &one.label,
            &format!("process has died [pid {pid}, exit code {code}, cmd '{command}']."),
        );
    }
    if stopping {
        // Ending by the signal that was sent is fine; a crash on the way out is not.
        let asked = [Signal::SIGINT, Signal::SIGTERM]
            .map(|signal| Some(signal as i32))
            .contains(&status.signal());
        return AfterEnd {
            well: asked || status.code().is_some(),
            ends_all: false,
        };
    }
    match one.process.respawn {
        Some(respawn) if respawn.at_most.is_none_or(|most| one.restarts < most) => {
            one.restarts += 1;
            let delay = respawn.delay;
            printer.say(
                "INFO",
                &one.label,
                &format!("starting it again in {:.1} s", delay.as_secs_f64()),
            );
            one.state = State::Waiting {
                until: Instant::now() + delay,
            };
            AfterEnd {
                well: true,
                ends_all: false,
            }
        }
        _ => AfterEnd {
            well: status.success(),
            ends_all: one.process.ends_all,
        },
    }
}

/// Sends a running child the next signal when it is due: at once for what is wanted, later by its timeouts.
fn push(
    child: &Child,
    pushed: &mut Option<(Push, Instant)>,
    wanted: Push,
    process: &Process,
    label: &str,
    printer: &Printer,
) {
    let now = Instant::now();
    let due = match *pushed {
        None => wanted,
        Some((sent, _)) if sent < wanted => wanted,
        Some((Push::Interrupt, since)) if process.sigterm_timeout <= now - since => Push::Terminate,
        Some((Push::Terminate, since)) if process.sigkill_timeout <= now - since => Push::Kill,
        Some(_) => return,
    };
    if due != Push::Interrupt {
        let waited = pushed.map_or(0.0, |(_, since)| (now - since).as_secs_f64());
        printer.say(
            "ERROR",
            label,
            &format!(
                "still running after {waited:.1} s, sending {}",
                due.signal()
            ),
        );
    }
    *pushed = Some((due, now));
    if let Ok(pid) = i32::try_from(child.id()) {
        // The child is not reaped yet, so its process group is still its own; that it just ended is fine.
        let _ = killpg(Pid::from_raw(pid), due.signal());
    }
}

/// The executable of a package: our own in cargo's target folder, others under `lib` of a prefix.
///
/// # Errors
/// Names the package or executable that is not there.
pub fn find(
    package: &str,
    executable: &str,
    binaries: &std::path::Path,
    prefixes: &[PathBuf],
) -> Result<PathBuf> {
    if package == crate::launch::context::OWN_PACKAGE {
        let file = binaries.join(executable);
        if !file.is_file() {
            bail!(
                "the package `{package}` has no executable `{executable}` ({} is not there)",
                file.display()
            );
        }
        return Ok(file);
    }
    let file = prefixes
        .iter()
        .map(|prefix| prefix.join("lib").join(package).join(executable))
        .find(|file| file.is_file());
    file.with_context(|| {
        let known = prefixes
            .iter()
            .any(|prefix| prefix.join("share").join(package).is_dir());
        if known {
            format!("the package `{package}` has no executable `{executable}`")
        } else {
            crate::launch::context::missing(package)
        }
    })
}
