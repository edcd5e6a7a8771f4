//! RESETMOTORPOSITION: zeroes a motor's position or its block count.

use super::{Command, Opcode, exactly, port};
use crate::{Port, Status};

/// Zeroes a count of a motor. The relative one also ends a movement with a tacho limit, and the next
/// limit counts from here instead of from the last target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResetMotorPosition {
    /// The port.
    pub port: Port,
    /// Whether the count relative to the last movement is meant, instead of the absolute position.
    pub relative: bool,
}

impl Command for ResetMotorPosition {
    const OPCODE: Opcode = Opcode::ResetMotorPosition;
    const REPEATABLE: bool = true;
    type Reply = ();

    fn encode_body(&self, packet: &mut Vec<u8>) {
        packet.extend_from_slice(&[self.port.code(), u8::from(self.relative)]);
    }

    fn decode_body(body: &[u8]) -> Result<Self, Status> {
        let [code, relative] = exactly(body)?;
        Ok(ResetMotorPosition { port: port(code)?, relative: relative != 0 })
    }
}
