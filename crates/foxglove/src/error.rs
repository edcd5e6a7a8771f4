//! Why a graph cannot be served.

use std::io;
use std::net::SocketAddr;

/// Why a graph cannot be served. Each message is one sentence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The port is taken, or the address is not of this machine.
    #[error("cannot serve Foxglove at {address}: {reason}")]
    Address {
        /// Where it would be.
        address: SocketAddr,
        /// The error of the system.
        reason: io::Error,
    },
}
