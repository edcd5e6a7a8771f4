//! Python environments of tools that only some need, in `.ros`: made when the tool is first used.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use rosprefix::paths::Paths;
use rosprefix::prefix::python;
use rosprefix::stamp::{Inputs, Stamp};
use rosprefix::step::Step;

/// The packages of a tool.
pub struct Environment {
    /// Its folder in `.ros`.
    pub name: &'static str,
    /// The list of packages, in the repository.
    pub requirements: &'static str,
    /// What is fetched, for people.
    pub what: &'static str,
}

/// MuJoCo, for `cargo xtask physics`.
pub const PHYSICS: Environment =
    Environment { name: "physics", requirements: "physics/requirements.txt", what: "MuJoCo from PyPI (about 110 MB)" };
/// JAX, for `cargo xtask train`.
pub const TRAINING: Environment = Environment {
    name: "training",
    requirements: "crates/vision/train/requirements.txt",
    what: "JAX from PyPI (about 150 MB)",
};

/// The oldest minor version of Python 3 for which PyPI has these packages.
const OLDEST_MINOR: u32 = 11;

impl Environment {
    /// The environment's Python; makes the environment unless it is there.
    ///
    /// # Errors
    /// When no Python fits or the packages cannot be fetched.
    pub fn python(&self, paths: &Paths) -> Result<PathBuf> {
        let folder = paths.ros().join(self.name);
        let program = folder.join("bin/python");
        let requirements = paths.join(self.requirements);
        let hash = Inputs::default().file(&requirements)?.hash();
        let stamp = Stamp::new(&paths.stamps(), self.name);
        if stamp.matches(&hash) && program.exists() {
            return Ok(program);
        }
        let python = python::find().context("no Python 3 with venv and headers was found")?;
        let minor = python.version.split('.').nth(1);
        if minor.and_then(|minor| minor.parse().ok()) < Some(OLDEST_MINOR) {
            bail!(
                "this needs Python 3.{OLDEST_MINOR} or newer and found {}; CUBERIG_PYTHON names another one",
                python.version
            );
        }
        let _lock = super::lock(paths)?;
        let step = Step::begin(&paths.logs(), self.name, self.what)?;
        stamp.remove()?;
        python.environment(&step, &folder, &["--no-deps".as_ref(), "-r".as_ref(), requirements.as_ref()])?;
        stamp.write(&hash)?;
        step.done();
        Ok(program)
    }
}
