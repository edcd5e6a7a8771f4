//! Feetech STS3215 bus servos: all servos are asked at once, and all of them get their goals at once.
//!
//! Every instruction is to all servos. So an adapter that gives back what it sends (half duplex) does no harm: no servo has their id.
//!
//! Why not the crate `rustypot`, which knows these servos: its calls block the thread by the machine's clock, so a driver could
//! neither stop while it waits nor live in simulated time. Its packets are private, so the emulator could not use them. And it brings
//! `clap` and `env_logger` into every program. What is taken from it is the [table of registers](registers).

mod fault;
mod joint;
pub mod packet;
pub mod registers;

use std::time::Duration;

use brick::clock::Instant;
use brick::{ByteStream, Error};
use rig::{Joint, Profile};

use self::packet::{Deframer, EVERYBODY, Packet};
use self::registers::{GOAL_POSITION, READ, TORQUE_ENABLE, TORQUE_LIMIT};
use crate::servo_loop::since;
use crate::wire::Wire;
use crate::{DrivenJoint, Family, Health};

pub use fault::{Alarms, Fault};
pub use joint::ServoJoint;
pub use registers::Reading;

/// How long the first answer is waited for, and each next one. Adapters on USB keep bytes back for up to 16 ms.
const FIRST: Duration = Duration::from_millis(100);
const NEXT: Duration = Duration::from_millis(20);
/// From here on a servo is warm, degrees Celsius: it lets go at 70.
const WARM: u8 = 60;

/// A serial bus with servos.
pub struct Bus {
    wire: Wire,
    deframer: Deframer,
    strays: u64,
    lost: u64,
}

impl Family for Bus {
    type Joint = ServoJoint;

    const NAME: &'static str = "bus servos";
    const BAUD: u32 = 1_000_000;

    fn open(device: String, stream: Box<dyn ByteStream>, _profile: &Profile) -> Bus {
        Bus::over(device, stream)
    }

    fn device(&self) -> &str {
        &self.wire.device
    }

    fn joint(profile: &Profile, joint: Joint) -> Option<ServoJoint> {
        ServoJoint::of(profile, joint)
    }

    async fn cycle(&mut self, joints: &mut [ServoJoint], started: Instant) -> Result<(), Error> {
        let ids: Vec<u8> = joints.iter().map(ServoJoint::id).collect();
        let readings = self.read(&ids).await?;
        let now = since(started);
        self.lost += readings.iter().filter(|reading| reading.is_none()).count() as u64;
        for (joint, reading) in joints.iter_mut().zip(readings) {
            let name = joint.motion().joint.name().to_owned();
            joint.see(now, reading).map_err(|fault| Error::Actuator { joint: name, fault: fault.to_string() })?;
        }
        Ok(())
    }

    /// Sends every servo where to be, and has those hold that do not.
    async fn send(&mut self, joints: &mut [ServoJoint], now: f64) -> Result<(), Error> {
        let steps = |joint: &ServoJoint| Some((joint.id(), joint.steps(now)?.to_le_bytes()));
        let goals: Vec<_> = joints.iter().filter_map(steps).collect();
        self.write(GOAL_POSITION, &goals).await?;
        let setups: Vec<_> = joints.iter_mut().filter_map(|joint| Some((joint.id(), joint.take_setup()?))).collect();
        let limits: Vec<_> = setups.iter().map(|(id, limit)| (*id, limit.to_le_bytes())).collect();
        self.write(TORQUE_LIMIT, &limits).await?;
        let torques: Vec<_> = setups.iter().map(|(id, _)| (*id, [1])).collect();
        self.write(TORQUE_ENABLE, &torques).await
    }

    fn health(&self, joints: &[ServoJoint]) -> Health {
        let mut health = Health { lost: self.lost, strays: self.strays, ..Health::default() };
        for joint in joints {
            let (id, name, Some(reading)) = (joint.id(), joint.motion().joint, joint.reading()) else { continue };
            let Reading { volts, celsius, .. } = reading;
            let (degrees, load) = (reading.position.to_degrees(), 100.0 * reading.load);
            let text = format!("servo {id}: {degrees:.1} deg, load {load:.0} %, {volts:.1} V, {celsius} deg Celsius");
            health.joints.push((name, text));
            if WARM <= celsius && health.warning.is_none() {
                health.warning = Some(format!("servo {id} of {name} is warm: {celsius} degrees Celsius"));
            }
        }
        health
    }
}

impl Bus {
    /// Speaks over this stream; `device` is what errors call it.
    pub fn over(device: String, stream: Box<dyn ByteStream>) -> Bus {
        Bus { wire: Wire::over(device, stream), deframer: Deframer::default(), strays: 0, lost: 0 }
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
        let ask = Packet::sync_read(READ.start, READ.len() as u8, ids.iter().copied());
        self.wire.send(&ask.encode()).await?;
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
        self.wire.send(&Packet::sync_write(address, values.iter().copied()).encode()).await
    }

    /// Waits for some bytes and keeps them; false when none come until the deadline.
    async fn receive(&mut self, deadline: Instant) -> Result<bool, Error> {
        let bytes = self.wire.receive(deadline).await?;
        self.deframer.push(&bytes);
        Ok(!bytes.is_empty())
    }
}
