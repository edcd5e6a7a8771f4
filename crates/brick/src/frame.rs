//! Framing of packets on a byte stream: a u16 little-endian length before each, not counting itself.

use crate::Error;

/// Longest LCP packet in bytes.
pub const LONGEST_PACKET: usize = 64;

/// Puts the length before a packet.
///
/// Errors: [`Error::OutOfRange`] for an empty packet or one of over 64 bytes.
pub fn frame(packet: &[u8]) -> Result<Vec<u8>, Error> {
    if packet.is_empty() || packet.len() > LONGEST_PACKET {
        return Err(Error::OutOfRange {
            field: "packet length",
            value: packet.len() as i64,
            least: 1,
            most: LONGEST_PACKET as i64,
        });
    }
    let length = packet.len() as u16;
    let mut bytes = Vec::with_capacity(packet.len() + 2);
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(packet);
    Ok(bytes)
}

/// Cuts a byte stream, which arrives in pieces of any size, into packets.
///
/// A length of 0 or over 64 means that the two ends lost step. There is no mark to find the next
/// packet by, so the deframer then drops all it holds and reports that; the stream resumes with what
/// arrives later.
#[derive(Debug, Default, Clone)]
pub struct Deframer {
    bytes: Vec<u8>,
}

impl Deframer {
    /// Takes bytes off the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole packet, or `None` while it is incomplete.
    ///
    /// Errors: [`Error::Malformed`] when the length before the packet is impossible; what was held is dropped.
    pub fn next_packet(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let [low, high, ..] = self.bytes[..] else {
            return Ok(None);
        };
        let length = usize::from(u16::from_le_bytes([low, high]));
        if length == 0 || length > LONGEST_PACKET {
            let dropped = std::mem::take(&mut self.bytes);
            return Err(Error::malformed("a packet of 1 to 64 bytes behind its length", &dropped));
        }
        if self.bytes.len() < 2 + length {
            return Ok(None);
        }
        let packet = self.bytes[2..2 + length].to_vec();
        self.bytes.drain(..2 + length);
        Ok(Some(packet))
    }

    /// Forgets a half-received packet, as after a new connection.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Number of bytes held that do not make a packet yet.
    pub fn held(&self) -> usize {
        self.bytes.len()
    }
}
