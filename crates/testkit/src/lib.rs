//! For tests only: cubes to draw from, a second model of the cube, drawn photographs, a simulated learner, data that do not come with the repository, and
//! a line about every test that is skipped.
//!
//! Real photographs, measurements and cubes of proven depth lie in the folder that `CUBERIG_DATA` names. A test that needs
//! them fails where that folder lacks them. Where the variable is not set and `../shared/data` next to the repository does
//! not exist, the test is skipped. `cargo xtask test` counts what was skipped: it names a file in `CUBERIG_SKIPPED`, to
//! which [`skip`] adds a line.
//!
//! The libraries that most tests need come from here too, so that each crate names one dependency for its tests. This keeps
//! `cargo metadata` short enough for colcon, which reads it as one line of at most 64 KiB.

pub mod cubes;
mod folder;
#[cfg(feature = "learner")]
pub mod learner;
pub mod phonecam;
pub mod stickers;

pub use folder::Folder;
pub use {csv, proptest, rand, rand_chacha};

use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file `name` of the test data, such as `cubes/known_depth.csv`; `None`, with a printed line, where there are no test data.
///
/// # Panics
/// When there are test data, and not this file among them.
pub fn file(name: &str) -> Option<PathBuf> {
    let file = folder(name)?.join(name);
    assert!(file.exists(), "the test data lack {}", file.display());
    Some(file)
}

/// The rows of a table of cubes in the test data; `None`, with a printed line, where there are no test data.
///
/// # Panics
/// As [`file`], and when it is no CSV.
pub fn cube_rows(name: &str) -> Option<Vec<csv::StringRecord>> {
    let table = cube::outside::open(file(&format!("cubes/{name}"))?).expect("the file can be read");
    let mut reader = csv::Reader::from_reader(table);
    Some(reader.records().collect::<Result<_, _>>().expect("the file is CSV"))
}

/// The folder of test data, for somebody who needs `what` of them; `None`, with a printed line, where there are none.
///
/// # Panics
/// When `CUBERIG_DATA` names a folder that does not exist.
pub fn folder(what: &str) -> Option<PathBuf> {
    let given = env::var_os("CUBERIG_DATA").filter(|folder| !folder.is_empty());
    if let Some(folder) = given.map(PathBuf::from) {
        assert!(folder.is_dir(), "CUBERIG_DATA names {}, which is not a folder", folder.display());
        return Some(folder);
    }
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !shared.is_dir() {
        skip(&format!("no test data for {what}; CUBERIG_DATA names their folder"));
        return None;
    }
    Some(shared)
}

/// Reports that a test is skipped, and why.
pub fn skip(reason: &str) {
    let thread = std::thread::current();
    let program = env::current_exe().unwrap_or_default();
    let program = program.file_stem().unwrap_or_default().to_string_lossy();
    // The rest of a test program's name is a hash.
    let program = program.split('-').next().unwrap_or_default();
    let line = match thread.name() {
        Some(test) if test != "main" => format!("{program} {test}: {reason}"),
        _ => format!("{program}: {reason}"),
    };
    eprintln!("skipped: {line}");
    let Some(list) = env::var_os("CUBERIG_SKIPPED") else {
        return;
    };
    let list = OpenOptions::new().append(true).create(true).open(list);
    // One write a line, so that programs that run side by side do not mix theirs.
    if let Err(error) = list.and_then(|mut list| list.write_all(format!("{line}\n").as_bytes())) {
        eprintln!("CUBERIG_SKIPPED cannot be written: {error}");
    }
}
