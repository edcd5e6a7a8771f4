//! Compiles, while set-up fetches, what needs none of it: most crates know neither ROS 2 nor OpenCV.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::process::{Child, Stdio};

use anyhow::{Context, Result};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use rosprefix::paths::Paths;
use rosprefix::step;

/// A cargo at work, with all its compilers; dropping it ends them.
pub struct Ahead(Child);

impl Ahead {
    /// Starts cargo with the arguments with which the caller will build, as other ones would choose other features.
    ///
    /// What needs ROS 2 or OpenCV fails without harm: its build scripts get empty search paths, so that none of them
    /// finds half of what is being installed.
    ///
    /// # Errors
    /// When cargo cannot be started.
    pub fn start(paths: &Paths, arguments: &[&str]) -> Result<Self> {
        fs::create_dir_all(paths.logs()).context("cannot make the folder of the logs")?;
        let log = paths.logs().join("ahead.log");
        let log = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut cargo = paths.cargo();
        cargo
            .args(arguments)
            .arg("--keep-going")
            .env("AMENT_PREFIX_PATH", "")
            .env_remove("CMAKE_PREFIX_PATH")
            .env("OPENCV_DISABLE_PROBES", "environment,pkg_config,cmake,vcpkg_cmake,vcpkg")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            // A group of its own, to end the compilers with their cargo.
            .process_group(0);
        step::end_with_us(&mut cargo);
        Ok(Self(cargo.spawn().context("cannot start cargo")?))
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        // Where it has ended already, nothing is to be done.
        if let (Ok(None), Ok(group)) = (self.0.try_wait(), i32::try_from(self.0.id())) {
            let _ = killpg(Pid::from_raw(group), Signal::SIGTERM);
            let _ = self.0.wait();
        }
    }
}
