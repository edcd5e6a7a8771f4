//! What a host of the simulated rig can speak to, and the bytes that go there and back.

use std::fmt;

use brick::BrickName;

use super::World;
use crate::bus::EmulatedBus;

/// A wire between the rig and its drivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// To a motor brick.
    Brick(BrickName),
    /// To all bus servos.
    Bus,
}

impl Wire {
    /// How many there can be.
    pub const COUNT: usize = 5;
    /// All wires in index order.
    pub const ALL: [Wire; Wire::COUNT] = [
        Wire::Brick(BrickName::ALL[0]),
        Wire::Brick(BrickName::ALL[1]),
        Wire::Brick(BrickName::ALL[2]),
        Wire::Brick(BrickName::ALL[3]),
        Wire::Bus,
    ];

    /// 0 to 4 in the order of [`Wire::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Wire::Brick(name) => name.index(),
            Wire::Bus => BrickName::ALL.len(),
        }
    }
}

impl From<BrickName> for Wire {
    fn from(name: BrickName) -> Wire {
        Wire::Brick(name)
    }
}

impl fmt::Display for Wire {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wire::Brick(name) => write!(formatter, "brick {name}"),
            Wire::Bus => formatter.write_str("the bus of servos"),
        }
    }
}

impl World {
    /// The bus of servos, if the rig has one.
    pub fn bus(&self) -> Option<&EmulatedBus> {
        self.bus.as_ref()
    }

    /// The bus of servos, to change its faults, its supply or a servo.
    pub fn bus_mut(&mut self) -> Option<&mut EmulatedBus> {
        self.bus.as_mut()
    }

    /// A host has connected to a brick or to the bus: nothing of an older conversation is left.
    pub fn connected(&mut self, wire: impl Into<Wire>) {
        match (wire.into(), &mut self.bus) {
            (Wire::Brick(name), _) => self.bricks[name.index()].connected(),
            (Wire::Bus, Some(bus)) => bus.connected(),
            (Wire::Bus, None) => {}
        }
    }

    /// A host sends bytes to a brick or to the bus now; they arrive after the link's latency.
    pub fn send(&mut self, wire: impl Into<Wire>, bytes: &[u8]) {
        let now = self.time();
        match (wire.into(), &mut self.bus) {
            (Wire::Brick(name), _) => self.bricks[name.index()].send(now, bytes),
            (Wire::Bus, Some(bus)) => bus.send(now, bytes),
            (Wire::Bus, None) => {}
        }
    }

    /// Takes the bytes of a brick or of the bus that have reached its host by now.
    pub fn receive(&mut self, wire: impl Into<Wire>) -> Vec<u8> {
        let now = self.time();
        match (wire.into(), &mut self.bus) {
            (Wire::Brick(name), _) => self.bricks[name.index()].receive(now),
            (Wire::Bus, bus) => bus.as_mut().map_or(Vec::new(), |bus| bus.receive(now)),
        }
    }

    /// When bytes arrive next, at either end of any wire, if some are under way.
    pub fn next_arrival(&self) -> Option<f64> {
        Wire::ALL.into_iter().filter_map(|wire| self.next_arrival_on(wire)).reduce(f64::min)
    }

    /// The same of one wire.
    pub fn next_arrival_on(&self, wire: Wire) -> Option<f64> {
        match wire {
            Wire::Brick(name) => self.bricks[name.index()].next_arrival(),
            Wire::Bus => self.bus.as_ref()?.next_arrival(),
        }
    }
}
