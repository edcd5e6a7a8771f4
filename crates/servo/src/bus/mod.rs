//! The bus: asks all servos at once, and gives all of them their goals at once.
//!
//! Every instruction is to all servos. So an adapter that gives back what it sends (half duplex) does no harm: no servo has their id.

use std::time::Duration;

use brick::clock::{Instant, timeout_at};
use brick::{ByteStream, Error};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::Reading;
use crate::packet::{Deframer, EVERYBODY, Packet};
use crate::registers::READ;

/// How long the first answer is waited for, and each next one. Adapters on USB keep bytes back for up to 16 ms.
const FIRST: Duration = Duration::from_millis(100);
const NEXT: Duration = Duration::from_millis(20);
/// How long an instruction may take to go out.
const SENDING: Duration = Duration::from_millis(500);

/// A serial bus with servos.
pub struct Bus {
    device: String,
    stream: Box<dyn ByteStream>,
    deframer: Deframer,
    strays: u64,
}

impl Bus {
    /// Speaks over this stream; `device` is what errors call it.
    pub fn over(device: String, stream: Box<dyn ByteStream>) -> Bus {
        Bus { device, stream, deframer: Deframer::default(), strays: 0 }
    }

    /// What errors call it.
    pub fn device(&self) -> &str {
        &self.device
    }

    /// Packets that nobody had asked for.
    pub fn strays(&self) -> u64 {
        self.strays
    }

    /// Reads these servos; nothing of those whose answer does not come.
    ///
    /// Errors: [`Error::Lost`].
    pub async fn read(&mut self, ids: &[u8]) -> Result<Vec<Option<Reading>>, Error> {
        // What comes before it is asked for is late.
        while self.receive(Instant::now()).await? {}
        while self.deframer.next_packet().is_some() {
            self.strays += 1;
        }
        self.deframer.clear();
        self.send(&Packet::sync_read(READ.start, READ.len() as u8, ids.iter().copied())).await?;
        let mut readings = vec![None; ids.len()];
        let mut deadline = Instant::now() + FIRST;
        while readings.contains(&None) {
            let Some(packet) = self.deframer.next_packet() else {
                if !self.receive(deadline).await? {
                    break;
                }
                continue;
            };
            let place = ids.iter().position(|id| *id == packet.id);
            match (place, Reading::decode(&packet.data)) {
                (Some(place), Some(reading)) if readings[place].is_none() => {
                    readings[place] = Some(reading);
                    deadline = Instant::now() + NEXT;
                }
                _ => self.strays += u64::from(packet.id != EVERYBODY),
            }
        }
        Ok(readings)
    }

    /// Writes the registers from `address` on, of each of these servos.
    ///
    /// Errors: [`Error::Lost`].
    pub async fn write<const N: usize>(&mut self, address: u8, values: &[(u8, [u8; N])]) -> Result<(), Error> {
        if values.is_empty() {
            return Ok(());
        }
        self.send(&Packet::sync_write(address, values.iter().copied())).await
    }

    async fn send(&mut self, packet: &Packet) -> Result<(), Error> {
        let bytes = packet.encode();
        match timeout_at(Instant::now() + SENDING, self.stream.write_all(&bytes)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(self.lost(&error.to_string())),
            Err(_) => Err(self.lost("it takes no more bytes")),
        }
    }

    /// Waits for some bytes and keeps them; false when none come until the deadline.
    async fn receive(&mut self, deadline: Instant) -> Result<bool, Error> {
        let mut bytes = [0; 512];
        match timeout_at(deadline, self.stream.read(&mut bytes)).await {
            Err(_) => Ok(false),
            Ok(Ok(0)) => Err(self.lost("its end was closed")),
            Ok(Ok(count)) => {
                self.deframer.push(&bytes[..count]);
                Ok(true)
            }
            Ok(Err(error)) => Err(self.lost(&error.to_string())),
        }
    }

    fn lost(&self, reason: &str) -> Error {
        Error::Lost { device: self.device.clone(), reason: reason.to_owned() }
    }
}
