//! Servos: all joints of a rig on one controller.
//!
//! ```text
//!  goals ──▶ Motion ──▶ where to be now ──▶ Family::send ──▶ servo's own position loop ──▶ joint
//!               ▲                                                 │
//!               └─────────── Family::cycle, a hundred times a second ◀┘
//! ```
//!
//! A servo closes its position loop by itself, so a [`Family`] is small: its protocol, and what it judges of a [`DrivenJoint`].
//! All share the [`Motion`] of a joint (pure) and the [`ServoLoop`], kept connected by [`keep`]. Goals, orders, reports and what a
//! driver does for its clients are those of `brick`.
//!
//! | family | servos | reports |
//! |---|---|---|
//! | [`bus`] | Feetech STS3215 on a serial bus | position, load, voltage, temperature, alarms |
//! | [`maestro`] | hobby servos on a Pololu Maestro | nothing: the Maestro returns what it was sent |

pub mod bus;
mod family;
mod keep;
pub mod maestro;
mod motion;
mod servo_loop;
mod wire;

pub use family::{DrivenJoint, Family};
pub use keep::{Group, OPENING, keep};
pub use motion::Motion;
pub use servo_loop::{Health, ServoLoop};
