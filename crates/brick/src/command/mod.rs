//! LCP commands, direct ones and one of the system's: one file per command with its request, its reply and both directions of coding.
//!
//! A request packet is `type opcode body`, type 0x00 (direct) or 0x01 (system), and 0x80 more when no reply is wanted;
//! a reply packet is `02 opcode status body`. All numbers are little-endian.

mod get_battery_level;
mod get_firmware_version;
mod get_output_state;
mod keep_alive;
mod reset_motor_position;
mod set_output_state;

pub use get_battery_level::{BatteryLevel, GetBatteryLevel};
pub use get_firmware_version::{FirmwareVersion, GetFirmwareVersion};
pub use get_output_state::GetOutputState;
pub use keep_alive::{KeepAlive, SleepTimeout};
pub use reset_motor_position::ResetMotorPosition;
pub use set_output_state::SetOutputState;

use crate::{Error, Port, Status};
use std::fmt;

/// Type byte of a direct command that wants a reply.
const DIRECT: u8 = 0x00;
/// Type byte of a system command that wants a reply.
const SYSTEM: u8 = 0x01;
/// Bit of the type byte that asks for no reply.
const NO_REPLY: u8 = 0x80;
/// Type byte of a reply.
const REPLY: u8 = 0x02;

/// Which command a packet carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Opcode {
    /// Drive a motor.
    SetOutputState = 0x04,
    /// Read a motor.
    GetOutputState = 0x06,
    /// Zero a motor's position.
    ResetMotorPosition = 0x0A,
    /// Read the battery voltage.
    GetBatteryLevel = 0x0B,
    /// Restart the sleep timer.
    KeepAlive = 0x0D,
    /// Read the versions of the firmware and its protocol: a system command.
    GetFirmwareVersion = 0x88,
}

impl Opcode {
    /// All opcodes in the order of their codes.
    pub const ALL: [Opcode; 6] = [
        Opcode::SetOutputState,
        Opcode::GetOutputState,
        Opcode::ResetMotorPosition,
        Opcode::GetBatteryLevel,
        Opcode::KeepAlive,
        Opcode::GetFirmwareVersion,
    ];

    /// The opcode of a code, if it is one of these.
    pub fn from_code(code: u8) -> Option<Opcode> {
        Opcode::ALL.into_iter().find(|opcode| *opcode as u8 == code)
    }

    /// Name as in LEGO's documents.
    pub fn name(self) -> &'static str {
        match self {
            Opcode::SetOutputState => "SETOUTPUTSTATE",
            Opcode::GetOutputState => "GETOUTPUTSTATE",
            Opcode::ResetMotorPosition => "RESETMOTORPOSITION",
            Opcode::GetBatteryLevel => "GETBATTERYLEVEL",
            Opcode::KeepAlive => "KEEPALIVE",
            Opcode::GetFirmwareVersion => "GETFIRMWAREVERSION",
        }
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A command: how its request and its reply are written and read.
pub trait Command: Sized {
    /// Its opcode.
    const OPCODE: Opcode;
    /// Whether it is a system command; else it is a direct one.
    const IS_SYSTEM: bool = false;
    /// Whether asking twice does no harm, so that a lost reply may simply be asked for again.
    const REPEATABLE: bool;
    /// What the reply carries after its status.
    type Reply: Reply;

    /// Appends what follows type and opcode.
    fn encode_body(&self, packet: &mut Vec<u8>);

    /// Reads what follows type and opcode.
    ///
    /// Errors: the status that a brick answers with.
    fn decode_body(body: &[u8]) -> Result<Self, Status>;

    /// Whether a reply answers this request (the port has to be the same, say).
    fn is_answered_by(&self, _reply: &Self::Reply) -> bool {
        true
    }

    /// The whole packet, without framing.
    fn packet(&self, wants_reply: bool) -> Vec<u8> {
        let kind = if Self::IS_SYSTEM { SYSTEM } else { DIRECT };
        let kind = if wants_reply { kind } else { kind | NO_REPLY };
        let mut packet = vec![kind, Self::OPCODE as u8];
        self.encode_body(&mut packet);
        packet
    }
}

/// The part of a reply after its status.
pub trait Reply: Sized {
    /// Appends the bytes.
    fn encode_body(&self, packet: &mut Vec<u8>);

    /// Reads the bytes; `None` when they are not such a reply.
    fn decode_body(body: &[u8]) -> Option<Self>;
}

/// A reply that carries nothing but its status.
impl Reply for () {
    fn encode_body(&self, _packet: &mut Vec<u8>) {}

