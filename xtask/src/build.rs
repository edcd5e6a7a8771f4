//! What set-up and cargo make: the nodes.

use anyhow::{Context, Result, bail};
use rosprefix::paths::Paths;
use rosprefix::ros::Ros;

use crate::setup::{self, Purpose};

/// Sets up, and builds the nodes; cargo shows its own progress.
///
/// # Errors
/// When something cannot be had, or does not compile.
pub fn nodes(paths: &Paths, release: bool) -> Result<Ros> {
    let mut arguments = vec!["build", "--package", "cuberig"];
    if release {
        arguments.push("--release");
    }
    let purpose = Purpose { build: &arguments, ..Purpose::default() };
    let ros = setup::run(paths, &purpose)?;
    let cargo = paths.cargo().args(&arguments).envs(ros.variables(paths)).status();
    let status = cargo.context("cannot start cargo")?;
    if !status.success() {
        bail!("the nodes do not build ({status}); see cargo's messages above");
    }
    Ok(ros)
}
