//! Where things lie: the repository's root and the folders that set-up fills.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The repository and everything the project's tool writes into it.
#[derive(Debug, Clone)]
pub struct Paths {
    root: PathBuf,
}

impl Paths {
    /// The repository this tool was built from.
    pub fn of_this_repository() -> Self {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = manifest.ancestors().nth(2).unwrap_or(manifest);
        Self { root: root.to_owned() }
    }

    /// The repository's root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder `name` under the root.
    pub fn join(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Everything that set-up makes; deleting it undoes set-up.
    pub fn ros(&self) -> PathBuf {
        self.root.join(".ros")
    }

    /// The ROS 2 from PyPI together with our interfaces (a Python environment as well).
    pub fn prefix(&self) -> PathBuf {
        self.ros().join("prefix")
    }

    /// The interfaces built against a ROS 2 that was there before.
    pub fn overlay(&self, distro: &str) -> PathBuf {
        self.ros().join(format!("overlay-{distro}"))
    }

    /// Scratch space; anything in it may be deleted at any time.
    pub fn build(&self) -> PathBuf {
        self.ros().join("build")
    }

    /// Full output of the long steps.
    pub fn logs(&self) -> PathBuf {
        self.ros().join("log")
    }

    /// Content hashes of the inputs of finished steps.
    pub fn stamps(&self) -> PathBuf {
        self.ros().join("stamps")
    }

    /// The cargo that runs this tool, at the repository's root.
    pub fn cargo(&self) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(&self.root);
        cargo
    }

    /// Cargo's target folder.
    pub fn target(&self) -> PathBuf {
        match std::env::var_os("CARGO_TARGET_DIR") {
            Some(folder) => self.root.join(folder),
            None => self.root.join("target"),
        }
    }
}
