//! Where the real pictures are, and their tables.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of real pictures, or `None` with a loud word where it is absent.
pub fn data(test: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("CUBERIG_DATA") {
        Some(root) => PathBuf::from(root),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
    };
    let folder = root.join("vision");
    if folder.join("manifest.csv").is_file() {
        Some(folder)
    } else {
        eprintln!(
            "skipped: {test} needs the real pictures, absent at {}",
            folder.display()
        );
        None
    }
}

/// The rows of a CSV file by column name.
pub fn table(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).expect("the table is readable");
    reader
        .deserialize()
        .map(|row| row.expect("the row is well-formed"))
        .collect()
}
