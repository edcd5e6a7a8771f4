//! The files of the repository that people wrote.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold no source of ours.
const SKIPPED: [&str; 7] = ["target", ".git", ".ros", "out", "__pycache__", "node_modules", "dist"];

/// One file with its text.
pub struct SourceFile {
    /// Its path from the repository's root.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files below the folders `below` that end in one of `endings`, sorted by name.
pub fn files(below: &[&str], endings: &[&str]) -> Vec<SourceFile> {
    let root = root();
    let mut open: Vec<PathBuf> =
        below.iter().map(|folder| root.join(folder)).filter(|folder| folder.is_dir()).collect();
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository can be read") {
            let path = entry.expect("an entry of a folder can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !SKIPPED.contains(&name.as_str()) {
                open.push(path);
            } else if path.is_file() && endings.iter().any(|ending| name.ends_with(ending)) {
                let text = fs::read_to_string(&path).expect("a source file is UTF-8 text");
                let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
                files.push(SourceFile { name, text });
            }
        }
    }
    files.sort_by(|one, other| one.name.cmp(&other.name));
    files
}

/// Fails with every finding, one a line.
pub fn report(findings: &[String]) {
    assert!(findings.is_empty(), "\n{}\n", findings.join("\n"));
}
