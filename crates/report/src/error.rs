//! Why there is no report.

use std::path::PathBuf;

/// Error of the crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is no recording, or cannot be read at all.
    #[error(transparent)]
    Record(#[from] record::Error),
    /// A recording without a topic of a rig.
    #[error("{} has no topic of a rig{}", path.display(), match namespace {
        Some(namespace) => format!(" in the namespace {}", cube::outside::quoted(namespace)),
        None => String::new(),
    })]
    NoRig {
        /// The file.
        path: PathBuf,
        /// Where a rig was looked for.
        namespace: Option<String>,
    },
    /// A recording of several rigs.
    #[error("{} has several rigs: choose one of the namespaces {}", path.display(), namespaces.join(", "))]
    SeveralRigs {
        /// The file.
        path: PathBuf,
        /// Their namespaces.
        namespaces: Vec<String>,
    },
}
