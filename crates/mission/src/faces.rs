//! Which faces a look at the whole cube shows.

use cube::Face;
use serde::{Deserialize, Serialize};

/// Which faces a look at the whole cube shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Faces {
    /// As many as prove the cube: five or six.
    Needed,
    /// All six.
    All,
}

impl Faces {
    /// The choice of this name, `needed` or `all`.
    pub fn named(name: &str) -> Option<Faces> {
        match name {
            "needed" => Some(Faces::Needed),
            "all" => Some(Faces::All),
            _ => None,
        }
    }

    /// The faces to ask a scan for. No face stands for as many as are needed.
    pub(crate) fn to_show(self) -> Vec<Face> {
        match self {
            Faces::Needed => Vec::new(),
            Faces::All => Face::ALL.into(),
        }
    }
}
