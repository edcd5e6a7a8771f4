//! The physics of one NXT motor: electrical, mechanical, with friction, an encoder and a load.

use rand::{Rng, RngExt};

/// Constants of a motor. SI units; angles in radians unless named otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotorConstants {
    /// Winding resistance, ohm.
    pub resistance: f64,
    /// Back-EMF constant, V s/rad.
    pub back_emf: f64,
    /// Torque constant, N m/A.
    pub torque: f64,
    /// Viscous friction, N m s/rad.
    pub viscous: f64,
    /// Coulomb friction of motor and gear train, N m.
    pub coulomb: f64,
    /// By how much static friction exceeds the Coulomb friction, as a factor.
    pub stiction: f64,
    /// Inertia seen at the hub, kg m².
    pub inertia: f64,
}

impl MotorConstants {
    /// The published model of the NXT motor (6.69 ohm, 0.468 V s/rad, 0.317 N m/A, 0.0022 N m s/rad).
    ///
    /// The published inertia of 1e-5 kg m² gives a time constant of 0.4 ms, which no step response shows;
    /// 1.4e-3 kg m² (mostly the rotor, seen through the gear train) gives 57 ms. Friction is set so that
    /// the motor draws about 60 mA unloaded at 9 V (60 mA * 0.317 N m/A = 0.019 N m).
    pub const NXT: MotorConstants = MotorConstants {
        resistance: 6.69,
        back_emf: 0.468,
        torque: 0.317,
        viscous: 0.0006,
        coulomb: 0.010,
        stiction: 1.3,
        inertia: 1.4e-3,
    };

    /// The same motor as it comes off the line: each constant off by a few per cent.
    pub fn with_spread(self, spread: f64, random: &mut impl Rng) -> MotorConstants {
        let mut off = |value: f64| value * (1.0 + spread * random.random_range(-1.0..=1.0));
        MotorConstants {
            resistance: off(self.resistance),
            back_emf: off(self.back_emf),
            torque: off(self.torque),
            viscous: off(self.viscous),
            coulomb: off(self.coulomb),
            stiction: self.stiction,
            inertia: off(self.inertia),
        }
    }
}

/// How the output stage connects the motor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Drive {
    /// Open: no current flows.
    Coast,
    /// Driven at a share of the battery voltage (-1 to 1), shorted between the pulses; 0 is a plain brake.
    Braked(f64),
    /// Driven at a share of the battery voltage (-1 to 1), open between the pulses.
    Floating(f64),
}

/// What the world does to the hub.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    /// Torque that only opposes motion, N m, at or above 0.
    pub friction: f64,
    /// Torque on the hub whatever it does, N m, such as a spring's.
    pub push: f64,
    /// Extra inertia, kg m² at the hub.
    pub inertia: f64,
    /// Least and greatest angle that the hub can reach, radians: hard stops.
    pub stops: (f64, f64),
}

impl Default for Load {
    /// A free hub.
    fn default() -> Load {
        Load { friction: 0.0, push: 0.0, inertia: 0.0, stops: (f64::NEG_INFINITY, f64::INFINITY) }
    }
}

/// One motor: hub angle and speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motor {
    constants: MotorConstants,
    angle: f64,
    speed: f64,
    current: f64,
    /// How far the encoder stands in its count at angle 0, degrees of the hub from 0 to 1.
    count_phase: f64,
    /// Degrees of the hub in a count.
    count_degrees: f64,
}

impl Motor {
    /// A motor at rest at angle 0, where its encoder just begins a count.
    pub fn new(constants: MotorConstants) -> Motor {
        Motor { constants, angle: 0.0, speed: 0.0, current: 0.0, count_phase: 0.0, count_degrees: 1.0 }
    }

    /// The same motor with an encoder that stands `count_phase` degrees (0 to 1) in its count at angle 0.
    pub fn with_count_phase(self, count_phase: f64) -> Motor {
        Motor { count_phase, ..self }
    }

    /// The same motor with an encoder that sees multiples of this many degrees only. It still counts in degrees.
    pub fn with_count_degrees(self, count_degrees: f64) -> Motor {
        Motor { count_degrees, ..self }
    }

    /// Its constants.
    pub fn constants(&self) -> &MotorConstants {
        &self.constants
    }

    /// Hub angle, radians.
    pub fn angle(&self) -> f64 {
        self.angle
    }

    /// Hub speed, rad/s.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Current drawn from the battery, A.
    pub fn current(&self) -> f64 {
        self.current
    }

    /// The encoder's count: whole degrees of the hub.
    pub fn count(&self) -> i64 {
        let steps = ((self.angle.to_degrees() + self.count_phase) / self.count_degrees).floor();
        (steps * self.count_degrees) as i64
    }

    /// Something hard holds the hub at an angle.
    pub fn stop_at(&mut self, radians: f64) {
        self.angle = radians;
        self.speed = 0.0;
    }

    /// Advances by `step` seconds (at most a few milliseconds) at a battery voltage.
    pub fn step(&mut self, step: f64, volts: f64, drive: Drive, load: &Load) {
        let constants = &self.constants;
        let back_emf = constants.back_emf * self.speed;
        let (duty, current) = match drive {
            Drive::Coast => (0.0, 0.0),
            Drive::Braked(duty) => (duty, (duty * volts - back_emf) / constants.resistance),
            // Between pulses the current dies at once, so only the share of the time with pulses counts,
            // and a motor faster than the pulses push is not braked.
            Drive::Floating(duty) => {
                let during = (volts.copysign(duty) - back_emf) / constants.resistance;
                let current = if during * duty > 0.0 { duty.abs() * during } else { 0.0 };
                (duty, current)
            }
        };
        self.current = (duty * current).max(0.0);
        let torque = constants.torque * current - constants.viscous * self.speed + load.push;
        let friction = constants.coulomb + load.friction;
        let inertia = constants.inertia + load.inertia;
        let speed = if self.speed == 0.0 {
            if torque.abs() <= friction * constants.stiction {
                0.0
            } else {
                (torque - friction.copysign(torque)) / inertia * step
            }
        } else {
            let next = self.speed + (torque - friction.copysign(self.speed)) / inertia * step;
            // Friction stops a motor, it never turns one round.
            if next * self.speed < 0.0 && torque.abs() <= friction { 0.0 } else { next }
        };
        self.angle += (self.speed + speed) / 2.0 * step;
        self.speed = speed;
        let (least, most) = load.stops;
        if self.angle < least || self.angle > most {
            self.angle = self.angle.clamp(least, most);
            self.speed = 0.0;
        }
    }
}
