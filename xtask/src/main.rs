//! The project's own tool: set-up, checks, launch, tests, demo. `cargo xtask help` lists what it does.

mod build;
mod checks;
mod demo;
mod doctor;
mod figures;
mod fuzz;
mod graph;
mod physics;
mod quick;
mod runs;
mod setup;
mod slow;
mod stop;
mod train;

use std::env;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use rosprefix::paths::Paths;
use rosprefix::{launch, ros, step};

/// The one entry point: `cargo xtask <command>`.
#[derive(Parser)]
#[command(name = "cargo xtask", about)]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install and build everything that building and running need; quick where that is done.
    Setup,
    /// Solve cubes with the whole simulated rig: scan, solve, execute, look again.
    Demo(demo::Options),
    /// Start a launch file's nodes, show what they print, stop them on Ctrl-C.
    Launch(launch::Options),
    /// Measure where the seconds of whole runs go: scan, solve, execute against the plan, look again.
    Runs(runs::Options),
    /// Solve cubes in contact physics (MuJoCo), a judge that knows nothing of our rules.
    Physics(physics::Options),
    /// Train the network that names stickers, with drawn pictures (about two hours on two cores).
    Train(train::Options),
    /// Give code that reads bytes from outside any bytes, guided by which code they reach.
    Fuzz(fuzz::Options),
    /// Write the tables of docs/benchmarks.md from docs/figures.json.
    Figures(figures::Options),
    /// Stop a rig that runs: all motors hold. Exit status 0 only when they do.
    Stop(stop::Options),
    /// Say what is there, what is missing, and the remedy.
    Doctor,
    /// Check everything: set-up, format, lints, all tests. What CI runs.
    Test {
        /// Check a change: tests of the crates that changed, and lints of all; no running graph
        #[arg(long)]
        quick: bool,
        /// Run the ignored tests of one group, or of `all`; without a name, list the groups and how long they take
        #[arg(long, value_name = "GROUP", num_args = 0..=1, default_missing_value = "list", conflicts_with = "quick")]
        slow: Option<String>,
    },
    /// Print export lines for shells and scripts: eval "$(cargo xtask env)".
    Env,
}

fn main() -> ExitCode {
    forget_own_package();
    let arguments = Arguments::parse();
    match run(arguments.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Removes what `cargo run` says about this package from the environment. ring's build script depends on these variables: with
/// them, `cargo xtask` and a cargo in a shell would each compile ring again, and everything that uses it.
fn forget_own_package() {
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")) {
            // SAFETY: no other thread runs yet.
            unsafe { env::remove_var(name) };
        }
    }
}

fn run(task: Task) -> Result<ExitCode> {
    let paths = Paths::of_this_repository();
    match task {
        Task::Setup => {
            setup::run(&paths, &setup::Purpose::default())?;
        }
        Task::Demo(options) => return demo::run(&paths, &options),
        Task::Launch(options) => {
            return launch::run(&paths, &options, |release| build::nodes(&paths, release).map(drop));
        }
        Task::Runs(options) => return runs::run(&paths, &options),
        Task::Physics(options) => return physics::run(&paths, &options),
        Task::Train(options) => return train::run(&paths, &options),
        Task::Fuzz(options) => return fuzz::run(&paths, &options),
        Task::Figures(options) => return figures::run(&paths, &options),
        Task::Stop(options) => return stop::run(&paths, &options),
        Task::Doctor => return doctor::run(&paths),
        Task::Test { slow: Some(group), .. } => return slow::run(&paths, &group),
        Task::Test { quick: true, .. } => return quick::run(&paths),
        Task::Test { .. } => return checks::run(&paths),
        Task::Env => {
            let variables = ros::Ros::detect(&paths).variables(&paths).into_iter();
            let lines = variables
                .map(|(name, value)| format!("export {name}='{}'\n", value.to_string_lossy().replace('\'', r"'\''")));
            step::print(&lines.collect::<String>())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
