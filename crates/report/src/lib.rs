//! What a recorded run was like: the cube, the faces, the plan against the deed, errors of joints, latencies, faults.
//!
//! [`Report::read`] goes through a recording once, takes what it needs of the topics of one rig ([`taken`]), and computes what a
//! person asks of it. [`html`] draws it as one page that needs nothing else. No ROS is used.

mod error;
mod events;
mod faces;
mod goals;
mod joints;
mod motions;
mod page;
mod processor;
mod report;
mod sample;
mod taken;
mod topics;

pub use error::Error;
pub use events::{Fault, LogLine, Stage};
pub use faces::{SeenSticker, Showing};
pub use goals::{Latencies, Latency};
pub use joints::Tracking;
pub use motions::{Deed, PlanAndDeed, PlannedMotion};
pub use page::html;
pub use processor::ProcessorTime;
pub use report::{Cube, Missing, Report};
pub use sample::Summary;
