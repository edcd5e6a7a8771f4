//! The course of a run: scan, solve, execute, look again, with attempts, until the cube is solved.
//!
//! ```text
//!            ┌──────────────────── not solved: next attempt ────────────────────┐
//!            ▼                                                                  │
//!   prepare ─> forget ─> scan ─> read ─> solve ─> execute ─────────> look again ─┴─> solved
//!                         ▲       │
//!                         └─ doubt: show those faces again
//! ```
//!
//! [`Mission`] is a state machine: [`Event`]s and the time go in, [`Effect`]s come out. It knows no ROS, no clock and no
//! thread; who owns it carries its effects out and tells it what came of them. Whatever fails names its reason, and
//! what is known of the cube survives a stop.

mod events;
mod executing;
mod looking;
mod mission;
mod run;
mod stopping;
mod telling;
#[cfg(test)]
mod tests;

pub use events::{
    Code, Effect, Event, ExecuteEnd, Moment, Report, ScanEnd, SolveEnd, Stage, Status, Trouble,
};
pub use mission::{Mission, Settings};
pub use run::{Options, Work};
