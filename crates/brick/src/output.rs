//! Motor outputs of a brick: ports, power, modes and what a port reports.

use crate::{Error, Status};
use std::fmt;

/// A motor port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Port {
    /// First motor.
    A = 0,
    /// Second motor.
    B = 1,
    /// Third motor.
    C = 2,
}

impl Port {
    /// All ports in the order of their codes.
    pub const ALL: [Port; 3] = [Port::A, Port::B, Port::C];

    /// The code on the wire, 0 to 2.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The port of a code.
    ///
    /// Errors: [`Status::BAD_PORT`].
    pub fn from_code(code: u8) -> Result<Port, Status> {
        Port::ALL.get(usize::from(code)).copied().ok_or(Status::BAD_PORT)
    }
}

impl fmt::Display for Port {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self:?}")
    }
}

/// One port or all three at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PortSelection {
    /// A single port.
    One(Port),
    /// All ports (code 0xFF).
    All,
}

impl PortSelection {
    /// The code on the wire.
    pub fn code(self) -> u8 {
        match self {
            PortSelection::One(port) => port.code(),
            PortSelection::All => 0xFF,
        }
    }

    /// The selection of a code.
    ///
    /// Errors: [`Status::BAD_PORT`].
    pub fn from_code(code: u8) -> Result<PortSelection, Status> {
        match code {
            0xFF => Ok(PortSelection::All),
            code => Port::from_code(code).map(PortSelection::One),
        }
    }

    /// The ports meant.
    pub fn ports(self) -> impl Iterator<Item = Port> {
        Port::ALL.into_iter().filter(move |port| match self {
            PortSelection::One(one) => one == *port,
            PortSelection::All => true,
        })
    }
}

/// Motor power in percent of the battery voltage, -100 to 100; positive counts the tacho up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Power(i8);

impl Power {
    /// No power.
    pub const ZERO: Power = Power(0);

    /// A power in percent.
    ///
    /// Errors: [`Error::OutOfRange`] beyond 100 either way.
    pub fn new(percent: i8) -> Result<Power, Error> {
        if (-100..=100).contains(&percent) {
            Ok(Power(percent))
        } else {
            Err(Error::OutOfRange { field: "motor power", value: percent.into(), least: -100, most: 100 })
        }
    }

    /// The nearest power to any number; not-a-number gives none.
    pub fn saturating(percent: f64) -> Power {
        Power(percent.clamp(-100.0, 100.0).round() as i8)
    }

    /// Percent, -100 to 100.
    pub fn percent(self) -> i8 {
        self.0
    }
}

/// Mode bits of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct OutputMode {
    /// The output stage is on.
    pub on: bool,
    /// Between pulses the motor is shorted, which brakes it, instead of left open.
    pub brake: bool,
    /// The firmware regulates as in the regulation field.
    pub regulated: bool,
}

impl OutputMode {
    /// On and braking: the mode of a position loop.
    pub const BRAKE: OutputMode = OutputMode { on: true, brake: true, regulated: false };

    /// The bits on the wire: 1 on, 2 brake, 4 regulated.
    pub fn bits(self) -> u8 {
        u8::from(self.on) | u8::from(self.brake) << 1 | u8::from(self.regulated) << 2
    }

    /// The mode of some bits.
    ///
    /// Errors: [`Status::OUT_OF_RANGE`] for other bits.
    pub fn from_bits(bits: u8) -> Result<OutputMode, Status> {
        if bits & !0b111 != 0 {
            return Err(Status::OUT_OF_RANGE);
        }
        Ok(OutputMode { on: bits & 1 != 0, brake: bits & 2 != 0, regulated: bits & 4 != 0 })
    }
}

/// What the firmware regulates when the mode is regulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Regulation {
    /// Nothing.
    #[default]
    Idle = 0,
    /// The speed of the motor.
    Speed = 1,
    /// Two motors in step.
    Sync = 2,
}

impl Regulation {
    /// The regulation of a code.
    ///
    /// Errors: [`Status::OUT_OF_RANGE`].
    pub fn from_code(code: u8) -> Result<Regulation, Status> {
        match code {
            0 => Ok(Regulation::Idle),
            1 => Ok(Regulation::Speed),
            2 => Ok(Regulation::Sync),
            _ => Err(Status::OUT_OF_RANGE),
        }
    }
}

/// Whether and how an output runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum RunState {
    /// Not driven.
    #[default]
    Idle = 0x00,
    /// The power rises to its set point over the tacho limit.
    RampUp = 0x10,
    /// Driven at the set point.
    Running = 0x20,
    /// The power falls to its set point over the tacho limit.
    RampDown = 0x40,
}

impl RunState {
    /// The run state of a code.
    ///
    /// Errors: [`Status::OUT_OF_RANGE`].
    pub fn from_code(code: u8) -> Result<RunState, Status> {
        match code {
            0x00 => Ok(RunState::Idle),
            0x10 => Ok(RunState::RampUp),
            0x20 => Ok(RunState::Running),
            0x40 => Ok(RunState::RampDown),
            _ => Err(Status::OUT_OF_RANGE),
        }
    }
}

/// What a port reports of its motor. Counts are degrees of the motor's hub, one each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutputReading {
    /// The port read.
    pub port: Port,
    /// Set point of the power.
    pub power: Power,
    /// Mode bits.
    pub mode: OutputMode,
    /// What is regulated.
    pub regulation: Regulation,
    /// Turn ratio of synchronised motors, -100 to 100.
    pub turn_ratio: i8,
    /// Run state.
    pub run_state: RunState,
    /// Tacho limit of the current movement, degrees; 0 is none.
    pub tacho_limit: u32,
    /// Counts since the last new movement was set.
    pub tacho: i32,
    /// Counts relative to the last programmed movement.
    pub block_tacho: i32,
    /// Counts since the rotation sensor was reset: the position.
    pub rotation: i32,
}
