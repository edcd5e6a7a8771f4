//! Tables of other crates, kept in the same directory as the solver's and under the same checks.

use std::path::Path;

use crate::building::find_or_begin;
use crate::cache::{TableBytes, TableSet, make_directory_of, open, save};
use crate::table_format::HEADER;
use crate::{Error, LoadOptions, Progress, disk};

/// A table that was loaded or built.
pub struct StoredTable(TableBytes);

impl StoredTable {
    /// Its bytes, aligned to 4096 where they come from a file.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// Opens the table of this name and version in the directory of `options`, or builds it and keeps it there.
    ///
    /// The name becomes a file's name, so it is made of letters, digits and hyphens; a new version must be given whenever the content changes.
    /// `is_sound` may refuse what a file holds, which is built anew then like a damaged one. Where no file can be written the
    /// table serves this time only, and `progress` reports why.
    ///
    /// # Errors
    /// [`Error::Cache`] where the directory cannot be made or has no room.
    pub fn load(
        name: &'static str,
        version: u32,
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
        is_sound: impl Fn(&[u8]) -> bool,
        build: impl FnOnce() -> Vec<u8>,
    ) -> Result<StoredTable, Error> {
        let Some(directory) = &options.cache_dir else {
            return Ok(StoredTable(TableBytes::Built(build())));
        };
        let path = directory.join(format!("{name}.{version}.table"));
        make_directory_of(&path)?;
        let find = || {
            let found = find(name, version, &path)?;
            match found {
                Some(table) if !is_sound(table.bytes()) => Err("does not hold what it should".into()),
                found => Ok(found),
            }
        };
        let _building = match find_or_begin(name, &path, progress, find) {
            Ok(table) => return Ok(table),
            Err(building) => building,
        };
        let bytes = build();
        let set = TableSet { name, version, length: bytes.len() };
        let kept = disk::check_room((HEADER + set.length) as u64, disk::free(directory))
            .map_err(|source| Error::Cache { path: path.clone(), action: "written", source })
            .and_then(|()| save(&set, &path, &bytes));
        let note = kept.err().map(|error| format!("{error}; the tables serve this time only"));
        progress(&Progress { table: name, done: 1.0, note });
        Ok(StoredTable(TableBytes::Built(bytes)))
    }
}

/// The table in a file; `None` where there is no file, else what is wrong with it.
fn find(name: &'static str, version: u32, path: &Path) -> Result<Option<StoredTable>, String> {
    let length = match std::fs::metadata(path) {
        Ok(data) => data.len() as usize,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("cannot be read ({error})")),
    };
    let set = TableSet {
        name,
        version,
        // A file without tables is refused for its length.
        length: length.saturating_sub(HEADER).max(1),
    };
    Ok(open(&set, path, &mut None)?.map(StoredTable))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::fs;
    use std::sync::Mutex;

    #[test]
    fn a_table_is_built_once_and_again_when_it_is_not_sound() {
        let directory = testkit::Folder::new("kept");
        let options = LoadOptions::cached_in(&directory.0);
        let notes = Mutex::new(Vec::new());
        let progress = |progress: &Progress| notes.lock().unwrap().extend(progress.note.clone());
        let built = Cell::new(0);
        let load = |content: &[u8]| {
            let is_sound = |bytes: &[u8]| bytes == content;
            let build = || {
                built.set(built.get() + 1);
                content.to_vec()
            };
            let table = StoredTable::load("words", 2, &options, &progress, is_sound, build);
            assert_eq!(table.unwrap().bytes(), content);
            built.get()
        };
        assert_eq!((load(b"some words"), load(b"some words")), (1, 1));
        assert_eq!(load(b"other words, and more"), 2);
        let path = directory.0.join("words.2.table");
        let sound = fs::read(&path).unwrap();
        for length in [0, HEADER - 1, HEADER, sound.len() - 1] {
            fs::write(&path, &sound[..length]).unwrap();
            load(b"other words, and more");
        }
        assert_eq!(built.get(), 6);
        assert_eq!(notes.lock().unwrap().len(), 5);
        assert_eq!(fs::read(&path).unwrap(), sound);
    }
}
