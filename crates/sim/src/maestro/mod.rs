//! A Pololu Mini Maestro with hobby servos at wire level: bytes in at a time, bytes out that are due at a later time.
//!
//! Written from Pololu's user's guide (document 0J40), apart from the driver's own encoder.

mod servo;

use std::collections::BTreeMap;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rig::{Joint, Profile};

use crate::link::{Latency, Link};
use crate::motor::{Load, Motor};

pub use self::servo::HobbyServo;

/// Channels of the largest Maestro.
const CHANNELS: usize = 24;
/// The device number that a Maestro comes with.
const DEVICE: u8 = 12;
/// Seconds between two pulses of a channel: what it comes with.
const PERIOD: f64 = 0.02;
/// Volts of the supply without load, and its internal resistance with its wires, ohm.
pub const SUPPLY_VOLTS: f64 = 5.0;
const SUPPLY_OHM: f64 = 0.05;
/// Volts below which the Maestro itself begins anew, where the servos' supply is its own too. Assumed.
const BROWN_OUT: f64 = 3.0;
/// Seconds that it takes to begin anew. Assumed.
const BEGINNING: f64 = 0.1;
/// Hobby servos start up to this much later than their pulse asks for, seconds: owners report tens of milliseconds.
const LATEST_START: f64 = 0.04;
/// Bits of the register of errors.
const CRC_ERROR: u16 = 1 << 3;
const PROTOCOL_ERROR: u16 = 1 << 4;

/// What a channel sends. Pulses are in quarters of a microsecond.
#[derive(Clone, Copy, Debug, Default)]
struct Output {
    target: u16,
    position: f64,
    /// Units of the user's guide: 0.25 µs in 10 ms, and that in 80 ms.
    speed: u16,
    acceleration: u16,
    /// How fast the position changes, 0.25 µs in 10 ms.
    velocity: f64,
}

/// A Maestro.
#[derive(Clone, Debug)]
pub struct EmulatedMaestro {
    /// By [`Joint::index`]: the channel, and the servo on it.
    servos: BTreeMap<usize, (usize, HobbyServo)>,
    outputs: [Output; CHANNELS],
    /// The least and greatest target that its settings let a channel have, quarters of a microsecond.
    pub range: (u16, u16),
    /// Whether its settings ask for a CRC with each command.
    pub crc: bool,
    /// Its USB cable is pulled: nothing goes in or out, and it goes on with its pulses.
    pub is_unplugged: bool,
    /// Volts of the supply without load, to be changed from outside.
    pub supply_volts: f64,
    volts: f64,
    errors: u16,
    /// A command that is not complete yet.
    command: Vec<u8>,
    next_pulse: f64,
    /// Seconds until it takes commands.
    beginning: f64,
    to_maestro: Link,
    to_host: Link,
    random: ChaCha8Rng,
}

impl EmulatedMaestro {
    /// The Maestro of a rig whose joints stand so, radians by [`Joint::index`]; `None` where the rig has none. All channels are off.
    pub fn of(profile: &Profile, joints: &[f64; Joint::COUNT], mut random: ChaCha8Rng) -> Option<EmulatedMaestro> {
        let mut servo = |(joint, channel): (Joint, rig::Channel)| {
            let (ratio, radians) = (profile.gearing.ratio(joint.kind), joints[joint.index()]);
            let delay = random.random_range(0.0..LATEST_START);
            let servo = HobbyServo::new(joint.kind, &channel, ratio, radians, delay);
            (joint.index(), (usize::from(channel.number), servo))
        };
        let servos: BTreeMap<_, _> = profile.maestro.iter().map(&mut servo).collect();
        (!servos.is_empty()).then(|| EmulatedMaestro {
            servos,
            outputs: [Output::default(); CHANNELS],
            range: (4 * 500, 4 * 2500),
            crc: profile.maestro.crc,
            is_unplugged: false,
            supply_volts: SUPPLY_VOLTS,
            volts: SUPPLY_VOLTS,
            errors: 0,
            command: Vec::new(),
            next_pulse: 0.0,
            beginning: 0.0,
            to_maestro: Link::default(),
            to_host: Link::default(),
            random,
        })
    }

