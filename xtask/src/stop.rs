//! `cargo xtask stop`: stops a rig that was launched, by the program `stop_rig`.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::build;
use rosprefix::paths::Paths;
use rosprefix::ros::Ros;

/// What to stop.
#[derive(clap::Args)]
pub struct Options {
    /// The rig's namespace, where there are several rigs
    #[arg(long, value_name = "NAME")]
    namespace: Option<String>,
}

/// Stops the rig. A program that is there is used as it is: a stop does not wait for a compiler.
///
/// # Errors
/// When there is no program and it cannot be built.
pub fn run(paths: &Paths, options: &Options) -> Result<ExitCode> {
    let programs = ["debug", "release"].map(|profile| paths.target().join(profile).join("stop_rig"));
    let built = programs.iter().find(|program| program.is_file());
    let ros = match built {
        Some(_) => Ros::detect(paths),
        None => build::nodes(paths, false)?,
    };
    let mut command = Command::new(built.unwrap_or(&programs[0]));
    command.envs(ros.variables(paths));
    command.arg("--ros-args");
    if let Some(namespace) = &options.namespace {
        command.args(["-r", &format!("__ns:=/{}", namespace.trim_matches('/'))]);
    }
    let status = command.status().context("cannot start stop_rig")?;
    Ok(match status.success() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
