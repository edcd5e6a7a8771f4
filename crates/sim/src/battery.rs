//! The battery of a brick: it sags under load and empties slowly.

/// Six cells in a brick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Battery {
    open_volts: f64,
    resistance: f64,
    volts: f64,
    fall_per_second: f64,
}

impl Battery {
    /// Internal resistance of six alkaline cells with their contacts, ohm.
    const RESISTANCE: f64 = 0.6;
    /// Charge until the open voltage has fallen by one volt, A s (about 0.6 A h of the flat part of the curve).
    const CHARGE_PER_VOLT: f64 = 2200.0;
    /// The brick's own draw, A.
    const IDLE_CURRENT: f64 = 0.08;
    /// Below this the brick's regulator stops working.
    pub const LEAST_VOLTS: f64 = 5.0;
    /// A brick with less than this does not switch on.
    pub const ENOUGH_VOLTS: f64 = 6.0;

    /// A battery of some open-circuit voltage; fresh cells have about 9 V.
    pub fn new(open_volts: f64) -> Battery {
        Battery { open_volts, resistance: Self::RESISTANCE, volts: open_volts, fall_per_second: 0.0 }
    }

    /// The same cells with another internal resistance, ohm.
    pub fn with_resistance(self, resistance: f64) -> Battery {
        Battery { resistance, ..self }
    }

    /// Voltage at the brick now.
    pub fn volts(&self) -> f64 {
        self.volts
    }

    /// Sets the open-circuit voltage, as exchanging or emptying the cells does.
    pub fn set_open_volts(&mut self, volts: f64) {
        self.open_volts = volts.max(0.0);
    }

    /// Makes the open-circuit voltage fall by this many volts per second (0 ends it).
    pub fn set_fall(&mut self, volts_per_second: f64) {
        self.fall_per_second = volts_per_second;
    }

    /// Advances by `step` seconds while the motors draw `motor_current` amperes.
    pub fn step(&mut self, step: f64, motor_current: f64) {
        let current = motor_current + Self::IDLE_CURRENT;
        self.open_volts -= step * (current / Self::CHARGE_PER_VOLT + self.fall_per_second);
        self.open_volts = self.open_volts.max(0.0);
        self.volts = (self.open_volts - self.resistance * current).max(0.0);
    }
}
