//! Why a cube that a client sets is refused, or the colours of one are not learned.

/// Why a cube that a client sets is refused, or the colours of one are not learned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The given letters cannot be read; with the reason.
    #[error("{0}")]
    Unreadable(String),
    /// No cube can be like that; with the reason.
    #[error("{0}")]
    Impossible(String),
    /// Not all six faces were seen; with the letters of those that were, or "none".
    #[error(
        "colours are learned from all six faces, but {0} of them were seen since the cube was last set, turned or reset; show all six first"
    )]
    NotSeen(String),
    /// The faces are not those of the given cube; with the reason.
    #[error("{0}")]
    Contradictory(String),
}
