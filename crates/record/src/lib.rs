//! Recordings of a ROS 2 graph as rosbag2 writes them: MCAP files with all that a reader without ROS needs.
//!
//! [`Definitions`] reads what messages look like from the installed interface packages. A [`Recording`] is a file under way:
//! messages as they came over the wire, in chunks that are complete on the disk. A [`Ring`] keeps the last minute in memory.
//! The [`Keeper`] has both, and a thread of its own in [`Desk`]: what receives messages never waits for a disk.

mod bag;
mod date;
mod definitions;
mod desk;
mod error;
mod keeper;
mod messages;
mod metadata;
mod qos;
mod recording;
mod ring;

pub use bag::Bag;
pub use definitions::{Definition, Definitions};
pub use desk::{Desk, Inbox, Notice};
pub use error::Error;
pub use keeper::{Keeper, Plan};
pub use messages::{Message, Source, Topic};
pub use qos::{Durability, History, Liveliness, Period, Qos, Reliability};
pub use recording::Recording;
pub use ring::Ring;
