//! One process to start, as the launch file describes it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// What is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Program {
    /// An executable of a ROS package.
    OfPackage {
        /// The package.
        package: String,
        /// The executable in it.
        executable: String,
    },
    /// Any program, as on a command line.
    Plain(String),
}

/// Where a process's output goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Only to the terminal.
    Screen,
    /// To a log file; errors to the terminal as well.
    Log,
    /// To both.
    Both,
}

/// Whether and how a process is started again when it ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Respawn {
    /// How long to wait first.
    pub delay: Duration,
    /// How often at most; `None` for ever.
    pub at_most: Option<u32>,
}

/// One process.
#[derive(Debug, Clone, PartialEq)]
pub struct Process {
    /// What its lines are marked with.
    pub label: String,
    /// What is started.
    pub program: Program,
    /// Its arguments, ROS's own included.
    pub arguments: Vec<String>,
    /// Changes to the environment: a value, or `None` to take the variable away.
    pub environment: BTreeMap<String, Option<String>>,
    /// The folder it runs in.
    pub folder: Option<PathBuf>,
    /// Where its output goes.
    pub output: Output,
    /// Whether it is started again.
    pub respawn: Option<Respawn>,
    /// Whether everything ends with it.
    pub ends_all: bool,
    /// From SIGINT to SIGTERM.
    pub sigterm_timeout: Duration,
    /// From SIGTERM to SIGKILL.
    pub sigkill_timeout: Duration,
}
