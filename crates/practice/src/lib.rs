//! What a learner has practised: kept in one file, scheduled, timed and counted.
//!
//! [`Store`] is the file (SQLite): learners, drills of cases, and sessions of timed solves. [`Schedule`] says which cases are due,
//! by FSRS, a model of memory that is fitted to millions of reviews (Ye, 2022; crate `fsrs`). [`Statistics`] counts as speedcubers do,
//! by the rules of the World Cube Association and of csTimer. [`Turns`] are the turns of a
//! solve, where a cube reported them. [`cstimer`] reads and writes the files of csTimer. [`arm_drills`] are drills that the arms of a
//! rig set up.
//!
//! Times are milliseconds, moments seconds since 1970.

pub mod arm_drills;
pub mod cstimer;
mod drill;
mod error;
mod schedule;
mod solve;
mod statistics;
mod store;
mod turns;

pub use drill::{CaseKey, Drill, Rating, usual_time};
pub use error::Error;
pub use schedule::{Due, Memory, Schedule};
pub use solve::{Inspection, Penalty, Solve};
pub use statistics::{Average, Rolling, Statistics};
pub use store::{Learner, Session, Store};
pub use turns::{TimedMove, Turns};
