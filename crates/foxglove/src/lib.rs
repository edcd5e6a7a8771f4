//! Serves a running graph to Foxglove and Lichtblick over Foxglove's WebSocket protocol.
//!
//! A host adds topics and services to a [`Server`], and takes what clients want from a channel of [`Asked`]. A topic becomes a
//! [`Channel`], which the host feeds with messages as they came over the wire while a client wants them.
//!
//! The protocol is spoken here rather than by Foxglove's SDK (crate `foxglove` 0.30.3):
//!
//! - The SDK takes connections itself and does not look at the header Origin. So any web page that is open in a browser of this
//!   machine could look through the camera and call services. Here [`Options::origins`] names who may.
//! - The SDK has one queue of a number of messages for each client. With pictures of 1 MB it is too long, with transforms too
//!   short, and it drops latched messages like others. Here each subscription has a queue, bounded by bytes and age.
//! - The SDK adds 32 crates to the lock file. This crate needs the WebSocket crate that the page's server has already.

mod channel;
mod client;
mod error;
mod origins;
mod outbox;
mod protocol;
mod server;

pub use channel::Channel;
pub use error::Error;
pub use protocol::{Asked, Capability, Parameter, Reply, Service};
pub use server::{Options, Server};
