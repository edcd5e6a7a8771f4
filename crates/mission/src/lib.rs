//! The sequence of a run: scan, solve, execute, look again, with attempts, until the cube is solved.
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
//! thread; its owner carries its effects out and passes the results back as events. Whatever fails names its reason, and
//! what is known of the cube survives a stop.
//!
//! [`Heartbeat`] and [`Failures`] follow what the nodes report of themselves: which are lost, and what does not work.
//! [`HandOver`] is the sequence of a hand-over, in the same form. [`Conductor`] has one of both at a time, and [`Resumptions`] let a
//! stopped rig move again. It keeps each [`Step`], so that a recording can be replayed.

mod conductor;
mod events;
mod executing;
mod faces;
mod failures;
mod hand_over;
mod looking;
mod mission;
mod resuming;
mod run;
mod state;
mod status;
mod step;
mod stopping;
#[cfg(test)]
mod tests;

pub use conductor::{Conductor, Goal, STOP_CALLED};
pub use events::{Claws, Code, Effect, Event, ExecuteEnd, Failure, Report, ScanEnd, SolveEnd, Stage, Status};
pub use execution::events::Moment;
pub use execution::{Heartbeat, NodeReport};
pub use faces::Faces;
pub use failures::Failures;
pub use hand_over::{Direction, HandOver, Patience};
pub use mission::{Mission, Settings};
pub use resuming::{Afterwards, Release, Resumption, Resumptions};
pub use run::{Options, Work};
pub use state::State;
pub use step::{Input, Step, decisions};
