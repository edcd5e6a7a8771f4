//! Builds one interface package with CMake against a sourced ROS 2, as colcon would.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::prefix::package::Package;
use crate::ros::Variables;
use crate::step::Step;

/// Configures, builds and installs `package` into `overlay`.
///
/// # Errors
/// CMake's or the compiler's words.
pub fn build(step: &Step, package: &Package, scratch: &Path, overlay: &Path, variables: &Variables) -> Result<()> {
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(&package.folder).arg("-B").arg(scratch);
    configure.arg(format!("-DCMAKE_INSTALL_PREFIX={}", overlay.display()));
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", overlay.display()));
    configure.args(["-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF"]).envs(variables.iter().cloned());
    step.run(&mut configure)
        .with_context(|| format!("{} cannot be configured against the sourced ROS 2", package.name))?;
    let mut build = Command::new("cmake");
    // Without a number make starts every compiler at once.
    let jobs = std::thread::available_parallelism().map_or(2, usize::from);
    build
        .arg("--build")
        .arg(scratch)
        .args(["--parallel", &jobs.to_string(), "--target", "install"])
        .envs(variables.iter().cloned());
    step.run(&mut build).with_context(|| format!("{} cannot be built against the sourced ROS 2", package.name))
}
