//! Motor-brick wire protocols and position control.
//!
//! From the wire upwards:
//!
//! - [`transport`] opens a byte stream by name.
//! - [`frame`] cuts it into packets.
//! - [`command`] turns packets into typed telegrams and back: the simulator uses the same code.
//! - [`Brick`] asks and answers with time limits.
//! - [`control`] brings two motors to the positions of a joint trajectory.
//! - [`Connection`] keeps all of it running.
//!
//! A [`TrajectoryGoal`] is what a client wants, a [`GoalEnd`] is its result. A [`Driver`] does that for the clients of one brick.
//!
//! Architecture invariant: nothing here logs, and nothing reads a clock behind the caller's back
//! except what waits for a device: [`Brick`], [`control::runner`], [`control::measure`], [`bringup`] and [`Connection`], which alone reconnects.

mod barrier;
pub mod bringup;
mod clamping;
pub mod client;
pub mod clock;
pub mod command;
mod connection;
pub mod control;
mod copies;
mod deadline;
mod driver;
pub mod error;
pub mod frame;
mod goal_end;
mod joint_updates;
mod mark;
pub mod motors;
mod outbox;
pub mod output;
mod silence;
pub mod status;
pub mod timeouts;
mod trajectory_goal;
pub mod transport;
pub mod wiring;
mod zeroing;

pub use clamping::ClampOnConnect;
pub use client::Brick;
pub use command::{Command, Opcode, Request};
pub use connection::{Connection, ConnectionEvent, Link, Reach};
pub use driver::Driver;
pub use error::Error;
pub use goal_end::{EndCode, GoalEnd};
pub use joint_updates::JointUpdates;
pub use motors::Motors;
pub use output::{OutputMode, OutputReading, Port, PortSelection, Power, Regulation, RunState};
pub use status::Status;
pub use timeouts::Timeouts;
pub use trajectory_goal::{Refusal, TrajectoryGoal};
pub use transport::{Address, ByteStream, OpenFailure};
pub use wiring::{BrickName, joint_settings};
pub use zeroing::Zeroing;
