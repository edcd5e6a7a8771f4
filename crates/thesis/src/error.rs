//! What can go wrong in the thesis' methods and in no others.

/// Why a method of this crate has no result. Each message is one sentence that names the offending thing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The method found moves, but more than allowed; it does not look for fewer.
    #[error("the method {method} needs {length} moves for this cube, but at most {max_length} are allowed")]
    TooLong {
        /// The method's name.
        method: &'static str,
        /// Moves it found.
        length: usize,
        /// The greatest length allowed.
        max_length: usize,
    },
    /// The fringe outgrew its memory before a solution was found.
    #[error("the fringe search needs more than the {bytes} bytes of memory that its fringe may take for this cube")]
    FringeFull {
        /// Bytes the fringe may take.
        bytes: u64,
    },
    /// A detector or classifier of an unknown name.
    #[error("unknown {kind} \"{name}\"; known are {known}")]
    UnknownName {
        /// What the name should be one of.
        kind: &'static str,
        /// The name as given.
        name: String,
        /// The names there are.
        known: &'static str,
    },
    /// A search of a result failed.
    #[error(transparent)]
    Solver(#[from] solver::Error),
    /// A plan of a result failed.
    #[error(transparent)]
    Planner(#[from] planner::Error),
    /// A motor of a result failed, on the simulated rig.
    #[error(transparent)]
    Brick(#[from] brick::Error),
    /// Simulated time could not be set up.
    #[error("the simulated time of the rig cannot begin: {source}")]
    Clock {
        /// The system's error.
        source: std::io::Error,
    },
    /// A picture of a result failed.
    #[error(transparent)]
    Vision(#[from] vision::Error),
}

impl From<Error> for solver::Error {
    fn from(error: Error) -> solver::Error {
        solver::Error::Method(Box::new(error))
    }
}
