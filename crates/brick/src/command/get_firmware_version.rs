//! GETFIRMWAREVERSION: which firmware the brick runs, and which version of the protocol it speaks.

use super::{Command, Opcode, Reply, exactly};
use crate::Status;
use std::fmt;

/// Asks for the versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GetFirmwareVersion;

/// The versions of a brick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirmwareVersion {
    /// Version of the protocol: major and minor. LEGO's firmwares speak 1.124.
    pub protocol: (u8, u8),
    /// Version of the firmware: major and minor. LEGO's last one is 1.31.
    pub firmware: (u8, u8),
}

impl Command for GetFirmwareVersion {
    const OPCODE: Opcode = Opcode::GetFirmwareVersion;
    const IS_SYSTEM: bool = true;
    const REPEATABLE: bool = true;
    type Reply = FirmwareVersion;

    fn encode_body(&self, _packet: &mut Vec<u8>) {}

    fn decode_body(body: &[u8]) -> Result<Self, Status> {
        exactly::<0>(body).map(|_| GetFirmwareVersion)
    }
}

impl Reply for FirmwareVersion {
    fn encode_body(&self, packet: &mut Vec<u8>) {
        // The minor number comes first, in both.
        for (major, minor) in [self.protocol, self.firmware] {
            packet.extend([minor, major]);
        }
    }

    fn decode_body(body: &[u8]) -> Option<Self> {
        let &[protocol_minor, protocol_major, minor, major] = body else {
            return None;
        };
        Some(FirmwareVersion { protocol: (protocol_major, protocol_minor), firmware: (major, minor) })
    }
}

impl fmt::Display for FirmwareVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((protocol, protocol_minor), (major, minor)) = (self.protocol, self.firmware);
        write!(formatter, "{major}.{minor:02} (protocol {protocol}.{protocol_minor})")
    }
}
