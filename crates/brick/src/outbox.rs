//! What goes out to a brick: whole telegrams, even where their sender gives up half-way.

use crate::ByteStream;
use std::collections::VecDeque;
use std::io;
use tokio::io::AsyncWriteExt;

/// Telegrams that have not gone out wholly.
#[derive(Debug, Default)]
pub struct Outbox {
    /// All that is left of them.
    bytes: Vec<u8>,
    /// How many bytes are left of each telegram, in order.
    left: VecDeque<usize>,
    /// The first one has begun to go out.
    has_begun: bool,
}

impl Outbox {
    /// Puts in telegrams. What was put in before and has not begun to go out is dropped: its sender has given up.
    pub fn put(&mut self, telegrams: impl IntoIterator<Item = Vec<u8>>) {
        self.left.truncate(usize::from(self.has_begun));
        self.bytes.truncate(self.left.iter().sum());
        for telegram in telegrams {
            self.left.push_back(telegram.len());
            self.bytes.extend(telegram);
        }
    }

    /// Sends all that is in. The future may be dropped at any time; the outbox then knows what has gone.
    ///
    /// Errors: those of the stream; [`io::ErrorKind::WriteZero`] when it takes no more bytes.
    pub async fn send(&mut self, stream: &mut Box<dyn ByteStream>) -> io::Result<()> {
        while !self.bytes.is_empty() {
            // Cancel-safe: a write that is dropped has written nothing.
            let count = stream.write(&self.bytes).await?;
            if count == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            self.bytes.drain(..count);
            self.note_gone(count);
        }
        Ok(())
    }

    fn note_gone(&mut self, mut count: usize) {
        while let Some(left) = self.left.front_mut() {
            if count < *left {
                *left -= count;
                self.has_begun |= 0 < count;
                return;
            }
            count -= *left;
            self.left.pop_front();
            self.has_begun = false;
        }
    }
}
