//! Carries out motion plans on the drivers of groups of joints, and keeps track of how the cube lies in the claws.
//!
//! ```text
//!   goal: moves, faces to show, claws ──> Executive ──> plan ──> Running ──> steps ──> Executor ──> goals of the drivers
//!                                            │  ▲                                         │
//!                                  how the cube lies                                arrivals, results
//! ```
//!
//! [`Executive`] takes a goal. It compares its estimate of the arms ([`estimate`]) with the readings of the joints
//! ([`readings`]), undoes what was broken off, and has a plan made ([`plan`]). It follows each motion that has arrived.
//! [`steps`] are what an executor carries out: each begins on an event, as soon as those before it have arrived. Both are
//! state machines without ROS, clock or thread. Their owner passes readings, results and the time in, and carries effects out.
//!
//! [`Heartbeat`] follows which nodes live. The executive stops when the conductor of its run is lost.
//!
//! The executive does not know the cube: it counts what the arms have done to it, and [`cube_state::tracker`] follows.

mod active_goal;
mod admission;
mod claws;
mod conductor_watch;
mod ending;
pub mod estimate;
pub mod events;
mod executive;
mod executor;
pub mod goal;
mod heartbeat;
mod held;
pub mod lateness;
pub mod limits;
mod nearest;
mod node_report;
pub mod plan;
pub mod publishers;
pub mod readings;
pub mod report;
pub mod running;
mod seen;
mod server_watch;
mod standstill;
mod starting;
pub mod steps;
#[cfg(test)]
mod tests;
mod watch;

pub use executive::Executive;
pub use heartbeat::Heartbeat;
pub use node_report::{NodeReport, OwnNodes};
pub use server_watch::ServerWatch;
