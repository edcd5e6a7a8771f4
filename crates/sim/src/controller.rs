//! What drives the joints that no brick drives: a bus of servos, or a Maestro.

use rand_chacha::ChaCha8Rng;
use rig::{Joint, Profile};

use crate::bus::EmulatedBus;
use crate::maestro::EmulatedMaestro;
use crate::motor::{Load, Motor};

/// An emulated controller of servos.
#[derive(Clone, Debug)]
pub(crate) enum Controller {
    Bus(Box<EmulatedBus>),
    Maestro(Box<EmulatedMaestro>),
}

/// The same of either.
macro_rules! either {
    ($controller:expr, $one:ident => $value:expr) => {
        match $controller {
            Controller::Bus($one) => $value,
            Controller::Maestro($one) => $value,
        }
    };
}

impl Controller {
    /// That of a rig whose joints stand so, radians by [`Joint::index`]; `None` where bricks alone drive it.
    pub fn of(profile: &Profile, joints: &[f64; Joint::COUNT], random: &ChaCha8Rng) -> Option<Controller> {
        if let Some(bus) = EmulatedBus::of(profile, joints, random.clone()) {
            return Some(Controller::Bus(Box::new(bus)));
        }
        let maestro = EmulatedMaestro::of(profile, joints, random.clone())?;
        Some(Controller::Maestro(Box::new(maestro)))
    }

    pub fn connected(&mut self) {
        either!(self, one => one.connected());
    }

    pub fn send(&mut self, now: f64, bytes: &[u8]) {
        either!(self, one => one.send(now, bytes));
    }

    pub fn receive(&mut self, now: f64) -> Vec<u8> {
        either!(self, one => one.receive(now))
    }

    pub fn next_arrival(&self) -> Option<f64> {
        either!(self, one => one.next_arrival())
    }

    pub fn step(&mut self, now: f64, step: f64, load: impl Fn(usize, &Motor) -> Load) {
        either!(self, one => one.step(now, step, load));
    }

    /// The motor of a joint's servo, and whether it turns freely.
    pub fn motor(&self, joint: Joint) -> Option<(Motor, bool)> {
        either!(self, one => one.servo(joint).map(|servo| (*servo.motor(), servo.is_free())))
    }

    pub fn motor_mut(&mut self, joint: Joint) -> Option<&mut Motor> {
        either!(self, one => one.servo_mut(joint).map(|servo| servo.motor_mut()))
    }
}
