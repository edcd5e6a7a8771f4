//! Results of earlier runs, in the cache folder: a full run takes an hour or more and can be interrupted.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use solver::LoadOptions;
use thesis::results::{Entry, Row};
use xxhash_rust::xxh3::xxh3_64;

use crate::failure::log;

/// What figures depend on; a result of other conditions is measured anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct CacheKey {
    /// The checksum of the program: another build may measure otherwise, or more.
    program: u64,
    machine: String,
    threads: usize,
    memory: Option<u64>,
    quick: bool,
}

/// A file of the cache.
#[derive(Serialize, Deserialize)]
struct File {
    key: CacheKey,
    rows: Vec<Row>,
}

/// The results of one set of conditions.
pub struct ResultCache {
    folder: PathBuf,
    key: CacheKey,
}

impl ResultCache {
    /// Those of this program on this machine, next to the folder of tables.
    pub fn new(machine: &str, threads: usize, tables: &LoadOptions, quick: bool) -> ResultCache {
        ResultCache {
            folder: LoadOptions::user_cache().with_file_name("thesis"),
            key: CacheKey {
                program: own_checksum(),
                machine: machine.to_owned(),
                threads,
                memory: tables.memory,
                quick,
            },
        }
    }

    fn path(&self, entry: Entry) -> PathBuf {
        let pace = if self.key.quick { "-quick" } else { "" };
        self.folder.join(format!("{entry}{pace}.json"))
    }

    /// The rows of a result; none where they were never measured under these conditions, or are not readable any more.
    pub fn read(&self, entry: Entry) -> Option<Vec<Row>> {
        let text = cube::outside::read_text(self.path(entry), "a result", 64 << 20).ok()?;
        let file: File = serde_json::from_str(&text).ok()?;
        (file.key == self.key).then_some(file.rows)
    }

    /// Writes the rows of a result. Where that fails, the next run measures again.
    pub fn write(&self, entry: Entry, rows: &[Row]) {
        let file = File { key: self.key.clone(), rows: rows.to_vec() };
        let written = serde_json::to_string(&file).map_err(std::io::Error::from).and_then(|text| {
            std::fs::create_dir_all(&self.folder)?;
            // Renamed when whole, so that no reader gets half of it.
            let path = self.path(entry);
            let part = path.with_extension(format!("{}.part", std::process::id()));
            std::fs::write(&part, text)?;
            std::fs::rename(&part, path)
        });
        if let Err(error) = written {
            log(format_args!("cannot cache the result {entry}: {error}"));
        }
    }
}

/// XXH3 of the running program's file; 0 where it cannot be read.
fn own_checksum() -> u64 {
    let file = std::env::current_exe().and_then(std::fs::read);
    file.map_or(0, |bytes| xxh3_64(&bytes))
}
