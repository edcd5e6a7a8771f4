//! How phase 1 is searched.

/// Bytes that a fringe may take where the caller sets no bound.
const FRINGE_MEMORY: u64 = 512 << 20;

/// How phase 1 goes from one length to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseOne {
    /// Starts again from the cube.
    Deepening,
    /// Goes on from what was cut off, in at most this many bytes.
    Fringe {
        /// Bytes that both lists of the fringe may take.
        memory: u64,
    },
}

impl PhaseOne {
    /// Fringe search in 512 MiB.
    pub const FRINGE: PhaseOne = PhaseOne::Fringe { memory: FRINGE_MEMORY };
}
