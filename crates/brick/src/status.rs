//! The status byte of a reply: what the brick made of a request.

use std::fmt;

/// Status byte of an LCP reply (LEGO NXT direct commands, firmware 1.29).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status(pub u8);

impl Status {
    /// The request was carried out.
    pub const OK: Status = Status(0x00);
    /// A communication transaction is still pending.
    pub const PENDING: Status = Status(0x20);
    /// The request failed.
    pub const REQUEST_FAILED: Status = Status(0xBD);
    /// The brick knows no such command.
    pub const UNKNOWN_OPCODE: Status = Status(0xBE);
    /// The packet makes no sense.
    pub const INSANE_PACKET: Status = Status(0xBF);
    /// A value lies outside its range.
    pub const OUT_OF_RANGE: Status = Status(0xC0);
    /// There is no such motor port.
    pub const BAD_PORT: Status = Status(0xF0);

    /// Whether the request was carried out.
    pub fn is_ok(self) -> bool {
        self == Status::OK
    }

    /// What the status means, in words.
    pub fn meaning(self) -> &'static str {
        match self.0 {
            0x00 => "done",
            0x20 => "communication still pending",
            0x40 => "the mailbox is empty",
            0x81..=0x86 | 0x88..=0x93 => "file error",
            0x87 => "file not found",
            0xBD => "the request failed",
            0xBE => "unknown opcode",
            0xBF => "the packet makes no sense",
            0xC0 => "a value is out of range",
            0xDD => "communication bus error",
            0xDE => "no memory left for communication",
            0xDF => "bad channel",
            0xE0 => "the channel is busy",
            0xEC => "no program is running",
            0xED => "bad size",
            0xEE => "no such mailbox",
            0xEF => "no such field",
            0xF0 => "no such port",
            0xFB => "no memory left",
            0xFF => "bad arguments",
            _ => "a status this program does not know",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "0x{:02X} ({})", self.0, self.meaning())
    }
}
