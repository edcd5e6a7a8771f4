//! A byte stream to a controller of servos, with time limits.

use std::time::Duration;

use brick::clock::{Instant, timeout_at};
use brick::{ByteStream, Error};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// How long bytes may take to go out.
const SENDING: Duration = Duration::from_millis(500);

/// A stream, and what errors call its other end.
pub(crate) struct Wire {
    pub device: String,
    stream: Box<dyn ByteStream>,
}

impl Wire {
    pub fn over(device: String, stream: Box<dyn ByteStream>) -> Wire {
        Wire { device, stream }
    }

    /// Errors: [`Error::Lost`].
    pub async fn send(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match timeout_at(Instant::now() + SENDING, self.stream.write_all(bytes)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(self.lost(&error.to_string())),
            Err(_) => Err(self.lost("it takes no more bytes")),
        }
    }

    /// Waits for some bytes; nothing when none come until the deadline.
    ///
    /// Errors: [`Error::Lost`].
    pub async fn receive(&mut self, deadline: Instant) -> Result<Vec<u8>, Error> {
        let mut bytes = [0; 512];
        match timeout_at(deadline, self.stream.read(&mut bytes)).await {
            Err(_) => Ok(Vec::new()),
            Ok(Ok(0)) => Err(self.lost("its end was closed")),
            Ok(Ok(count)) => Ok(bytes[..count].to_vec()),
            Ok(Err(error)) => Err(self.lost(&error.to_string())),
        }
    }

    fn lost(&self, reason: &str) -> Error {
        Error::Lost { device: self.device.clone(), reason: reason.to_owned() }
    }
}
