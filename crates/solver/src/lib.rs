//! The product's ways of solving a cube behind one trait, with coordinates, symmetry and table caches.
//!
//! [`Method`] is the registry: a method's name gives its [`Solver`], with its tables loaded from a
//! cache directory or generated there. A [`Solver`] takes a [`cube::Cube`], which is solvable by
//! construction, obeys [`Limits`], can be watched and stopped through [`Control`], and returns a
//! [`Solution`]. Another crate can add methods: it implements [`Solver`] with [`parts`].
//!
//! ```no_run
//! use cube::Cube;
//! use solver::{Control, Limits, LoadOptions, Method};
//!
//! let options = LoadOptions::cached_in("tables");
//! let solver = Method::TwoPhase.load(&options, &|progress| eprintln!("{progress}"))?;
//! let solution = solver.solve(&Cube::from_seed(1), &Limits::default(), &Control::default())?;
//! println!("{} moves: {:?}", solution.length(), solution.moves());
//! # Ok::<(), solver::Error>(())
//! ```
//!
//! # Inside
//!
//! `crates/solver` has one module for each method that the product uses. The thesis' other methods are in
//! `crates/thesis`.
//!
//! `two_phase` finds a short solution at once and shorter ones while time is left. The same search counts in any
//! metric. It takes its positions in batches, so that the processor waits for many table entries at once
//! (`two_phase/search.rs`), and it follows a numbered graph where phase two is near (`two_phase/graph.rs`). Its tables
//! exist in three sizes.
//!
//! `optimal` first lets `two_phase` find a solution, then proves that nothing shorter exists. It searches one length
//! after the other, depth first, and cuts off each position that its table of lower bounds calls too far. The table
//! (`optimal/table.rs`) holds two bits for each coset of a group. All 48 symmetries of the cube map this group onto
//! itself, which makes the table small. The group contains all half turns: a search that looks at a position and its
//! inverse can therefore skip most moves without a look-up (see `optimal/search.rs`). `optimal/coset.rs` defines
//! the group. The table exists in nine sizes, each twice the last; the caller's memory decides, or `optimal/choice.rs`
//! by the free memory. A small table of the edges alone (`optimal/edges.rs`) covers what the large one forgets: without
//! it the superflip would take days. `optimal/build.rs` fills the large table by enumerating cosets outwards from the
//! solved cube, so every entry is proven.
//!
//! `cache.rs` keeps tables in files. A file is written whole, checked when it is read, and built again when it is
//! damaged. `loaded_methods.rs` keeps what is loaded: of the 209 MB that an idle solver's process has, 154 MB are the
//! tables of `two_phase`. They are loaded when the node starts, so that no goal waits for them. The parameter `memory:
//! 64` takes the tables of 32 MB instead. Where large tables are missing, the smallest tables of `two_phase` solve
//! while a thread builds the others, so the first run on a new machine does not wait for them.

mod auto;
mod building;
mod cache;
mod combined;
mod control;
mod corner_classes;
mod disk;
mod distances;
mod error;
mod limits;
mod load_options;
mod loaded_methods;
mod memory;
mod method;
mod optimal;
pub mod parts;
mod pool;
mod race;
mod registry;
mod request;
mod solution;
mod stored_table;
mod table_file;
mod table_format;
mod turning;
mod two_phase;

pub use auto::Auto;
pub use combined::Combined;
pub use control::{Control, Proof};
pub use error::Error;
pub use limits::Limits;
pub use load_options::{LoadOptions, Progress};
pub use loaded_methods::{LoadEvent, LoadedMethods, TableState};
pub use method::Method;
pub use optimal::Optimal;
pub use race::LowerBound;
pub use request::{Failure, FailureKind, Problem, RequestDefaults, SolveRequest};
pub use solution::{Solution, Stage};
pub use stored_table::StoredTable;
pub use table_file::TableFile;
pub use two_phase::TwoPhase;

use std::panic::{AssertUnwindSafe, catch_unwind};

use cube::Cube;

/// A way of solving with its tables at hand. One solver serves many threads, one call after the
/// other or at once.
pub trait Solver: Send + Sync {
    /// The name of the method, as in [`Method::name`].
    fn name(&self) -> &'static str;

    /// Searches for moves that solve `cube`: what a method implements. Callers use [`Solver::solve`].
    ///
    /// Returns when the limits are reached, when nothing better can exist, or within 50 ms after
    /// `control` was cancelled, each time with the best solution so far.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error>;

    /// Moves that solve `cube`; the solved cube needs none. A method that panics costs this cube only.
    ///
    /// # Errors
    /// [`Error::NoThreads`] for limits without a thread, [`Error::NotFound`] where no solution
    /// within `limits.max_length` exists, [`Error::Stopped`] where time or the caller ended the
    /// search before there was one. [`Error::WrongSolution`] and [`Error::BrokeOff`] where the method itself is at fault.
    fn solve(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let search = AssertUnwindSafe(|| self.search(cube, limits, control));
        let searched = catch_unwind(search).unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(Error::BrokeOff {
                method: self.name(),
                cube: *cube,
                reason: message.unwrap_or_else(|| "no reason was given".to_owned()),
            })
        })?;
        // A solution proves itself for its own cube, which could be an earlier one.
        if searched.cube() != cube || searched.metric() != limits.metric {
            return Err(Error::WrongSolution {
                method: self.name().to_owned(),
                cube: *cube,
                moves: searched.moves().to_vec(),
            });
        }
        Ok(searched)
    }
}
