//! Motor-brick wire protocols and position control.
//!
//! From the wire upwards: [`frame`] cuts a byte stream into packets, [`command`] turns packets into
//! typed telegrams and back (both directions, so that the simulator speaks the same code),
//! [`transport`] opens a byte stream by name, [`Brick`] asks and answers with time limits, and
//! [`control`] lands two motors on the positions of a joint trajectory.
//!
//! Architecture invariant: nothing here reconnects, logs or reads a clock behind the caller's back,
//! except what waits for a device: [`Brick`], [`arm_nxj`], [`control::runner`], [`control::program_loop`],
//! [`control::measure`] and [`bringup`].

pub mod arm_nxj;
mod barrier;
pub mod bringup;
pub mod client;
pub mod command;
pub mod control;
mod copies;
mod deadline;
pub mod error;
pub mod frame;
mod mark;
pub mod motors;
mod outbox;
pub mod output;
pub mod status;
pub mod timeouts;
pub mod transport;
pub mod wiring;

pub use client::Brick;
pub use command::{Command, Opcode, Request};
pub use error::Error;
pub use motors::Motors;
pub use output::{OutputMode, OutputReading, Port, PortSelection, Power, Regulation, RunState};
pub use status::Status;
pub use timeouts::Timeouts;
pub use transport::{Address, ByteStream, OpenFailure};
pub use wiring::{BrickName, joint_settings};
