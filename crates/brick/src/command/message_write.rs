//! MESSAGEWRITE: puts a message into a mailbox of the running program.

use super::{Command, Opcode};
use crate::{Error, Status};

/// Longest message on the wire, its closing NUL included.
const LONGEST_WITH_NUL: usize = 59;

/// Puts a message into a mailbox; refused when no program runs. A mailbox holds five and drops the oldest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageWrite {
    mailbox: u8,
    message: Vec<u8>,
}

impl MessageWrite {
    /// A message of up to 58 bytes (the closing NUL is added) for mailbox 0 to 9.
    ///
    /// Errors: [`Error::OutOfRange`].
    pub fn new(mailbox: u8, message: &[u8]) -> Result<MessageWrite, Error> {
        if mailbox > 9 {
            return Err(Error::OutOfRange { field: "mailbox", value: mailbox.into(), least: 0, most: 9 });
        }
        if message.len() >= LONGEST_WITH_NUL {
            return Err(Error::OutOfRange {
                field: "message length",
                value: message.len() as i64,
                least: 0,
                most: LONGEST_WITH_NUL as i64 - 1,
            });
        }
        Ok(MessageWrite { mailbox, message: message.to_vec() })
    }

    /// The mailbox, 0 to 9.
    pub fn mailbox(&self) -> u8 {
        self.mailbox
    }

    /// The message without its closing NUL.
    pub fn message(&self) -> &[u8] {
        &self.message
    }
}

impl Command for MessageWrite {
    const OPCODE: Opcode = Opcode::MessageWrite;
    const REPEATABLE: bool = false;
    type Reply = ();

    fn encode_body(&self, packet: &mut Vec<u8>) {
        packet.push(self.mailbox);
        packet.push(self.message.len() as u8 + 1);
        packet.extend_from_slice(&self.message);
        packet.push(0);
    }

    fn decode_body(body: &[u8]) -> Result<Self, Status> {
        let [mailbox, size, bytes @ ..] = body else {
            return Err(Status::INSANE_PACKET);
        };
        if *mailbox > 9 {
            return Err(Status::BAD_MAILBOX);
        }
        let size = usize::from(*size);
        if size == 0 || size > LONGEST_WITH_NUL || bytes.len() != size {
            return Err(Status::BAD_SIZE);
        }
        match bytes {
            [message @ .., 0] => Ok(MessageWrite { mailbox: *mailbox, message: message.to_vec() }),
            _ => Err(Status::OUT_OF_RANGE),
        }
    }
}
