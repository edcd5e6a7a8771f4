//! Stamps: a step is done when the hash of all its inputs stands in its stamp file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// A hash over the inputs of one step.
#[derive(Default)]
pub struct Inputs {
    hasher: Sha256,
}

impl Inputs {
    /// Adds a piece of text; its length is hashed too, so pieces cannot run together.
    pub fn text(mut self, text: &str) -> Self {
        self.hasher.update((text.len() as u64).to_le_bytes());
        self.hasher.update(text.as_bytes());
        self
    }

    /// Adds one file by name and content.
    pub fn file(self, file: &Path) -> Result<Self> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        self.named(&name, file)
    }

    /// Adds every file below `folder` by relative name and content.
    pub fn folder(mut self, folder: &Path) -> Result<Self> {
        for file in files_below(folder)? {
            let name = file.strip_prefix(folder).unwrap_or(&file);
            self = self.named(&name.to_string_lossy(), &file)?;
        }
        Ok(self)
    }

    fn named(mut self, name: &str, file: &Path) -> Result<Self> {
        let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        self = self.text(name);
        self.hasher.update((content.len() as u64).to_le_bytes());
        self.hasher.update(&content);
        Ok(self)
    }

    /// The hash in hexadecimal.
    pub fn hash(self) -> String {
        self.hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The stamp file of one step.
pub struct Stamp {
    file: PathBuf,
}

impl Stamp {
    /// The stamp called `name` in `folder`.
    pub fn new(folder: &Path, name: &str) -> Self {
        Self { file: folder.join(name) }
    }

    /// Whether the step was finished with exactly these inputs.
    pub fn matches(&self, hash: &str) -> bool {
        self.read().as_deref() == Some(hash)
    }

    /// The hash of the last finished step, if there was one.
    pub fn read(&self) -> Option<String> {
        fs::read_to_string(&self.file).ok()
    }

    /// Takes the stamp away before the step touches its outputs, so that an interruption shows.
    pub fn remove(&self) -> Result<()> {
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", self.file.display()))
            }
            _ => Ok(()),
        }
    }

    /// Marks the step as finished.
    pub fn write(&self, hash: &str) -> Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        fs::write(&self.file, hash).with_context(|| format!("cannot write {}", self.file.display()))
    }
}

/// Every regular file below `folder`, sorted by path.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_run_together() {
        let one = Inputs::default().text("ab").text("c").hash();
        let other = Inputs::default().text("a").text("bc").hash();
        assert_ne!(one, other);
        assert_eq!(one.len(), 64);
    }

    #[test]
    fn a_changed_or_renamed_file_changes_the_hash() -> Result<()> {
        let folder = std::env::temp_dir().join(format!("xtask-stamp-{}", std::process::id()));
        fs::create_dir_all(folder.join("deep"))?;
        fs::write(folder.join("deep/a.msg"), "int32 x\n")?;
        let first = Inputs::default().folder(&folder)?.hash();
        assert_eq!(first, Inputs::default().folder(&folder)?.hash());
        fs::write(folder.join("deep/a.msg"), "int64 x\n")?;
        let second = Inputs::default().folder(&folder)?.hash();
        fs::rename(folder.join("deep/a.msg"), folder.join("deep/b.msg"))?;
        let third = Inputs::default().folder(&folder)?.hash();
        fs::remove_dir_all(&folder)?;
        assert!(first != second && second != third && first != third);
        Ok(())
    }
}
