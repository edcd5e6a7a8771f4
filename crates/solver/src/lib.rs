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
pub use loaded_methods::{LoadNews, LoadedMethods, TableState};
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
            let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(Error::BrokeOff {
                method: self.name(),
                cube: *cube,
                reason: said.unwrap_or_else(|| "no reason was given".to_owned()),
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
