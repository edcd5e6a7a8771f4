//! Foreign clients: Python programs that know nothing but ROS and the interfaces.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::binaries::repository;
use crate::domain::Domain;
use crate::network::{Host, Reach};
use crate::process::{Process, in_words};

/// The Python that has rclpy: of the prefix that cargo names, of the one that set-up made, or the system's.
fn python() -> PathBuf {
    let prefixes = std::env::var("AMENT_PREFIX_PATH").unwrap_or_default();
    let own = repository().join(".ros/prefix");
    let prefixes = prefixes.split(':').map(Path::new).chain([own.as_path()]);
    let mut pythons = prefixes.map(|prefix| prefix.join("bin/python"));
    pythons.find(|python| python.is_file()).unwrap_or_else(|| "python3".into())
}

/// The command that runs `tests/python/<script>.py` within the domain.
pub fn command<S: AsRef<OsStr>>(domain: &Domain, script: &str, arguments: &[S]) -> Command {
    let mut command = Command::new(python());
    command
        .arg(repository().join("tests/python").join(script).with_extension("py"))
        .args(arguments)
        .envs(domain.environment())
        .env("PYTHONUNBUFFERED", "1")
        // Messages bring numpy with them, whose many threads take longer to start than all else and have nothing to do.
        .env("OPENBLAS_NUM_THREADS", "1")
        .env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// Runs a script to its end and returns what it printed.
///
/// # Errors
/// When it fails or takes longer than [`PATIENCE`](crate::process::PATIENCE) times `limit`; the text holds all that it printed.
pub fn run_python<S: AsRef<OsStr>>(domain: &Domain, script: &str, arguments: &[S], limit: Duration) -> Result<String> {
    run(script, command(domain, script, arguments), limit)
}

/// The same from a host of a network, with this reach.
///
/// # Errors
/// As [`run_python`].
pub fn run_python_on<S: AsRef<OsStr>>(
    host: &Host,
    reach: Reach,
    domain: &Domain,
    script: &str,
    arguments: &[S],
    limit: Duration,
) -> Result<String> {
    let command = host.place(&command(domain, script, arguments), reach);
    run(script, command, limit)
}

/// Runs the command of a script to its end and returns what it printed.
pub fn run(script: &str, command: Command, limit: Duration) -> Result<String> {
    let mut process = Process::start(script, command)?;
    let status = process.wait(limit)?;
    let output = process.output();
    match status.success() {
        true => Ok(output),
        false => bail!("{script} ended with {}:\n{output}", in_words(status)),
    }
}
