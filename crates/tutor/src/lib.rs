//! Leads a learner through a lesson: does what they ask for, plays moves, and comments on their turns.
//!
//! A [`Session`] is a learner at a lesson. It can [look](Session::look) at the learner's cube: it is given the faces of each frame,
//! follows the turns in the learner's hands, and returns what it has [`Seen`]. A [`Course`] is a session that is done by hand, or
//! carried out by arms. [`handscan`] leads a person who shows a cube face by face. Nothing here has a clock, a page or ROS: the page of the command line and the node `tutor` are built on it.

mod arms;
mod comment;
mod controls;
mod course;
mod error;
pub mod follow;
pub mod handscan;
mod request;
mod session;
mod watcher;

pub use arms::{ArmTurn, Pause, arm_turns};
pub use controls::Control;
pub use course::{ArmFailure, Course, Done};
pub use error::Error;
pub use request::Request;
pub use session::Session;
pub use watcher::{Seen, WatcherOptions};
