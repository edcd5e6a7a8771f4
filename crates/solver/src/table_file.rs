//! The table files of a cache directory, for people who want to know what is where.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::table_format::{HEADER, checksum_of, header};

/// A file that holds tables, or the rest of one whose building was interrupted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFile {
    /// The name of the tables, as [`crate::Progress::table`].
    pub name: String,
    /// The version of their content; `None` for an unfinished file.
    pub version: Option<u32>,
    /// Where it is.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
}

impl TableFile {
    /// All table files in a directory by name; none where there is no such directory.
    ///
    /// # Errors
    /// [`Error::Cache`] where the directory cannot be read.
    pub fn list(directory: &Path) -> Result<Vec<TableFile>, Error> {
        let failed = |source| Error::Cache { path: directory.to_owned(), action: "read", source };
        let entries = match fs::read_dir(directory) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry.map_err(failed)?;
            let file_name = entry.file_name();
            let Some((name, version)) = file_name.to_str().and_then(parts) else {
                continue;
            };
            // A file that another process has just renamed or removed is none.
            let Ok(data) = entry.metadata() else { continue };
            files.push(TableFile { name: name.to_owned(), version, path: entry.path(), bytes: data.len() });
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(files)
    }

    /// Reads the whole file and compares it with its checksum; the error names what is wrong.
    ///
    /// # Errors
    /// The system's error if it cannot be read; or that it is damaged or unfinished.
    pub fn check(&self) -> Result<(), String> {
        let Some(version) = self.version else {
            return Err("is unfinished: its building was interrupted, or is under way".to_owned());
        };
        let unreadable = |error: std::io::Error| format!("cannot be read ({error})");
        let file = cube::outside::open(&self.path).map_err(unreadable)?;
        let mut first = [0; HEADER];
        if (&file).read_exact(&mut first).is_err() {
            return Err(format!("has {} bytes, which is not the size of a table", self.bytes));
        }
        let length = self.bytes.saturating_sub(HEADER as u64);
        let checksum = checksum_of(&file, length).map_err(unreadable)?;
        match first == header(&self.name, version, length, checksum) {
            true => Ok(()),
            false => Err("is damaged".to_owned()),
        }
    }
}

/// The name and version in `name.version.table`, or the name in `name.version.….unfinished`.
fn parts(file_name: &str) -> Option<(&str, Option<u32>)> {
    let (name, rest) = file_name.split_once('.')?;
    if rest.ends_with(".unfinished") {
        return Some((name, None));
    }
    Some((name, Some(rest.strip_suffix(".table")?.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_table_files_are_recognised() {
        assert_eq!(parts("optimal-8.1.table"), Some(("optimal-8", Some(1))));
        assert_eq!(parts("korf.2.77-0.unfinished"), Some(("korf", None)));
        for other in ["notes.txt", "korf.table", "korf.x.table", "table", ""] {
            assert_eq!(parts(other), None, "{other}");
        }
    }

    #[test]
    fn a_directory_that_is_not_there_holds_nothing() {
        assert_eq!(TableFile::list(Path::new("/no/such/folder")).unwrap(), []);
        let error = TableFile::list(Path::new("/dev/null")).unwrap_err();
        assert!(error.to_string().contains("/dev/null"), "{error}");
    }
}