    /// The servo of a joint, if a channel drives it.
    pub fn servo(&self, joint: Joint) -> Option<&HobbyServo> {
        self.servos.get(&joint.index()).map(|(_, servo)| servo)
    }

    /// The same, to be changed from outside.
    pub fn servo_mut(&mut self, joint: Joint) -> Option<&mut HobbyServo> {
        self.servos.get_mut(&joint.index()).map(|(_, servo)| servo)
    }

    /// Microseconds that a channel sends now; 0 while it is off.
    pub fn pulse(&self, channel: usize) -> f64 {
        self.outputs[channel].position.round() / 4.0
    }

    /// It begins anew, as after its supply was gone: all channels are off, and have no limits of speed.
    pub fn reset(&mut self) {
        self.outputs = [Output::default(); CHANNELS];
        self.errors = 0;
        self.command.clear();
        self.beginning = BEGINNING;
    }

    /// A host has connected: what was under way is gone.
    pub fn connected(&mut self) {
        self.to_maestro.clear();
        self.to_host.clear();
    }

    /// The host sends bytes at `now`.
    pub fn send(&mut self, now: f64, bytes: &[u8]) {
        if !self.is_unplugged {
            self.to_maestro.send(now, bytes.to_vec(), Latency::ADAPTER, &mut self.random);
        }
    }

    /// Takes the bytes that have reached the host by `now`.
    pub fn receive(&mut self, now: f64) -> Vec<u8> {
        std::iter::from_fn(|| self.to_host.receive(now)).flatten().collect()
    }

    /// When bytes arrive next, at either end, if any are under way.
    pub fn next_arrival(&self) -> Option<f64> {
        [self.to_maestro.next_due(), self.to_host.next_due()].into_iter().flatten().reduce(f64::min)
    }

    /// Advances by `step` seconds that end at `now`, with the load on each joint's servo.
    pub fn step(&mut self, now: f64, step: f64, load: impl Fn(usize, &Motor) -> Load) {
        while let Some(bytes) = self.to_maestro.receive(now) {
            if self.beginning <= 0.0 {
                bytes.into_iter().for_each(|byte| self.take(now, byte));
            }
        }
        self.beginning -= step;
        if self.volts < BROWN_OUT {
            self.reset();
        }
        if self.next_pulse <= now {
            self.next_pulse += PERIOD;
            self.outputs.iter_mut().for_each(Output::pass_period);
            for (channel, servo) in self.servos.values_mut() {
                let position = self.outputs[*channel].position;
                servo.take(now, (position != 0.0).then(|| position.round() / 4.0));
            }
        }
        let mut current = 0.0;
        for (joint, (_, servo)) in &mut self.servos {
            let load = load(*joint, servo.motor());
            servo.step(now, step, self.volts, &load);
            current += servo.motor().current();
        }
        self.volts = (self.supply_volts - SUPPLY_OHM * current).max(0.0);
    }

    fn fail(&mut self, error: u16) {
        self.errors |= error;
        // Its servos go home, and home is off unless its settings say otherwise.
        self.outputs.iter_mut().for_each(|output| (output.target, output.position) = (0, 0.0));
    }

    /// A byte of a command. Only the first has its highest bit set.
    fn take(&mut self, now: f64, byte: u8) {
        if 0x80 <= byte {
            if !self.command.is_empty() {
                self.fail(PROTOCOL_ERROR);
            }
            self.command = vec![byte];
        } else if self.command.is_empty() {
            self.fail(PROTOCOL_ERROR);
        } else {
            self.command.push(byte);
        }
        // Where the code stands.
        let at = match self.command.first() {
            Some(0xAA) => 2,
            Some(_) => 0,
            None => return,
        };
        let Some(code) = self.command.get(at).map(|code| code & 0x7F) else { return };
        let data = &self.command[at + 1..];
        let length = match code {
            0x04 | 0x07 | 0x09 => 3,
            0x10 => 1,
            0x13 | 0x21 => 0,
            0x1F => match data.first() {
                Some(count) => 2 + 2 * usize::from(*count),
                None => return,
            },
            _ => {
                self.command.clear();
                return self.fail(PROTOCOL_ERROR);
            }
        };
        if data.len() < length + usize::from(self.crc) {
            return;
        }
        let command = std::mem::take(&mut self.command);
        if self.crc && remainder(&command) != 0 {
            return self.fail(CRC_ERROR);
        }
        if at == 2 && command[1] != DEVICE {
            return;
        }
        self.carry_out(now, code, &command[at + 1..at + 1 + length]);
    }

