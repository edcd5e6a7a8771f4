//! What a host of the simulated rig can speak to, and the bytes that go there and back.

use std::fmt;

use brick::BrickName;

use super::World;
use crate::bus::EmulatedBus;
use crate::controller::Controller;
use crate::maestro::EmulatedMaestro;

/// A wire between the rig and its drivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// To a motor brick.
    Brick(BrickName),
    /// To all servos: their bus, or their Maestro.
    Servos,
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
        Wire::Servos,
    ];

    /// 0 to 4 in the order of [`Wire::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Wire::Brick(name) => name.index(),
            Wire::Servos => BrickName::ALL.len(),
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
            Wire::Servos => formatter.write_str("the servos"),
        }
    }
}

impl World {
    /// The bus of servos, if the rig has one.
    pub fn bus(&self) -> Option<&EmulatedBus> {
        if let Some(Controller::Bus(bus)) = &self.servos { Some(bus.as_ref()) } else { None }
    }

    /// The bus of servos, to change its faults, its supply or a servo.
    pub fn bus_mut(&mut self) -> Option<&mut EmulatedBus> {
        if let Some(Controller::Bus(bus)) = &mut self.servos { Some(bus.as_mut()) } else { None }
    }

    /// The Maestro, if the rig has one.
    pub fn maestro(&self) -> Option<&EmulatedMaestro> {
        if let Some(Controller::Maestro(maestro)) = &self.servos { Some(maestro.as_ref()) } else { None }
    }

    /// The Maestro, to change its settings, its supply or a servo.
    pub fn maestro_mut(&mut self) -> Option<&mut EmulatedMaestro> {
        if let Some(Controller::Maestro(maestro)) = &mut self.servos { Some(maestro.as_mut()) } else { None }
    }

    /// Whether something answers on a wire.
    pub fn has(&self, wire: Wire) -> bool {
        wire != Wire::Servos || self.servos.is_some()
    }

    /// A host has connected: nothing of an older conversation is left.
    pub fn connected(&mut self, wire: impl Into<Wire>) {
        match (wire.into(), &mut self.servos) {
            (Wire::Brick(name), _) => self.bricks[name.index()].connected(),
            (Wire::Servos, Some(servos)) => servos.connected(),
            (Wire::Servos, None) => {}
        }
    }

    /// A host sends bytes now; they arrive after the link's latency.
    pub fn send(&mut self, wire: impl Into<Wire>, bytes: &[u8]) {
        let now = self.time();
        match (wire.into(), &mut self.servos) {
            (Wire::Brick(name), _) => self.bricks[name.index()].send(now, bytes),
            (Wire::Servos, Some(servos)) => servos.send(now, bytes),
            (Wire::Servos, None) => {}
        }
    }

    /// Takes the bytes that have reached the host of a wire by now.
    pub fn receive(&mut self, wire: impl Into<Wire>) -> Vec<u8> {
        let now = self.time();
        match (wire.into(), &mut self.servos) {
            (Wire::Brick(name), _) => self.bricks[name.index()].receive(now),
            (Wire::Servos, servos) => servos.as_mut().map_or(Vec::new(), |servos| servos.receive(now)),
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
            Wire::Servos => self.servos.as_ref()?.next_arrival(),
        }
    }
}
