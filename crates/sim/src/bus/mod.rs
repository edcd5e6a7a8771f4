//! A bus of STS3215 servos at wire level: bytes in at a time, bytes out that are due at a later time.

mod servo;

use std::collections::BTreeMap;

use ::servo::bus::packet::{Deframer, EVERYBODY, Packet, SYNC_READ, SYNC_WRITE};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rig::{Joint, Profile};

use crate::link::{Latency, Link};
use crate::motor::{Load, Motor};

pub use self::servo::EmulatedServo;

/// Instructions besides those to several servos: is it there, read, write.
const PING: u8 = 1;
const READ: u8 = 2;
const WRITE: u8 = 3;

/// Seconds that a byte takes at 1 Mbit/s: ten bits.
const BYTE: f64 = 1e-5;
/// Seconds before a servo answers.
const RETURN_DELAY: f64 = 1e-4;
/// Internal resistance of the supply with its wires, ohm: shared by all servos.
const SUPPLY_OHM: f64 = 0.05;
/// Volts of the supply without load.
pub const SUPPLY_VOLTS: f64 = 7.4;

/// What is wrong with the bus.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BusFaults {
    /// Its cable is pulled: nothing goes in or out.
    pub unplugged: bool,
    /// Share of the instructions and of the answers (0 to 1) that never come.
    pub lost: f64,
    /// Share of the answers (0 to 1) with a byte that is changed.
    pub spoilt: f64,
    /// The adapter gives back what it sends.
    pub echo: bool,
}

/// The servos of a bus.
#[derive(Clone, Debug)]
pub struct EmulatedBus {
    /// By [`Joint::index`].
    servos: BTreeMap<usize, EmulatedServo>,
    /// Volts of the supply without load, to be changed from outside.
    pub supply_volts: f64,
    /// What is wrong with the bus.
    pub faults: BusFaults,
    volts: f64,
    deframer: Deframer,
    to_servos: Link,
    to_host: Link,
    latency: Latency,
    random: ChaCha8Rng,
}

impl EmulatedBus {
    /// The bus of a rig whose joints stand so, radians by [`Joint::index`]; `None` where bricks alone drive it.
    pub fn of(profile: &Profile, joints: &[f64; Joint::COUNT], random: ChaCha8Rng) -> Option<EmulatedBus> {
        let servo = |(joint, id): (Joint, u8)| {
            let radians = joints[joint.index()] * profile.gearing.ratio(joint.kind);
            (joint.index(), EmulatedServo::new(id, radians))
        };
        (!profile.servos.is_empty()).then(|| EmulatedBus {
            servos: profile.servos.iter().map(servo).collect(),
            supply_volts: SUPPLY_VOLTS,
            faults: BusFaults::default(),
            volts: SUPPLY_VOLTS,
            deframer: Deframer::default(),
            to_servos: Link::default(),
            to_host: Link::default(),
            latency: Latency::ADAPTER,
            random,
        })
    }

    /// The servo of a joint, if this bus drives it.
    pub fn servo(&self, joint: Joint) -> Option<&EmulatedServo> {
        self.servos.get(&joint.index())
    }

    /// The same, to be changed from outside.
    pub fn servo_mut(&mut self, joint: Joint) -> Option<&mut EmulatedServo> {
        self.servos.get_mut(&joint.index())
    }

    /// A host has connected: what was under way is gone.
    pub fn connected(&mut self) {
        self.to_servos.clear();
        self.to_host.clear();
        self.deframer.clear();
    }

    /// The host sends bytes at `now`.
    pub fn send(&mut self, now: f64, bytes: &[u8]) {
        if self.faults.unplugged {
            return;
        }
        if self.faults.echo {
            self.to_host.send(now, bytes.to_vec(), self.latency, &mut self.random);
        }
        if self.random.random::<f64>() < self.faults.lost {
            return;
        }
        let mean = self.latency.mean + BYTE * bytes.len() as f64;
        self.to_servos.send(now, bytes.to_vec(), Latency { mean, ..self.latency }, &mut self.random);
    }

    /// Takes the bytes that have reached the host by `now`.
    pub fn receive(&mut self, now: f64) -> Vec<u8> {
        std::iter::from_fn(|| self.to_host.receive(now)).flatten().collect()
    }

    /// When bytes arrive next, at the servos or at the host, if any are under way.
    pub fn next_arrival(&self) -> Option<f64> {
        [self.to_servos.next_due(), self.to_host.next_due()].into_iter().flatten().reduce(f64::min)
    }

    /// Advances by `step` seconds that end at `now`, with the load on each joint's servo.
    pub fn step(&mut self, now: f64, step: f64, load: impl Fn(usize, &Motor) -> Load) {
        while let Some(bytes) = self.to_servos.receive(now) {
            self.deframer.push(&bytes);
            while let Some(packet) = self.deframer.next_packet() {
                self.carry_out(now, &packet);
            }
        }
        let mut current = 0.0;
        for (joint, servo) in &mut self.servos {
            let load = load(*joint, servo.motor());
            servo.step(step, self.volts, &load);
            current += servo.motor().current();
        }
        self.volts = (self.supply_volts - SUPPLY_OHM * current).max(0.0);
    }

    fn carry_out(&mut self, now: f64, packet: &Packet) {
        let Packet { id, code, data } = packet;
        match (*code, &data[..]) {
            (PING, []) => self.answer(now, [*id], |_| Some(Vec::new())),
            (READ, &[address, count]) => self.answer(now, [*id], |servo| servo.read(address, count)),
            (SYNC_READ, [address, count, ids @ ..]) => {
                self.answer(now, ids.iter().copied(), |servo| servo.read(*address, *count));
            }
            (WRITE, [address, values @ ..]) => {
                let meant = |servo: &&mut EmulatedServo| [servo.id(), EVERYBODY].contains(id);
                self.servos.values_mut().filter(meant).for_each(|servo| servo.write(*address, values));
                self.answer(now, [*id], |_| Some(Vec::new()));
            }
            (SYNC_WRITE, [address, count, values @ ..]) => {
                for value in values.chunks_exact(usize::from(*count) + 1) {
                    let meant = self.servos.values_mut().filter(|servo| servo.id() == value[0]);
                    meant.for_each(|servo| servo.write(*address, &value[1..]));
                }
            }
            _ => {}
        }
    }

    /// The servos of these ids answer one after the other. Two with one id speak at once: nobody understands either.
    fn answer(
        &mut self,
        now: f64,
        ids: impl IntoIterator<Item = u8>,
        data: impl Fn(&EmulatedServo) -> Option<Vec<u8>>,
    ) {
        let mut delay = self.latency.mean;
        for id in ids {
            let mut named = self.servos.values().filter(|servo| servo.id() == id && servo.is_on());
            let (Some(servo), None) = (named.next(), named.next()) else { continue };
            let Some(data) = data(servo) else { continue };
            let mut bytes = Packet { id, code: servo.alarms(), data }.encode();
            delay += RETURN_DELAY + BYTE * bytes.len() as f64;
            let [lost, spoilt] = [(); 2].map(|()| self.random.random::<f64>());
            if lost < self.faults.lost {
                continue;
            }
            if spoilt < self.faults.spoilt {
                let at = self.random.random_range(0..bytes.len());
                bytes[at] ^= 1 << self.random.random_range(0..8);
            }
            let latency = Latency { mean: delay, ..self.latency };
            self.to_host.send(now, bytes, latency, &mut self.random);
        }
    }
}
