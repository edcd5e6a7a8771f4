//! `cargo xtask setup`: everything that building and running need, each step done once.

mod ament;
mod compile;
mod debian;
mod interfaces;
mod package;
pub mod physics;
mod prefix;
pub mod python;
mod rosidl;
pub mod system;
pub mod web;
mod wheels;

use std::fs::{self, File};
use std::thread;

use anyhow::{Context, Result};
use nix::fcntl::{Flock, FlockArg};

use crate::paths::Paths;
use crate::ros::Ros;
pub use debian::install_test_tools;
pub use interfaces::{missing_packages, packages};
pub use prefix::is_made as has_prefix;

/// Brings this machine to where the workspace builds and runs; does nothing where that is done.
///
/// # Errors
/// One sentence with the remedy for the piece that cannot be had.
pub fn run(paths: &Paths) -> Result<Ros> {
    let ros = Ros::detect(paths);
    let _lock = lock(paths)?;
    debian::install_missing(paths, &ros)?;
    thread::scope(|scope| {
        // The page needs nothing of ROS 2.
        scope.spawn(|| web::bundle(paths));
        if ros == Ros::Local {
            prefix::make(paths)?;
        }
        interfaces::build(paths, &ros)
    })?;
    Ok(ros)
}

/// Keeps two set-ups from working in the same folders.
fn lock(paths: &Paths) -> Result<Flock<File>> {
    fs::create_dir_all(paths.ros())
        .with_context(|| format!("cannot make {}", paths.ros().display()))?;
    let name = paths.ros().join("lock");
    let open = || File::create(&name).with_context(|| format!("cannot write {}", name.display()));
    match Flock::lock(open()?, FlockArg::LockExclusiveNonblock) {
        Ok(lock) => Ok(lock),
        Err(_) => {
            eprintln!("   waiting for another set-up to finish …");
            Flock::lock(open()?, FlockArg::LockExclusive)
                .map_err(|(_, error)| error)
                .with_context(|| format!("cannot lock {}", name.display()))
        }
    }
}
