//! GETBATTERYLEVEL: the voltage of the brick's battery.

use super::{Command, Opcode, Reply, exactly};
use crate::Status;

/// Asks for the battery voltage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GetBatteryLevel;

/// The battery voltage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatteryLevel {
    /// Voltage in millivolts.
    pub millivolts: u16,
}

impl Command for GetBatteryLevel {
    const OPCODE: Opcode = Opcode::GetBatteryLevel;
    const REPEATABLE: bool = true;
    type Reply = BatteryLevel;

    fn encode_body(&self, _packet: &mut Vec<u8>) {}

    fn decode_body(body: &[u8]) -> Result<Self, Status> {
        exactly::<0>(body).map(|_| GetBatteryLevel)
    }
}

impl Reply for BatteryLevel {
    fn encode_body(&self, packet: &mut Vec<u8>) {
        packet.extend_from_slice(&self.millivolts.to_le_bytes());
    }

    fn decode_body(body: &[u8]) -> Option<Self> {
        Some(BatteryLevel { millivolts: u16::from_le_bytes(body.try_into().ok()?) })
    }
}