    fn decode_body(_body: &[u8]) -> Option<()> {
        Some(())
    }
}

/// A reply packet, its body still unread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyPacket {
    /// What it answers.
    pub opcode: u8,
    /// How the request fared.
    pub status: Status,
    /// Bytes after the status.
    pub body: Vec<u8>,
}

impl ReplyPacket {
    /// Reads a packet.
    ///
    /// Errors: [`Error::Malformed`] when it is no reply.
    pub fn decode(packet: &[u8]) -> Result<ReplyPacket, Error> {
        match packet {
            [REPLY, opcode, status, body @ ..] => {
                Ok(ReplyPacket { opcode: *opcode, status: Status(*status), body: body.to_vec() })
            }
            other => Err(Error::malformed("a reply (02, opcode, status)", other)),
        }
    }

    /// The whole packet, without framing.
    pub fn encode(&self) -> Vec<u8> {
        let mut packet = vec![REPLY, self.opcode, self.status.0];
        packet.extend_from_slice(&self.body);
        packet
    }

    /// A good reply to a command.
    pub fn done<C: Command>(reply: &C::Reply) -> ReplyPacket {
        let mut body = Vec::new();
        reply.encode_body(&mut body);
        ReplyPacket { opcode: C::OPCODE as u8, status: Status::OK, body }
    }

    /// A reply that refuses.
    pub fn refused(opcode: u8, status: Status) -> ReplyPacket {
        ReplyPacket { opcode, status, body: Vec::new() }
    }
}

/// Any command, as the brick's side sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// See [`SetOutputState`].
    SetOutputState(SetOutputState),
    /// See [`GetOutputState`].
    GetOutputState(GetOutputState),
    /// See [`ResetMotorPosition`].
    ResetMotorPosition(ResetMotorPosition),
    /// See [`GetBatteryLevel`].
    GetBatteryLevel(GetBatteryLevel),
    /// See [`KeepAlive`].
    KeepAlive(KeepAlive),
    /// See [`GetFirmwareVersion`].
    GetFirmwareVersion(GetFirmwareVersion),
}

/// A request packet as the brick's side reads it: also what it cannot carry out gets an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestPacket {
    /// The code in the packet, known or not.
    pub opcode: u8,
    /// Whether the host waits for a reply.
    pub wants_reply: bool,
    /// The command, or the status to refuse it with.
    pub request: Result<Request, Status>,
}

impl RequestPacket {
    /// Reads a packet. `None` when it is so damaged that a brick would stay silent:
    /// shorter than two bytes, or neither a direct nor a system command.
    pub fn decode(packet: &[u8]) -> Option<RequestPacket> {
        let [kind, opcode, body @ ..] = packet else {
            return None;
        };
        let wants_reply = kind & NO_REPLY == 0;
        let request = match kind & !NO_REPLY {
            DIRECT => Self::decode_direct(*opcode, body),
            SYSTEM => Self::decode_system(*opcode, body),
            _ => return None,
        };
        Some(RequestPacket { opcode: *opcode, wants_reply, request })
    }

    fn decode_direct(opcode: u8, body: &[u8]) -> Result<Request, Status> {
        match Opcode::from_code(opcode).ok_or(Status::UNKNOWN_OPCODE)? {
            Opcode::SetOutputState => SetOutputState::decode_body(body).map(Request::SetOutputState),
            Opcode::GetOutputState => GetOutputState::decode_body(body).map(Request::GetOutputState),
            Opcode::ResetMotorPosition => ResetMotorPosition::decode_body(body).map(Request::ResetMotorPosition),
            Opcode::GetBatteryLevel => GetBatteryLevel::decode_body(body).map(Request::GetBatteryLevel),
            Opcode::KeepAlive => KeepAlive::decode_body(body).map(Request::KeepAlive),
            Opcode::GetFirmwareVersion => Err(Status::UNKNOWN_OPCODE),
        }
    }

    fn decode_system(opcode: u8, body: &[u8]) -> Result<Request, Status> {
        match Opcode::from_code(opcode) {
            Some(Opcode::GetFirmwareVersion) => GetFirmwareVersion::decode_body(body).map(Request::GetFirmwareVersion),
            _ => Err(Status::UNKNOWN_OPCODE),
        }
    }
}

/// Reads an exact number of bytes as a command body.
///
/// Errors: [`Status::INSANE_PACKET`] for another length.
fn exactly<const LENGTH: usize>(body: &[u8]) -> Result<[u8; LENGTH], Status> {
    body.try_into().map_err(|_| Status::INSANE_PACKET)
}

/// A port code, as [`Port::from_code`], short for the command files.
fn port(code: u8) -> Result<Port, Status> {
    Port::from_code(code)
}
