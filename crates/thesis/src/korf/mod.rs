//! Korf's method: iterative deepening on pattern databases, and the thesis' fringe variation of it.
//!
//! After R. Korf, "Finding optimal solutions to Rubik's Cube using pattern databases", 1997.

mod fringe;
mod habits;
mod ideas;
mod interleaved;
mod patterns;
mod search;
mod shortest;

use std::time::Instant;

use cube::Cube;
use solver::parts::Race;
use solver::{Control, Error, Limits, LoadOptions, Progress, Solution, Solver};

use crate::Method;
pub(crate) use fringe::{Packed, pack, unpack};
pub use habits::Habits;
pub use ideas::{Ideas, KorfIdeas};
pub use interleaved::KorfInterleaved;
use patterns::Patterns;
pub(crate) use search::{DEEPEST, Outcome};

/// Bytes a fringe may take where the caller sets no bound: about 32 million positions.
const FRINGE_MEMORY: u64 = 512 << 20;

/// Korf's optimal solver with its pattern databases.
pub struct Korf {
    patterns: Patterns,
}

/// The fringe-search variation of [`Korf`].
pub struct KorfFringe {
    patterns: Patterns,
    memory: u64,
}

impl Korf {
    /// Maps the databases, 59 MB, from the cache directory, or generates them there.
    ///
    /// # Errors
    /// As [`solver::Method::load`].
    pub fn load(options: &LoadOptions, progress: &(dyn Fn(&Progress) + Sync)) -> Result<Korf, Error> {
        Ok(Korf { patterns: Patterns::load(Method::Korf, options, progress)? })
    }

    /// How many positions stand at each distance: of the corners, and of six edges.
    pub fn positions_by_distance(&self) -> [Vec<u64>; 2] {
        self.patterns.positions_by_distance()
    }

    /// Bytes of the corner database and of the edge database.
    pub fn bytes(&self) -> [u64; 2] {
        self.patterns.lengths()
    }

    /// All shortest solutions; none where the cube needs more than `most` moves. Turns of opposite faces next to each other
    /// come in one order only. Works on one thread.
    ///
    /// # Errors
    /// [`Error::WrongSolution`] where one of them does not solve.
    pub fn all_shortest(&self, cube: &Cube, most: usize) -> Result<Vec<Solution>, Error> {
        shortest::all_shortest(&self.patterns, cube, most)
    }
}

impl KorfFringe {
    /// Maps the databases of [`Korf`]. The fringe may take what `options.memory` leaves, or 512 MiB.
    ///
    /// # Errors
    /// As [`solver::Method::load`].
    pub fn load(options: &LoadOptions, progress: &(dyn Fn(&Progress) + Sync)) -> Result<KorfFringe, Error> {
        let (patterns, memory) = load_with_fringe(options, progress)?;
        Ok(KorfFringe { patterns, memory })
    }
}

/// The databases, and the bytes that a fringe may take in addition.
fn load_with_fringe(options: &LoadOptions, progress: &(dyn Fn(&Progress) + Sync)) -> Result<(Patterns, u64), Error> {
    let patterns = Patterns::load(Method::KorfFringe, options, progress)?;
    let memory = options.memory.map_or(FRINGE_MEMORY, |memory| memory.saturating_sub(patterns.length()));
    Ok((patterns, memory))
}

impl Solver for Korf {
    fn name(&self) -> &'static str {
        Method::Korf.name()
    }

    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        limits.check_half_turns(self.name())?;
        let race = Race::new(self.name(), cube, limits, control, start);
        search::deepen(&self.patterns, cube, limits.threads, &race);
        race.outcome()
    }
}

impl Solver for KorfFringe {
    fn name(&self) -> &'static str {
        Method::KorfFringe.name()
    }

    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        limits.check_half_turns(self.name())?;
        let race = Race::new(self.name(), cube, limits, control, start);
        match fringe::search(&self.patterns, cube, limits.threads, &race, self.memory) {
            Ok(()) => race.outcome(),
            Err(fringe::Full) => Err(crate::Error::FringeFull { bytes: self.memory }.into()),
        }
    }
}
