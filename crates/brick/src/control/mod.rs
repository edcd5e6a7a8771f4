//! Position control on the host: reads two motors, decides two powers, about thirty times a second.
//!
//! ```text
//!  trajectory ──> reference ──┐
//!                             ├─> JointLaw::step ──> power ──> brick ──> motor ─> gears ─> joint
//!  rotation counts ─> observer┘        (pure)                             │
//!        ^                                                                │
//!        └───────────── 30 ms ± 15 ms over Bluetooth <────────────────────┘
//! ```
//!
//! The link is slower than the motor, so the law never acts on a reading as it stands: an observer
//! replays the powers already sent through a model of the motor and predicts where the motor will be
//! when the next power takes effect. [`JointLaw`] is a pure function of its state, a reading and the
//! time; [`runner`] is the thin asynchronous loop around two of them.

mod arrival;
mod battery;
mod cable;
pub(crate) mod closing;
mod cycle;
mod gearing;
mod handle;
pub mod identify;
mod joint;
mod joint_goal;
pub mod measure;
mod memory;
mod model;
mod observer;
mod reference;
pub mod runner;
mod sent;
mod settings;
mod settling;
mod together;
mod unattended;
mod zeroing;

pub use gearing::Gearing;
pub use joint::JointLaw;
pub use joint_goal::JointGoal;
pub use memory::Memory;
pub use model::{Estimate, MotorModel};
pub use reference::{Point, Reference, Trajectory};
pub use settings::{Drive, Instants, JointReport, JointSettings, MotorReading, Progress, Tolerances};
pub use zeroing::FlatOn;
