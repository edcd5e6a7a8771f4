//! Feetech STS3215 bus servos: all joints of a rig on one serial bus.
//!
//! ```text
//!  goals ──▶ ServoJoint ──▶ where to be now ──▶ sync write ──▶ bus ──▶ servo's own position loop ──▶ joint
//!                ▲                                                        │
//!                └──────────── Reading ◀── sync read, a hundred times a second ◀┘
//! ```
//!
//! A servo closes its position loop by itself, so this family needs little: the [packets](packet) and [registers] of the bus, a
//! [`ServoJoint`] for each joint (pure), and a [`ServoLoop`] around them, kept connected by [`keep`]. Goals, orders, reports and
//! what a driver does for its clients are those of `brick`.
//!
//! Why not the crate `rustypot`, which knows these servos: its calls block the thread by the machine's clock, so a driver could
//! neither stop while it waits nor live in simulated time. Its packets are private, so the emulator could not use them. And it brings
//! `clap` and `env_logger` into every program. What is taken from it is the [table of registers](registers).

mod bus;
mod fault;
mod joint;
mod keep;
pub mod packet;
pub mod registers;
mod servo_loop;

pub use bus::Bus;
pub use fault::{Alarms, Fault};
pub use joint::ServoJoint;
pub use keep::{BAUD, Group, OPENING, keep};
pub use registers::Reading;
pub use servo_loop::{Health, ServoLoop};
