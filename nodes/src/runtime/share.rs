//! Finds the files that belong to the project: profiles, URDF, launch files.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

/// The file `relative` (such as `config/profiles/nxt-2015.toml`): as installed with the package on the ament path, or else
/// in the source tree that this program was built from.
pub fn share_file(relative: &str) -> Result<PathBuf> {
    match package_file("cuberig", relative) {
        Some(found) => Ok(found),
        None => bail!("the project's file '{relative}' is missing from share/cuberig and from the source tree"),
    }
}

/// The file `relative` in the folder `share` of a package on the ament path; those of this package may be in its source tree.
pub fn package_file(package: &str, relative: &str) -> Option<PathBuf> {
    let prefixes = std::env::var("AMENT_PREFIX_PATH").unwrap_or_default();
    let installed = prefixes.split(':').map(|prefix| Path::new(prefix).join("share").join(package));
    let source = (package == "cuberig").then(|| Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let mut roots = installed.chain(source);
    roots.find_map(|root| root.join(relative).canonicalize().ok())
}
