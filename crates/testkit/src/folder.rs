//! A folder of a test's own.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder that is removed when the test ends.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new folder; `name` is part of its own.
    ///
    /// # Panics
    /// It cannot be made.
    pub fn new(name: &str) -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("cuberig-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    /// Its path.
    ///
    /// # Panics
    /// The system's folder for temporary files is no UTF-8.
    pub fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }

    /// Writes a file and returns its path.
    ///
    /// # Panics
    /// It cannot be written.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("a file for the test");
        path.to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
