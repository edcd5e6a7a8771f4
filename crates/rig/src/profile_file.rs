//! Finds the file of a profile: a name means one that ships with the project.

use std::path::{Path, PathBuf};

use crate::{Error, Profile};

/// The profile that is built in, for programs that left their repository.
const BUILT_IN: &str = "nxt-2015";
/// Bytes of a profile that are still read.
const LARGEST: u64 = 1 << 20;

impl Profile {
    /// The profile of a name such as `nxt-2015`, or in a file. Names are looked for where the package is installed, on
    /// `AMENT_PREFIX_PATH`, then in the source tree that this program was built from.
    ///
    /// # Errors
    /// [`Error::UnknownProfile`] with all names, [`Error::UnreadableFile`], or [`Error::InFile`] with what is wrong in it.
    pub fn find(given: &str) -> Result<Profile, Error> {
        let is_name = !given.contains(['/', '.']);
        let named = folders().into_iter().map(|folder| folder.join(given).with_extension("toml"));
        let path = match named.filter(|_| is_name).find(|path| path.is_file()) {
            Some(path) => path,
            None if given == BUILT_IN => return Ok(Profile::nxt_2015()),
            None if is_name && !Path::new(given).is_file() => {
                return Err(Error::UnknownProfile { given: given.to_owned(), known: known().join(", ") });
            }
            None => PathBuf::from(given),
        };
        let text = cube::outside::read_text(&path, "a profile", LARGEST)
            .map_err(|error| Error::UnreadableFile { path: path.display().to_string(), reason: error.to_string() })?;
        Profile::from_toml(&text)
            .map_err(|error| Error::InFile { path: path.display().to_string(), error: Box::new(error) })
    }
}

/// Where profiles lie.
fn folders() -> Vec<PathBuf> {
    let prefixes = std::env::var("AMENT_PREFIX_PATH").unwrap_or_default();
    let installed = prefixes.split(':').map(|prefix| Path::new(prefix).join("share/cuberig/config/profiles"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/profiles");
    installed.chain([source]).collect()
}

/// The names that can be given.
fn known() -> Vec<String> {
    let files = folders().into_iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let paths = files.filter_map(|file| Some(file.ok()?.path()));
    let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let toml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml");
    let mut names: Vec<String> = paths.filter(toml).filter_map(stem).chain([BUILT_IN.to_owned()]).collect();
    names.sort_unstable();
    names.dedup();
    names
}
