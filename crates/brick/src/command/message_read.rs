//! MESSAGEREAD: takes a message that the running program left for the host.

use super::{Command, Opcode, Reply, exactly};
use crate::{Error, Status};

/// Length of the message field in the reply.
const FIELD: usize = 59;

/// Asks for the oldest message in a mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageRead {
    remote: u8,
    local: u8,
    remove: bool,
}

impl MessageRead {
    /// The oldest message of the brick's mailbox `remote` (0 to 19), to be filed under the host's
    /// mailbox `local` (0 to 9), and removed from the brick or not.
    ///
    /// Errors: [`Error::OutOfRange`].
    pub fn new(remote: u8, local: u8, remove: bool) -> Result<MessageRead, Error> {
        for (field, value, most) in [("remote mailbox", remote, 19), ("local mailbox", local, 9)] {
            if i64::from(value) > most {
                return Err(Error::OutOfRange { field, value: value.into(), least: 0, most });
            }
        }
        Ok(MessageRead { remote, local, remove })
    }

    /// The brick's mailbox.
    pub fn remote(&self) -> u8 {
        self.remote
    }

    /// The host's mailbox.
    pub fn local(&self) -> u8 {
        self.local
    }

    /// Whether the message is removed from the brick.
    pub fn remove(&self) -> bool {
        self.remove
    }
}

/// A message from the running program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The host's mailbox it is for.
    pub local: u8,
    /// Its bytes (at most 59) as sent, with the closing NUL if there is one.
    pub bytes: Vec<u8>,
}

impl Command for MessageRead {
    const OPCODE: Opcode = Opcode::MessageRead;
    const REPEATABLE: bool = false;
    type Reply = Message;

    fn encode_body(&self, packet: &mut Vec<u8>) {
        packet.extend_from_slice(&[self.remote, self.local, u8::from(self.remove)]);
    }

    fn decode_body(body: &[u8]) -> Result<Self, Status> {
        let [remote, local, remove] = exactly(body)?;
        MessageRead::new(remote, local, remove != 0).map_err(|_| Status::BAD_MAILBOX)
    }

    fn is_answered_by(&self, reply: &Message) -> bool {
        reply.local == self.local
    }
}

impl Reply for Message {
    fn encode_body(&self, packet: &mut Vec<u8>) {
        let length = self.bytes.len().min(FIELD);
        packet.extend_from_slice(&[self.local, length as u8]);
        packet.extend_from_slice(&self.bytes[..length]);
        packet.resize(packet.len() + FIELD - length, 0);
    }

    fn decode_body(body: &[u8]) -> Option<Self> {
        let [local, size, field @ ..] = body else {
            return None;
        };
        if field.len() != FIELD {
            return None;
        }
        Some(Message { local: *local, bytes: field.get(..usize::from(*size))?.to_vec() })
    }
}
