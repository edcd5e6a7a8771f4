//! Packets of the bus, which instructions and the servos' answers have in common.
//!
//! ```text
//!   FF FF | id | length | code | data … | checksum       length = data + 2, checksum = !(id + length + code + data)
//! ```
//!
//! `code` is an instruction, or the alarms of the servo that answers. Dynamixel's protocol 1 has the same form.

use std::collections::VecDeque;

/// The id that means all servos. They do not answer it, except to a [`SYNC_READ`].
pub const EVERYBODY: u8 = 254;
/// The instruction to write the same registers of several servos.
pub const SYNC_WRITE: u8 = 0x83;
/// The instruction to read the same registers of several servos, which answer in the order in which they are named.
pub const SYNC_READ: u8 = 0x82;

/// The most data in a packet.
const MOST_DATA: usize = 253;
const HEAD: [u8; 2] = [0xFF, 0xFF];

/// A packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The servo that is meant, or that answers.
    pub id: u8,
    /// The instruction, or the alarms.
    pub code: u8,
    /// What the instruction needs, or what was read.
    pub data: Vec<u8>,
}

impl Packet {
    /// Reads `count` registers from `address` on, of each of these servos.
    pub fn sync_read(address: u8, count: u8, ids: impl IntoIterator<Item = u8>) -> Packet {
        Packet { id: EVERYBODY, code: SYNC_READ, data: [address, count].into_iter().chain(ids).collect() }
    }

    /// Writes registers from `address` on: the same number for each servo.
    pub fn sync_write<const N: usize>(address: u8, values: impl IntoIterator<Item = (u8, [u8; N])>) -> Packet {
        let values = values.into_iter().flat_map(|(id, bytes)| std::iter::once(id).chain(bytes));
        Packet { id: EVERYBODY, code: SYNC_WRITE, data: [address, N as u8].into_iter().chain(values).collect() }
    }

    /// Its bytes. What is beyond the most that a packet can hold is left out.
    pub fn encode(&self) -> Vec<u8> {
        let data = &self.data[..self.data.len().min(MOST_DATA)];
        let mut bytes = [HEAD[0], HEAD[1], self.id, data.len() as u8 + 2, self.code].to_vec();
        bytes.extend(data);
        bytes.push(checksum(&bytes[2..]));
        bytes
    }
}

fn checksum(bytes: &[u8]) -> u8 {
    !bytes.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte))
}

/// Finds packets in a stream of bytes, also after bytes were lost, doubled or changed.
#[derive(Clone, Debug, Default)]
pub struct Deframer {
    bytes: VecDeque<u8>,
}

impl Deframer {
    /// Takes bytes as they come.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }

    /// Forgets what is there.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// The next whole packet. Bytes that belong to none are dropped.
    pub fn next_packet(&mut self) -> Option<Packet> {
        loop {
            let bytes = self.bytes.make_contiguous();
            let start = bytes.windows(2).position(|pair| pair == HEAD).unwrap_or(bytes.len().saturating_sub(1));
            self.bytes.drain(..start);
            let bytes = self.bytes.make_contiguous();
            let length = usize::from(*bytes.get(3)?);
            // 255 is a byte of the head: no id, and no length.
            let is_none = bytes[2] == 0xFF || length < 2 || length == 0xFF;
            if !is_none && bytes.len() < 4 + length {
                return None;
            }
            if !is_none && checksum(&bytes[2..3 + length]) == bytes[3 + length] {
                let packet = Packet { id: bytes[2], code: bytes[4], data: bytes[5..3 + length].to_vec() };
                self.bytes.drain(..4 + length);
                return Some(packet);
            }
            self.bytes.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(deframer: &mut Deframer) -> Vec<Packet> {
        std::iter::from_fn(|| deframer.next_packet()).collect()
    }

    /// The example of the protocol's manual (Dynamixel protocol 1, which has the same form): ping of servo 1.
    #[test]
    fn a_packet_has_the_bytes_of_the_manual() {
        let ping = Packet { id: 1, code: 1, data: Vec::new() };
        assert_eq!(ping.encode(), [0xFF, 0xFF, 0x01, 0x02, 0x01, 0xFB]);
        let read = Packet::sync_read(0x38, 8, [1, 2]);
        assert_eq!(read.encode(), [0xFF, 0xFF, 0xFE, 0x06, 0x82, 0x38, 0x08, 0x01, 0x02, 0x36]);
        let write = Packet::sync_write(42, [(1, [0x00, 0x08]), (2, [0xFF, 0x0F])]);
        assert_eq!(write.data, [42, 2, 1, 0x00, 0x08, 2, 0xFF, 0x0F]);
    }

    fn packets() -> impl Strategy<Value = Vec<Packet>> {
        let packet = (0u8..=254, any::<u8>(), prop::collection::vec(any::<u8>(), 0..40));
        prop::collection::vec(packet.prop_map(|(id, code, data)| Packet { id, code, data }), 1..8)
    }

    proptest! {
        #[test]
        fn packets_come_back_whole_in_whatever_pieces(packets in packets(), piece in 1usize..20) {
            let bytes: Vec<u8> = packets.iter().flat_map(Packet::encode).collect();
            let mut deframer = Deframer::default();
            let mut found = Vec::new();
            for piece in bytes.chunks(piece) {
                deframer.push(piece);
                found.extend(all(&mut deframer));
            }
            prop_assert_eq!(found, packets);
        }

        /// A byte is lost, doubled or changed. Then at most that packet is lost, and what follows is found once there is enough of it.
        #[test]
        fn a_spoilt_byte_costs_no_later_packet(packets in packets(), at: prop::sample::Index, kind in 0..3, byte: u8) {
            let mut bytes: Vec<u8> = packets.iter().flat_map(Packet::encode).collect();
            let at = at.index(bytes.len());
            match kind {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, bytes[at]),
                _ => bytes[at] = byte,
            }
            let mut deframer = Deframer::default();
            deframer.push(&bytes);
            all(&mut deframer);
            // More than the longest packet, which none is part of.
            deframer.push(&[0; 260]);
            all(&mut deframer);
            let last = Packet { id: 7, code: 0, data: vec![1, 2, 3] };
            deframer.push(&last.encode());
            let found = all(&mut deframer);
            prop_assert_eq!(found.last(), Some(&last));
        }
    }
}
