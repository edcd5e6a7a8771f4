//! KEEPALIVE: restarts the timer after which an idle brick goes to sleep.

use super::{Command, Opcode, Reply, exactly};
use crate::Status;

/// Restarts the sleep timer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeepAlive;

/// How long the brick stays awake from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SleepTimeout {
    /// Milliseconds until it sleeps; 0 is never.
    pub milliseconds: u32,
}

impl Command for KeepAlive {
    const OPCODE: Opcode = Opcode::KeepAlive;
    const REPEATABLE: bool = true;
    type Reply = SleepTimeout;

    fn encode_body(&self, _packet: &mut Vec<u8>) {}

    fn decode_body(body: &[u8]) -> Result<Self, Status> {
        exactly::<0>(body).map(|_| KeepAlive)
    }
}

impl Reply for SleepTimeout {
    fn encode_body(&self, packet: &mut Vec<u8>) {
        packet.extend_from_slice(&self.milliseconds.to_le_bytes());
    }

    fn decode_body(body: &[u8]) -> Option<Self> {
        Some(SleepTimeout { milliseconds: u32::from_le_bytes(body.try_into().ok()?) })
    }
}
