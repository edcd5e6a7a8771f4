//! Why a page cannot be served.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why a page cannot be served. Each message is one sentence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Other machines could reach the page, and nothing protects it.
    #[error(
        "the page at {address} could be reached from other machines: give it a token and TLS, or bind it to 127.0.0.1"
    )]
    Unprotected {
        /// Where it would be.
        address: SocketAddr,
    },
    /// The port is taken, or the address is not of this machine.
    #[error("cannot serve a page at {address}: {reason}")]
    Address {
        /// Where it would be.
        address: SocketAddr,
        /// The error of the system.
        reason: io::Error,
    },
    /// The token is too short or has characters that no address can carry.
    #[error("a token has 16 to 128 letters, digits, '-' or '_'")]
    Token,
    /// The system gives no random numbers.
    #[error("the system gives no random numbers for a token")]
    NoRandomness,
    /// A file of a certificate or key cannot be read.
    #[error("cannot read '{}': {reason}", .file.display())]
    TlsFile {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Certificate and key cannot be used.
    #[error("the certificate cannot be used: {0}")]
    Certificate(String),
}