    fn carry_out(&mut self, now: f64, code: u8, data: &[u8]) {
        let value = |low: u8, high: u8| u16::from(low) | u16::from(high) << 7;
        match (code, data) {
            (0x04, &[channel, low, high]) => self.aim(channel, value(low, high)),
            (0x1F, [_, first, targets @ ..]) => {
                for (channel, pair) in (*first..).zip(targets.chunks_exact(2)) {
                    self.aim(channel, value(pair[0], pair[1]));
                }
            }
            (0x07 | 0x09, &[channel, low, high]) => match self.outputs.get_mut(usize::from(channel)) {
                Some(output) if code == 0x07 => output.speed = value(low, high),
                Some(output) => output.acceleration = value(low, high),
                None => self.fail(PROTOCOL_ERROR),
            },
            (0x10, &[channel]) => match self.outputs.get(usize::from(channel)) {
                Some(output) => self.answer(now, &(output.position.round() as u16).to_le_bytes()),
                None => self.fail(PROTOCOL_ERROR),
            },
            (0x13, []) => self.answer(now, &[u8::from(self.outputs.iter().any(Output::moves))]),
            _ => {
                let errors = std::mem::take(&mut self.errors);
                self.answer(now, &errors.to_le_bytes());
            }
        }
    }

    fn aim(&mut self, channel: u8, target: u16) {
        let (least, most) = self.range;
        let target = if target == 0 { 0 } else { target.clamp(least, most) };
        match self.outputs.get_mut(usize::from(channel)) {
            Some(output) => output.target = target,
            None => self.fail(PROTOCOL_ERROR),
        }
    }

    fn answer(&mut self, now: f64, bytes: &[u8]) {
        if !self.is_unplugged {
            self.to_host.send(now, bytes.to_vec(), Latency::ADAPTER, &mut self.random);
        }
    }
}

impl Output {
    fn moves(&self) -> bool {
        self.position.round() != f64::from(self.target)
    }

    /// Another 20 ms: the position goes to the target, as fast as the limits let it. From off it is there at once.
    fn pass_period(&mut self) {
        let target = f64::from(self.target);
        if self.target == 0 || self.position == 0.0 || (self.speed == 0 && self.acceleration == 0) {
            (self.position, self.velocity) = (target, 0.0);
            return;
        }
        let way = target - self.position;
        let mut most = if self.speed == 0 { f64::INFINITY } else { f64::from(self.speed) };
        if self.acceleration != 0 {
            // An eighth of the unit in 10 ms; and slow enough to stop in time.
            let gain = f64::from(self.acceleration) / 8.0;
            most = most.min(self.velocity + 2.0 * gain).min((2.0 * gain * way.abs()).sqrt().max(0.5));
        }
        self.velocity = most.min(way.abs() / 2.0);
        self.position += (2.0 * self.velocity).copysign(way);
    }
}

