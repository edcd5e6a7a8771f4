//! Kociemba's algorithm as the thesis used it, with its future work (6.1.1.5): phase 1 by fringe search.
//!
//! The thesis took Kociemba's own library. Here is an algorithm of the same kind, on one thread and one axis, so that both ways of
//! searching phase 1 are measured on the same tables. [`solver::TwoPhase`] is the product's.

mod phase_one;
mod search;
mod tables;

use std::time::Instant;

use cube::Cube;
use solver::parts::Race;
use solver::{Control, Error, Limits, Solution, Solver};

pub use phase_one::PhaseOne;
use search::Search;
use tables::Tables;

/// Two-phase search on one thread, with a choice of how phase 1 is searched.
///
/// It returns its first solution where [`Limits::time`] is zero. With more time it goes on to shorter ones, up to the proof.
pub struct Kociemba {
    tables: Tables,
    phase_one: PhaseOne,
}

impl Kociemba {
    /// Makes the tables, which takes about a second.
    pub fn new(phase_one: PhaseOne) -> Kociemba {
        Kociemba { tables: Tables::new(), phase_one }
    }

    /// The same tables with the other way of searching.
    #[must_use]
    pub fn with(self, phase_one: PhaseOne) -> Kociemba {
        Kociemba { phase_one, ..self }
    }

    /// Positions of phase 1 that a search generates which looks through all solutions of at most `most` moves.
    ///
    /// # Errors
    /// [`crate::Error::FringeFull`] where the fringe outgrows its memory.
    pub fn phase_one_nodes(&self, cube: &Cube, most: usize) -> Result<u64, crate::Error> {
        let limits = Limits { time: None, max_length: Some(most), ..Limits::default() };
        let control = Control::default();
        let race = Race::new(self.name(), cube, &limits, &control, Instant::now());
        let mut search = Search::new(&self.tables, &race, cube);
        search.run(self.phase_one)?;
        Ok(search.nodes)
    }
}

impl Solver for Kociemba {
    fn name(&self) -> &'static str {
        match self.phase_one {
            PhaseOne::Deepening => "kociemba",
            PhaseOne::Fringe { .. } => "kociemba-fringe",
        }
    }

    /// Works on one thread, whatever the limits allow. The nodes of the solution are the positions of both phases.
    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        limits.check_half_turns(self.name())?;
        let race = Race::new(self.name(), cube, limits, control, start).always_answering();
        let mut search = Search::new(&self.tables, &race, cube);
        let searched = search.run(self.phase_one);
        race.add_nodes(search.nodes + search.home_nodes);
        searched?;
        race.searched_all();
        race.outcome()
    }
}
