//! The whole graph's logic in one thread, with one seed, in simulated time: a seed is a bug report.
//!
//! ```text
//!   Plan (drawn from a seed) ──> Storm: a queue of events ──> nodes ──> what they publish, ask, answer ──┐
//!                                   ▲                                                                    │
//!                                   └── network: delays, order, discovery, queues, cuts ◀────────────────┘
//! ```
//!
//! A [`Plan`] is what will happen: a cube, and [`Upset`]s at their times. [`run`] lets it happen, and checks the laws ([`Law`]) at each
//! event. The nodes are the state machines of `mission`, `execution` and `cube_state`, the solver with a budget of positions, and
//! four real drivers of `brick` on the simulated rig of `sim`. The ROS nodes `motion_planner` and `brick_driver` run the same ones
//! unchanged: they convert, wait and publish. The same plan gives the same trace, to the byte.
//!
//! # What a storm does not model
//!
//! - Messages are not converted: `convert.rs` of the nodes, CDR, interfaces and the security policy are not run. What the conductor
//!   reads from codes of errors, `nodes/conductor.rs` has again.
//! - What `nodes/src/runtime` decides is modelled: how a goal, a result or a stop is asked for again, and who has to confirm a stop.
//!   A server counts as lost after a look in vain, which takes twice as long in life. Drivers of others, without a stop service, are
//!   not there.
//! - The solver and the planner compute at once and answer after a drawn time; the rig has no search for faster moves.
//! - In one storm of a hundred pictures are rendered and read. In the others the face detector sees the simulated cube exactly, but for
//!   drawn misreadings.
//! - All clocks show one time; `/clock` does not jump. Parameters do not change. Nodes are killed, not ended in order.
//! - DDS is reliable here as long as two nodes know each other; what is lost is what is sent before, what overflows a history, and
//!   what a dead node held. An action's accepted goal keeps its identity; a goal id is never used twice.
//! - Nobody publishes joints a second time, or sets a false cube. Once a stranger has given a driver a goal, rules of motion are not
//!   checked: the driver knows none.
//! - Memory is the messages and calls under way. After a mechanical fault the laws of motion
//!   and of the true state are not checked, nor that a run solves the cube: people may have to straighten a layer.
//! - Wrists that end apart by less than 45 degrees while their driver is blind are as `docs/faults.md` has them.
//! - Cameras and the nodes `state_publisher`, `guide` and `tutor` are not there. The page is a person with a copy
//!   of the stop state.

mod calls;
mod campaign;
mod context;
mod id;
mod laws;
mod message;
mod network;
mod nodes;
mod plan;
pub mod recording;
mod shrink;
mod storm;
mod tools;
mod trace;
mod upsets;

pub use campaign::campaign;
pub use id::Id;
pub use laws::{Break, Law};
pub use message::{Message, Topic};
pub use plan::{Act, KINDS, Kinds, Plan, Upset};
pub use shrink::shrink;
pub use storm::{Outcome, run};
pub use tools::Tools;
