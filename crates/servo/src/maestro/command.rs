//! Commands of a Maestro as bytes: Pololu's user's guide (document 0J40), sections 4.e, 5.c, 5.d and 5.e.
//!
//! ```text
//!  compact protocol:        0x80 + code | data … | (crc)
//!  Pololu protocol:  0xAA | device | code | data … | (crc)      all bytes after the first are below 0x80
//! ```

/// The first byte of a command in the Pololu protocol.
const POLOLU: u8 = 0xAA;
const COMMAND: u8 = 0x80;

/// A command. Targets are in quarters of a microsecond, and 0 ends the pulses of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Which pulses a channel sends.
    SetTarget(u8, u16),
    /// The same of channels that follow one another: the first, and the targets.
    SetMultipleTargets(u8, Vec<u16>),
    /// How fast the pulses of a channel change, 0.25 µs in 10 ms; 0 is without limit.
    SetSpeed(u8, u16),
    /// How fast that speed changes, 0.25 µs in 10 ms in 80 ms; 0 is without limit.
    SetAcceleration(u8, u8),
    /// Asks which pulses a channel sends now: quarters of a microsecond, lower byte first.
    GetPosition(u8),
    /// Asks whether pulses still change: a byte, 0 or 1.
    GetMovingState,
    /// Asks for the [`Errors`] since the last time: lower byte first.
    GetErrors,
}

impl Command {
    /// Code and data.
    fn parts(&self) -> (u8, Vec<u8>) {
        let low_high = |value: u16| [(value & 0x7F) as u8, (value >> 7 & 0x7F) as u8];
        let with = |channel: u8, value: u16| [channel, low_high(value)[0], low_high(value)[1]].to_vec();
        match self {
            Command::SetTarget(channel, target) => (0x04, with(*channel, *target)),
            Command::SetMultipleTargets(first, targets) => {
                let targets_bytes = targets.iter().flat_map(|target| low_high(*target));
                (0x1F, [targets.len() as u8, *first].into_iter().chain(targets_bytes).collect())
            }
            Command::SetSpeed(channel, speed) => (0x07, with(*channel, *speed)),
            Command::SetAcceleration(channel, acceleration) => (0x09, with(*channel, u16::from(*acceleration))),
            Command::GetPosition(channel) => (0x10, vec![*channel]),
            Command::GetMovingState => (0x13, Vec::new()),
            Command::GetErrors => (0x21, Vec::new()),
        }
    }

    /// How many bytes the Maestro answers.
    pub fn reply_length(&self) -> usize {
        match self {
            Command::GetPosition(_) | Command::GetErrors => 2,
            Command::GetMovingState => 1,
            _ => 0,
        }
    }
}

/// How commands are sent, as the Maestro's own settings have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Protocol {
    /// The device number: the Pololu protocol. None: the compact protocol.
    pub device: Option<u8>,
    /// Whether each command ends with a CRC.
    pub crc: bool,
}

impl Protocol {
    /// The bytes of a command.
    pub fn encode(self, command: &Command) -> Vec<u8> {
        let (code, data) = command.parts();
        let mut bytes = match self.device {
            Some(device) => vec![POLOLU, device, code],
            None => vec![COMMAND | code],
        };
        bytes.extend(data);
        if self.crc {
            bytes.push(crc7(&bytes));
        }
        bytes
    }
}

/// The CRC of a command: 7 bits, polynomial 0x91, lowest bit first.
pub fn crc7(bytes: &[u8]) -> u8 {
    bytes
        .iter()
        .fold(0, |crc, byte| (0..8).fold(crc ^ byte, |crc, _| if crc & 1 == 1 { (crc ^ 0x91) >> 1 } else { crc >> 1 }))
}

/// What a Maestro found wrong: bits of its register of errors. With any of them it sends all servos to their home positions, which ends
/// their pulses unless its settings say otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Errors(pub u16);

impl Errors {
    /// A command's CRC was wrong.
    pub const CRC: Errors = Errors(1 << 3);
    /// A command was none.
    pub const PROTOCOL: Errors = Errors(1 << 4);

    const NAMES: [&str; 9] = [
        "serial signal error",
        "serial overrun error",
        "serial buffer full",
        "serial CRC error",
        "serial protocol error",
        "serial timeout",
        "script stack error",
        "script call stack error",
        "script program counter error",
    ];

    /// Their names in the user's guide.
    pub fn in_words(self) -> String {
        let bits = (0..16u16).filter(|bit| self.0 >> bit & 1 == 1);
        let name =
            |bit: u16| Errors::NAMES.get(usize::from(bit)).map_or(format!("bit {bit}"), |name| (*name).to_owned());
        bits.map(name).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPACT: Protocol = Protocol { device: None, crc: false };
    const POLOLU_12: Protocol = Protocol { device: Some(12), crc: false };

    /// The examples of the user's guide, sections 5.c and 5.e.
    #[test]
    fn commands_have_the_bytes_of_the_guide() {
        for (protocol, command, bytes) in [
            (COMPACT, Command::SetTarget(0, 6000), &[0x84, 0x00, 0x70, 0x2E][..]),
            (COMPACT, Command::SetTarget(2, 6000), &[0x84, 0x02, 0x70, 0x2E]),
            (POLOLU_12, Command::SetTarget(0, 6000), &[0xAA, 0x0C, 0x04, 0x00, 0x70, 0x2E]),
            (COMPACT, Command::SetMultipleTargets(3, vec![0, 6000]), &[0x9F, 0x02, 0x03, 0x00, 0x00, 0x70, 0x2E]),
            (COMPACT, Command::SetSpeed(5, 140), &[0x87, 0x05, 0x0C, 0x01]),
            // Forms without an example of numbers: "0x89, channel number, low bits, high bits" and so on.
            (COMPACT, Command::SetAcceleration(5, 200), &[0x89, 0x05, 0x48, 0x01]),
            (COMPACT, Command::GetPosition(7), &[0x90, 0x07]),
            (POLOLU_12, Command::GetPosition(7), &[0xAA, 0x0C, 0x10, 0x07]),
            (COMPACT, Command::GetMovingState, &[0x93]),
            (POLOLU_12, Command::GetMovingState, &[0xAA, 0x0C, 0x13]),
            (COMPACT, Command::GetErrors, &[0xA1]),
            (POLOLU_12, Command::GetErrors, &[0xAA, 0x0C, 0x21]),
        ] {
            assert_eq!(protocol.encode(&command), bytes, "{command:?}");
        }
    }

    /// The worked example of section 5.d: "0x83, 0x01, 0x17".
    #[test]
    fn the_crc_is_that_of_the_guide() {
        assert_eq!(crc7(&[0x83, 0x01]), 0x17);
        let with_crc = Protocol { crc: true, ..POLOLU_12 };
        let bytes = with_crc.encode(&Command::SetTarget(0, 6000));
        assert_eq!(bytes.len(), 7);
        assert_eq!(crc7(&bytes), 0, "what is divided without a rest");
        assert!(bytes[1..].iter().all(|byte| *byte < 0x80));
    }

    #[test]
    fn errors_have_the_names_of_the_guide() {
        assert_eq!(Errors::CRC.in_words(), "serial CRC error");
        assert_eq!(Errors(0x8031).in_words(), "serial signal error, serial protocol error, serial timeout, bit 15");
    }
}
