//! Finds the programs under test, and builds them so that no test uses an old one.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context, Result, bail};

/// The root of the repository.
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The folder where cargo puts programs of the profile that this test was built with.
fn folder() -> Result<PathBuf> {
    let this = std::env::current_exe().context("a test knows its own path")?;
    // …/target/debug/deps/test-0123: two folders up.
    let folder = this.parent().and_then(Path::parent);
    Ok(folder.context("a test program lies in target/<profile>/deps")?.to_owned())
}

/// Builds the nodes and the launcher once per test program, in the profile of this test.
/// `CUBERIG_TEST_PREBUILT=1` skips that.
///
/// # Errors
/// When they do not build; cargo has printed why.
pub fn build() -> Result<()> {
    static OUTCOME: OnceLock<Result<(), String>> = OnceLock::new();
    let outcome = OUTCOME.get_or_init(|| try_build().map_err(|error| format!("{error:#}")));
    outcome.clone().map_err(anyhow::Error::msg)
}

fn try_build() -> Result<()> {
    if std::env::var_os("CUBERIG_TEST_PREBUILT").is_some() {
        return Ok(());
    }
    let folder = folder()?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--quiet", "-p", "cuberig", "-p", "xtask"]).current_dir(repository());
    if folder.ends_with("release") {
        cargo.arg("--release");
    }
    if let Some(target) = folder.parent() {
        cargo.env("CARGO_TARGET_DIR", target);
    }
    match cargo.status().context("cannot start cargo")?.success() {
        true => Ok(()),
        false => bail!("the nodes do not build"),
    }
}

/// The path of a program under test, such as `solver` or `xtask`.
///
/// # Errors
/// When it is not there.
pub fn binary(name: &str) -> Result<PathBuf> {
    build()?;
    let path = folder()?.join(name);
    match path.is_file() {
        true => Ok(path),
        false => bail!("there is no {}; build it with: cargo build -p cuberig -p xtask", path.display()),
    }
}