/// What the division of the user's guide (section 5.d) leaves of these bytes: bit by bit, lowest first, by 10001001.
fn remainder(bytes: &[u8]) -> u8 {
    let (last, message) = bytes.split_last().expect("a command has a first byte");
    let bits = message.iter().map(|byte| (*byte, 8)).chain([(*last, 7)]);
    let mut register = 0u8;
    for (byte, count) in bits {
        for bit in 0..count {
            register = register << 1 | byte >> bit & 1;
            if register & 0x80 != 0 {
                register ^= 0b1000_1001;
            }
        }
    }
    register
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn maestro() -> EmulatedMaestro {
        let profile = Profile::find("printed-servo").expect("it ships");
        EmulatedMaestro::of(&profile, &[0.0; Joint::COUNT], ChaCha8Rng::seed_from_u64(1)).expect("it has one")
    }

    /// Sends bytes, lets some time pass, and returns the answer.
    fn say(maestro: &mut EmulatedMaestro, from: f64, seconds: f64, bytes: &[u8]) -> Vec<u8> {
        maestro.send(from, bytes);
        for tick in 1..=(seconds * 1000.0) as u32 {
            maestro.step(from + f64::from(tick) / 1000.0, 0.001, |_, _| Load::default());
        }
        maestro.receive(from + seconds)
    }

    /// Examples of the user's guide: bytes, and what they do.
    #[test]
    fn it_does_what_the_guide_says_of_its_examples() {
        let mut maestro = maestro();
        say(&mut maestro, 0.0, 0.1, &[0x84, 0x02, 0x70, 0x2E]);
        assert_eq!(maestro.pulse(2), 1500.0);
        say(&mut maestro, 0.1, 0.1, &[0xAA, 0x0C, 0x04, 0x00, 0x70, 0x2E]);
        assert_eq!(maestro.pulse(0), 1500.0);
        say(&mut maestro, 0.2, 0.1, &[0xAA, 0x0D, 0x04, 0x01, 0x70, 0x2E]);
        assert_eq!(maestro.pulse(1), 0.0, "another device is meant");
        say(&mut maestro, 0.3, 0.1, &[0x9F, 0x02, 0x03, 0x00, 0x00, 0x70, 0x2E]);
        assert_eq!([maestro.pulse(3), maestro.pulse(4)], [0.0, 1500.0]);
        // "The command 0x87, 0x05, 0x0C, 0x01 sets the speed of servo channel 5 to a value of 140 ... from 1000 to 1350 it will take
        // 100 ms."
        say(&mut maestro, 0.4, 0.1, &[0x84, 0x05, 0x20, 0x1F, 0x87, 0x05, 0x0C, 0x01]);
        assert_eq!(maestro.pulse(5), 1000.0);
        assert_eq!(say(&mut maestro, 0.5, 0.06, &[0x84, 0x05, 0x18, 0x2A, 0x93]), [1], "it moves");
        assert!((1050.0..1300.0).contains(&maestro.pulse(5)), "{}", maestro.pulse(5));
        assert_eq!(say(&mut maestro, 0.56, 0.07, &[]), []);
        assert_eq!(say(&mut maestro, 0.63, 0.01, &[0x93, 0x90, 0x05]), [0, 0x18, 0x15], "it is at 1350");
        // "At the minimum acceleration setting of 1, the servo output takes about 3 seconds to move smoothly from 1 ms to 2 ms."
        say(&mut maestro, 1.0, 0.1, &[0x84, 0x06, 0x20, 0x1F, 0x89, 0x06, 0x01, 0x00]);
        say(&mut maestro, 1.1, 2.3, &[0x84, 0x06, 0x40, 0x3E]);
        assert!(maestro.pulse(6) < 1990.0, "{}", maestro.pulse(6));
        say(&mut maestro, 3.4, 1.3, &[]);
        assert_eq!(maestro.pulse(6), 2000.0);
        assert_eq!(say(&mut maestro, 5.0, 0.02, &[0xA1]), [0, 0]);
    }

    #[test]
    fn what_is_no_command_is_an_error_that_ends_all_pulses() {
        let mut maestro = maestro();
        say(&mut maestro, 0.0, 0.1, &[0x84, 0x02, 0x70, 0x2E]);
        say(&mut maestro, 0.1, 0.1, &[0x84, 0x02, 0x84, 0x02, 0x70]);
        assert_eq!(maestro.pulse(2), 0.0);
        assert_eq!(say(&mut maestro, 0.2, 0.02, &[0x2E, 0xA1]), [1 << 4, 0]);
        assert_eq!(say(&mut maestro, 0.3, 0.02, &[0xA1]), [0, 0], "they are read once");
    }

    /// The worked example of the guide: 0x83, 0x01, 0x17.
    #[test]
    fn a_wrong_crc_is_an_error() {
        assert_eq!(remainder(&[0x83, 0x01, 0x17]), 0);
        assert_ne!(remainder(&[0x83, 0x01, 0x16]), 0);
        let mut maestro = maestro();
        maestro.crc = true;
        let mut ask = vec![0xA1];
        ask.push((0..0x80).find(|crc| remainder(&[0xA1, *crc]) == 0).expect("a code"));
        say(&mut maestro, 0.0, 0.1, &[0x84, 0x02, 0x70, 0x2E, 0x00]);
        assert_eq!(maestro.pulse(2), 0.0);
        assert_eq!(say(&mut maestro, 0.2, 0.02, &ask), [1 << 3, 0]);
    }
}
