//! GETOUTPUTSTATE: what a motor port does and where its motor stands.

use super::{Command, Opcode, Reply, exactly, port};
use crate::{OutputMode, OutputReading, Port, Power, Regulation, RunState, Status};

/// Asks one port for its state (all ports at once is not allowed here).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GetOutputState {
    /// The port.
    pub port: Port,
}

impl Command for GetOutputState {
    const OPCODE: Opcode = Opcode::GetOutputState;
    const REPEATABLE: bool = true;
    type Reply = OutputReading;

    fn encode_body(&self, packet: &mut Vec<u8>) {
        packet.push(self.port.code());
    }

    fn decode_body(body: &[u8]) -> Result<Self, Status> {
        let [code] = exactly(body)?;
        Ok(GetOutputState { port: port(code)? })
    }

    fn is_answered_by(&self, reply: &OutputReading) -> bool {
        reply.port == self.port
    }
}

impl Reply for OutputReading {
    fn encode_body(&self, packet: &mut Vec<u8>) {
        packet.extend_from_slice(&[
            self.port.code(),
            self.power.percent() as u8,
            self.mode.bits(),
            self.regulation as u8,
            self.turn_ratio as u8,
            self.run_state as u8,
        ]);
        packet.extend_from_slice(&self.tacho_limit.to_le_bytes());
        for counts in [self.tacho, self.block_tacho, self.rotation] {
            packet.extend_from_slice(&counts.to_le_bytes());
        }
    }

    fn decode_body(body: &[u8]) -> Option<Self> {
        let body: &[u8; 22] = body.try_into().ok()?;
        let word = |at: usize| [body[at], body[at + 1], body[at + 2], body[at + 3]];
        Some(OutputReading {
            port: Port::from_code(body[0]).ok()?,
            power: Power::new(body[1] as i8).ok()?,
            mode: OutputMode::from_bits(body[2]).ok()?,
            regulation: Regulation::from_code(body[3]).ok()?,
            turn_ratio: body[4] as i8,
            run_state: RunState::from_code(body[5]).ok()?,
            tacho_limit: u32::from_le_bytes(word(6)),
            tacho: i32::from_le_bytes(word(10)),
            block_tacho: i32::from_le_bytes(word(14)),
            rotation: i32::from_le_bytes(word(18)),
        })
    }
}
