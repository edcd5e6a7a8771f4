//! `cargo xtask runs`: where the seconds of whole runs go, on the real graph with the simulated rig.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::build;
use crate::graph::{Graph, free_ports, show_end_of};
use rosprefix::paths::Paths;

/// The command's options.
#[derive(clap::Args)]
pub struct Options {
    /// How many cubes to solve, one after the other
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    cubes: u32,
    /// Seed of the first random cube
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// One JSON object for each run instead of a table
    #[arg(long)]
    json: bool,
    /// Arguments of the launch file, such as profile:=nxt-slip-rings
    #[arg(value_name = "NAME:=VALUE")]
    arguments: Vec<String>,
}

/// Solves cubes and prints a table; the exit status is 0 only when all were solved at once and no rule of motion was broken.
///
/// # Errors
/// When set-up or build fails.
pub fn run(paths: &Paths, options: &Options) -> Result<ExitCode> {
    let ros = build::nodes(paths, false)?;
    let folder = paths.target().join("runs");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let log = folder.join("rig.log");
    let mut arguments =
        vec!["sim:=true".to_owned(), "dashboard_port:=0".to_owned(), format!("port_base:={}", free_ports()?)];
    arguments.extend(options.arguments.iter().cloned());
    let graph = Graph::start(&arguments, &log)?;
    let mut client = Command::new(ros.python(paths));
    client
        .arg(paths.join("tests/python/measure_runs.py"))
        .args([options.cubes.to_string(), options.seed.to_string()])
        .args(options.json.then_some("json"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .envs(ros.variables(paths));
    let status = client.status().context("cannot start the client")?;
    drop(graph);
    if !status.success() {
        show_end_of(&log);
        eprintln!("the nodes' output is in {}", log.display());
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
