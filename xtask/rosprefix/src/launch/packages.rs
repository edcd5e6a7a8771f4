//! Where packages lie: their share folders and their executables.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

/// The package whose launch files these are.
const OWN: &str = "cuberig";

/// The repository and the installed packages.
#[derive(Debug)]
pub struct Packages {
    /// The repository's root, which stands for the installed share folder of our own package.
    pub root: PathBuf,
    /// Where cargo puts our own executables.
    pub binaries: PathBuf,
    /// Where other packages are looked for.
    pub prefixes: Vec<PathBuf>,
}

impl Packages {
    /// The share folder of a package.
    ///
    /// # Errors
    /// When no prefix has the package.
    pub fn share(&self, package: &str) -> Result<PathBuf> {
        let prefix = || Some(self.prefix_of(package)?.join("share").join(package));
        let share = if package == OWN { Some(self.root.clone()) } else { prefix() };
        share.with_context(|| {
            format!("the package `{package}` is not installed; install it with your ROS 2 and source its setup.bash")
        })
    }

    /// The file of an executable.
    ///
    /// # Errors
    /// Names the package or executable that is not there.
    pub fn executable(&self, package: &str, executable: &str) -> Result<PathBuf> {
        self.share(package)?;
        let file = match self.prefix_of(package) {
            Some(prefix) if package != OWN => prefix.join("lib").join(package).join(executable),
            _ => self.binaries.join(executable),
        };
        let found = file.is_file().then(|| file.clone());
        found.with_context(|| {
            let file = file.display();
            format!("the package `{package}` has no executable `{executable}` ({file} is not there)")
        })
    }

    /// The prefix whose index lists the package.
    fn prefix_of(&self, package: &str) -> Option<&PathBuf> {
        let index = "share/ament_index/resource_index/packages";
        let mut prefixes = self.prefixes.iter();
        prefixes.find(|prefix| prefix.join(index).join(package).is_file())
    }
}
