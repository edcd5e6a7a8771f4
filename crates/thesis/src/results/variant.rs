//! The seven algorithms of figures 5.4 and 5.5, as far as they are here, and the product's own with them.

use std::time::Duration;

use solver::Solver;

use super::search::{self, Run};
use super::{Conditions, Published};
use crate::{Error, Ideas, KorfIdeas, Method};

/// The time for inspection in competitions, the line of figure 5.4, s. The combined algorithm gets as much.
pub(super) const LINE: f64 = 15.0;

/// An algorithm that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    /// "Korfs Stock", on one thread.
    Stock,
    /// "Korfs Improved", on one thread.
    Improved,
    /// What pays of it, without random order and cache: "Korfs Multi" on one thread.
    KorfOne,
    /// "Korfs Multi", without random order and cache, on all threads.
    KorfMany,
    /// "Fringe Single".
    FringeOne,
    /// "Fringe Multi".
    FringeMany,
    /// "Korf's Kociemba Combined", which the product has as `combined`.
    Combined,
    /// "Kociemba": the first solution of the product's `two-phase`.
    FirstOfTwoPhase,
    /// Not in the thesis: the product's `optimal`.
    Optimal,
}

impl Variant {
    pub(super) const ALL: [Variant; 9] = [
        Variant::Stock,
        Variant::Improved,
        Variant::KorfOne,
        Variant::KorfMany,
        Variant::FringeOne,
        Variant::FringeMany,
        Variant::Combined,
        Variant::FirstOfTwoPhase,
        Variant::Optimal,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Variant::Stock => "Korf as stock",
            Variant::Improved => "Korf improved",
            Variant::KorfOne => "Korf, one thread",
            Variant::KorfMany => "Korf, all threads",
            Variant::FringeOne => "fringe, one thread",
            Variant::FringeMany => "fringe, all threads",
            Variant::Combined => "combined, 15 s",
            Variant::FirstOfTwoPhase => "two-phase, first solution",
            Variant::Optimal => "the product's optimal",
        }
    }

    pub(super) fn load(self, conditions: &Conditions) -> Result<Box<dyn Solver>, Error> {
        match self {
            Variant::Stock => Variant::with_ideas(Ideas::STOCK, conditions),
            Variant::Improved => Variant::with_ideas(Ideas::IMPROVED, conditions),
            Variant::KorfOne | Variant::KorfMany => conditions.load(Method::Korf),
            Variant::FringeOne | Variant::FringeMany => conditions.load(Method::KorfFringe),
            Variant::Combined => conditions.load_product(solver::Method::Combined),
            Variant::FirstOfTwoPhase => conditions.load_product(solver::Method::TwoPhase),
            Variant::Optimal => conditions.load_product(solver::Method::Optimal),
        }
    }

    fn with_ideas(ideas: Ideas, conditions: &Conditions) -> Result<Box<dyn Solver>, Error> {
        let solver = KorfIdeas::load(ideas, &conditions.tables, &conditions.building())?;
        Ok(Box::new(solver))
    }

    /// Solves a cube; a search for a proof is cut off after `cut`.
    pub(super) fn run(
        self,
        solver: &dyn Solver,
        cube: &cube::Cube,
        cut: Duration,
        conditions: &Conditions,
    ) -> Result<Run, Error> {
        let time = match self {
            Variant::Combined => Duration::from_secs_f64(LINE),
            // Without any time two-phase returns its first solution.
            Variant::FirstOfTwoPhase => Duration::ZERO,
            _ => cut,
        };
        let threads = match self {
            Variant::KorfOne | Variant::FringeOne | Variant::FirstOfTwoPhase => 1,
            _ => conditions.threads,
        };
        search::run(solver, cube, Some(time), threads)
    }

    /// The time at a depth by the text below figure 5.4, s. Other points are only drawn, and are compared with the line.
    pub(super) fn published_seconds(self, depth: usize) -> Published {
        match self {
            Variant::KorfMany if depth <= 14 => Published::at_most(LINE),
            Variant::Stock | Variant::Improved | Variant::KorfMany if 15 <= depth => Published::at_least(LINE),
            Variant::FirstOfTwoPhase => Published::at_most(LINE),
            _ => Published::drawn_with(LINE),
        }
    }

    /// The greatest depth that an algorithm copes with, by the text.
    pub(super) const fn published_depth(self) -> Published {
        match self {
            Variant::KorfMany => Published::about(14.0),
            Variant::Stock | Variant::FringeOne | Variant::FringeMany => Published::about(13.0),
            Variant::FirstOfTwoPhase => Published::exactly(20.0),
            _ => Published::NOTHING,
        }
    }
}
