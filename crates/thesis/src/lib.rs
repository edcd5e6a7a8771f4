//! The methods of the thesis, as it published them, kept to compare the product with.
//!
//! The project began with a thesis on a four-arm rig. What the product does today is faster or surer. Each claim of that
//! kind needs the old way next to the new one, on the same machine, with the same cubes and pictures. So the old ways live
//! here, built on the product's own crates. Only the command line uses this crate; no node does.
//!
//! | what | here | the product's own |
//! |---|---|---|
//! | shortest solutions by pattern databases | [`Korf`] | [`solver::Optimal`] |
//! | the same with each of the thesis' ideas switched on or off | [`KorfIdeas`] | |
//! | the same by fringe search, in bounded memory | [`KorfFringe`] | [`solver::Optimal`] |
//! | the same, part of the tree by fringe search | [`KorfInterleaved`] | |
//! | two phases, phase 1 by deepening or by fringe search | [`Kociemba`] | [`solver::TwoPhase`] |
//! | a solution in four stages, at once | [`Thistlethwaite`] | [`solver::TwoPhase`] |
//! | one motion after the other | [`plan_the_thesis_way`] | [`planner::Planner::moves`] |
//! | faces by edges and squares, colours by thresholds | [`Reader`] with `classic` | [`vision::Detector`] |
//! | the same, with colours by the density of hues | [`Reader`] with `hsv-density` | [`vision::Detector`] |
//!
//! [`results`] has the published results, and measures them again.
//!
//! [`Method`] lists the solving methods; each is a [`solver::Solver`]. The thesis' fourth one, `combined`, is not here:
//! [`solver::Auto`] is made of it and the rig chooses by it, so it is the product's ([`solver::Combined`]).

mod classic_colors;
mod classic_finder;
mod error;
mod hsv_density;
mod kociemba;
mod korf;
mod method;
mod moving;
mod reader;
mod registry;
pub mod results;
mod thistlethwaite;
mod upright;

pub use error::Error;
pub use kociemba::{Kociemba, PhaseOne};
pub use korf::{Habits, Ideas, Korf, KorfFringe, KorfIdeas, KorfInterleaved};
pub use method::Method;
pub use moving::plan_the_thesis_way;
pub use reader::{ClassifierKind, DetectorKind, Reader};
pub use thistlethwaite::Thistlethwaite;
