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
//!
//! # The ideas, each in one place
//!
//! - **One model a motor** ([`MotorModel`]): speed per percent of power, time constant, friction. `calibrate motors` identifies it
//!   ([`identify`]), the battery's voltage scales it, and the observer goes on learning the friction, for layers and for the whole cube
//!   apart. Feed-forward, braking distance, coasting and where a pulse ends all follow from it.
//! - **One reference a goal** ([`Reference`]): where the joint should be at each of the reference's own seconds. A way to the end of a
//!   wrist's cable is made so that friction alone can end it in time.
//! - **One pace** (`course`): how many of these seconds go by in a second. Everything that makes a joint slower is a limit of it: what
//!   the motor can do on its battery, how often the link lets it be seen, and how far the joint lags. A pair that turns the cube is one
//!   axis: it has one pace, the slower one's, and does not set off before both are seen to move.
//! - **One limit a command** (`unattended`): each command ends by itself at a tacho limit, chosen so that a motor that nobody looks
//!   after any more comes to rest before what it must not pass. So late replies, a driver that gets no processor and a broken link are
//!   no cases of their own.
//! - **One judge of arrival** (`arrival`, with the distances of `settling`). The motion planner trusts it, and looks at readings only
//!   to begin a motion earlier.

mod arrival;
mod battery;
pub(crate) mod closing;
mod course;
mod cycle;
mod gearing;
mod handle;
pub mod identify;
mod joint;
mod joint_goal;
mod link;
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
pub use together::CubeTurn;
pub use zeroing::FlatOn;
