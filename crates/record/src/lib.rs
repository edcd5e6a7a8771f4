//! Recordings of a ROS 2 graph as rosbag2 writes them: MCAP files with all that a reader without ROS needs.
//!
//! [`Definitions`] reads what messages look like from the installed interface packages. A [`Recording`] is a file under way:
//! messages as they came over the wire, in chunks that are complete on the disk. A [`Ring`] keeps the last minute in memory.
//! The [`Keeper`] has both, and a thread of its own in [`Desk`]: what receives messages never waits for a disk.
//!
//! A [`Reader`] goes through a file of any writer, also one that breaks off. Its [`Channel`]s decode messages of any type to a
//! [`Value`] by the [`Schema`] in the file: neither ROS nor generated code is needed. A schema also checks messages in JSON.

mod bag;
mod date;
mod decode;
mod definitions;
mod desk;
mod error;
mod json;
mod keeper;
mod messages;
mod metadata;
mod qos;
mod reader;
mod recording;
mod ring;
mod schema;
mod value;

pub use bag::Bag;
pub use date::date_and_time;
pub use decode::DecodeError;
pub use definitions::{Definition, Definitions};
pub use desk::{Desk, Inbox, Notice};
pub use error::Error;
pub use json::JsonError;
pub use keeper::{Keeper, Plan};
pub use messages::{Message, Source, Topic};
pub use qos::{Durability, History, Liveliness, Period, Qos, Reliability};
pub use reader::{Channel, Reader, Recorded};
pub use recording::Recording;
pub use ring::Ring;
pub use schema::{Schema, SchemaError};
pub use value::Value;
