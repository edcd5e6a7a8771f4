//! Where a recording is written: one file, or a folder as rosbag2 makes it.

use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::Error;

/// The files of a recording. A name that ends with `.mcap` is one file; any other name is a folder with a file and `metadata.yaml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Bag {
    named: PathBuf,
    file: PathBuf,
    metadata: Option<PathBuf>,
}

impl Bag {
    /// The recording of this name.
    pub fn named(path: impl Into<PathBuf>) -> Self {
        let named = path.into();
        if named.extension().is_some_and(|ending| ending == "mcap") {
            return Self { file: named.clone(), named, metadata: None };
        }
        let name = named.file_name().map_or_else(|| "recording".into(), |name| name.to_string_lossy().into_owned());
        Self { file: named.join(format!("{name}_0.mcap")), metadata: Some(named.join("metadata.yaml")), named }
    }

    /// The file of a recording to read: this one, or the only one in this folder.
    ///
    /// # Errors
    /// A path that names neither.
    pub fn existing_file(path: &Path) -> Result<PathBuf, Error> {
        let failed = |reason| Error::Read { path: path.to_owned(), reason };
        if !fs::metadata(path).map_err(failed)?.is_dir() {
            return Ok(path.to_owned());
        }
        let mut files = Vec::new();
        for entry in fs::read_dir(path).map_err(failed)? {
            let file = entry.map_err(failed)?.path();
            if file.extension().is_some_and(|ending| ending == "mcap") {
                files.push(file);
            }
        }
        match &files[..] {
            [file] => Ok(file.clone()),
            _ => Err(Error::NotOne { path: path.to_owned(), count: files.len() }),
        }
    }

    /// The file or folder that a person opens.
    pub fn path(&self) -> &Path {
        &self.named
    }

    /// The file with the messages.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Where rosbag2 looks for what is in the folder.
    pub(crate) fn metadata(&self) -> Option<&Path> {
        self.metadata.as_deref()
    }

    /// Makes the folder and the empty file.
    pub(crate) fn create(&self) -> Result<File, Error> {
        let failed = |reason: std::io::Error| match reason.kind() {
            ErrorKind::AlreadyExists => Error::Exists { path: self.named.clone() },
            _ => Error::Create { path: self.named.clone(), reason },
        };
        if let Some(folder) = self.file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            match &self.metadata {
                Some(_) => {
                    if let Some(above) = folder.parent().filter(|above| !above.as_os_str().is_empty()) {
                        fs::create_dir_all(above).map_err(failed)?;
                    }
                    fs::create_dir(folder).map_err(failed)?;
                }
                None => fs::create_dir_all(folder).map_err(failed)?,
            }
        }
        OpenOptions::new().write(true).create_new(true).open(&self.file).map_err(failed)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A new empty folder for a test.
    pub(crate) fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("cuberig-record-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        path
    }

    #[test]
    fn a_name_is_a_file_or_a_folder_of_rosbag2() {
        let file = Bag::named("runs/one.mcap");
        assert_eq!(
            (file.path(), file.file(), file.metadata()),
            (Path::new("runs/one.mcap"), Path::new("runs/one.mcap"), None)
        );
        let folder = Bag::named("runs/one");
        assert_eq!(folder.file(), Path::new("runs/one/one_0.mcap"));
        assert_eq!(folder.metadata(), Some(Path::new("runs/one/metadata.yaml")));
    }

    #[test]
    fn nothing_is_overwritten_and_folders_are_made() {
        let here = folder("bag");
        for name in ["deep/one.mcap", "deep/two"] {
            let bag = Bag::named(here.join(name));
            bag.create().expect("a new one");
            let again = bag.create().expect_err("it is there").to_string();
            assert!(again.contains(name) && again.contains("exists already"), "{again}");
        }
    }

    #[test]
    fn a_place_that_takes_no_files_is_named() {
        let error = Bag::named("/proc/one.mcap").create().expect_err("nobody writes there").to_string();
        assert!(error.starts_with("cannot record to /proc/one.mcap: "), "{error}");
    }
}
