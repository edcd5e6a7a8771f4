//! Finds a rig's profile by name or file.

use std::path::{Path, PathBuf};

use rig::Profile;

use crate::failure::{Failure, unreadable};

/// The name of the profile that is built in, for programs that left their repository.
const BUILT_IN: &str = "nxt-2015";

/// The profile of a name such as `nxt-2015`, or in a file.
pub fn find(given: &str) -> Result<Profile, Failure> {
    let is_name = !given.contains(['/', '.']);
    let named = folders()
        .into_iter()
        .map(|folder| folder.join(given).with_extension("toml"));
    let path = match named.filter(|_| is_name).find(|path| path.is_file()) {
        Some(path) => path,
        None if given == BUILT_IN => return Ok(Profile::nxt_2015()),
        None if is_name && !Path::new(given).is_file() => {
            let known = known().join(", ");
            return Err(Failure::Usage(format!(
                "there is no profile '{given}', only {known}, or give a file"
            )));
        }
        None => PathBuf::from(given),
    };
    let text = std::fs::read_to_string(&path)
        .map_err(|error| Failure::Usage(unreadable(&path, &error)))?;
    Profile::from_toml(&text).map_err(|error| {
        let reason = error
            .to_string()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        Failure::Usage(format!("'{}': {reason}", path.display()))
    })
}

/// Where profiles lie: installed on the ament path, else in the source tree.
fn folders() -> Vec<PathBuf> {
    let prefixes = std::env::var("AMENT_PREFIX_PATH").unwrap_or_default();
    let installed = prefixes
        .split(':')
        .map(|prefix| Path::new(prefix).join("share/cuberig/config/profiles"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../config/profiles");
    installed.chain([source]).collect()
}

/// The names that can be given.
fn known() -> Vec<String> {
    let files = folders()
        .into_iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flatten();
    let paths = files.filter_map(|file| Some(file.ok()?.path()));
    let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let toml = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    };
    let mut names: Vec<String> = paths
        .filter(toml)
        .filter_map(stem)
        .chain([BUILT_IN.to_owned()])
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
