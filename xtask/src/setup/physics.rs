//! The Python environment of the contact physics, in `.ros/physics`: made when `cargo xtask physics` first needs it.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::paths::Paths;
use crate::setup::{prefix, python};
use crate::stamp::{Inputs, Stamp};
use crate::step::Step;

/// The oldest minor version of Python 3 for which PyPI has this MuJoCo.
const OLDEST_MINOR: u32 = 11;

/// The environment's Python; makes the environment unless it is there.
///
/// # Errors
/// When no Python fits or the packages cannot be fetched.
pub fn python(paths: &Paths) -> Result<PathBuf> {
    let folder = paths.ros().join("physics");
    let program = folder.join("bin/python");
    let requirements = paths.join("physics/requirements.txt");
    let hash = Inputs::default().file(&requirements)?.hash();
    let stamp = Stamp::new(&paths.stamps(), "physics");
    if stamp.matches(&hash) && program.exists() {
        return Ok(program);
    }
    let python = python::find().context("no Python 3 with venv and headers was found")?;
    let minor = python.version.split('.').nth(1);
    if minor.and_then(|minor| minor.parse().ok()) < Some(OLDEST_MINOR) {
        bail!(
            "MuJoCo needs Python 3.{OLDEST_MINOR} or newer and this is {}; CUBERIG_PYTHON names another one",
            python.version
        );
    }
    let _lock = super::lock(paths)?;
    let step = Step::begin(&paths.logs(), "physics", "MuJoCo from PyPI (about 110 MB)")?;
    stamp.remove()?;
    prefix::remove(&folder)?;
    step.run(
        Command::new(&python.program)
            .args(["-m", "venv"])
            .arg(&folder),
    )?;
    step.run(
        Command::new(&program)
            .args(["-m", "pip", "install", "--disable-pip-version-check", "--no-deps", "--progress-bar", "off", "-r"])
            .arg(&requirements)
            .env_remove("PYTHONPATH"),
    )
    .context("MuJoCo could not be fetched from PyPI; check the network (and pip's index or proxy settings) and run this again")?;
    stamp.write(&hash)?;
    step.done();
    Ok(program)
}
